import { POLL_RETRY_AFTER_S } from '#contract/limits.js';
import { refuse } from '#domain/refusal.js';
import type { RequestRow } from '#store/requests.js';
import { type Answer, pendingAnswer } from './answer.js';
import { deliver } from './deliver.js';
import type { House } from './house.js';

export interface JobQuestion {
  readonly requestId: string;
  readonly accountId: string;
  /** Seconds to hold the answer while the job is pending, 0 to WAIT_SECONDS_MAX. */
  readonly waitS: number;
  /** Throws when the caller may no longer call: asked after each wait. */
  readonly readmit: () => void | Promise<void>;
  /** Aborts when the caller has closed its sending side: it is answered at once, whatever there is. */
  readonly silent: AbortSignal;
  /** Whether the caller can still be answered. */
  readonly isThere: () => boolean;
}

/**
 * The job of an account: pending (202), complete or failed (200). Holds up to `waitS` seconds and
 * answers the moment the job settles. A poll held while its key is revoked or its account suspended ends
 * with that refusal, undelivered and uncharged. Throws 404 request_not_found for an unknown job and for
 * another account's alike.
 */
export async function readJob(house: House, question: JobQuestion): Promise<Answer> {
  if (question.waitS === 0) return hold(house, question);
  const answered = house.metrics.pollBegan();
  return hold(house, question).finally(answered);
}

async function hold(house: House, question: JobQuestion): Promise<Answer> {
  const untilMs = house.clock.nowMs() + question.waitS * 1000;
  for (;;) {
    const row = await findJob(house, question.requestId, question.accountId);
    if (row.status !== 'pending') return settledAnswer(house, row, question.isThere);
    const over =
      house.clock.nowMs() >= untilMs || question.silent.aborted || house.stopping.aborted;
    if (over || row.collection_id === null) return pendingAnswer(row, POLL_RETRY_AFTER_S);
    const poll = { collectionId: row.collection_id, accountId: question.accountId, untilMs };
    await house.memory.waiters.wait(poll, question.silent);
    await question.readmit();
  }
}

async function settledAnswer(
  house: House,
  row: RequestRow,
  isThere: () => boolean,
): Promise<Answer> {
  const answer = await deliver(house, row, isThere);
  if (answer === undefined) throw refuse('request_not_found');
  return answer;
}

/** The request of an account; another account's is not found, so that ids cannot be probed. */
export async function findJob(
  house: House,
  requestId: string,
  accountId: string,
): Promise<RequestRow> {
  const row = await house.memory.desk.requests.add({
    account_id: accountId,
    request_id: requestId,
  });
  if (row === undefined || row.account_id !== accountId) throw refuse('request_not_found');
  return row;
}
