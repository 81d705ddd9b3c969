/** Answers on resources, one file per answer in test/http/; they share one application. */
import * as scopeMissing from './http/403.scope_missing.js';
import * as endpointNotFound from './http/404.endpoint_not_found.js';
import * as eventNotFound from './http/404.event_not_found.js';
import * as homeNotFound from './http/404.home_not_found.js';
import * as lookupBatchNotFound from './http/404.lookup_batch_not_found.js';
import * as snapshotNotFound from './http/404.snapshot_not_found.js';
import * as watchNotFound from './http/404.watch_not_found.js';
import * as eventsExpired from './http/410.events_expired.js';
import * as bodyTooLarge from './http/413.body_too_large.js';
import * as unsupportedMediaType from './http/415.unsupported_media_type.js';
import * as endpointNotAllowed from './http/422.endpoint_not_allowed.js';
import * as invalidBody from './http/422.invalid_body.js';
import * as invalidSql from './http/422.invalid_sql.js';
import * as snapshotNotAllowed from './http/422.snapshot_not_allowed.js';
import * as sqlTooLarge from './http/422.sql_too_large.js';
import * as tooManyEndpoints from './http/422.too_many_endpoints.js';
import * as tooManyLookupBatches from './http/422.too_many_lookup_batches.js';
import * as tooManySnapshots from './http/422.too_many_snapshots.js';
import * as tooManyWatches from './http/422.too_many_watches.js';
import * as watchNotAllowed from './http/422.watch_not_allowed.js';
import * as sqlBusy from './http/429.sql_busy.js';
import * as sqlUnavailable from './http/501.sql_unavailable.js';
import * as resources from './http/resources.js';
import { sharedApp } from './support/open-test-app.js';

const app = sharedApp({
  limits: {
    WATCHES_MAX: 4,
    ENDPOINTS_MAX: 3,
    SNAPSHOTS_MAX: 2,
    LOOKUP_BATCHES_MAX: 2,
    PAGE_ROWS: 20,
    READ_AHEAD: 0,
    SQL_RUN_S: 2,
    SQL_WAIT_S: 3,
  },
  allowedOrigins: [resources.ALLOWED_SITE],
});

for (const { register } of [
  resources,
  scopeMissing,
  watchNotFound,
  homeNotFound,
  eventsExpired,
  bodyTooLarge,
  unsupportedMediaType,
  invalidBody,
  tooManyWatches,
  watchNotAllowed,
  endpointNotFound,
  eventNotFound,
  endpointNotAllowed,
  tooManyEndpoints,
  snapshotNotFound,
  snapshotNotAllowed,
  tooManySnapshots,
  lookupBatchNotFound,
  tooManyLookupBatches,
  invalidSql,
  sqlTooLarge,
  sqlBusy,
  sqlUnavailable,
]) {
  register(() => app);
}
