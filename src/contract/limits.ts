/**
 * The fixed limits of the interface, and bounds that operators cannot set. Settings are in
 * src/base/limits.ts.
 */

/** Limits that callers meet (docs/api.md). */
export const QUERY_STRING_CHARS_MAX = 2048;
export const CURSOR_CHARS_MAX = 2048;
export const IDEMPOTENCY_KEY_CHARS_MAX = 128;
export const WAIT_SECONDS_MAX = 20;
export const RADIUS_MI_MIN = 0.1;
export const RADIUS_MI_MAX = 10;
/** A note quotes at most this much of what the source sent. */
export const NOTE_DETAIL_CHARS_MAX = 80;
/** A longer text in a row is not a value; the field is null with a note (docs/sources.md). */
export const ROW_TEXT_CHARS_MAX = 300;
/** A row with a longer id, or a longer URL of its page, is dropped as unreadable. */
export const SOURCE_ID_CHARS_MAX = 128;
export const SOURCE_URL_CHARS_MAX = 2048;
/** Retry-After of a pending job (docs/api.md#the-envelope). */
export const POLL_RETRY_AFTER_S = 2;
/** Longest request head accepted; longer request lines get 414, longer headers 431. */
export const REQUEST_HEAD_BYTES_MAX = 65_536;

/** Clocks of nodes may differ by this much: after it, a stale result is stale on all of them. */
export const CLOCKS_APART_S = 600;

/** A probe of a source sends and reads at most this much, and ends after this time. */
export const PROBE_REQUESTS_MAX = 20;
export const PROBE_ROWS_MAX = 100;
export const PROBE_S_MAX = 60;
/** How much a probe shows of a request's path or body, and how many names of members. */
export const PROBE_SENT_CHARS_MAX = 1_000;
export const PROBE_NAMES_MAX = 120;

/** Largest box side of the console's streets, in degrees; above the second, main streets only. */
export const STREETS_BOX_DEGREES_MAX = 0.4;
export const ALL_STREETS_BOX_DEGREES_MAX = 0.16;

/** Rows, and pages, of one snapshot. */
export const SNAPSHOT_ROWS_MAX = 10_000;
export const SNAPSHOT_PAGES_MAX = 500;

/** Longest statement in SQL. */
export const SQL_CHARS_MAX = 10_000;
/** Rows of its answer when a call names no bound, and at most. */
export const SQL_ROWS_DEFAULT = 1_000;
export const SQL_ROWS_MAX = 10_000;
/** Columns of its answer, and its size. */
export const SQL_COLUMNS_MAX = 500;
export const SQL_ANSWER_BYTES_MAX = 4_194_304;
/** Rows that one of its tables holds, up to 2,000 more. */
export const SQL_TABLE_ROWS_MAX = 100_000;

/** Defaults of operator settings: the numbers that the documents give to callers. */
export const DEFAULTS = {
  RATE_LIMIT_PER_MINUTE: 60,
  PENDING_MAX: 20,
  PAGE_ROWS: 100,
  JOB_RETENTION_S: 604_800,
  CURSOR_TTL_S: 259_200,
  CACHE_LISTINGS_S: 1_800,
  CACHE_AUCTION_S: 600,
  CACHE_SOLD_S: 86_400,
} as const;
