/** Snapshots over HTTP: their content, its hash, what another day changed, and what erases them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { DAY_MS } from '#contract/durations.js';
import type { SnapshotBody, SnapshotDifferenceBody } from '#contract/operations/snapshots.js';
import type { SqlAnswerBody } from '#contract/operations/sql.js';
import { WATCHED_FIELDS } from '#contract/watches.js';
import { valueAt } from '#domain/watch-changes.js';
import { eraseHome } from '#service/homes/corrections.js';
import { allowHome, keepOut } from '#service/homes/exclusions.js';
import { openTestApp, type TestAccount, type TestApp } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';
import { send } from '../support/watching.js';
import { pagesOf } from '../support/whole-search.js';

const SEARCH = '/v1/portal_a/listings?zip=78704';

interface Read {
  /** The requests of the pages, in order. */
  readonly requests: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

let t: TestApp;
let account: TestAccount;
let first: Read;
let later: Read;

async function search(): Promise<Read> {
  const requests: string[] = [];
  const rows: Readonly<Record<string, unknown>>[] = [];
  for await (const { request_id, result } of pagesOf(t, SEARCH, account.api_key)) {
    requests.push(request_id);
    rows.push(...result.data);
  }
  return { requests, rows };
}

async function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  status: number,
  body?: object,
) {
  const answer = await send(t, account.api_key, method, path, body);
  assert.equal(answer.statusCode, status, answer.body);
  expectDocumented(path, answer, method);
  return answer;
}

const snapshotOf = async (requestId = '', name = 'Austin') =>
  (await call('POST', '/v1/snapshots', 201, { request_id: requestId, name })).json<SnapshotBody>();

before(async () => {
  t = await openTestApp({ limits: { READ_AHEAD: 0, PAGE_ROWS: 30 } });
  account = await t.account({ extra_credits: 1_000 });
  first = await search();
  t.clock.advance(6 * DAY_MS);
  later = await search();
  assert.ok(first.requests.length > 2, 'the search has several pages');
});
after(() => t.close());

test('the hash is that of the content, which has every row of the search in order', async () => {
  const made = await snapshotOf(first.requests[1]);
  assert.deepEqual([made.completeness, made.pages], ['complete', first.requests.length]);
  assert.equal(made.rows, first.rows.length);
  const { body } = await call('GET', `/v1/snapshots/${made.snapshot_id}/rows.ndjson`, 200);
  assert.equal(createHash('sha256').update(body).digest('hex'), made.hash);
  const [manifest, ...lines] = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines, first.rows);
  assert.deepEqual([manifest.format, manifest.query], [1, { zip: '78704' }]);
});

test('any page of a search names the same snapshot, and another day another one', async () => {
  const hashes = new Set<string>();
  for (const request of first.requests) hashes.add((await snapshotOf(request, 'again')).hash);
  assert.equal(hashes.size, 1);
  hashes.add((await snapshotOf(later.requests.at(-1))).hash);
  assert.equal(hashes.size, 2);
  const { snapshots } = (await call('GET', '/v1/snapshots', 200)).json<{
    snapshots: SnapshotBody[];
  }>();
  assert.equal(snapshots.length, 2);
});

test('a search of which only some pages were read has a partial snapshot', async () => {
  const other = await t.account({ extra_credits: 10 });
  const { request_id } = (await t.settled(SEARCH, other.api_key)).json();
  const made = await send(t, other.api_key, 'POST', '/v1/snapshots', { request_id });
  const { completeness, pages } = made.json<SnapshotBody>();
  assert.deepEqual([completeness, pages], ['partial', 1]);
  assert.equal(
    (
      await send(t, other.api_key, 'POST', '/v1/snapshots', {
        request_id: first.requests[0],
      })
    ).statusCode,
    404,
    'the search of another account',
  );
});

test('a search that never was has no snapshot, whatever its id', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
    await call('POST', '/v1/snapshots', 404, { request_id: id });
});

test('a search has its snapshot, however many searches of the account came after it', async () => {
  const busy = await t.account();
  const own = account;
  account = busy;
  const read = await search();
  const other = '/v1/portal_a/listings?zip=78701';
  await t.settled(other, busy.api_key);
  const { cached, request_id } = (await t.get(other, busy.api_key)).json();
  assert.equal(cached, true);
  await t.app.db.rows(
    `insert into hits select (jsonb_populate_record(h, jsonb_build_object(
       'request_id', first_uuid_at(h.created_at + n * interval '1 millisecond')))).*
     from hits h cross join generate_series(1, 5000) n where h.request_id = $1`,
    [request_id],
  );
  const made = await snapshotOf(read.requests[0]);
  assert.deepEqual([made.completeness, made.pages], ['complete', read.requests.length]);
  account = own;
});

test('the difference names homes that came, went or changed, with their earlier values', async () => {
  const [old, now] = [await snapshotOf(first.requests[0]), await snapshotOf(later.requests[0])];
  const path = `/v1/snapshots/${old.snapshot_id}/difference?to=${now.snapshot_id}`;
  const found = (await call('GET', path, 200)).json<SnapshotDifferenceBody>();
  const byId = (rows: Read['rows']) => new Map(rows.map((row) => [String(row.source_id), row]));
  const [before, present] = [byId(first.rows), byId(later.rows)];
  const ids = (kind: string) =>
    found.changes
      .filter((one) => one.kind === kind)
      .map(({ source_id }) => source_id)
      .sort();
  assert.deepEqual(ids('added'), [...present.keys()].filter((id) => !before.has(id)).sort());
  assert.deepEqual(ids('removed'), [...before.keys()].filter((id) => !present.has(id)).sort());
  const cheaper = [...present].filter(([id, row]) => {
    const [was, is] = [before.get(id), row].map((one) => one && valueAt(one, 'list_price.amount'));
    return typeof was === 'number' && typeof is === 'number' && was !== is;
  });
  assert.ok(cheaper.length > 0, 'prices have changed');
  for (const [id, row] of cheaper) {
    const change = found.changes.find(({ source_id }) => source_id === id);
    assert.equal(change?.kind, 'changed');
    assert.deepEqual(change?.previous?.list_price, before.get(id)?.list_price);
    assert.deepEqual(change?.values.list_price, row.list_price);
  }
  assert.equal(
    found.unchanged + found.changes.length,
    new Set([...before.keys(), ...present.keys()]).size,
  );
  assert.ok(WATCHED_FIELDS.listings.includes('list_price'));
});

test('the Parquet file has all rows, and the hash in its metadata', async () => {
  const { snapshot_id, hash } = await snapshotOf(first.requests[0]);
  const path = `/v1/snapshots/${snapshot_id}/rows.parquet`;
  const answer = await t.server.inject({
    url: path,
    headers: { authorization: `Bearer ${account.api_key}` },
  });
  assert.equal(answer.statusCode, 200);
  const bytes = new Uint8Array(answer.rawPayload).slice().buffer;
  const metadata = await parquetMetadataAsync(bytes);
  const value = metadata.key_value_metadata?.find(({ key }) => key === 'hash')?.value;
  assert.equal(value, hash);
  const rows = await parquetReadObjects({ file: bytes });
  assert.deepEqual(
    rows.map((row) => row.source_id),
    first.rows.map((row) => row.source_id),
  );
});

test('as_of shows what was known on a day', async () => {
  await snapshotOf(later.requests[0]);
  const today = new Date(t.clock.nowMs()).toISOString().slice(0, 10);
  const on = async (day: string) =>
    (await call('GET', `/v1/snapshots?as_of=${day}`, 200)).json<{ snapshots: SnapshotBody[] }>()
      .snapshots;
  assert.equal((await on(today)).length, 1, 'one search');
  assert.deepEqual(await on('2020-01-01'), []);
  await call('GET', '/v1/snapshots?as_of=2026-02-30', 422);
});

test('snapshots of an unknown route are rejected, but not of one that only snapshots remember', async () => {
  const { snapshot_id } = await snapshotOf(later.requests[0]);
  const of = async (route: string, status: number) =>
    (await call('GET', `/v1/snapshots?route=${route}`, status)).json<{
      snapshots?: SnapshotBody[];
      error?: { message: string; param: string };
    }>();
  assert.deepEqual((await of('portal_b_sold', 200)).snapshots, []);
  const { error } = await of('portal_a_listing', 422);
  assert.equal(error?.param, 'route');
  assert.match(error.message, /one of portal_a_listings, portal_a_sold/);
  const rename = 'update snapshots set route = $2 where snapshot_id = $1';
  await t.app.db.rows(rename, [snapshot_id, 'portal_z_listings']);
  assert.equal((await of('portal_z_listings', 200)).snapshots?.length, 1);
  await t.app.db.rows(rename, [snapshot_id, 'portal_a_listings']);
});

const OPERATOR = 'ada';
const namedIn = ({ rows }: Read, nth: number) => ({
  home_id: String(valueAt(rows[nth] ?? {}, 'extras.home_id')),
});

test('an erased home leaves snapshots, which say how many rows they lost', async () => {
  const { snapshot_id } = await snapshotOf(first.requests[0]);
  const row = first.rows.find((one) => valueAt(one, 'extras.home_id') !== null);
  const homeId = String(valueAt(row ?? {}, 'extras.home_id'));
  await eraseHome(t.app, { home_id: homeId }, OPERATOR);
  const left = (await call('GET', `/v1/snapshots/${snapshot_id}`, 200)).json<SnapshotBody>();
  assert.equal(left.rows_erased, 1);
  const { body } = await call('GET', `/v1/snapshots/${snapshot_id}/rows.ndjson`, 200);
  assert.ok(!body.includes(homeId));
  assert.notEqual(createHash('sha256').update(body).digest('hex'), left.hash);
});

test('a snapshot of an earlier search leaves out homes that were erased or kept out since', async () => {
  t.clock.advance(DAY_MS);
  const again = await search();
  const [byId, byName, excluded] = [namedIn(again, 10), again.rows[11] ?? {}, namedIn(again, 12)];
  const named = { source: 'portal_a', source_id: String(byName.source_id) };
  const whole = await snapshotOf(again.requests[0]);
  await call('DELETE', `/v1/snapshots/${whole.snapshot_id}`, 204);
  t.clock.advance(1_000);
  await eraseHome(t.app, byId, OPERATOR);
  await eraseHome(t.app, named, OPERATOR);
  await keepOut(t.app, excluded, OPERATOR);
  const made = await snapshotOf(again.requests[0]);
  assert.deepEqual([made.rows_erased, made.rows, made.hash], [3, whole.rows, whole.hash]);
  const { body } = await call('GET', `/v1/snapshots/${made.snapshot_id}/rows.ndjson`, 200);
  for (const gone of [byId.home_id, named.source_id, excluded.home_id]) {
    assert.ok(!body.includes(`"${gone}"`), gone);
  }
  assert.equal(body.trim().split('\n').length, 1 + made.rows - 3);
});

test('a home that only stored results have is erased from SQL and later snapshots', async () => {
  const known = namedIn(later, 14);
  await keepOut(t.app, known, OPERATOR);
  await eraseHome(t.app, known, OPERATOR);
  t.clock.advance(DAY_MS);
  const [request] = (await search()).requests;
  await allowHome(t.app, known, OPERATOR);
  const counted = async () => {
    const sql = `select count(*) from listings where extras.home_id = '${known.home_id}'`;
    const answer = await send(t, account.api_key, 'POST', '/v1/sql', { sql });
    return answer.json<SqlAnswerBody>().rows[0]?.[0];
  };
  assert.equal(await counted(), 1);
  t.clock.advance(1_000);
  const { members_erased, warning } = await eraseHome(t.app, known, OPERATOR);
  assert.deepEqual([members_erased, /results collected before/.test(warning ?? '')], [0, true]);
  assert.equal(await counted(), 0);
  const { snapshot_id } = await snapshotOf(request);
  const { body } = await call('GET', `/v1/snapshots/${snapshot_id}/rows.ndjson`, 200);
  assert.ok(!body.includes(known.home_id));
});

test('a home that is collected after its erasure is in the snapshot of that search', async () => {
  const erased = namedIn(later, 13);
  await eraseHome(t.app, erased, OPERATOR);
  t.clock.advance(DAY_MS);
  const made = await snapshotOf((await search()).requests[0]);
  const { body } = await call('GET', `/v1/snapshots/${made.snapshot_id}/rows.ndjson`, 200);
  assert.ok(body.includes(erased.home_id));
});

test('a deleted snapshot is gone', async () => {
  const { snapshot_id } = await snapshotOf(later.requests[0]);
  await call('DELETE', `/v1/snapshots/${snapshot_id}`, 204);
  await call('GET', `/v1/snapshots/${snapshot_id}`, 404);
});
