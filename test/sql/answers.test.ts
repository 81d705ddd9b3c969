/** Statements over the rows of an account: what they read, and what they never read. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { SqlAnswerBody } from '#contract/operations/sql.js';
import { SQL_TABLE_NAMES, SQL_TABLES, sqlTypeText } from '#contract/sql.js';
import { changeFeed } from '#service/accounts/feeds.js';
import { eraseHome } from '#service/homes/corrections.js';
import { allowHome, keepOut } from '#service/homes/exclusions.js';
import { ENGINE_PROGRAM } from '#service/sql/engine.js';
import { SqlSessions } from '#service/sql/sessions.js';
import { apiServer } from '../../src/http/server.js';
import type { Answer } from '../support/ask-server.js';
import { envelopeOf } from '../support/expect.js';
import { importSandboxSales } from '../support/import-file.js';
import { sharedApp, type TestAccount } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';
import { send } from '../support/watching.js';

const OPERATOR = 'op';
const t = sharedApp({ feeds: 'none', limits: { PAGE_ROWS: 20, READ_AHEAD: 0 } });
let account: TestAccount;
before(async () => {
  account = await t.account();
});

async function ask(sql: string, key = account.api_key, more: object = {}): Promise<SqlAnswerBody> {
  const answer = await send(t, key, 'POST', '/v1/sql', { sql, ...more });
  assert.equal(answer.statusCode, 200, `${sql}: ${answer.body}`);
  return answer.json<SqlAnswerBody>();
}
const valueOf = async (sql: string, key?: string) => (await ask(sql, key)).rows[0]?.[0];

interface FoundRow {
  readonly source_id: string;
  readonly status?: string;
  readonly list_price: { readonly amount: number } | null;
  readonly list_date: string | null;
  readonly beds: number | null;
  readonly address: { readonly line1: string; readonly zip: string };
  readonly location: { readonly lat: number } | null;
  readonly extras: { readonly home_id: string | null };
}

async function search(path: string, key = account.api_key): Promise<readonly FoundRow[]> {
  const { result } = envelopeOf(await t.settled(path, key));
  assert.ok(result !== null && result.data.length > 0, path);
  return result.data as unknown as readonly FoundRow[];
}

test('every table has the documented columns and types, with or without rows', async () => {
  const empty = await t.account();
  for (const { name, columns } of SQL_TABLES) {
    const described = await ask(`describe ${name}`, empty.api_key);
    assert.deepEqual(
      described.rows.map(([column, type]) => [column, String(type).replaceAll('"', '')]),
      columns.map((column) => [column.name, sqlTypeText(column.type)]),
      name,
    );
  }
  const shown = await ask('show tables', empty.api_key);
  assert.deepEqual(shown.rows.flat().sort(), [...SQL_TABLE_NAMES].sort());
});

test('rows of finished searches are read with the names and values of their JSON, each home once', async () => {
  const rows = await search('/v1/portal_a/listings?zip=78704');
  await search('/v1/portal_a/listings?zip=78704&beds_min=1');
  const answer = await ask(
    `select source_id, status, list_price.amount as price, address.zip as zip, beds, extras.home_id as home,
       list_date, kind, collected_at > '2026-01-01' as is_dated
     from listings order by source_id`,
  );
  const known = new Map(answer.rows.map((row) => [row[0], row]));
  assert.equal(known.size, answer.row_count, 'no home twice');
  for (const row of rows) {
    assert.deepEqual(known.get(row.source_id), [
      row.source_id,
      row.status,
      row.list_price?.amount ?? null,
      row.address.zip,
      row.beds,
      row.extras.home_id,
      row.list_date,
      'listings',
      true,
    ]);
  }
  assert.deepEqual(answer.tables, [{ name: 'listings', rows: answer.row_count, truncated: false }]);
});

test('a new search is there at once, and of a home that was read again the newest row', async () => {
  const before = Number(await valueOf('select count(*) from sold'));
  const rows = await search('/v1/portal_b/sold?zip=78704');
  assert.equal(await valueOf('select count(*) from sold'), before + rows.length);
  assert.equal(await valueOf(`select count(*) from listings where kind = 'sold'`), 0);
  const first = await valueOf('select max(collected_at) from sold');
  t.clock.advance(t.app.limits.CACHE_SOLD_S * 1000 + 1000);
  await search('/v1/portal_b/sold?zip=78704');
  assert.equal(await valueOf('select count(*) from sold where collected_at is null'), 0);
  assert.notEqual(await valueOf('select max(collected_at) from sold'), first);
  assert.equal(await valueOf('select count(*) - count(distinct source_id) from sold'), 0);
});

test("an account reads no row of another account's searches", async () => {
  const other = await t.account();
  assert.equal(await valueOf('select count(*) from listings', other.api_key), 0);
  assert.equal(await valueOf('select count(*) from sold', other.api_key), 0);
  await search('/v1/portal_a/rentals?zip=78701', other.api_key);
  assert.ok(Number(await valueOf('select count(*) from listings', other.api_key)) > 0);
  assert.equal(await valueOf(`select count(*) from listings where kind = 'rentals'`), 0);
});

test('what collections saw is in homes, with the names of its members', async () => {
  const [row] = await search('/v1/portal_a/listings?zip=78704');
  assert.ok(row !== undefined);
  const answer = await ask(
    `select price.amount, address.line1, location.lat, home_id, kind, source from homes where source_id = '${row.source_id}'`,
  );
  const { home_id } = row.extras;
  assert.deepEqual(answer.rows, [
    [row.list_price?.amount, row.address.line1, row.location?.lat, home_id, 'listings', 'portal_a'],
  ]);
});

/** Work on a server with other parts, whose processes end with it. */
async function onServer<T>(
  parts: Partial<typeof t.app> & { readonly sql: SqlSessions },
  work: (post: (path: string, sql: string, key?: string) => Promise<Answer>) => Promise<T>,
): Promise<T> {
  const server = apiServer({ ...t.app, ...parts }, { allowedOrigins: [] });
  const post = (url: string, sql: string, key = account.api_key) =>
    server.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ sql }),
    });
  try {
    return await work(post);
  } finally {
    parts.sql.close();
    await server.close();
  }
}

const OF_MLS = `select (select count(*) from listings where source = 'mls'),
  (select count(*) from homes where source = 'mls')`;

test('rows of a licensed feed need the grant, and end with their retention', async () => {
  const client = { ...t.app.client, isSandbox: () => false };
  const [mls] = client.feeds('mls');
  assert.ok(mls !== undefined);
  const licensed = await t.account();
  await changeFeed(t.app, licensed.account_id, mls, true);
  await search('/v1/mls/listings?zip=78704', licensed.api_key);
  await onServer({ client, sql: new SqlSessions(t.app) }, async (post) => {
    const rows = async () => {
      const answer = await post('/v1/sql', OF_MLS, licensed.api_key);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json<SqlAnswerBody>().rows[0];
    };
    const [own, seen] = (await rows()) ?? [];
    assert.ok(Number(own) > 0 && Number(seen) > 0, `${String(own)} ${String(seen)}`);
    await changeFeed(t.app, licensed.account_id, mls, false);
    assert.deepEqual(await rows(), [0, 0]);
    await changeFeed(t.app, licensed.account_id, mls, true);
    assert.deepEqual(await rows(), [own, seen]);
    t.clock.advance((t.app.limits.FEED_RETENTION_S + 1) * 1000);
    assert.deepEqual(await rows(), [0, 0]);
  });
});

test('imported sales are read with their terms', async () => {
  await importSandboxSales(t, '-97.86,30.14,-97.68,30.30');
  const answer = await ask(
    'select count(*), count(sale_price.amount), min(extras.dataset) from sales',
  );
  assert.ok(Number(answer.rows[0]?.[0]) > 0);
  assert.equal(answer.datasets.length, 1);
  assert.equal(answer.tables[0]?.name, 'sales');
});

test('a slow start of the process is not a part of the time of a statement', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-slow-engine-'));
  const program = join(folder, 'slow.mjs');
  const answered = async (startMs: number, SQL_LOAD_S: number) => {
    const limits = { ...t.app.limits, SQL_RUN_S: 2, SQL_LOAD_S };
    const slowly = `await new Promise((done) => setTimeout(done, ${startMs}));`;
    writeFileSync(program, `${slowly}\nawait import('${ENGINE_PROGRAM}');\n`);
    const sql = new SqlSessions({ clock: t.clock, limits }, program);
    return onServer({ limits, sql }, (post) => post('/v1/sql', 'select 1'));
  };
  assert.deepEqual((await answered(2_500, 60)).json<SqlAnswerBody>().rows, [[1]]);
  const never = await answered(60_000, 1);
  rmSync(folder, { recursive: true });
  assert.equal(never.statusCode, 422);
  assert.match(never.body, /could not be loaded within 1 seconds. Try again when the service is/);
});

test('an imported sale of an erased home stays in sales until the home is kept out', async () => {
  const found = await ask(
    'select extras.home_id from sales where extras.home_id is not null limit 1',
  );
  const home = { home_id: String(found.rows[0]?.[0]) };
  const count = () =>
    valueOf(`select count(*) from sales where extras.home_id = '${home.home_id}'`);
  await eraseHome(t.app, home, OPERATOR);
  assert.ok(Number(await count()) > 0);
  await keepOut(t.app, home, OPERATOR);
  assert.equal(await count(), 0);
  await allowHome(t.app, home, OPERATOR);
});

test('an answer says when it or a table was cut, and a file is rejected instead', async () => {
  const cut = await ask('select * from range(11)', account.api_key, { rows: 10 });
  assert.deepEqual([cut.row_count, cut.truncated], [10, true]);
  const whole = await ask('select * from range(10)', account.api_key, { rows: 10 });
  assert.deepEqual([whole.row_count, whole.truncated], [10, false]);
  const wide = await ask(`select repeat('x', 1000000) from range(50)`);
  assert.ok(wide.truncated && wide.row_count < 5);
  const one = { sql: `select repeat('x', 5000000)` };
  const { statusCode, body } = await send(t, account.api_key, 'POST', '/v1/sql', one);
  assert.equal(statusCode, 422);
  assert.match(body, /"sql_too_large".*The first row is larger than 4 MiB\./);
  await search('/v1/portal_a/listings?zip=78704');
  const limits = { ...t.app.limits, SQL_TABLE_ROWS: 5 };
  await onServer({ limits, sql: new SqlSessions(t.app) }, async (post) => {
    const text = 'select count(*) from listings';
    const [table] = (await post('/v1/sql', text)).json<SqlAnswerBody>().tables;
    assert.equal(table?.truncated, true);
    assert.equal((await post('/v1/sql/rows.csv', text)).statusCode, 422);
  });
});

test('files have names without repeats, and cells that spreadsheets do not run', async () => {
  const sql = `select 1 as a, 2 as a, '=1+1' as b, [1, 2] as c, date '2026-01-02' as d, null as e`;
  const csv = await send(t, account.api_key, 'POST', '/v1/sql/rows.csv', { sql });
  assert.equal(csv.body, `a,a_2,b,c,d,e\r\n1,2,'=1+1,"[1,2]",2026-01-02,\r\n`);
  const lines = await send(t, account.api_key, 'POST', '/v1/sql/rows.ndjson', { sql });
  assert.equal(lines.body, `{"a":1,"a_2":2,"b":"=1+1","c":[1,2],"d":"2026-01-02","e":null}\n`);
});

test('whole numbers are numbers where that is exact, and text otherwise', async () => {
  const answer = await ask(
    `select count(*) as n, sum(1::bigint) as s, 9007199254740993::bigint as big, 1.25::decimal(5,2) as d, 'nan'::double as no, [count(*)] as l`,
  );
  assert.deepEqual(answer.rows, [[1, 1, '9007199254740993', 1.25, 'NaN', [1]]]);
});

test('a number beyond those of a double is text', async () => {
  const { rows } = await ask('select 1e400 as a, -1e400 as b, 1 / 0 as c');
  assert.deepEqual(rows, [['Infinity', '-Infinity', 'Infinity']]);
});

test('a statement is free, and a second one finds the rows loaded', async () => {
  const credits = async () =>
    (await t.get('/v1/account', account.api_key)).json<{ credits: unknown }>().credits;
  const before = await credits();
  await ask('select count(*) from listings');
  const session = t.app.sql.take(account.account_id, 'no such version');
  assert.equal(session.tables, null);
  t.app.sql.keep(account.account_id, session);
  assert.deepEqual(await credits(), before);
});

test('answers are as the document describes them, as rows, as files and refused', async () => {
  for (const path of ['/v1/sql', '/v1/sql/rows.csv', '/v1/sql/rows.ndjson']) {
    for (const [sql, status] of [
      ['select kind, count(*) as n from listings group by kind', 200],
      ['drop table homes', 422],
    ] as const) {
      const answer = await send(t, account.api_key, 'POST', path, { sql });
      assert.equal(answer.statusCode, status, answer.body);
      expectDocumented(path, answer, 'POST');
    }
  }
});
