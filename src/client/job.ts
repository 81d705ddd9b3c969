/** From a search to its finished envelope: one call, then long polls. */
import { WAIT_SECONDS_MAX } from '#contract/limits.js';
import { JOBS_PATH } from '#contract/routes.js';
import type { JobAnswer, PendingJob } from './answers.js';
import { type Bound, bound, sleep, TIMER_MS_MAX } from './bound.js';
import { type CallParts, call, type RawReply, readBody, type Wire } from './call.js';
import { RowhouseError } from './errors.js';

/** A search may wait for its turn and then for its source; most take seconds. */
export const TIMEOUT_MS = 300_000;
const IDEMPOTENCY_KEY_BYTES = 16;

export interface CallOptions {
  /** Ends the call; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, retries and polls included; 300,000 when left out. */
  readonly timeoutMs?: number | undefined;
}

export interface JobOptions extends CallOptions {
  /** Called with the job while it is pending: after the first response, and after each poll. */
  readonly onPending?: ((job: PendingJob) => void) | undefined;
}

export interface SearchOptions extends JobOptions {
  /** Generated for each call when left out. The same key and search are charged once. */
  readonly idempotencyKey?: string | undefined;
  /** Maximum age of the rows, in seconds; 0 asks the source now. */
  readonly maxAgeS?: number | undefined;
}

type Settled = Extract<JobAnswer, { status: 'complete' }>;

/** Starts a search or a lookup and waits for its job. Throws RowhouseError when it fails. */
export async function settle(wire: Wire, ask: CallParts, options: SearchOptions): Promise<Settled> {
  const key = options.idempotencyKey ?? newKey();
  const headers = { 'idempotency-key': key, ...freshness(options.maxAgeS) };
  return follow(wire, { ...ask, headers }, { 'idempotency-key': key }, options);
}

/** Waits for an existing job. */
export function settleJob(wire: Wire, id: string, options: JobOptions): Promise<Settled> {
  return follow(wire, { path: jobPath(id) }, {}, options, id);
}

/** The state of the job after at most `waitS` seconds. */
export async function readJob(
  wire: Wire,
  id: string,
  waitS: number,
  options: CallOptions,
): Promise<JobAnswer> {
  return within(
    options,
    () => id,
    async (limit) => {
      const query = { wait: Math.min(Math.max(Math.floor(waitS), 0), WAIT_SECONDS_MAX) };
      return jobOf(await call(wire, { path: jobPath(id), query }, limit));
    },
  );
}

export const jobPath = (id: string): string => `${JOBS_PATH}${encodeURIComponent(id)}`;

/** Runs work that may take `timeoutMs`; a timeout and every other failure name the job. */
export async function within<T>(
  options: CallOptions,
  job: () => string | null,
  work: (limit: Bound) => Promise<T>,
): Promise<T> {
  const ms = options.timeoutMs ?? TIMEOUT_MS;
  if (!(ms > 0 && ms <= TIMER_MS_MAX)) {
    const message = `timeoutMs must be a number from 1 to ${TIMER_MS_MAX}.`;
    throw new RowhouseError({ code: 'invalid_option', message });
  }
  const limit = bound(ms, options.signal, () => timeoutError(ms, job()));
  try {
    if (limit.signal.aborted) throw limit.signal.reason;
    return await work(limit).then(
      (done) => done,
      (error: unknown) => {
        throw ofJob(error, job());
      },
    );
  } finally {
    limit.end();
  }
}

function follow(
  wire: Wire,
  first: CallParts,
  headers: Readonly<Record<string, string>>,
  options: JobOptions,
  known: string | null = null,
): Promise<Settled> {
  let id = known;
  return within(
    options,
    () => id,
    async (limit) => {
      let calledAt = performance.now();
      let job = jobOf(await call(wire, first, limit));
      let calls = job.meta.calls;
      let mayPoll = calledAt;
      // Ends by its limit at the latest: a job that stays pending hits the timeout.
      while (job.status === 'pending') {
        id = job.request_id;
        options.onPending?.(job);
        await sleep(Math.max(0, mayPoll - performance.now()), limit.signal);
        calledAt = performance.now();
        const wait = Math.min(WAIT_SECONDS_MAX, Math.max(0, Math.floor(limit.leftMs() / 1000)));
        const ask = { path: jobPath(id), query: { wait }, headers };
        job = jobOf(await call(wire, ask, limit));
        calls += job.meta.calls;
        // The first poll is sent at once, as the service holds it. A poll that returned pending was
        // not held, or was held long enough: the next starts Retry-After after its start.
        mayPoll = calledAt + (job.meta.retry_after_s ?? 1) * 1000;
      }
      if (job.status === 'failed') throw failure(job);
      return { ...job, meta: { ...job.meta, calls } };
    },
  );
}

function jobOf(reply: RawReply): JobAnswer {
  const body = readBody(reply) as unknown as JobAnswer;
  const known = ['pending', 'complete', 'failed'].includes(body.status);
  if (known && typeof body.request_id === 'string') return { ...body, meta: reply.meta };
  const message =
    'The response is not a job envelope. Check that the base address is that of the API.';
  const { meta } = reply;
  const more = { status: meta.status, requestId: meta.request_id, meta };
  throw new RowhouseError({ code: 'unreadable_answer', message, ...more });
}

function failure({ error, request_id, meta }: Extract<JobAnswer, { status: 'failed' }>) {
  return new RowhouseError({ ...error, status: meta.status, requestId: request_id, meta });
}

/** A poll that fails leaves its job: the caller reads it later, by its id. */
function ofJob(error: unknown, id: string | null): unknown {
  if (id === null || !(error instanceof RowhouseError)) return error;
  const { code, message, status, param, candidates, retryAfterS, meta, cause } = error;
  const same = { code, message, status, param, candidates, retryAfterS, meta, cause };
  return new RowhouseError({ ...same, requestId: id });
}

function timeoutError(ms: number, id: string | null): RowhouseError {
  const rest = id === null ? '' : ` Job ${id} may still finish: wait for it with waitFor().`;
  const message = `No answer within ${ms / 1000} s.${rest}`;
  return new RowhouseError({ code: 'timeout', message, requestId: id });
}

/** A browser has randomUUID on secure pages only, but random bytes everywhere. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(IDEMPOTENCY_KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function freshness(maxAgeS: number | undefined): Record<string, string> {
  if (maxAgeS === undefined) return {};
  return { 'cache-control': maxAgeS <= 0 ? 'no-cache' : `max-age=${Math.floor(maxAgeS)}` };
}
