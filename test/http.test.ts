/**
 * Answers to callers, one file per answer in test/http/. They share one application, because
 * opening a database takes about a second; none of them changes its month or its circuit.
 */
import * as complete from './http/200.complete.js';
import * as failed from './http/200.failed.js';
import * as pending from './http/202.pending.js';
import * as notModified from './http/304.not-modified.js';
import * as invalidApiKey from './http/401.invalid_api_key.js';
import * as accountSuspended from './http/403.account_suspended.js';
import * as feedNotGranted from './http/403.feed_not_granted.js';
import * as originNotAllowed from './http/403.origin_not_allowed.js';
import * as addressNotFound from './http/404.address_not_found.js';
import * as notFound from './http/404.not_found.js';
import * as requestNotFound from './http/404.request_not_found.js';
import * as methodNotAllowed from './http/405.method_not_allowed.js';
import * as idempotencyConflict from './http/409.idempotency_conflict.js';
import * as resultNotReady from './http/409.result_not_ready.js';
import * as uriTooLong from './http/414.uri_too_long.js';
import * as addressAmbiguous from './http/422.address_ambiguous.js';
import * as duplicateParameter from './http/422.duplicate_parameter.js';
import * as invalidCursor from './http/422.invalid_cursor.js';
import * as invalidIdempotencyKey from './http/422.invalid_idempotency_key.js';
import * as invalidWait from './http/422.invalid_wait.js';
import * as locationRequired from './http/422.location_required.js';
import * as locationTooLarge from './http/422.location_too_large.js';
import * as lookupRequired from './http/422.lookup_required.js';
import * as invalidQuery from './http/422.unsupported_or_invalid_query.js';
import * as quotaExceeded from './http/429.quota_exceeded.js';
import * as rateLimited from './http/429.rate_limited.js';
import * as tooManyPending from './http/429.too_many_pending.js';
import * as queueFull from './http/503.queue_full.js';
import * as serviceUnconfigured from './http/503.service_unconfigured.js';
import * as storageUnavailable from './http/503.storage_unavailable.js';
import * as loopDetected from './http/508.loop_detected.js';
import * as account from './http/account.js';
import * as lookups from './http/lookups.js';
import * as orderOfRungs from './http/order-of-steps.js';
import * as queryReading from './http/query-reading.js';
import * as rowsOfJobs from './http/rows-of-jobs.js';
import { sharedApp } from './support/open-test-app.js';

const app = sharedApp({
  allowedOrigins: [originNotAllowed.ALLOWED_SITE],
  limits: {
    PAGE_ROWS: 20,
    READ_AHEAD: 0,
    CIRCUIT_FAILURES: 1_000,
    UPSTREAM_ATTEMPTS_MAX: 2,
    UPSTREAM_RETRY_AFTER_S_MAX: 0,
  },
});

for (const { register } of [
  queryReading,
  complete,
  failed,
  pending,
  notModified,
  account,
  lookups,
  lookupRequired,
  addressNotFound,
  addressAmbiguous,
  resultNotReady,
  rowsOfJobs,
  invalidApiKey,
  accountSuspended,
  feedNotGranted,
  originNotAllowed,
  notFound,
  requestNotFound,
  methodNotAllowed,
  idempotencyConflict,
  uriTooLong,
  duplicateParameter,
  invalidIdempotencyKey,
  invalidWait,
  locationRequired,
  locationTooLarge,
  invalidQuery,
  quotaExceeded,
  rateLimited,
  tooManyPending,
  queueFull,
  serviceUnconfigured,
  storageUnavailable,
  loopDetected,
  orderOfRungs,
  invalidCursor,
]) {
  register(() => app);
}
