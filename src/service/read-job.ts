import { POLL_RETRY_AFTER_S } from '#contract/limits.js';
import { refuse } from '#domain/refusal.js';
import { findRequest, type RequestRow } from '#store/requests.js';
import { type Answer, pendingAnswer } from './answer.js';
import { deliver } from './deliver.js';
import type { House } from './house.js';

/** While a signal may have been lost, a waiting poll looks this often. */
const LOOK_EVERY_MS = 2_000;

export interface JobQuestion {
  readonly requestId: string;
  readonly accountId: string;
  /** Seconds to hold the answer while the job is pending, 0 to WAIT_SECONDS_MAX. */
  readonly waitS: number;
  /** Aborts when the caller has gone. */
  readonly gone: AbortSignal;
}

/**
 * The job of an account: pending (202), complete or failed (200). Holds up to `waitS` seconds and
 * answers the moment the job settles. Throws 404 request_not_found for an unknown job and for
 * another account's alike.
 */
export async function readJob(house: House, question: JobQuestion): Promise<Answer> {
  const deadlineMs = house.clock.nowMs() + question.waitS * 1000;
  for (;;) {
    const row = await findRequest(house.db, question.requestId, question.accountId);
    if (row === undefined) throw refuse('request_not_found');
    if (row.status !== 'pending') return deliver(house, row);
    const leftMs = deadlineMs - house.clock.nowMs();
    if (leftMs <= 0 || question.gone.aborted || house.stopping.aborted)
      return pendingAnswer(row, POLL_RETRY_AFTER_S);
    await waitForSettled(house, row, Math.min(leftMs, LOOK_EVERY_MS), question);
  }
}

/** Listens, then looks once more, so that a job that settled in between is not waited for. */
async function waitForSettled(
  house: House,
  row: RequestRow,
  forMs: number,
  question: JobQuestion,
): Promise<void> {
  const heard = new AbortController();
  const off = house.wake.on('settled', (id) => {
    if (id === row.collection_id) heard.abort();
  });
  const again = await findRequest(house.db, question.requestId, question.accountId);
  if (again?.status === 'pending') {
    await house.clock.sleep(forMs, AbortSignal.any([heard.signal, question.gone, house.stopping]));
  }
  off();
}
