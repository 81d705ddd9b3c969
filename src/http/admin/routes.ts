/** Routes of the operator's listener, one per command. Other tools rely on the returned JSON. */

import type { JobStatus, Kind } from '#contract/values.js';
import { AUDIT_PAGE, showAuditLog } from '#service/accounts/audit-log.js';
import { checkLedger, showArchivedMonths } from '#service/accounts/manage.js';
import { showFailures } from '#service/operations/failures.js';
import {
  COLLECTIONS_MAX,
  cancelJob,
  JOBS_PAGE,
  showCollections,
  showJob,
  showJobs,
} from '#service/operations/jobs.js';
import { pauseSource } from '#service/operations/pause-source.js';
import { probeSource } from '#service/operations/probe-source.js';
import { showQueue } from '#service/operations/queue.js';
import { showCondition } from '#service/operations/readiness.js';
import { showRouteDays } from '#service/operations/route-days.js';
import { showSources } from '#service/operations/show-sources.js';
import { showSourceStates } from '#service/operations/source-states.js';
import { ACCOUNT_ROUTES } from './account-routes.js';
import { DATA_ROUTES } from './data-routes.js';
import { limitOf, objectOf, periodOf } from './fields.js';
import { HOME_ROUTES } from './home-routes.js';
import { type AdminRoute, get, post } from './route.js';

const WORK_ROUTES: readonly AdminRoute[] = [
  get('/sources', {}, (app) => showSources(app)),
  get('/sources/states', {}, (app) => showSourceStates(app)),
  get('/sources/:source/days', { query: objectOf(['from', 'to'], []) }, (app, { params, query }) =>
    showRouteDays(app, params.source, periodOf(query)),
  ),
  post(
    '/sources/:feed_or_source/pause',
    { body: objectOf(['paused_reason']) },
    (app, { params, body, by }) => {
      const { paused_reason } = body as { paused_reason: string | null };
      return pauseSource(app, params.feed_or_source, paused_reason, by);
    },
  ),
  post(
    '/sources/:feed_or_source/probe',
    { body: objectOf(['zip', 'kind_of_rows'], ['zip']) },
    (app, { params, body, gone, version }) => {
      const { zip, kind_of_rows: kind } = body as { zip: string; kind_of_rows?: Kind };
      return probeSource(app, params.feed_or_source, { zip, kind, version }, gone);
    },
  ),
  get(
    '/jobs',
    { query: objectOf(['account_id', 'job_status', 'older_than_job', 'limit'], []) },
    (app, { query }) =>
      showJobs(
        app,
        {
          account_id: query.account_id ?? null,
          status: (query.job_status ?? null) as JobStatus | null,
          older_than: query.older_than_job ?? null,
        },
        limitOf(query, JOBS_PAGE),
      ),
  ),
  get('/jobs/:request_id', {}, (app, { params }) => showJob(app, params.request_id)),
  post('/jobs/:request_id/cancel', {}, (app, { params, by }) =>
    cancelJob(app, params.request_id, by),
  ),
  post('/backup', {}, (_app, { makeBackup, by }) => makeBackup(by)),
  get('/collections', { query: objectOf(['limit'], []) }, (app, { query }) =>
    showCollections(app, limitOf(query, COLLECTIONS_MAX)),
  ),
  get('/condition', {}, async (app, { version }) => ({ version, ...(await showCondition(app)) })),
  get('/queue', {}, (app) => showQueue(app)),
  get('/failures', {}, (app) => showFailures(app)),
  get('/ledger/check', {}, (app) => checkLedger(app)),
  get('/ledger/archives', {}, (app) => showArchivedMonths(app)),
  get(
    '/audit',
    { query: objectOf(['account_id', 'from', 'to', 'older_than', 'limit'], []) },
    (app, { query }) =>
      showAuditLog(
        app,
        {
          account_id: query.account_id ?? null,
          ...periodOf(query),
          older_than: query.older_than === undefined ? null : Number(query.older_than),
        },
        limitOf(query, AUDIT_PAGE),
      ),
  ),
];

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...ACCOUNT_ROUTES,
  ...DATA_ROUTES,
  ...HOME_ROUTES,
  ...WORK_ROUTES,
];
