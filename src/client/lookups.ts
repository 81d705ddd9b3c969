/** Lookup batches: many homes looked up at once (docs/lookups.md). */
import type { LookupSource } from '#contract/lookups.js';
import type {
  BatchHomeBody,
  BatchHomesBody,
  LookupBatchBody,
  LookupBatchesBody,
  NewLookupBatch,
} from '#contract/operations/lookups.js';
import type { HomeAnswer, WithMeta } from './answers.js';
import { sleep } from './bound.js';
import { type CallOptions, newKey, within } from './job.js';
import { answerOf, type CreateOptions, removeAt, type SendCall } from './send.js';

export type LookupBatchAnswer = WithMeta<LookupBatchBody>;
export type LookupBatchesAnswer = WithMeta<LookupBatchesBody>;
/** A home of a batch with its typed row. */
export type BatchHome = Omit<BatchHomeBody, 'result'> & {
  readonly result: HomeAnswer['result']['data'][number] | null;
};
export type BatchHomesAnswer = WithMeta<
  Omit<BatchHomesBody, 'homes'> & { readonly homes: readonly BatchHome[] }
>;

export interface EndedOptions extends CallOptions {
  /** Called with the batch while it runs, after each look. */
  readonly onRunning?: ((batch: LookupBatchAnswer) => void) | undefined;
}

/** The lookup batches of the account. Throws RowhouseError. */
export interface LookupBatches {
  /** Starts a batch of up to 1,000 homes: a list, or a table as CSV text. */
  create(
    source: LookupSource,
    homes: NewLookupBatch['homes'] | string,
    options?: CreateOptions,
  ): Promise<LookupBatchAnswer>;
  /** Newest first. */
  list(options?: CallOptions): Promise<LookupBatchesAnswer>;
  get(batchId: string, options?: CallOptions): Promise<LookupBatchAnswer>;
  /** Waits until every home has an outcome; the timeout is for the entire wait. */
  ended(batchId: string, options?: EndedOptions): Promise<LookupBatchAnswer>;
  /** A page of its homes, in the order in which they were sent. */
  homes(
    batchId: string,
    query?: { readonly after?: number | undefined; readonly limit?: number | undefined },
    options?: CallOptions,
  ): Promise<BatchHomesAnswer>;
  /** All homes as one text. */
  file(batchId: string, format: 'csv' | 'ndjson', options?: CallOptions): Promise<string>;
  /** Looks up again what the source did not show, or no credit was left for. */
  retry(batchId: string, options?: CallOptions): Promise<LookupBatchAnswer>;
  remove(batchId: string, options?: CallOptions): Promise<void>;
}

const PATH = '/lookups';
/** The first looks come soon; a key has a limit of calls per minute. */
const LOOK_MS = 1_000;
const LOOK_MS_MAX = 10_000;
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

/** The methods. Each may be repeated after its answer was lost. */
export function lookupBatchesOf(send: SendCall): LookupBatches {
  const get = (id: string, options: CallOptions = {}): Promise<LookupBatchAnswer> =>
    answerOf(send({ path: pathOf(id) }, options));
  return {
    get,
    create: (source, homes, options = {}) => {
      const headers = { 'idempotency-key': options.idempotencyKey ?? newKey() };
      const body = typeof homes === 'string' ? { csv: homes } : { body: { homes } };
      const ask = { method: 'POST', path: PATH, query: { source }, headers, ...body } as const;
      return answerOf(send(ask, options));
    },
    list: (options = {}) => answerOf(send({ path: PATH }, options)),
    ended: (id, { onRunning, ...options } = {}) =>
      within(
        options,
        () => null,
        async (limit) => {
          // Ends by its limit at the latest.
          for (let pauseMs = LOOK_MS; ; pauseMs = Math.min(pauseMs * 2, LOOK_MS_MAX)) {
            const batch = await get(id, { ...options, signal: limit.signal });
            if (batch.state === 'ended') return batch;
            onRunning?.(batch);
            await sleep(pauseMs, limit.signal);
          }
        },
      ),
    homes: (id, query = {}, options = {}) =>
      answerOf(send({ path: `${pathOf(id)}/homes`, query: { ...query } }, options)),
    file: async (id, format, options = {}) =>
      (await send({ path: `${pathOf(id)}/rows.${format}` }, options)).text,
    retry: (id, options = {}) =>
      answerOf(send({ method: 'POST', path: `${pathOf(id)}/retry` }, options)),
    remove: (id, options = {}) => removeAt(send, pathOf(id), 'lookup_batch_not_found', options),
  };
}
