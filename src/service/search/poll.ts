import { apiError } from '#domain/api-error.js';
import type { RequestRow } from '#store/requests.js';
import type { App, Parts } from '../app.js';
import { type Answer, pendingAnswer } from './answer.js';
import type { SearchCall } from './charge-hit.js';
import { deliver, type Receiver } from './deliver.js';

/** Who asks for a job, as for a search; `requestId` is that of the job. */
type Asker = Pick<SearchCall, 'requestId' | 'accountId' | 'feeds' | 'readmit' | 'isThere'>;

export interface JobQuestion extends Asker {
  /** Seconds to hold the answer while the job is pending, 0 to WAIT_SECONDS_MAX. */
  readonly waitS: number;
  /** Aborts when the caller closes its sending side: it then gets the current state at once. */
  readonly silent: AbortSignal;
}

/**
 * The job of an account: pending (202), complete or failed (200). Holds up to `waitS` seconds and
 * answers as soon as the job settles. A poll whose key is revoked or whose account is suspended
 * while it waits ends with that API error, undelivered and uncharged. Throws 404 request_not_found
 * for an unknown job and for another account's.
 */
export async function readJob(app: App, question: JobQuestion): Promise<Answer> {
  if (question.waitS === 0) return hold(app, question);
  const answered = app.metrics.pollBegan();
  return hold(app, question).finally(answered);
}

async function hold(app: App, question: JobQuestion): Promise<Answer> {
  const untilMs = app.clock.nowMs() + question.waitS * 1000;
  let { feeds } = question;
  for (;;) {
    const row = await findJob(app, question.requestId, question.accountId);
    if (row.status !== 'pending') {
      return settledAnswer(app, row, { feeds, isThere: question.isThere });
    }
    const over = app.clock.nowMs() >= untilMs || question.silent.aborted || app.stopping.aborted;
    if (over || row.collection_id === null) return pendingAnswer(row);
    const poll = { collectionId: row.collection_id, accountId: question.accountId, untilMs };
    await app.caches.longPolls.wait(poll, question.silent);
    feeds = await question.readmit();
  }
}

async function settledAnswer(app: App, row: RequestRow, receiver: Receiver): Promise<Answer> {
  const answer = await deliver(app, row, receiver);
  if (answer === undefined) throw apiError('request_not_found');
  return answer;
}

/** The request of an account; another account's is not found, so that ids cannot be probed. */
export async function findJob(
  app: Parts<'caches'>,
  requestId: string,
  accountId: string,
): Promise<RequestRow> {
  const row = await app.caches.batchers.requests.add({
    account_id: accountId,
    request_id: requestId,
  });
  if (row === undefined || row.account_id !== accountId) throw apiError('request_not_found');
  return row;
}
