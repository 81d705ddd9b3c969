import { SQL_TABLE_ROWS_MAX } from '#contract/limits.js';

/** Bounds that no operator has had a reason to change: constants, which tests may replace. */
export const CONSTANTS = {
  /** Time between two comparisons of the keys of a replicated feed. */
  REPLICA_COMPARE_S: 86_400,
  /** Retention of a home's place, for lookups by id. */
  HOME_PLACES_S: 7_776_000,
  /** Retention of the extent of a ZIP or city after its last row was seen. */
  PLACE_EXTENTS_S: 15_552_000,
  /** Longest time for one webhook delivery. */
  WEBHOOK_TIMEOUT_S: 15,
  /** Longest time for a request to arrive, headers and body. */
  REQUEST_S: 30,
  /** Longest time in which a caller takes nothing of an answer that waits for it. */
  UNREAD_S: 60,
  /** Rows that one step of a cleanup removes. */
  CLEANUP_ROWS: 500,
  /** Time between two vacuums of the embedded database. */
  VACUUM_S: 60,
  /** Largest upstream response. */
  UPSTREAM_BYTES_MAX: 16_777_216,
  /** Longest Retry-After that is honoured; a longer one fails all jobs of the source until then. */
  UPSTREAM_RETRY_AFTER_S_MAX: 20,
  /** Rows of one sorted search. */
  SORTED_ROWS_MAX: 100_000,
  /** Lookup batches of one account, until they expire. */
  LOOKUP_BATCHES_MAX: 200,
  /** Rows of one table that statements in SQL read. */
  SQL_TABLE_ROWS: SQL_TABLE_ROWS_MAX,
  /** Longest time to start the process of a statement in SQL, and to bring a table's rows to it. */
  SQL_LOAD_S: 60,
  /** Longest wait of a statement for its turn. */
  SQL_WAIT_S: 5,
  /** Statements of one account that wait, and of all. */
  SQL_WAITING_OF_ACCOUNT: 2,
  SQL_WAITING: 32,
  /** How long loaded rows serve further statements of their account. */
  SQL_KEEP_S: 60,
  /** Failed collections in a row that open the circuit of a source or feed. */
  CIRCUIT_FAILURES: 5,
  /** Retention of each day's fill rates. */
  FILL_HISTORY_S: 7_776_000,
  /** Collections whose durations make the median of /v1/sources. */
  HEALTH_TIMES_MAX: 101,
  /** API keys that one process caches. */
  KEYS_IN_MEMORY: 100_000,
  /** How long a key of a demo is valid; its account is erased then (docs/demo.md). */
  DEMO_KEY_S: 86_400,
  /** Keys of a demo in an hour for one address, and for all. */
  DEMO_KEYS_OF_ADDRESS: 5,
  DEMO_KEYS_PER_HOUR: 100,
  /** Accounts of a demo at once. */
  DEMO_KEYS_ALIVE: 200,
  /** Credits of an account of a demo. */
  DEMO_CREDITS: 100,
  /** Pages collected ahead when a page is delivered; a setting turns it off. */
  READ_AHEAD: 1,
} as const satisfies Record<string, number>;
