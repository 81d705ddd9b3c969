/** Jobs and collections as operators see them, and how a job is cancelled. */

import { OperatorError } from '#base/operator-error.js';
import type { JobStatus } from '#contract/values.js';
import { apiError } from '#domain/api-error.js';
import { noteAccessChange } from '#store/access.js';
import {
  claimUnwanted,
  entriesOf,
  findCollection,
  findJob,
  type JobFilter,
  type JobRow,
  listCollections,
  listJobs,
  lockJob,
} from '#store/jobs.js';
import { settleRequests } from '#store/requests.js';
import { endReservations } from '#store/reservations.js';
import { noteChange, type Operator } from '../accounts/audit-log.js';
import { type App, now, type Parts } from '../app.js';
import { jobEventType, logJobs } from '../search/job-events.js';
import { settle } from '../search/settle.js';
import { newLease } from '../work/under-lease.js';

export const NO_JOB =
  'No job has this id, or it has expired. "rowhouse jobs list" shows all jobs; cached pages are not jobs.';

/** Jobs per page. */
export const JOBS_PAGE = 500;
/** A queue usually holds at most this many. */
export const COLLECTIONS_MAX = 1_000;

const describe = ({ query, ...job }: JobRow) => ({ ...job, query: JSON.parse(query) as object });

/** Jobs, newest first; `next` is the cursor to older ones, null at the end. */
export async function showJobs(app: Parts<'db'>, filter: JobFilter, limit: number) {
  const found = await listJobs(app.db, filter, limit + 1);
  const jobs = found.slice(0, limit);
  const next = found.length > limit ? (jobs.at(-1)?.request_id ?? null) : null;
  return { jobs: jobs.map(describe), next };
}

/** One job, its collection and its ledger entries. Throws OperatorError. */
export async function showJob(app: Parts<'db'>, requestId: string) {
  const job = await findJob(app.db, requestId);
  if (job === undefined) throw new OperatorError(NO_JOB);
  const collection =
    job.collection_id === null ? undefined : await findCollection(app.db, job.collection_id);
  const ledger = await entriesOf(app.db, requestId);
  return { ...describe(job), collection: collection ?? null, ledger };
}

/** Collections that are queued or running, with how many jobs wait for each. */
export const showCollections = async (app: Parts<'db'>, limit: number) => ({
  collections: await listCollections(app.db, limit),
});

/**
 * Cancels a pending job: it fails as collection_unavailable, its credits are returned and its polls
 * are answered. Its collection ends too unless another job waits for it. Throws OperatorError for
 * an ended job.
 */
export async function cancelJob(app: App, requestId: string, by: Operator) {
  const status = await cancelIfPending(app, requestId, by);
  if (status !== 'pending')
    throw new OperatorError(`The job is ${status}: only a pending one can be cancelled.`);
  return showJob(app, requestId);
}

/** The same; returns the status that the job had. Throws OperatorError for an unknown job. */
export async function cancelIfPending(
  app: App,
  requestId: string,
  by: Operator,
): Promise<JobStatus> {
  const at = now(app);
  const error = apiError('collection_unavailable', {
    message: 'The operator cancelled this job. Nothing was charged.',
  }).body();
  const job = await app.db.transaction(async (tx) => {
    const before = await lockJob(tx, requestId);
    if (before === undefined) throw new OperatorError(NO_JOB);
    const { status, account_id, collection_id, route } = before;
    if (status !== 'pending' || collection_id === null) return status;
    const settled = await settleRequests(
      tx,
      collection_id,
      { result_id: null, error, at, event_type: jobEventType({ error }) },
      requestId,
    );
    await endReservations(tx, [requestId], 'failed', at);
    // Polls of the account look at their jobs again.
    await noteAccessChange(tx, account_id, at);
    await noteChange(app, tx, by, {
      action: 'job.cancel',
      account_id,
      subject: requestId,
      before: { status },
      after: { status: 'failed' },
    });
    const announced = await logJobs(app, tx, route, settled, { error }, at);
    return { account_id, collection_id, announced };
  });
  if (typeof job === 'string') return job;
  app.caches.access.forget(job.account_id);
  for (const accountId of job.announced) app.notifications.send('logged', accountId);
  await endUnwanted(app, job.collection_id, error);
  return 'pending';
}

/** Ends a collection that no job waits for; its collector then loses the lease. */
async function endUnwanted(
  app: App,
  collectionId: string,
  error: ReturnType<ReturnType<typeof apiError>['body']>,
): Promise<void> {
  const lease = newLease(app, app.limits.LEASE_S);
  const held = await app.db.transaction((tx) => claimUnwanted(tx, collectionId, lease));
  if (held !== undefined) await settle(app, held, { error });
}
