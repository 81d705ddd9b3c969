/** One call with its retries. A repeated call takes effect once; `once` marks the exceptions. */
import { BASE_PATH } from '#contract/envelope.js';
import type { FailureBody, Meta } from './answers.js';
import { type Bound, bound, sleep } from './bound.js';
import { RowhouseError } from './errors.js';
import { type QueryParams, queryText } from './params.js';

/** Retries after the first try. */
export const RETRIES_MAX = 3;
/** A Retry-After longer than this is left to the caller. */
export const RETRY_PAUSE_S_MAX = 60;
const BACKOFF_FIRST_MS = 250;
const BACKOFF_MS_MAX = 8_000;
/** Longest wait for one answer, longer than any poll: a silent connection counts as broken. */
const ANSWER_MS_MAX = 45_000;

/** Temporary failures; 502 and 504 come from a proxy in front of the service. */
const PASSING: readonly number[] = [429, 502, 503, 504];
/** Errors of those statuses that a short wait does not fix. */
const LASTING: readonly string[] = ['quota_exceeded', 'service_unconfigured'];

/** Why a call is tried again, and after how long. */
export interface Retry {
  readonly error: RowhouseError;
  readonly pauseMs: number;
  /** The number of the next try: 2 is the first retry. */
  readonly attempt: number;
}

/** How to reach one service. */
export interface Wire {
  /** Without the version segment and a trailing slash. */
  readonly origin: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly retries: number;
  readonly onRetry: ((retry: Retry) => void) | undefined;
}

export interface CallParts {
  /** GET when left out. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: QueryParams;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A table, sent in place of a body. */
  readonly csv?: string;
  /** A repeated call would act twice: it is sent again only where the service did not start it. */
  readonly once?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** Return the body unread. */
  readonly stream?: true;
}

export interface RawReply {
  readonly meta: Meta;
  readonly text: string;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** Retries until an answer is below 400. Throws RowhouseError, or the signal's reason. */
export async function call(wire: Wire, ask: CallParts, limit: Bound): Promise<RawReply> {
  checkKey(ask.headers);
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(wire, ask, limit, tries);
    if (!(outcome instanceof RowhouseError)) return outcome;
    const pauseMs = pauseAfter(outcome, tries);
    const isHarmless = ask.once !== true || outcome.status === 429;
    const again =
      tries <= wire.retries && isHarmless && passes(outcome) && pauseMs < limit.leftMs();
    if (!again) throw outcome;
    wire.onRetry?.({ error: outcome, pauseMs, attempt: tries + 1 });
    await sleep(pauseMs, limit.signal);
  }
}

async function attempt(
  wire: Wire,
  { method = 'GET', path, query = {}, headers = {}, stream, ...parts }: CallParts,
  limit: Bound,
  calls: number,
): Promise<RawReply | RowhouseError> {
  const answer = bound(ANSWER_MS_MAX, limit.signal, () => new Error('no answer in time'));
  const text = queryText(query);
  const sent = contentOf(parts);
  const url = `${wire.origin}${BASE_PATH}${path}${text === '' ? '' : `?${text}`}`;
  try {
    const response = await wire.fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${wire.apiKey}`,
        ...sent?.type,
        ...headers,
      },
      ...(sent !== null && { body: sent.text }),
      // Followed, a POST may become a GET, and the key is dropped where the origin is another.
      redirect: 'manual',
      signal: answer.signal,
    });
    const meta = metaOf(response, calls);
    if (!response.ok) return errorOf(response, await response.text(), meta);
    if (stream !== true) return { meta, text: await response.text(), body: null };
    const leave = [answer.keep(), limit.keep()];
    return { meta, text: '', body: endedWith(response.body, () => leave.forEach((one) => one())) };
  } catch (cause) {
    if (limit.signal.aborted) throw limit.signal.reason;
    const message = `No answer from ${wire.origin}: ${sayCause(cause)}. Check the address and that the service runs.`;
    return new RowhouseError({ code: 'connection_failed', message, cause });
  } finally {
    answer.end();
  }
}

/** The same bytes; `end` is called after the last one, after a failure and when nobody reads on. */
function endedWith(body: ReadableStream<Uint8Array> | null, end: () => void) {
  if (body === null) {
    end();
    return null;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void body.pipeTo(writable).then(end, end);
  return readable;
}

/** A key that no header can hold fails in fetch, where it would look like a broken connection. */
function checkKey(headers: CallParts['headers'] = {}): Headers {
  try {
    return new Headers(headers);
  } catch (cause) {
    const message = 'idempotencyKey must be 1 to 128 printable ASCII characters without spaces.';
    throw new RowhouseError({ code: 'invalid_option', message, cause });
  }
}

/** What a call sends, with its media type. */
function contentOf({ csv, body }: Pick<CallParts, 'csv' | 'body'>) {
  if (csv !== undefined) return { type: { 'content-type': 'text/csv' }, text: csv };
  if (body === undefined) return null;
  return { type: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}

function passes({ code, status }: RowhouseError): boolean {
  if (code === 'connection_failed') return true;
  return PASSING.includes(status) && !LASTING.includes(code);
}

/** Retry-After, at least an exponential backoff with jitter; Infinity when it is too long. */
function pauseAfter({ retryAfterS }: RowhouseError, tries: number): number {
  const asked = retryAfterS ?? 0;
  if (asked > RETRY_PAUSE_S_MAX) return Number.POSITIVE_INFINITY;
  const backoff = Math.min(BACKOFF_FIRST_MS * 2 ** (tries - 1), BACKOFF_MS_MAX);
  return Math.max(asked * 1000, backoff * (0.5 + Math.random() / 2));
}

function errorOf({ status, headers }: Response, text: string, meta: Meta): RowhouseError {
  const more = { status, meta, requestId: meta.request_id, retryAfterS: meta.retry_after_s };
  const body = readJson(text);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof error !== 'object' || error === null || !('code' in error)) {
    const to = headers.get('location');
    const advice =
      to === null
        ? 'Check the base address.'
        : `It redirects to ${to}: use the address of the service as baseUrl.`;
    const message = `Something other than the service answered ${status}. ${advice}`;
    return new RowhouseError({ code: 'unreadable_answer', message, ...more });
  }
  return new RowhouseError({ ...(error as FailureBody), ...more });
}

/** The JSON of an answer that must be an object. */
export function readBody(reply: RawReply): Readonly<Record<string, unknown>> {
  const body = readJson(reply.text);
  if (typeof body === 'object' && body !== null) return body as Readonly<Record<string, unknown>>;
  const { meta } = reply;
  const message =
    'The response is not a JSON object. Check that the base address is that of the API.';
  const more = { status: meta.status, requestId: meta.request_id, meta };
  throw new RowhouseError({ code: 'unreadable_answer', message, ...more });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function metaOf({ status, headers }: Response, calls: number): Meta {
  const number = (name: string): number | null => {
    const value = headers.get(name);
    return value !== null && /^\d+$/.test(value) ? Number(value) : null;
  };
  const limit = number('ratelimit-limit');
  const remaining = number('ratelimit-remaining');
  const reset_s = number('ratelimit-reset');
  const known = limit !== null && remaining !== null && reset_s !== null;
  return {
    status,
    request_id: headers.get('x-request-id'),
    credits_charged: number('x-credits-charged'),
    rate_limit: known ? { limit, remaining, reset_s } : null,
    cache_status: headers.get('cache-status'),
    retry_after_s: number('retry-after') ?? secondsUntil(headers.get('retry-after')),
    calls,
  };
}

/** Retry-After may be a date (RFC 9110). */
function secondsUntil(date: string | null): number | null {
  const at = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** fetch stores the reason in the cause. */
function sayCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause ? String(cause.code) : cause.message;
}
