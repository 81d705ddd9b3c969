/** Events of settled jobs, so that callers with an endpoint need not poll. */
import type { ErrorBody } from '#contract/envelope.js';
import type { Completeness } from '#contract/values.js';
import type { EventType } from '#contract/watches.js';
import type { Db } from '#store/db.js';
import { insertEvents } from '#store/events.js';
import type { SettledRequest } from '#store/requests.js';
import type { Parts } from '../app.js';
import { jobPath } from './answer.js';

/** How a collection ended, for all of its requests. */
export type JobEnd =
  | { readonly completeness: Completeness; readonly count: number }
  | { readonly error: ErrorBody };

export const jobEventType = (end: JobEnd): EventType =>
  'error' in end ? 'job.failed' : 'job.completed';

/**
 * Writes an event for each settled request that is to be announced, in the transaction that settles
 * it. Returns the accounts with new events. The requests must be ordered by account.
 */
export async function logJobs(
  app: Parts<'ids'>,
  tx: Db,
  route: string,
  requests: readonly SettledRequest[],
  end: JobEnd,
  at: Date,
): Promise<string[]> {
  const byAccount = new Map<string, string[]>();
  for (const { account_id, request_id, is_announced } of requests) {
    if (!is_announced) continue;
    byAccount.set(account_id, [...(byAccount.get(account_id) ?? []), request_id]);
  }
  for (const [accountId, ids] of byAccount) {
    const events = ids.map((request_id) => ({
      event_id: app.ids.uuid(),
      type: jobEventType(end),
      watch_id: null,
      data: { request_id, route, poll_url: jobPath(request_id), ...end },
    }));
    await insertEvents(tx, accountId, events, at);
  }
  return [...byAccount.keys()];
}
