/** What is stored about an account, by table: what exports contain and what an erasure leaves. */
import type { Db } from './db.js';
import { quoted, type TransferTable } from './transfer/tables.js';

export interface AccountTable {
  /** Which rows of the table, named t, are about the account $1. */
  readonly of: string;
  /** Columns left out of exports: secrets and digests. */
  readonly omit?: readonly string[];
  /** The order of reading, where an index serves better than the primary key. */
  readonly order?: readonly string[];
  /**
   * What an erasure does: `removed` deletes all rows; `kept` changes nothing; `redacted` deletes
   * what identifies the account; `shared` deletes rows unless somebody else has them too.
   */
  readonly erasure: 'removed' | 'kept' | 'redacted' | 'shared';
}

const OWN = 't.account_id = $1';
const OF_WATCH = 't.watch_id in (select watch_id from watches where account_id = $1)';
const OF_PAGE = 'select p.page_id from hits p where p.account_id = $1';

/** Rows are removed in this order: referring tables first. */
export const ACCOUNT_TABLES: Readonly<Record<string, AccountTable>> = {
  accounts: { of: OWN, erasure: 'redacted' },
  api_keys: { of: OWN, omit: ['digest'], erasure: 'redacted' },
  wallets: { of: OWN, erasure: 'kept' },
  reserved_credits: { of: OWN, erasure: 'kept' },
  ledger_entries: { of: OWN, order: ['created_at', 'entry_id'], erasure: 'kept' },
  hits: { of: OWN, erasure: 'kept' },
  archived_sums: { of: OWN, erasure: 'kept' },
  usage_days: { of: OWN, erasure: 'kept' },
  audit_log: { of: OWN, erasure: 'redacted' },
  access_changes: { of: OWN, erasure: 'kept' },
  erasures: { of: OWN, erasure: 'kept' },
  deliveries: {
    of: 't.endpoint_id in (select endpoint_id from endpoints where account_id = $1)',
    erasure: 'removed',
  },
  endpoints: { of: OWN, omit: ['secrets', 'body_hash'], erasure: 'removed' },
  snapshot_rows: {
    of: 't.snapshot_id in (select snapshot_id from snapshots where account_id = $1)',
    erasure: 'removed',
  },
  snapshots: { of: OWN, erasure: 'removed' },
  lookup_batch_homes: {
    of: 't.batch_id in (select batch_id from lookup_batches where account_id = $1)',
    erasure: 'removed',
  },
  lookup_batches: { of: OWN, omit: ['body_hash'], erasure: 'removed' },
  watch_rows: {
    of: 't.run_id in (select run_id from watch_runs where account_id = $1)',
    erasure: 'removed',
  },
  watch_runs: { of: OWN, erasure: 'removed' },
  home_states: { of: OF_WATCH, erasure: 'removed' },
  watch_gaps: { of: OF_WATCH, erasure: 'removed' },
  watches: { of: OWN, omit: ['body_hash'], erasure: 'removed' },
  events: { of: OWN, erasure: 'removed' },
  event_sequences: { of: OWN, erasure: 'removed' },
  idempotency_keys: { of: OWN, erasure: 'removed' },
  requests: { of: OWN, erasure: 'shared' },
  collections: {
    of: 't.collection_id in (select collection_id from requests where account_id = $1)',
    erasure: 'shared',
  },
  cached_pages: { of: `t.page_id in (${OF_PAGE})`, erasure: 'shared' },
  results: {
    of: `t.result_id in (
      select result_id from requests where account_id = $1
      union select c.result_id from cached_pages c where c.page_id in (${OF_PAGE})
    )`,
    erasure: 'shared',
  },
};

const SOURCES = 'about listing sources and their homes, as they were read for everyone';
const IMPORTED = 'what the operator imported';

/** Tables without data of an account, and why. A test checks that each table is here or above. */
export const OTHER_TABLES: Readonly<Record<string, string>> = {
  archived_months: 'sums over all accounts',
  usage_summed: 'how far usage is summed',
  mail_counts: 'counts by hash, removed after two days',
  job_cleanup: 'start of the retention of jobs',
  migrations: 'the schema',
  route_health: SOURCES,
  route_days: SOURCES,
  source_turns: SOURCES,
  field_shares: SOURCES,
  source_states: SOURCES,
  source_pace: SOURCES,
  source_readers: SOURCES,
  source_places: SOURCES,
  home_places: SOURCES,
  home_members: SOURCES,
  home_observations: SOURCES,
  home_reports: SOURCES,
  home_corrections: "an operator's corrections of homes",
  place_extents: SOURCES,
  upstream_pages: 'answers of sources, cached for minutes',
  replicas: SOURCES,
  replica_keys: SOURCES,
  dataset_rows: IMPORTED,
  sale_months: IMPORTED,
  market_series: IMPORTED,
  county_errors: 'sums over the sales of a county',
  imports: 'which files the operator imported, and which tables the rows of feeds are in',
  zip_outlines: IMPORTED,
  zip_outline_sets: IMPORTED,
};

/** Rows read by one statement. */
const PAGE_ROWS = 500;

/** Streams an account's rows as JSON, in short statements, so that no query blocks others. */
export async function* rowsOfAccount(
  db: Db,
  table: TransferTable,
  { of, omit = [], order = table.key }: AccountTable,
  accountId: string,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  const typeOf = (name: string) => table.columns.find((column) => column.name === name)?.type;
  const key = order.map((name) => `t.${quoted(name)}`);
  const place = order.map((name, index) => `($3::text[])[${index + 1}]::${typeOf(name)}`);
  let after: readonly string[] | null = null;
  for (;;) {
    const found: { row: Record<string, unknown>; place: string[] }[] = await db.rows(
      `select to_jsonb(t) - $2::text[] as row, array[${key.map((name) => `${name}::text`).join(', ')}] as place
       from ${quoted(table.name)} t
       where ${of} and ($3::text[] is null or (${key.join(', ')}) > (${place.join(', ')}))
       order by ${key.join(', ')}
       limit ${PAGE_ROWS}`,
      [accountId, omit, after],
    );
    if (found.length > 0) yield found.map(({ row }) => row);
    if (found.length < PAGE_ROWS) return;
    after = found.at(-1)?.place ?? null;
  }
}
