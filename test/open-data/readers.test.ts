/** Servers with the faults of real ones: every row once, or a clear error and nothing imported. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addOpenSet } from '#service/datasets/add-open-set.js';
import { removeSet } from '#service/datasets/open-sets.js';
import type { Faults } from '../support/open-data-rows.js';
import { type Protocol, ROWS, sharedOpenData } from '../support/open-data-sets.js';

const open = sharedOpenData();
beforeEach(() => open.reset());

/** Adds a set and checks every row of it; the set is removed afterwards. */
async function addsExactly(protocol: Protocol, faults: Faults, more: object = {}): Promise<void> {
  open.server.faults = faults;
  const set = open.setOf(protocol, more);
  const added = await open.add(set);
  assert.equal(added.result, 'imported');
  const rows = await open.found(set);
  assert.deepEqual([...rows.keys()].sort(), open.server.rows.map(({ id }) => `P${id}`).sort());
  for (const { id, x, y } of open.server.rows) {
    const { location, sold_date } = rows.get(`P${id}`) ?? {};
    assert.ok(
      Math.abs((location?.lat ?? 0) - y) < 0.01 && Math.abs((location?.lng ?? 0) - x) < 0.01,
    );
    assert.equal(sold_date, `2026-10-${String(1 + (id % 28)).padStart(2, '0')}`);
  }
  assert.ok(
    !open.server.requests.some((address) => address.includes('OWNER')),
    'nobody is requested',
  );
  await removeSet(open.t.app, set.name);
}

/** Of servers of both protocols. */
const HARMLESS: Readonly<Record<string, Faults>> = {
  'in one piece': {},
  'with pages of seven': { pageRows: 7 },
  'without times of changes': { silent: true },
  'through a failing server': { failAt: { at: 3, times: 2, how: 503 } },
  'through 202': { failAt: { at: 3, times: 2, how: 202 } },
  'through 429 with Retry-After': { failAt: { at: 3, times: 1, how: 429 } },
  'through a broken connection': { failAt: { at: 5, times: 1, how: 'broken' } },
  'through an answer that was cut': { failAt: { at: 4, times: 1, how: 'cut' } },
};
/** Of layers of Esri alone. */
const OF_LAYERS: Readonly<Record<string, Faults>> = {
  'with shorter pages than the server says': { pageRows: 60, saidPageRows: 100 },
  'without a sign of more rows': { pageRows: 60, saidPageRows: 100, cutSign: 'none' },
  'with the sign among properties': { cutSign: 'properties' },
  'without order and paging': { unsorted: true },
  'without order, cut below the said page': { unsorted: true, pageRows: 30, saidPageRows: 100 },
  'without order, cut without a sign': {
    unsorted: true,
    pageRows: 30,
    saidPageRows: 100,
    cutSign: 'none',
  },
  'without order, with keys of rows that are gone': { unsorted: true, ghosts: 3 },
  'without order and without a list of keys': {
    unsorted: true,
    keyList: 'refused',
    statistics: 'right',
  },
  'with centroids': { polygons: 'centroid' },
  'with polygons': { polygons: 'rings' },
  'through errors with status 200': { failAt: { at: 4, times: 2, how: 'error' } },
};

for (const [how, faults] of Object.entries(HARMLESS)) {
  test(`socrata: every row once, ${how}`, () => addsExactly('socrata', faults));
}
for (const [how, faults] of Object.entries({ ...HARMLESS, ...OF_LAYERS })) {
  test(`esri: every row once, ${how}`, () => addsExactly('esri', faults));
}

test('a long condition is sent as a form where the address would be too long', async () => {
  const where = `PARCEL IN (${Array.from({ length: 300 }, (_id, at) => `'P${at * 3}'`).join(',')})`;
  await addsExactly('esri', { addressMax: 2_000 }, { where });
  assert.ok(open.server.requests.some((address) => address.length > 2_000));
});

const FATAL: readonly (readonly [what: string, faults: Faults, message: RegExp])[] = [
  ['fewer rows than are counted', { hidden: 3 }, /gave 230 rows, and its server counts 233/],
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
      const set = open.setOf(protocol);
      await open.add(set);
      const before = await open.found(set);
      open.server.rows = open.server.rows.map((row) => ({
        ...row,
        editedMs: Date.UTC(2026, 1, 1),
      }));
      open.server.requests.length = 0;
      open.server.faults = { silent: true, ...faults };
      await assert.rejects(open.add(set), message);
      assert.deepEqual([...(await open.found(set)).keys()], [...before.keys()]);
      open.server.faults = {};
      await removeSet(open.t.app, set.name);
    });
  }
}

test('a list of keys that the server cuts ends before any row is read', async () => {
  open.server.faults = { unsorted: true, keyList: 40, statistics: 'wrong' };
  await assert.rejects(
    open.add(open.setOf('esri')),
    /it lists 40 keys of 230 rows, and gives no usable statistics of them/,
  );
  assert.ok(!open.server.requests.some((address) => address.includes('outFields')));
});

test('points in another projection are never taken for degrees', async () => {
  open.server.faults = { metres: 'named' };
  await assert.rejects(open.add(open.setOf('esri')), /the points are in the projection 102100/);
  open.server.faults = { metres: 'unnamed' };
  await assert.rejects(open.add(open.setOf('esri')), /the points are not degrees/);
});

test('only public addresses over https are read, unless the host is named', async () => {
  const signal = new AbortController().signal;
  for (const url of [
    'http://county.example.com/0',
    'https://10.1.2.3/0',
    'https://[::1]/0',
    'https://localhost/0',
  ]) {
    const set = { ...open.setOf('esri'), url };
    await assert.rejects(open.add(set, signal), /public addresses over https only/, url);
  }
  assert.equal(open.server.requests.length, 0);
});

test('a set whose address was refused can be added once its host is named', async () => {
  const set = open.setOf('esri');
  const url = 'http://county.example.com/0';
  for (const joins of [undefined, { home: { protocol: 'esri', url, key: 'A', on: 'PARCEL' } }]) {
    const refused = joins === undefined ? { ...set, url } : { ...set, joins };
    await assert.rejects(open.add(refused), /public addresses over https only/);
    assert.equal(open.t.app.openSets.running.size, 0);
  }
  // By a process that reads the received file, as every set of a service.
  const order = { set, check: false, signal: new AbortController().signal };
  assert.equal((await addOpenSet(open.t.app, order)).result, 'imported');
  assert.equal((await open.found(set)).size, ROWS);
  await removeSet(open.t.app, set.name);
});

test('a check compares the set with its file, and stores nothing', async () => {
  const set = open.setOf('esri', {
    rows_expected: 5_000,
    licence: 'CC0',
    refused_columns: ['OWNER', 'MAILTO'],
  });
  const checked = await open.add(set, undefined, true);
  assert.deepEqual([checked.result, checked.rows_total, checked.rows_read], ['checked', ROWS, 0]);
  assert.deepEqual(checked.differences, [
    'It has 230 rows; 5000 were expected.',
    'It no longer has the columns MAILTO.',
  ]);
  assert.equal(open.server.requests.length, 2);
  const other = await open.add(open.setOf('socrata', { licence: 'CC0' }), undefined, true);
  assert.match(
    String(other.differences[0]),
    /names the licence "Public Domain"; the file has "CC0"/,
  );
});
