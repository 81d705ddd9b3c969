/** One GET of the service: JSON in, or a Trouble that can be shown as it is. */
import type { Candidate, ErrorBody } from '#contract/envelope.js';

/** What went wrong, in the words of the service where it answered at all. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly http: number | null;
  /** Seconds to wait before the next try; null when waiting does not help. */
  readonly retryAfterS: number | null;
  readonly candidates: readonly Candidate[];
}

/** Thrown by every call of the service that did not succeed. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly trouble: Trouble;
  constructor(trouble: Trouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface CallOptions {
  readonly key: string | null;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a GET with the key. Throws CallFailed when the service refuses or cannot be reached, and the
 * reason of the signal when the caller gave up.
 */
export async function getJson(path: string, options: CallOptions): Promise<Answered> {
  const answer = await send(path, options);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function send(path: string, { key, signal, headers }: CallOptions): Promise<Response> {
  // No `cache` here: with 'no-store' Chromium sends `Cache-Control: no-cache`, which asks the service to
  // read the source again. The answers themselves say what a browser may keep.
  const answer = await fetch(path, {
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallFailed(UNREACHABLE);
  });
  if (answer.ok) return answer;
  throw new CallFailed(await troubleOf(answer));
}

async function troubleOf(answer: Response): Promise<Trouble> {
  const body: unknown = await answer.json().catch(() => null);
  const error = isErrorEnvelope(body) ? body.error : null;
  const wait = Number(answer.headers.get('retry-after'));
  return {
    code: error?.code ?? `http_${answer.status}`,
    message: error?.message ?? `The service answered with status ${answer.status} and no reason.`,
    param: error?.param ?? null,
    http: answer.status,
    retryAfterS: Number.isFinite(wait) && wait > 0 ? wait : null,
    candidates: error?.candidates ?? [],
  };
}

const isErrorEnvelope = (body: unknown): body is { error: ErrorBody } =>
  typeof body === 'object' && body !== null && 'error' in body && body.error !== null;

const UNREACHABLE: Trouble = {
  code: 'unreachable',
  message:
    'The service does not answer. Check that it runs and that you are connected; then try again.',
  param: null,
  http: null,
  retryAfterS: null,
  candidates: [],
};

/** Whatever was thrown, as a Trouble. */
export function asTrouble(error: unknown): Trouble {
  if (error instanceof CallFailed) return error.trouble;
  const message = error instanceof Error ? error.message : String(error);
  return { ...UNREACHABLE, code: 'console_fault', message: `The console failed: ${message}` };
}
