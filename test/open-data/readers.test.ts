/**
 * Sets read from servers with the faults of real ones: every row once, or a clear error and nothing
 * imported.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addOpenSet } from '#service/datasets/add-open-set.js';
import { removeSet } from '#service/datasets/open-sets.js';
import {
  type Faults,
  type OpenServer,
  someRows,
  startOpenServer,
} from '../support/open-data-server.js';
import { openTestApp, type TestAccount, type TestApp } from '../support/open-test-app.js';

const ROWS = 450;
let t: TestApp;
let account: TestAccount;
let server: OpenServer;
before(async () => {
  t = await openTestApp({ env: { ROWHOUSE_OPEN_DATA_HOSTS: '127.0.0.1' } });
  account = await t.account();
  server = await startOpenServer(someRows(ROWS));
});
after(async () => {
  await t.close();
  await server.close();
});
beforeEach(() => {
  server.rows = someRows(ROWS);
  server.faults = {};
  server.requests.length = 0;
});

type Protocol = 'esri' | 'socrata';
let made = 0;

/** A set of its own for each test. */
function setOf(protocol: Protocol, more: object = {}) {
  made += 1;
  const isEsri = protocol === 'esri';
  return {
    name: `test-${made}`,
    title: 'Test',
    protocol,
    url: isEsri
      ? `${server.url}/arcgis/rest/services/Sales/FeatureServer/0`
      : `${server.url}/resource/abcd-1234`,
    rows_expected: ROWS,
    updates: 'never',
    publisher: 'Test County',
    licence: 'Public Domain',
    licence_url: 'https://county.example.invalid/terms',
    attribution: 'Test County',
    may_redistribute: true,
    requests_per_s: 100,
    checked_on: '2026-11-25',
    refused_columns: ['OWNER'],
    mapping: {
      key: ['PARCEL', 'SALEDATE'],
      fields: {
        sold_date: 'SALEDATE',
        sale_price: { column: 'PRICE', min: 1_000 },
        line1: 'ADDR',
        zip: 'ZIP',
        state: { value: 'TX' },
        parcel_id: 'PARCEL',
        lat: isEsri ? 'geometry.lat' : 'location.lat',
        lng: isEsri ? 'geometry.lng' : 'location.lng',
      },
    },
    ...more,
  };
}
type TestSet = ReturnType<typeof setOf>;

const add = (set: TestSet, signal = new AbortController().signal, check = false) =>
  addOpenSet(t.app, { set, check, signal });

interface Sold {
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly sold_date: string;
  readonly extras: { readonly parcel_id: string; readonly dataset: string };
}

/** The rows of a dataset that searches find, all pages, by parcel. */
async function found(set: TestSet): Promise<Map<string, Sold>> {
  const rows: Sold[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await t.get(
      `/v1/records/sold?zip=78704&sold_within_days=36500${query}`,
      account.api_key,
    );
    assert.equal(answer.statusCode, 200, answer.body);
    const { result } = answer.json<{ result: { data: Sold[]; next_cursor: string | null } }>();
    rows.push(...result.data);
    cursor = result.next_cursor;
  }
  const own = rows.filter(({ extras }) => extras.dataset === set.name);
  const byParcel = new Map(own.map((row) => [row.extras.parcel_id, row]));
  assert.equal(byParcel.size, own.length, 'no row is there twice');
  return byParcel;
}

/** Adds a set and checks every row of it; the set is removed afterwards. */
async function addsExactly(protocol: Protocol, faults: Faults, more: object = {}): Promise<void> {
  server.faults = faults;
  const set = setOf(protocol, more);
  const added = await add(set);
  assert.equal(added.result, 'imported');
  const rows = await found(set);
  assert.deepEqual([...rows.keys()].sort(), server.rows.map(({ id }) => `P${id}`).sort());
  for (const { id, x, y } of server.rows) {
    const { location, sold_date } = rows.get(`P${id}`) ?? {};
    assert.ok(
      Math.abs((location?.lat ?? 0) - y) < 0.01 && Math.abs((location?.lng ?? 0) - x) < 0.01,
    );
    assert.equal(sold_date, `2026-10-${String(1 + (id % 28)).padStart(2, '0')}`);
  }
  assert.ok(!server.requests.some((address) => address.includes('OWNER')), 'nobody is requested');
  await removeSet(t.app, set.name);
}

const HARMLESS: Readonly<Record<string, Faults>> = {
  'in one piece': {},
  'with pages of seven': { pageRows: 7 },
  'with shorter pages than the server says': { pageRows: 60, saidPageRows: 100 },
  'without a sign of more rows': { pageRows: 60, saidPageRows: 100, cutSign: 'none' },
  'with the sign among properties': { cutSign: 'properties' },
  'without order and paging': { unsorted: true },
  'without order, cut below the said page': { unsorted: true, pageRows: 30, saidPageRows: 100 },
  'without times of changes': { silent: true },
  'with centroids': { polygons: 'centroid' },
  'with polygons': { polygons: 'rings' },
  'through a failing server': { failAt: { at: 3, times: 2, how: 503 } },
  'through 202': { failAt: { at: 3, times: 2, how: 202 } },
  'through 429 with Retry-After': { failAt: { at: 3, times: 1, how: 429 } },
  'through a broken connection': { failAt: { at: 5, times: 1, how: 'broken' } },
  'through an answer that was cut': { failAt: { at: 4, times: 1, how: 'cut' } },
};

for (const [how, faults] of Object.entries(HARMLESS)) {
  for (const protocol of ['esri', 'socrata'] as const) {
    test(`${protocol}: every row once, ${how}`, () => addsExactly(protocol, faults));
  }
}

test('esri: every row once, through errors with status 200', () =>
  addsExactly('esri', { failAt: { at: 4, times: 2, how: 'error' } }));

test('a long condition is sent as a form where the address would be too long', async () => {
  const where = `PARCEL IN (${Array.from({ length: 300 }, (_id, at) => `'P${at * 3}'`).join(',')})`;
  await addsExactly('esri', { addressMax: 2_000 }, { where });
  assert.ok(server.requests.some((address) => address.length > 2_000));
});

const FATAL: readonly (readonly [what: string, faults: Faults, message: RegExp])[] = [
  ['fewer rows than are counted', { hidden: 3 }, /gave 450 rows, and its server counts 453/],
  ['rows that repeat', { repeats: true }, /rows are repeated/],
  ['a column that is gone', { without: 'PRICE' }, /no longer has the columns PRICE\. It has /],
  ['a request that is refused', { failAt: { at: 4, times: 9, how: 403 } }, /rejected the request/],
  [
    'a server that stays busy',
    { failAt: { at: 4, times: 99, how: 503 } },
    /is failing \(HTTP 503\)/,
  ],
];

for (const [what, faults, message] of FATAL) {
  for (const protocol of ['esri', 'socrata'] as const) {
    test(`${protocol}: ${what}: a clear error, and the rows of before stay`, async () => {
      const set = setOf(protocol);
      await add(set);
      const before = await found(set);
      server.rows = server.rows.map((row) => ({ ...row, editedMs: row.editedMs + 9e8 }));
      server.requests.length = 0;
      server.faults = { silent: true, ...faults };
      await assert.rejects(add(set), message);
      assert.deepEqual([...(await found(set)).keys()], [...before.keys()]);
      server.faults = {};
      await removeSet(t.app, set.name);
    });
  }
}

test('points in another projection are never taken for degrees', async () => {
  server.faults = { metres: true };
  await assert.rejects(add(setOf('esri')), /the points are in the projection 102100/);
});

test('only public addresses over https are read, unless the host is named', async () => {
  const signal = new AbortController().signal;
  for (const url of [
    'http://county.example.com/0',
    'https://10.1.2.3/0',
    'https://[::1]/0',
    'https://localhost/0',
  ]) {
    const set = { ...setOf('esri'), url };
    await assert.rejects(add(set, signal), /public addresses over https only/, url);
  }
  assert.equal(server.requests.length, 0);
});

test('a check compares the set with its file, and stores nothing', async () => {
  const set = setOf('esri', {
    rows_expected: 5_000,
    licence: 'CC0',
    refused_columns: ['OWNER', 'MAILTO'],
  });
  const checked = await add(set, undefined, true);
  assert.deepEqual([checked.result, checked.rows_total, checked.rows_read], ['checked', ROWS, 0]);
  assert.deepEqual(checked.differences, [
    'It has 450 rows; 5000 were expected.',
    'It no longer has the columns MAILTO.',
  ]);
  assert.equal(server.requests.length, 2);
  const other = await add(setOf('socrata', { licence: 'CC0' }), undefined, true);
  assert.match(
    String(other.differences[0]),
    /names the licence "Public Domain"; the file has "CC0"/,
  );
});
