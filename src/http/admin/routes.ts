/** What the operator's listener offers, one row a command (design: JSON that other tools rely on). */

import type { JobStatus } from '#contract/values.js';
import { showAuditLog } from '#service/accounts/audit-log.js';
import { checkLedger, showArchivedMonths } from '#service/accounts/manage.js';
import { cancelJob, showCollections, showJob, showJobs } from '#service/operations/jobs.js';
import { pauseSource } from '#service/operations/pause-source.js';
import { showSources } from '#service/operations/show-sources.js';
import { ACCOUNT_ROUTES } from './account-routes.js';
import { DATA_ROUTES } from './data-routes.js';
import { objectOf, periodOf } from './fields.js';
import type { AdminRoute } from './route.js';

const ofJob = { params: objectOf(['request_id']) };

const WORK_ROUTES: readonly AdminRoute[] = [
  { method: 'GET', url: '/sources', run: (app) => showSources(app) },
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
    method: 'GET',
    url: '/jobs',
    query: objectOf(['account_id', 'job_status', 'older_than_job'], []),
    run: (app, { query }) =>
      showJobs(app, {
        account_id: query.account_id ?? null,
        status: (query.job_status ?? null) as JobStatus | null,
        older_than: query.older_than_job ?? null,
      }),
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
  { method: 'GET', url: '/collections', run: (app) => showCollections(app) },
  { method: 'POST', url: '/backup', run: (_app, { makeBackup, by }) => makeBackup(by) },
  { method: 'GET', url: '/ledger/check', run: (app) => checkLedger(app) },
  { method: 'GET', url: '/ledger/archives', run: (app) => showArchivedMonths(app) },
  {
    method: 'GET',
    url: '/audit',
    query: objectOf(['account_id', 'from', 'to', 'older_than'], []),
    run: (app, { query }) =>
      showAuditLog(app, {
        account_id: query.account_id ?? null,
        ...periodOf(query),
        older_than: query.older_than === undefined ? null : Number(query.older_than),
      }),
  },
];

export const ADMIN_ROUTES: readonly AdminRoute[] = [
  ...ACCOUNT_ROUTES,
  ...DATA_ROUTES,
  ...WORK_ROUTES,
];
