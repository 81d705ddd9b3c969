/** What an operator needs to know of a store, read without changing anything in it. */
import type { Db } from './db.js';
import { readNewestMs } from './maintenance.js';
import { isOwnHistory, migrationsOf } from './migrate.js';

/** Endpoints that are listed; all are counted. */
export const LISTED_ENDPOINTS_MAX = 5;

/** The facts, as plain JSON: a running service answers with them too. */
export interface StoreFacts {
  /** The migrations that ran, oldest first; null when there are no tables yet. */
  readonly migrations: readonly string[] | null;
  /** A PostgreSQL server; null for the embedded database. */
  readonly server: ServerFacts | null;
  /** What is in the tables; null when this version of Rowhouse cannot read them. */
  readonly contents: StoreContents | null;
}

export interface ServerFacts {
  readonly version: string;
  readonly version_number: number;
  readonly now_ms: number;
  readonly is_read_only: boolean;
  /** The schema of the tables; null when none of the search path exists. */
  readonly schema: string | null;
  readonly may_create: boolean;
  readonly connections_max: number;
}

export interface StoreContents {
  /** The newest time in the store, in milliseconds; null in an empty store. */
  readonly newest_ms: number | null;
  /** Licensed feeds that at least one account may read. */
  readonly granted_feeds: readonly string[];
  readonly endpoints: EndpointFaults;
}

/** Webhook endpoints that deliver nothing; those of `listed` are the first of both kinds. */
export interface EndpointFaults {
  readonly disabled: number;
  readonly failing: number;
  readonly listed: readonly {
    readonly endpoint_id: string;
    readonly account_id: string;
    readonly since: string;
  }[];
}

/** Reads the facts in one read-only transaction. */
export const inspectStore = (db: Db, isServer: boolean): Promise<StoreFacts> =>
  db.transaction(async (tx) => {
    await tx.rows('set transaction read only');
    const migrations = await migrationsOf(tx);
    const isReadable = migrations !== null && isOwnHistory(migrations);
    return {
      migrations,
      server: isServer ? await readServer(tx) : null,
      contents: isReadable ? await readContents(tx) : null,
    };
  });

async function readServer(db: Db): Promise<ServerFacts> {
  const rows = await db.rows<Omit<ServerFacts, 'now_ms'> & { readonly at: Date }>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int as version_number,
            clock_timestamp() as at,
            pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only,
            current_schema() as schema,
            coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
            current_setting('max_connections')::int as connections_max`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a table returned no row');
  const { at, ...facts } = row;
  return { ...facts, now_ms: at.getTime() };
}

async function readContents(db: Db): Promise<StoreContents> {
  const feeds = await db.rows<{ feed: string }>(
    `select distinct unnest(feeds) as feed from accounts where status = 'active' order by feed`,
  );
  return {
    newest_ms: await readNewestMs(db),
    granted_feeds: feeds.map(({ feed }) => feed),
    endpoints: await readEndpoints(db),
  };
}

/** Without those that an account disabled itself. */
async function readEndpoints(db: Db): Promise<EndpointFaults> {
  const rows = await db.rows<{
    readonly endpoint_id: string;
    readonly account_id: string;
    readonly state: 'enabled' | 'disabled';
    readonly since: Date;
    readonly of_state: number;
  }>(
    `select endpoint_id, account_id, state, coalesce(disabled_at, failing_since) as since,
            count(*) over (partition by state) as of_state
     from endpoints
     where disabled_reason in ('failing', 'gone') or (state = 'enabled' and failing_since is not null)
     order by row_number() over (partition by state order by coalesce(disabled_at, failing_since) desc, endpoint_id),
              state
     limit $1`,
    [LISTED_ENDPOINTS_MAX],
  );
  const countOf = (state: string) => rows.find((row) => row.state === state)?.of_state ?? 0;
  return {
    disabled: countOf('disabled'),
    failing: countOf('enabled'),
    listed: rows.map(({ endpoint_id, account_id, since }) => ({
      endpoint_id,
      account_id,
      since: since.toISOString(),
    })),
  };
}
