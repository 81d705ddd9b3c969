/**
 * The operator's settings that are numbers: each is read from the environment as ROWHOUSE_<NAME>
 * (decisions.md gives the defaults). The table of docs/operating.md is printed from these rows. The
 * fixed limits of the interface are in src/contract/limits.ts.
 */

import { DEFAULTS } from '#contract/limits.js';

interface Limit {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** What the number bounds, with its unit, in a phrase that stands alone. */
  readonly meaning: string;
}

const limit = (value: number, min: number, max: number, meaning: string): Limit => ({
  value,
  min,
  max,
  meaning,
});

export const LIMITS = {
  RATE_LIMIT_PER_MINUTE: limit(
    DEFAULTS.RATE_LIMIT_PER_MINUTE,
    1,
    1_000_000,
    'Calls per minute of a new account; existing accounts are not changed',
  ),
  PENDING_MAX: limit(
    DEFAULTS.PENDING_MAX,
    1,
    100_000,
    'Pending searches of a new account; existing accounts are not changed',
  ),
  QUEUE_MAX: limit(1_000, 1, 1_000_000, 'Collections queued or running, on all nodes together'),
  PAGE_ROWS: limit(DEFAULTS.PAGE_ROWS, 1, 100, 'Rows per page'),
  JOB_DEADLINE_S: limit(
    120,
    1,
    3_600,
    'Longest time from the first claim to the result, in seconds',
  ),
  QUEUE_DEADLINE_S: limit(600, 1, 86_400, 'Longest time a collection is queued, in seconds'),
  LEASE_S: limit(15, 1, 600, 'Time without a renewal after which a lease ends, in seconds'),
  COLLECT_ATTEMPTS_MAX: limit(3, 1, 20, 'Claims of one collection before it fails'),
  COLLECT_CONCURRENCY: limit(4, 1, 64, 'Collections of one process at once'),
  JOB_RETENTION_S: limit(
    DEFAULTS.JOB_RETENTION_S,
    60,
    31_536_000,
    'Retention of jobs, results and idempotency keys, in seconds',
  ),
  IMPORT_BYTES_MAX: limit(
    4_294_967_296,
    1_024,
    1_099_511_627_776,
    'Largest imported file, in bytes',
  ),
  IMPORT_MEMORY_BYTES: limit(
    1_073_741_824,
    134_217_728,
    68_719_476_736,
    'Memory of the process that reads an imported file, in bytes',
  ),
  IMPORT_READ_S: limit(
    1_800,
    1,
    86_400,
    'Longest time to read an imported file once, without storing it, in seconds',
  ),
  FEED_RETENTION_S: limit(
    43_200,
    3_600,
    31_536_000,
    'Longest retention and freshness of results of licensed feeds, in seconds',
  ),
  REPLICA_PULL_S: limit(900, 10, 86_400, 'Time between two pulls of a replicated feed, in seconds'),
  REPLICA_COMPARE_S: limit(
    86_400,
    60,
    2_592_000,
    'Time between two key comparisons of a replicated feed, in seconds',
  ),
  REPLICA_OVERLAP_S: limit(
    300,
    0,
    86_400,
    'Overlap of pulls of a replicated feed, in seconds: how late the feed may show a change',
  ),
  HOME_PLACES_S: limit(
    7_776_000,
    60,
    315_360_000,
    'Retention of home locations for lookups by id, in seconds',
  ),
  PLACE_EXTENTS_S: limit(
    15_552_000,
    60,
    315_360_000,
    'Retention of the extent of a ZIP or city after its last row was seen, in seconds',
  ),
  WATCHES_MAX: limit(100, 0, 100_000, 'Watches of one account'),
  WATCH_CONCURRENCY: limit(4, 1, 64, 'Watch runs of one process at once'),
  ENDPOINTS_MAX: limit(100, 0, 10_000, 'Webhook endpoints of one account'),
  WEBHOOK_CONCURRENCY: limit(16, 1, 256, 'Webhook endpoints served by one process at once'),
  WEBHOOK_TIMEOUT_S: limit(15, 1, 30, 'Longest time for one webhook delivery, in seconds'),
  EVENTS_S: limit(7_776_000, 3_600, 315_360_000, 'Retention of events and watch runs, in seconds'),
  HISTORY_S: limit(
    157_680_000,
    86_400,
    315_360_000,
    'Retention of past states of watched homes, in seconds',
  ),
  HOME_HISTORY_S: limit(
    34_560_000,
    0,
    315_360_000,
    'Retention of homes across sources after they were last seen, in seconds; 0 stores nothing',
  ),
  CURSOR_TTL_S: limit(
    DEFAULTS.CURSOR_TTL_S,
    60,
    31_536_000,
    'How long a cursor is valid, in seconds',
  ),
  CACHE_LISTINGS_S: limit(
    DEFAULTS.CACHE_LISTINGS_S,
    0,
    604_800,
    'How long a page of homes for sale or rent is fresh, in seconds',
  ),
  CACHE_AUCTION_S: limit(
    DEFAULTS.CACHE_AUCTION_S,
    0,
    604_800,
    'How long a page of auctions is fresh, in seconds',
  ),
  CACHE_SOLD_S: limit(
    DEFAULTS.CACHE_SOLD_S,
    0,
    604_800,
    'How long a page of sold homes is fresh, in seconds',
  ),
  CACHE_PARTIAL_S: limit(60, 0, 86_400, 'How long a partial page is fresh, in seconds'),
  REQUEST_S: limit(
    30,
    1,
    3_600,
    'Longest time for a request to arrive, headers and body, in seconds',
  ),
  DRAIN_S: limit(
    10,
    0,
    600,
    'Time for open calls and collections to finish after a stop signal, in seconds',
  ),
  CLEANUP_S: limit(
    30,
    1,
    86_400,
    'Time between two cleanups of expired jobs, results and months, in seconds',
  ),
  CLEANUP_ROWS: limit(500, 1, 100_000, 'Rows removed by one cleanup step'),
  CHECKPOINT_S: limit(
    300,
    1,
    86_400,
    'Time between two checkpoints of the embedded database, in seconds',
  ),
  VACUUM_S: limit(60, 1, 86_400, 'Time between two vacuums of the embedded database, in seconds'),
  UPSTREAM_TIMEOUT_S: limit(15, 1, 600, 'Longest time for one upstream response, in seconds'),
  UPSTREAM_BYTES_MAX: limit(16_777_216, 1_024, 268_435_456, 'Largest upstream response, in bytes'),
  UPSTREAM_ATTEMPTS_MAX: limit(3, 1, 10, 'Attempts for one upstream request'),
  UPSTREAM_RETRY_AFTER_S_MAX: limit(
    20,
    0,
    600,
    'Longest Retry-After to wait for, in seconds; a longer one fails all jobs of the source until then',
  ),
  UPSTREAM_RATE_PER_S: limit(
    20,
    1,
    10_000,
    'Requests per second to one source, across all processes of a database',
  ),
  UPSTREAM_CONCURRENCY: limit(
    4,
    1,
    256,
    'Concurrent requests to one source, across all processes of a database; at least one per process',
  ),
  UPSTREAM_CACHE_BYTES: limit(67_108_864, 0, 4_294_967_296, 'Memory for upstream pages, in bytes'),
  UPSTREAM_CACHE_S: limit(600, 0, 21_600, 'Retention of an upstream page, in seconds'),
  UPSTREAM_SHARED_BYTES: limit(
    268_435_456,
    0,
    17_179_869_184,
    'Space in PostgreSQL for upstream pages shared by processes, compressed, in bytes; 0 stores none',
  ),
  PLACE_AUDIT_ONE_IN: limit(
    200,
    0,
    1_000_000,
    "One in this many searches of a ZIP by a source's own place is audited by boxes; 0 audits none, and no place of a city is used",
  ),
  SORTED_ROWS_MAX: limit(100_000, 100, 10_000_000, 'Rows per sorted search'),
  SORTED_BYTES: limit(
    268_435_456,
    1_048_576,
    17_179_869_184,
    'Memory for the rows of all sorted searches, cached and in progress, in bytes',
  ),
  READ_AHEAD: limit(1, 0, 1, 'Pages collected ahead when a page is delivered; 0 turns it off'),
  CIRCUIT_FAILURES: limit(
    5,
    1,
    1_000,
    'Consecutive failed collections that open the circuit of a source or feed',
  ),
  CIRCUIT_OPEN_S: limit(
    30,
    1,
    3_600,
    'Time before retrying a source with an open circuit, or a search that failed over its content, in seconds',
  ),
  FILL_HISTORY_S: limit(
    7_776_000,
    86_400,
    315_360_000,
    'Retention of daily fill rates, in seconds',
  ),
  HEALTH_TIMES_MAX: limit(101, 1, 10_000, 'Collections in the median time of /v1/sources'),
  KEYS_IN_MEMORY: limit(100_000, 1, 10_000_000, 'API keys cached in memory by one process'),
  PAGE_CACHE_BYTES: limit(
    67_108_864,
    0,
    17_179_869_184,
    'Memory for finished pages, compressed, in bytes; as much again uncompressed',
  ),
  DATABASE_POOL_MAX: limit(10, 1, 200, 'Connections of one process to PostgreSQL'),
  DATABASE_TIMEOUT_S: limit(
    5,
    1,
    120,
    'Longest time for one statement, or for a free connection, in seconds',
  ),
  SANDBOX_LATENCY_MIN_MS: limit(
    40,
    0,
    60_000,
    'Shortest response time of the sandbox portals, in milliseconds',
  ),
  SANDBOX_LATENCY_MAX_MS: limit(
    120,
    0,
    60_000,
    'Longest response time of the sandbox portals, in milliseconds',
  ),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, number>>;

/** The defaults of every setting, as one object. */
export function defaultLimits(): Limits {
  return Object.fromEntries(
    Object.entries(LIMITS).map(([name, row]) => [name, row.value]),
  ) as Record<LimitName, number>;
}
