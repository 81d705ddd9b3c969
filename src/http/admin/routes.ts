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
import type { AdminRoute } from './route.js';

const ofJob = { params: objectOf(['request_id']) };

const WORK_ROUTES: readonly AdminRoute[] = [
  { method: 'GET', url: '/sources', run: (app) => showSources(app) },
  { method: 'GET', url: '/sources/states', run: (app) => showSourceStates(app) },
  {
    method: 'GET',
    url: '/sources/:source/days',
    params: objectOf(['source']),
    query: objectOf(['from', 'to'], []),
    run: (app, { params, query }) => showRouteDays(app, params.source ?? '', periodOf(query)),
  },
  {
    method: 'POST',
    url: '/sources/:feed_or_source/pause',
    params: objectOf(['feed_or_source']),
    body: objectOf(['paused_reason']),
    run: (app, { params, body, by }) => {
      const { paused_reason } = body as { paused_reason: string | null };
      return pauseSource(app, params.feed_or_source ?? '', paused_reason, by);
    },
  },
  {
    method: 'POST',
    url: '/sources/:feed_or_source/probe',
    params: objectOf(['feed_or_source']),
    body: objectOf(['zip', 'kind_of_rows'], ['zip']),
    run: (app, { params, body, gone, version }) => {
      const { zip, kind_of_rows: kind } = body as { zip: string; kind_of_rows?: Kind };
      return probeSource(app, params.feed_or_source ?? '', { zip, kind, version }, gone);
    },
  },
  {
    method: 'GET',
    url: '/jobs',
    query: objectOf(['account_id', 'job_status', 'older_than_job', 'limit'], []),
    run: (app, { query }) =>
      showJobs(
        app,
        {
          account_id: query.account_id ?? null,
          status: (query.job_status ?? null) as JobStatus | null,
          older_than: query.older_than_job ?? null,
        },
        limitOf(query, JOBS_PAGE),
      ),
  },
  {
    method: 'GET',
    url: '/jobs/:request_id',
    ...ofJob,
    run: (app, { params }) => showJob(app, params.request_id ?? ''),
  },
  {
    method: 'POST',
    url: '/jobs/:request_id/cancel',
    ...ofJob,
    run: (app, { params, by }) => cancelJob(app, params.request_id ?? '', by),
  },
  { method: 'POST', url: '/backup', run: (_app, { makeBackup, by }) => makeBackup(by) },
  {
    method: 'GET',
    url: '/collections',
    query: objectOf(['limit'], []),
    run: (app, { query }) => showCollections(app, limitOf(query, COLLECTIONS_MAX)),
  },
  {
    method: 'GET',
    url: '/condition',
    run: async (app, { version }) => ({ version, ...(await showCondition(app)) }),
  },
  { method: 'GET', url: '/queue', run: (app) => showQueue(app) },
  { method: 'GET', url: '/failures', run: (app) => showFailures(app) },
  { method: 'GET', url: '/ledger/check', run: (app) => checkLedger(app) },
  { method: 'GET', url: '/ledger/archives', run: (app) => showArchivedMonths(app) },
  {
    method: 'GET',
    url: '/audit',
    query: objectOf(['account_id', 'from', 'to', 'older_than', 'limit'], []),
    run: (app, { query }) =>
      showAuditLog(
        app,
        {
          account_id: query.account_id ?? null,
          ...periodOf(query),
          older_than: query.older_than === undefined ? null : Number(query.older_than),
        },
        limitOf(query, AUDIT_PAGE),
      ),
  },
];

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...ACCOUNT_ROUTES,
  ...DATA_ROUTES,
  ...HOME_ROUTES,
  ...WORK_ROUTES,
];
