/**
 * All operations besides the searches and their jobs, one row per operation. Types, input checks,
 * the OpenAPI document, the router and the reference pages are derived from them.
 */
import { AREA_HOME_OPERATIONS, AREA_HOME_SCHEMAS } from './operations/area-homes.js';
import { COMPARABLE_OPERATIONS, COMPARABLE_SCHEMAS } from './operations/comparables.js';
import { ENDPOINT_OPERATIONS, ENDPOINT_SCHEMAS } from './operations/endpoints.js';
import { EVENT_OPERATIONS, EVENT_SCHEMAS } from './operations/events.js';
import { HISTORY_OPERATIONS, HISTORY_SCHEMAS } from './operations/history.js';
import { HOME_OPERATIONS, HOME_SCHEMAS } from './operations/homes.js';
import { LOOKUP_OPERATIONS, LOOKUP_SCHEMAS } from './operations/lookups.js';
import type { Operation } from './operations/operation.js';
import { SERVICE_OPERATIONS, SERVICE_SCHEMAS } from './operations/service.js';
import { SNAPSHOT_OPERATIONS, SNAPSHOT_SCHEMAS } from './operations/snapshots.js';
import { SQL_OPERATIONS, SQL_SCHEMAS } from './operations/sql.js';
import { STATISTICS_OPERATIONS, STATISTICS_SCHEMAS } from './operations/statistics.js';
import { WATCH_OPERATIONS, WATCH_SCHEMAS } from './operations/watches.js';

const ROWS = [
  ...WATCH_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...HISTORY_OPERATIONS,
  ...AREA_HOME_OPERATIONS,
  ...HOME_OPERATIONS,
  ...LOOKUP_OPERATIONS,
  ...STATISTICS_OPERATIONS,
  ...SNAPSHOT_OPERATIONS,
  ...SQL_OPERATIONS,
  ...COMPARABLE_OPERATIONS,
  ...ENDPOINT_OPERATIONS,
  ...SERVICE_OPERATIONS,
] as const;

export type OperationId = (typeof ROWS)[number]['id'];
/** The row with this id. */
export type OperationOf<Id extends OperationId> = Extract<
  (typeof ROWS)[number],
  { readonly id: Id }
>;
export type KnownOperation = Operation & { readonly id: OperationId };

export const OPERATIONS: readonly KnownOperation[] = ROWS;

/** All schemas used in their answers. */
export const OPERATION_SCHEMAS = [
  ...WATCH_SCHEMAS,
  ...HISTORY_SCHEMAS,
  ...AREA_HOME_SCHEMAS,
  ...HOME_SCHEMAS,
  ...LOOKUP_SCHEMAS,
  ...STATISTICS_SCHEMAS,
  ...SNAPSHOT_SCHEMAS,
  ...SQL_SCHEMAS,
  ...COMPARABLE_SCHEMAS,
  ...EVENT_SCHEMAS,
  ...ENDPOINT_SCHEMAS,
  ...SERVICE_SCHEMAS,
];
