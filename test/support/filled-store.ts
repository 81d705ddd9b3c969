/** A store in which everything has happened once, for the tests that move it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createKey, endKey } from '#service/accounts/keys.js';
import { changeStatus, grant } from '#service/accounts/manage.js';
import { claimCollection } from '#store/collections.js';
import type { Db, Pool } from '#store/db.js';
import { openStore } from '#store/open.js';
import { sumUsage } from '#store/usage-days.js';
import { replaceOutlines } from '#store/zip-outlines.js';
import { readConfig } from '../../src/config.js';
import { exportTo } from '../../src/export-import.js';
import { systemClock } from '../../src/system.js';
import { textOf } from '../architecture/read-tree.js';
import { archiveAMonth } from './archive-a-month.js';
import { envelopeOf, freshSearch, ROUTE, resultOf } from './expect.js';
import { fileOf, importInto } from './import-file.js';
import { copyForProcess } from './migrated.js';
import { openTestApp, type TestAccount, type TestApp, testDatabase } from './open-test-app.js';
import { loadRent } from './series.js';
import { takeTurn } from './take-turn.js';
import { runDue, watch } from './watching.js';
import { addEndpoint, deliverAll } from './webhooks.js';

export const SECRET = 'the-secret-of-a-moved-store';
/** Whether a PostgreSQL server is there for the test. */
export const SERVER = process.env.ROWHOUSE_TEST_DATABASE_URL !== undefined;
/** Enough for several pages of a search, and more rows of a feed than a move fetches at once. */
export const world = {
  sandbox: { places: [{ zip: '78704', homes: 160 }] },
  limits: { PAGE_ROWS: 20 },
};

const atEnd: (() => unknown)[] = [];

/** Removes every folder and database that was made here. */
export async function removeAll(): Promise<void> {
  for (const work of atEnd.reverse()) await work();
}

/** A folder of its own. */
export const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'rowhouse-move-'));
  atEnd.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/**
 * Settings of a new store: an own data directory, or an own database of the server under test. Both
 * are migrated, unless nothing is to be there.
 */
export async function newPlace(
  engine: 'embedded' | 'server',
  holds: 'migrated' | 'nothing' = 'migrated',
): Promise<Record<string, string>> {
  const migrated = holds === 'migrated';
  const place = { ROWHOUSE_DATA_DIR: folder(), ROWHOUSE_SECRET: SECRET, DATABASE_URL: '' };
  if (engine === 'embedded') {
    if (migrated) await copyForProcess(place.ROWHOUSE_DATA_DIR);
    return place;
  }
  const made = await testDatabase({ migrated });
  assert.ok(made !== null);
  atEnd.push(made.drop);
  return { ...place, DATABASE_URL: made.url };
}

export type Place = Readonly<Record<string, string>>;
type Bodies = Readonly<Record<string, string>>;
type Rows = Readonly<Record<string, readonly string[]>>;

export interface Filled {
  readonly file: string;
  readonly from: Place;
  /** What it holds, by table. */
  readonly rows: Rows;
  readonly account: TestAccount;
  readonly other: TestAccount;
  readonly revoked: string;
  readonly suspended: string;
  /** Bodies of settled jobs by their path. */
  readonly bodies: Bodies;
  readonly firstPage: readonly unknown[];
  readonly cursor: string;
  readonly repeated: { readonly path: string; readonly request_id: string };
  readonly pending: readonly string[];
  readonly endMs: number;
}

export const IDEMPOTENT = { 'idempotency-key': 'one-search-only' };
/** A store in which everything has happened once, by a real application, and its export. */
export async function fillStore(from: Place): Promise<Filled> {
  const t = await openTestApp({ env: from, ...world });
  const account = await t.account({ name: 'Ada "\\N" \\ {NULL}\n“ö”', plan_credits: 50 });
  const other = await t.account({ name: 'NULL' });
  await grant(t.app, { account_id: other.account_id, amount: 5, kind: 'plan' });
  const bodies: Record<string, string> = {};
  const keep = async (requestId: string, key: string) => {
    const path = `/v1/jobs/${requestId}`;
    bodies[path] = (await t.get(path, key)).body;
  };
  const first = await t.settled(`${ROUTE}?zip=78704`, account.api_key);
  // The first looks the page up as a request of its own; the second hits the page in memory.
  await t.get(`${ROUTE}?zip=78704`, other.api_key);
  const cached = await t.get(`${ROUTE}?zip=78704`, other.api_key);
  assert.equal(envelopeOf(cached).cached, true);
  await t.faults('refuse');
  const failed = await t.settled(freshSearch(), account.api_key);
  await t.faults('ok');
  assert.equal(envelopeOf(failed).status, 'failed');
  const path = freshSearch();
  const once = envelopeOf(await t.settled(path, account.api_key, IDEMPOTENT));
  for (const answer of [first, failed]) await keep(envelopeOf(answer).request_id, account.api_key);
  await keep(once.request_id, account.api_key);
  await keep(envelopeOf(cached).request_id, other.api_key);
  const spare = await createKey(t.app, account.account_id);
  await endKey(t.app, spare.key_id);
  const barred = await t.account();
  await watchAndSend(t, barred);
  await changeStatus(t.app, barred.account_id, 'suspended');
  const pending = await leavePending(t, account);
  await t.app.db.rows(
    `update route_health set rows_read = 9007199254740993,
       last_failure_at = '1969-12-31T23:59:59.123456Z', last_error = '', took_ms = '{}'`,
  );
  await archiveAMonth(t.app.db, account.account_id);
  await learnPlaces(t.app.db);
  await sumOldUsage(t, account.account_id);
  await eraseOne(t.app.db);
  await importSales(t);
  for (const rent of [1_500, 1_700.25]) await loadRent(t, rent);
  assert.equal(await takeTurn(t.app, 'mls'), 'done');
  const { next_cursor, data } = resultOf(first);
  assert.ok(next_cursor !== null);
  const endMs = t.clock.nowMs();
  await t.close();
  const rows = await everything(from);
  const file = join(folder(), 'store.ndjson.gz');
  const { tables } = await exportTo(readConfig(from), file);
  assert.equal(tables.accounts, 3);
  return {
    file,
    from,
    rows,
    account,
    other,
    revoked: spare.api_key,
    suspended: barred.api_key,
    bodies,
    firstPage: data.map((row) => row.source_id),
    cursor: next_cursor,
    repeated: { path, request_id: once.request_id },
    pending,
    endMs,
  };
}

/** A watch that has run, and an endpoint that did not take its event. */
async function watchAndSend(t: TestApp, { api_key }: TestAccount): Promise<void> {
  await addEndpoint(t, api_key, 'https://hooks.example.com/');
  await watch(t, api_key);
  await runDue(t);
  await t.app.db.rows(
    `insert into home_states select watch_id, '7', now(), now(), '{}', 'removed', null from watches`,
  );
  await t.app.db.rows(
    `insert into home_observations
     select source, kind, source_id, first_seen_at - interval '2 days', first_seen_at - interval '1 day', 'for_sale', 1,
       null, 'changed' from home_members limit 3`,
  );
  await t.app.db.rows(
    `insert into home_corrections (kind, home_id, other_id, why, source, source_id, at) values
       ('link', gen_random_uuid(), 'ffffffff-0000-8000-8000-000000000000', 'moved', null, null, now()),
       ('exclusion', null, null, null, 'sandbox/portal_a', 'unwanted', now())`,
  );
  for (const into of [
    'watch_gaps select watch_id, now(), now() from watches',
    "snapshots select watch_id, account_id, '', '', now(), '', '', '{}', 0 from watches",
    "snapshot_rows select snapshot_id, 1, '7', null, '{}' from snapshots",
    "lookup_batches select watch_id, account_id, watch_id, '', 'ended', now(), now(), null, now(), 0, null, '' from watches",
    "lookup_batch_homes select batch_id, 1, 'url', '', null, 'outside' from lookup_batches",
    "mail_counts values ('an account', now(), 1)",
  ]) {
    await t.app.db.rows(`insert into ${into}`);
  }
  const post = () => Promise.resolve({ code: 503, retryAfter: undefined });
  await deliverAll({ ...t, app: { ...t.app, webhooks: { ...t.app.webhooks, post } } });
}

/** An account that was erased, and a result that goes with it. */
async function eraseOne(db: Db): Promise<void> {
  await db.rows('insert into erasures values (gen_random_uuid(), $1, $1)', [new Date(0)]);
  // Before all that the store holds: nothing of it is missing.
  await db.rows('insert into job_cleanup values (true, $1, $1) on conflict do nothing', [
    new Date(0),
  ]);
  await db.rows(
    'update results set erase_at = $1 where result_id = (select min(result_id::text)::uuid from results)',
    [new Date(0)],
  );
}

/** A ZIP whose extent was learned, that its source knows by a number, and that has an outline. */
async function learnPlaces(db: Db): Promise<void> {
  await db.rows(
    `insert into place_extents
     values ('portal_a', 'sold', 'zip', '60614', 1, 2, 3, 4, 41, null, '2026-11-01T00:00:00Z')
     on conflict do nothing`,
  );
  await db.rows(
    `insert into source_places
     values ('portal_a', 'zip', '60614', 'good', '7/1', '60614', 1, 2, 3, 4, '2026-11-01T00:00:00Z')
     on conflict do nothing`,
  );
  await replaceOutlines(
    db,
    { file_name: 'zips.csv', file_sha256: 'ab', report: {}, imported_at: new Date(0) },
    [['60614', { w: 1, s: 2, e: 3, n: 4 }]],
  );
}

/** What searches find a sale of these by. */
export const SALES = '/v1/records/sold?zip=60614&sold_within_days=36500';

/** A file of sales, and one that replaces it. */
async function importSales(t: TestApp): Promise<void> {
  const fields = { sold_date: 'sold', zip: 'zip', sale_price: 'price' };
  const mapping = { dataset: 'sales', key: ['id'], fields };
  for (const rows of ['A,2026-01-05,60614,1\n', 'B,2026-02-05,60614,2\nC,2026-02-06,60614,\n']) {
    await importInto(t, mapping, fileOf('sales.csv', `id,sold,zip,price\n${rows}`));
  }
}

/** Two pending jobs: one in the queue, one in the hands of a collector that died. */
async function leavePending(
  t: Awaited<ReturnType<typeof openTestApp>>,
  account: TestAccount,
): Promise<string[]> {
  await t.hold();
  const pending = [];
  for (let made = 0; made < 2; made += 1) {
    pending.push(envelopeOf(await t.get(freshSearch(), account.api_key)).request_id);
  }
  const at = t.clock.nowMs();
  const lease = { lease_id: t.app.ids.uuid(), now: new Date(at), until: new Date(at + 15_000) };
  assert.ok((await claimCollection(t.app.db, lease)) !== undefined);
  return pending;
}

/** Usage sums that end before all calls, and one of a day the ledger check no longer compares. */
async function sumOldUsage(
  t: Awaited<ReturnType<typeof openTestApp>>,
  accountId: string,
): Promise<void> {
  assert.equal(await sumUsage(t.app.db, new Date(t.clock.nowMs()), 0), true);
  await t.app.db.rows(
    `insert into usage_days (account_id, date, route, complete, failed, credits)
     values ($1, ($2::timestamptz - interval '60 days')::date, 'portal_a_listings', 9007199254740993, 1, 2)`,
    [accountId, new Date(t.clock.nowMs())],
  );
}

export async function withPool<T>(place: Place, work: (pool: Pool) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = readConfig(place);
  const { pool } = await openStore({
    databaseUrl,
    dataDir,
    poolMax: 2,
    timeoutS: 10,
    clock: systemClock,
  });
  return work(pool).finally(() => pool.close());
}

/** Tables of schema.sql that outlive a crash. */
export const TABLES = [...textOf('src/store/schema.sql').matchAll(/^create table (\w+) \(/gm)].map(
  ([, name = '']) => name,
);

/** Every row of every table, in a form that the export does not use. */
export const everything = (place: Place): Promise<Rows> => withPool(place, everythingIn);

export const everythingIn = (pool: Pool): Promise<Rows> =>
  pool.transaction(async (tx) => {
    await tx.rows(`set local timezone = 'UTC'`);
    const all: Record<string, string[]> = {};
    for (const name of TABLES) {
      const rows = await tx.rows<{ line: string }>(
        `select to_jsonb(t)::text as line from ${name} t`,
      );
      all[name] = rows.map(({ line }) => line).sort();
    }
    return all;
  });

export const linesOf = (file: string): string[] =>
  gunzipSync(readFileSync(file)).toString().split('\n');
