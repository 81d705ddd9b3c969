/** The jobs that homes of batches were charged as, with their rows. */
import { ownTurn } from '#base/own-turn.js';
import type { Row } from '#contract/rows.js';
import { type Parts, secondsFromNow } from '../app.js';
import { findAny } from '../search/batchers.js';
import { readBody } from '../search/collect-task.js';
import { cachedPageOf } from '../search/deliver.js';

/** Completed jobs of an account by id; those without a row any more are left out. */
export async function findJobs(
  app: Parts<'caches' | 'clock' | 'db' | 'limits'>,
  account_id: string,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly row: Row; readonly credits: number }>> {
  const found = new Map<string, { readonly row: Row; readonly credits: number }>();
  if (requestIds.length === 0) return found;
  const names = requestIds.map((request_id) => ({ account_id, request_id }));
  const jobs = await findAny(app.db, names, secondsFromNow(app, -app.limits.JOB_RETENTION_S));
  for (const job of jobs) {
    if (job?.status !== 'complete') continue;
    const page = await cachedPageOf(app, job.result_id);
    if (page === undefined) continue;
    await ownTurn();
    const [row] = readBody(page.identity()).data;
    if (row !== undefined) found.set(job.request_id, { row, credits: job.credits });
  }
  return found;
}
