/**
 * The operator's settings that are numbers: each is read from the environment as ROWHOUSE_<NAME>
 * (decisions.md gives the defaults). The fixed limits of the interface are in src/contract/limits.ts.
 */

import { DEFAULTS } from '#contract/limits.js';

interface Limit {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  readonly meaning: string;
}

const limit = (value: number, min: number, max: number, unit: string, meaning: string): Limit => ({
  value,
  min,
  max,
  unit,
  meaning,
});

export const LIMITS = {
  RATE_LIMIT_PER_MINUTE: limit(
    DEFAULTS.RATE_LIMIT_PER_MINUTE,
    1,
    1_000_000,
    'calls',
    'calls a minute of a new account',
  ),
  PENDING_MAX: limit(
    DEFAULTS.PENDING_MAX,
    1,
    100_000,
    'searches',
    'pending searches of a new account',
  ),
  QUEUE_MAX: limit(1_000, 1, 1_000_000, 'collections', 'collections waiting or running in all'),
  PAGE_ROWS: limit(DEFAULTS.PAGE_ROWS, 1, 100, 'rows', 'rows of one page'),
  JOB_DEADLINE_S: limit(120, 1, 3_600, 's', 'a collection that has started fails after this'),
  QUEUE_DEADLINE_S: limit(
    600,
    1,
    86_400,
    's',
    'a collection that has not started fails after this',
  ),
  LEASE_S: limit(
    15,
    1,
    600,
    's',
    'a collection whose collector is silent this long is claimed again',
  ),
  COLLECT_ATTEMPTS_MAX: limit(3, 1, 20, 'claims', 'claims of one collection before it fails'),
  COLLECT_CONCURRENCY: limit(4, 1, 64, 'collections', 'collections one process reads at once'),
  JOB_RETENTION_S: limit(
    DEFAULTS.JOB_RETENTION_S,
    60,
    31_536_000,
    's',
    'jobs, results and idempotency keys are kept',
  ),
  HOME_PLACES_S: limit(
    7_776_000,
    60,
    315_360_000,
    's',
    'the place of a home is kept for lookups by id',
  ),
  CURSOR_TTL_S: limit(DEFAULTS.CURSOR_TTL_S, 60, 31_536_000, 's', 'a cursor is valid'),
  CACHE_LISTINGS_S: limit(
    DEFAULTS.CACHE_LISTINGS_S,
    0,
    604_800,
    's',
    'a page of homes for sale or rent is fresh',
  ),
  CACHE_AUCTION_S: limit(DEFAULTS.CACHE_AUCTION_S, 0, 604_800, 's', 'a page of auctions is fresh'),
  CACHE_SOLD_S: limit(DEFAULTS.CACHE_SOLD_S, 0, 604_800, 's', 'a page of sold homes is fresh'),
  CACHE_PARTIAL_S: limit(60, 0, 86_400, 's', 'a partial page is fresh'),
  REQUEST_S: limit(30, 1, 3_600, 's', 'a request may take to arrive, headers and body'),
  DRAIN_S: limit(10, 0, 600, 's', 'calls and collections may finish after a stop signal'),
  CLEANUP_S: limit(30, 1, 86_400, 's', 'between two cleanups of expired jobs, results and windows'),
  CLEANUP_ROWS: limit(500, 1, 100_000, 'rows', 'removed by one step of a cleanup'),
  CHECKPOINT_S: limit(300, 1, 86_400, 's', 'between two checkpoints of the embedded database'),
  VACUUM_S: limit(60, 1, 86_400, 's', 'between two vacuums of the embedded database'),
  UPSTREAM_TIMEOUT_S: limit(15, 1, 600, 's', 'one upstream answer may take'),
  UPSTREAM_BYTES_MAX: limit(
    16_777_216,
    1_024,
    268_435_456,
    'bytes',
    'one upstream answer may have',
  ),
  UPSTREAM_ATTEMPTS_MAX: limit(3, 1, 10, 'tries', 'of one upstream request'),
  UPSTREAM_RETRY_AFTER_S_MAX: limit(
    20,
    0,
    600,
    's',
    'the longest Retry-After that is waited for; a longer one fails the job',
  ),
  UPSTREAM_RATE_PER_S: limit(20, 1, 10_000, 'requests', 'a second to one source'),
  UPSTREAM_CONCURRENCY: limit(4, 1, 256, 'requests', 'at once to one source'),
  UPSTREAM_CACHE_BYTES: limit(67_108_864, 0, 4_294_967_296, 'bytes', 'of upstream pages kept'),
  UPSTREAM_CACHE_S: limit(600, 0, 86_400, 's', 'an upstream page is kept'),
  SORTED_ROWS_MAX: limit(100_000, 100, 10_000_000, 'rows', 'of one sorted search'),
  SORTED_BYTES: limit(
    268_435_456,
    1_048_576,
    17_179_869_184,
    'bytes',
    'of rows held by all sorted searches, kept and being read',
  ),
  READ_AHEAD: limit(1, 0, 1, 'pages', 'read ahead when a page is delivered; 0 switches it off'),
  CIRCUIT_FAILURES: limit(5, 1, 1_000, 'failures', 'in a row that open the circuit of a source'),
  CIRCUIT_OPEN_S: limit(
    30,
    1,
    3_600,
    's',
    'an open circuit rejects requests before it tries again',
  ),
  HEALTH_TIMES_MAX: limit(101, 1, 10_000, 'readings', 'whose times make the median of /v1/sources'),
  KEYS_IN_MEMORY: limit(100_000, 1, 10_000_000, 'keys', 'kept in memory by one process'),
  PAGE_CACHE_BYTES: limit(
    67_108_864,
    0,
    17_179_869_184,
    'bytes',
    'of finished pages kept in memory, compressed; as many again uncompressed',
  ),
  DATABASE_POOL_MAX: limit(10, 1, 200, 'connections', 'to PostgreSQL from one process'),
  DATABASE_TIMEOUT_S: limit(5, 1, 120, 's', 'a statement or a wait for a connection may take'),
  SANDBOX_LATENCY_MIN_MS: limit(40, 0, 60_000, 'ms', 'the sandbox portals take at least'),
  SANDBOX_LATENCY_MAX_MS: limit(120, 0, 60_000, 'ms', 'the sandbox portals take at most'),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, number>>;

/** The defaults of every setting, as one object. */
export function defaultLimits(): Limits {
  return Object.fromEntries(
    Object.entries(LIMITS).map(([name, row]) => [name, row.value]),
  ) as Record<LimitName, number>;
}
