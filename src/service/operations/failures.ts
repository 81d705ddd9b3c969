/** Recent failures of the service and its sources, and apart from them errors of callers. */
import { CALLER_ERRORS } from '#contract/errors.js';
import type { FailuresBody } from '#contract/operator.js';
import { routeById } from '#contract/routes.js';
import { countFailedCollections, listFailedCollections } from '#store/jobs.js';
import type { Parts } from '../app.js';
import { FAILED_CALLS_MAX } from './failed-calls.js';

/** Most collections in one response. */
const FAILED_COLLECTIONS_MAX = 100;

/** All of them, newest first. Collections are those of all nodes. */
export async function showFailures(
  app: Parts<'limits' | 'db' | 'failedCalls'>,
): Promise<FailuresBody> {
  const failed = await listFailedCollections(app.db, FAILED_COLLECTIONS_MAX, CALLER_ERRORS);
  const rejected = await countFailedCollections(app.db, CALLER_ERRORS);
  return {
    collections: failed.map(({ error, created_at, settled_at, ...one }) => ({
      ...one,
      source: routeById(one.route)?.source ?? '',
      code: error?.code ?? '',
      message: error?.message ?? '',
      created_at: created_at.toISOString(),
      settled_at: settled_at.toISOString(),
    })),
    kept_s: app.limits.JOB_RETENTION_S,
    calls: app.failedCalls.list(),
    calls_max: FAILED_CALLS_MAX,
    rejected_calls: app.failedCalls.rejected(),
    rejected_collections: rejected.map(({ last_at, ...one }) => ({
      ...one,
      last_at: last_at.toISOString(),
    })),
  };
}
