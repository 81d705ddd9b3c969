/**
 * The operator's numeric settings, each read from the environment as ROWHOUSE_<NAME>. The table in
 * docs/operating.md is generated from these rows. The fixed limits of the interface are in
 * src/contract/limits.ts.
 */

import { DEFAULTS } from '#contract/limits.js';
import { CONSTANTS } from './constants.js';

interface Limit {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** What the number limits, with its unit, as a phrase that is clear by itself. */
  readonly meaning: string;
  /** When an operator would change it; a number without such a case is a constant. */
  readonly changedWhen: string;
}

const limit = (
  [value, min, max]: readonly [number, number, number],
  meaning: string,
  changedWhen: string,
): Limit => ({ value, min, max, meaning, changedWhen });

export const LIMITS = {
  RATE_LIMIT_PER_MINUTE: limit(
    [DEFAULTS.RATE_LIMIT_PER_MINUTE, 1, 1_000_000],
    'Calls per minute of a new account; existing accounts are not changed',
    'new customers should have another limit',
  ),
  PENDING_MAX: limit(
    [DEFAULTS.PENDING_MAX, 1, 100_000],
    'Pending searches of a new account; existing accounts are not changed',
    'new customers should have another limit',
  ),
  QUEUE_MAX: limit(
    [1_000, 1, 1_000_000],
    'Collections queued or running, on all nodes together',
    'callers get queue_full although sources keep up',
  ),
  PAGE_ROWS: limit([DEFAULTS.PAGE_ROWS, 1, 100], 'Rows per page', 'callers want smaller answers'),
  JOB_DEADLINE_S: limit(
    [120, 1, 3_600],
    'Longest time from the first claim to the result, in seconds',
    'a source needs longer for large areas',
  ),
  QUEUE_DEADLINE_S: limit(
    [600, 1, 86_400],
    'Longest time a collection is queued, in seconds',
    'callers would rather wait longer than see a search fail',
  ),
  LEASE_S: limit(
    [15, 1, 600],
    'Time without a renewal after which a lease ends, in seconds',
    'a dead node should be noticed sooner, or busy nodes lose their leases',
  ),
  COLLECT_ATTEMPTS_MAX: limit(
    [3, 1, 20],
    'Claims of one collection before it fails',
    'processes that die often fail searches',
  ),
  COLLECT_CONCURRENCY: limit(
    [4, 1, 64],
    'Collections of one process at once',
    'searches queue while CPU and sources have room',
  ),
  JOB_RETENTION_S: limit(
    [DEFAULTS.JOB_RETENTION_S, 60, 31_536_000],
    'Retention of jobs, results and idempotency keys, in seconds',
    'callers return to results later, or the disk is small',
  ),
  IMPORT_BYTES_MAX: limit(
    [4_294_967_296, 1_024, 1_099_511_627_776],
    'Largest imported file, in bytes',
    'a file is larger',
  ),
  IMPORT_MEMORY_BYTES: limit(
    [1_073_741_824, 134_217_728, 68_719_476_736],
    'Memory of the process that reads an imported file, in bytes',
    'an import fails for want of memory',
  ),
  IMPORT_READ_S: limit(
    [1_800, 1, 86_400],
    'Longest time to read an imported file once, without storing it, in seconds',
    'this machine takes longer to read a file',
  ),
  FEED_RETENTION_S: limit(
    [43_200, 3_600, 31_536_000],
    'Longest retention and freshness of results of licensed feeds, in seconds',
    'the licence of a feed states another time',
  ),
  REPLICA_PULL_S: limit(
    [900, 10, 86_400],
    'Time between two pulls of a replicated feed, in seconds',
    'a feed should be more current, or asks to be pulled less',
  ),
  REPLICA_OVERLAP_S: limit(
    [300, 0, 86_400],
    'Overlap of pulls of a replicated feed, in seconds: how late the feed may show a change',
    'a feed shows changes later than that',
  ),
  WATCHES_MAX: limit(
    [100, 0, 100_000],
    'Watches of one account',
    'accounts need more, or should have none',
  ),
  WATCH_CONCURRENCY: limit(
    [4, 1, 64],
    'Watch runs of one process at once',
    'watches run late while sources have room',
  ),
  ENDPOINTS_MAX: limit([100, 0, 10_000], 'Webhook endpoints of one account', 'accounts need more'),
  WEBHOOK_CONCURRENCY: limit(
    [16, 1, 256],
    'Webhook endpoints served by one process at once',
    'deliveries are late although receivers answer',
  ),
  EVENTS_S: limit(
    [7_776_000, 3_600, 315_360_000],
    'Retention of events and watch runs, in seconds',
    'receivers read the log later than that, or the disk is small',
  ),
  HISTORY_S: limit(
    [157_680_000, 86_400, 315_360_000],
    'Retention of past states of watched homes, in seconds',
    'a shorter history suffices, or the disk is small',
  ),
  SNAPSHOTS_MAX: limit([200, 0, 10_000], 'Snapshots of one account', 'accounts need more, or none'),
  SNAPSHOT_RETENTION_S: limit(
    [157_680_000, 3_600, 3_153_600_000],
    'Retention of snapshots after they were made, in seconds',
    'snapshots must be gone earlier, or stay for longer than five years',
  ),
  SQL_MEMORY_BYTES: limit(
    [805_306_368, 268_435_456, 17_179_869_184],
    'Memory of one process that runs SQL, in bytes',
    'statements over many rows fail, or memory is scarce',
  ),
  SQL_CONCURRENCY: limit(
    [2, 1, 64],
    'Processes that run SQL at once, one for an account',
    'accounts wait for each other, or memory is scarce',
  ),
  SQL_RUN_S: limit(
    [10, 1, 300],
    'Longest time for one statement in SQL, in seconds',
    'statements need longer, or CPU is scarce',
  ),
  HOME_HISTORY_S: limit(
    [34_560_000, 0, 315_360_000],
    'Retention of homes across sources after they were last seen, in seconds; 0 stores nothing',
    'histories of homes are not wanted, or should be longer',
  ),
  CURSOR_TTL_S: limit(
    [DEFAULTS.CURSOR_TTL_S, 60, 31_536_000],
    'How long a cursor is valid, in seconds',
    'callers page through a search over more days',
  ),
  CACHE_LISTINGS_S: limit(
    [DEFAULTS.CACHE_LISTINGS_S, 0, 604_800],
    'How long a page of homes for sale or rent is fresh, in seconds',
    'callers need newer pages, or sources should be asked less',
  ),
  CACHE_AUCTION_S: limit(
    [DEFAULTS.CACHE_AUCTION_S, 0, 604_800],
    'How long a page of auctions is fresh, in seconds',
    'callers need newer pages, or sources should be asked less',
  ),
  CACHE_SOLD_S: limit(
    [DEFAULTS.CACHE_SOLD_S, 0, 604_800],
    'How long a page of sold homes is fresh, in seconds',
    'callers need newer pages, or sources should be asked less',
  ),
  CACHE_PARTIAL_S: limit(
    [60, 0, 86_400],
    'How long a partial page is fresh, in seconds',
    'a source that is often partial should be asked less',
  ),
  DRAIN_S: limit(
    [10, 0, 600],
    'Time for open calls and collections to finish after a stop signal, in seconds',
    'the process manager grants another time to stop',
  ),
  CLEANUP_S: limit(
    [30, 1, 86_400],
    'Time between two cleanups of expired jobs, results and months, in seconds',
    'a small disk fills with expired rows between two cleanups',
  ),
  CHECKPOINT_S: limit(
    [300, 1, 86_400],
    'Time between two checkpoints of the embedded database, in seconds',
    'the write-ahead log takes too much of a small disk',
  ),
  UPSTREAM_TIMEOUT_S: limit(
    [15, 1, 600],
    'Longest time for one upstream response, in seconds',
    'a source needs longer for one response',
  ),
  UPSTREAM_ATTEMPTS_MAX: limit(
    [3, 1, 10],
    'Attempts for one upstream request',
    'a source often fails once and then answers',
  ),
  UPSTREAM_RATE_PER_S: limit(
    [20, 1, 10_000],
    'Requests per second to one source, across all processes of a database',
    'the operator of a source allows another rate',
  ),
  UPSTREAM_CONCURRENCY: limit(
    [4, 1, 256],
    'Concurrent requests to one source, across all processes of a database; at least one per process',
    'the operator of a source allows another number',
  ),
  UPSTREAM_CACHE_BYTES: limit(
    [67_108_864, 0, 4_294_967_296],
    'Memory for upstream pages, in bytes',
    'memory is scarce or plentiful',
  ),
  UPSTREAM_CACHE_S: limit(
    [600, 0, 21_600],
    'Retention of an upstream page, in seconds',
    'rows must be newer, or sources should be asked less',
  ),
  UPSTREAM_SHARED_BYTES: limit(
    [268_435_456, 0, 17_179_869_184],
    'Space in PostgreSQL for upstream pages shared by processes, compressed, in bytes; 0 stores none',
    'many collectors share a database, or its disk is small',
  ),
  PLACE_AUDIT_ONE_IN: limit(
    [200, 0, 1_000_000],
    "One in this many searches of a ZIP by a source's own place is audited by boxes; 0 audits none, and no place of a city is used",
    'audits ask a source too often, or its places are doubted',
  ),
  SORTED_BYTES: limit(
    [268_435_456, 1_048_576, 17_179_869_184],
    'Memory for the rows of all sorted searches, cached and in progress, in bytes',
    'memory is scarce or plentiful',
  ),
  CIRCUIT_OPEN_S: limit(
    [30, 1, 3_600],
    'Time before retrying a source with an open circuit, or a search that failed over its content, in seconds',
    'sources need longer to recover',
  ),
  PAGE_CACHE_BYTES: limit(
    [67_108_864, 0, 17_179_869_184],
    'Memory for finished pages, compressed, in bytes; as much again uncompressed',
    'memory is scarce or plentiful',
  ),
  DATABASE_POOL_MAX: limit(
    [10, 1, 200],
    'Connections of one process to PostgreSQL',
    'PostgreSQL allows fewer connections, or calls wait for one',
  ),
  DATABASE_TIMEOUT_S: limit(
    [5, 1, 120],
    'Longest time for one statement, or for a free connection, in seconds',
    'the database is far away or slow',
  ),
  SANDBOX_LATENCY_MIN_MS: limit(
    [40, 0, 60_000],
    'Shortest response time of the sandbox portals, in milliseconds',
    'clients are tested with faster or slower sources',
  ),
  SANDBOX_LATENCY_MAX_MS: limit(
    [120, 0, 60_000],
    'Longest response time of the sandbox portals, in milliseconds',
    'clients are tested with faster or slower sources',
  ),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName | keyof typeof CONSTANTS, number>>;

/** The defaults of every setting and the constants, as one object. */
export function defaultLimits(): Limits {
  const defaults = Object.entries(LIMITS).map(([name, row]) => [name, row.value]);
  return { ...CONSTANTS, ...(Object.fromEntries(defaults) as Record<LimitName, number>) };
}
