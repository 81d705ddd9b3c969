/** Calls for resources: watches, events and endpoints. */
import { type CallParts, type RawReply, readBody } from './call.js';
import { RowhouseError } from './errors.js';
import type { CallOptions } from './job.js';

/** One call of a resource, within the time limit of its options. */
export type SendCall = (ask: CallParts, options: CallOptions) => Promise<RawReply>;

export interface CreateOptions extends CallOptions {
  /** Generated for each call when left out. The same key and body create one thing. */
  readonly idempotencyKey?: string | undefined;
}

/** The body of an answer with its meta. */
export async function answerOf<T>(reply: Promise<RawReply>): Promise<T> {
  const answer = await reply;
  return { ...readBody(answer), meta: answer.meta } as T;
}

/** Deletes a path; `goneCode` at a retry means that the first try deleted it, its answer lost. */
export const removeAt = (
  send: SendCall,
  path: string,
  goneCode: string,
  options: CallOptions,
): Promise<void> =>
  send({ method: 'DELETE', path }, options).then(
    () => undefined,
    (error: unknown) => {
      const isGoneSince =
        error instanceof RowhouseError && error.code === goneCode && (error.meta?.calls ?? 1) > 1;
      if (!isGoneSince) throw error;
    },
  );
