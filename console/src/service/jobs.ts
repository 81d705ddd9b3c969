/** A search from its first call to its rows: start it, or read an earlier one, and wait for the end. */
import { BASE_PATH, type JobEnvelope, type Result } from '#contract/envelope.js';
import { WAIT_SECONDS_MAX } from '#contract/limits.js';
import { JOBS_PATH, type SearchRoute } from '#contract/routes.js';
import { type Answered, CallFailed, getJson } from './call.js';
import { openTokens } from './tokens.js';

/** One page of rows as the console keeps it. */
export interface LoadedPage {
  readonly requestId: string;
  readonly credits: number;
  readonly cached: boolean;
  readonly result: Result;
}

/** What the minute window and the charge of the last call were; null where the answer did not say. */
export interface Allowance {
  readonly remaining: number | null;
  readonly limit: number | null;
}

export interface JobCall {
  readonly key: string;
  readonly signal: AbortSignal;
  /** Ask the source again even where a fresh page is kept. */
  readonly refresh?: boolean;
  /** Told the request id as soon as the job is known. */
  readonly onPending?: (requestId: string) => void;
  readonly onAllowance?: (allowance: Allowance) => void;
}

/** Jobs end within their deadlines (about 12 minutes); more polls than this mean a fault. */
const POLLS_MAX = 60;

const tokens = openTokens();
/** From here on the service, or what stands before it, may have answered for a call that was charged. */
const SERVER_FAULT = 500;

/**
 * Starts a search and waits for its page. Throws CallFailed when it is refused or fails. A search whose
 * answer was lost, sent again, finds what the first one started and is charged once.
 */
export async function search(
  route: SearchRoute,
  query: URLSearchParams,
  call: JobCall,
): Promise<LoadedPage> {
  const path = `${BASE_PATH}${route.path}?${query.toString()}`;
  const words = `${call.key} ${path}`;
  try {
    const answered = await ask(path, call, { 'idempotency-key': tokens.of(words) });
    tokens.answered(words);
    return await settle(envelopeOf(answered), call);
  } catch (error) {
    const http = error instanceof CallFailed ? error.trouble.http : null;
    if (http !== null && http < SERVER_FAULT) tokens.answered(words);
    throw error;
  }
}

/** Reads the page of an earlier request; free. Throws CallFailed when it is gone or failed. */
export async function readJob(requestId: string, call: JobCall): Promise<LoadedPage> {
  return settle(envelopeOf(await ask(jobPath(requestId), call)), call);
}

const jobPath = (requestId: string): string => `${BASE_PATH}${JOBS_PATH}${requestId}`;

async function settle(first: JobEnvelope, call: JobCall): Promise<LoadedPage> {
  let envelope = first;
  if (envelope.status === 'pending') call.onPending?.(envelope.request_id);
  for (let polls = 0; envelope.status === 'pending' && polls < POLLS_MAX; polls += 1) {
    envelope = envelopeOf(
      await ask(`${jobPath(envelope.request_id)}?wait=${WAIT_SECONDS_MAX}`, call),
    );
  }
  const { request_id, error, result } = envelope;
  if (result !== null) {
    return { requestId: request_id, credits: envelope.credits, cached: envelope.cached, result };
  }
  throw new CallFailed({
    code: error?.code ?? 'still_pending',
    message: error?.message ?? 'The job has not ended in time. Search again later.',
    param: error?.param ?? null,
    http: null,
    retryAfterS: null,
    candidates: error?.candidates ?? [],
  });
}

async function ask(
  path: string,
  { key, signal, refresh, onAllowance }: JobCall,
  more: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const headers = { ...(refresh === true && { 'cache-control': 'no-cache' }), ...more };
  const answered = await getJson(path, { key, signal, headers });
  onAllowance?.({
    remaining: numberIn(answered.headers, 'ratelimit-remaining'),
    limit: numberIn(answered.headers, 'ratelimit-limit'),
  });
  return answered;
}

const envelopeOf = (answered: Answered): JobEnvelope => answered.body as JobEnvelope;

function numberIn(headers: Headers, name: string): number | null {
  const value = headers.get(name);
  return value === null || value === '' ? null : Number(value);
}
