/**
 * Layers that neither sort nor cut: rows by ranges of keys, whether the server lists them or only
 * computes the first and the last. Every row once, however it cuts and whatever holes there are.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { describeSet, partsOf, readOpenSet, readPages, type SetWay } from '#collect/open/index.js';
import { UNWATCHED } from '#collect/upstream/send-request.js';
import { openSetClient } from '#collect/upstream/set-client.js';
import { readConfig } from '../../src/config.js';
import { systemClock } from '../../src/system.js';
import { type Faults, type OpenRow, someRows } from '../support/open-data-rows.js';
import { type OpenServer, startOpenServer } from '../support/open-data-server.js';
import { makeSet } from '../support/open-data-sets.js';

const ROWS = 450;
let server: OpenServer;
let way: SetWay;

const setOf = () => {
  const [part] = partsOf(readOpenSet(makeSet(server.url, 'esri', { requests_per_s: 100 })));
  assert.ok(part);
  return part;
};

before(async () => {
  server = await startOpenServer(someRows(ROWS));
  const hosts = { named: new Set(['127.0.0.1']), tokens: {} };
  const { limits } = readConfig({ ROWHOUSE_UPSTREAM_ATTEMPTS_MAX: '2' });
  const client = openSetClient(limits, systemClock, UNWATCHED, hosts);
  way = client.open(setOf(), new AbortController().signal);
});
after(async () => {
  await way.close();
  await server.close();
});
beforeEach(() => {
  server.rows = someRows(ROWS);
  server.requests.length = 0;
});

interface From {
  readonly since?: string;
  readonly after?: number;
  /** What happens between the description and the first row. */
  readonly meanwhile?: () => void;
}

/** Keys in the order in which they are read. */
async function keysRead(faults: Faults, from: From = {}): Promise<number[]> {
  server.faults = { unsorted: true, ...faults };
  const set = setOf();
  const described = await describeSet(way.ask, set);
  from.meanwhile?.();
  const order = {
    set,
    described,
    since: from.since ?? null,
    from: { after: from.after ?? null, rows: 0 },
  };
  const keys: number[] = [];
  for await (const { page, rows } of readPages(way.ask, order)) {
    keys.push(...page.map(({ key }) => Number(key)).sort((a, b) => a - b));
    assert.equal(rows, keys.length);
  }
  return keys;
}

const keysOf = (rows: readonly OpenRow[]) => rows.map(({ id }) => id);
const requested = (word: string) => server.requests.filter((one) => one.includes(word)).length;

test('keys that the server lists are read by the list, and no statistics are requested', async () => {
  assert.deepEqual(await keysRead({ statistics: 'right' }), keysOf(server.rows));
  assert.equal(requested('outStatistics'), 0);
  // Description, count, list and count again, and five pages.
  assert.equal(server.requests.length, 9);
});

const UNLISTED: Readonly<Record<string, Faults>> = {
  'a list that is refused': { keyList: 'refused', statistics: 'right' },
  'a list that fails': { keyList: 'failing', statistics: 'right' },
  'a list that is cut': { keyList: 100, statistics: 'right' },
  'an empty list': { keyList: 0, statistics: 'right' },
  'statistics that are named by SQL': { keyList: 'refused', statistics: 'named by SQL' },
  'pages cut below the said size': {
    keyList: 'refused',
    statistics: 'right',
    pageRows: 13,
    saidPageRows: 100,
  },
  'pages cut without a sign': {
    keyList: 'refused',
    statistics: 'right',
    pageRows: 13,
    saidPageRows: 100,
    cutSign: 'none',
  },
  'pages of one row': { keyList: 'refused', statistics: 'right', pageRows: 1, cutSign: 'none' },
};

for (const [what, faults] of Object.entries(UNLISTED)) {
  test(`every row once, with ${what}`, async () => {
    if (faults.pageRows === 1) server.rows = someRows(20);
    assert.deepEqual(await keysRead(faults), keysOf(server.rows));
    assert.equal(requested('outStatistics'), 1);
  });
}

test('wide holes cost few requests, and dense keys behind them are all read', async () => {
  const [first] = server.rows;
  assert.ok(first);
  const far = Array.from({ length: 250 }, (_row, at) => ({ ...first, id: 40_000_000 + at }));
  server.rows = [...someRows(30), ...far, { ...first, id: 2_000_000_000 }];
  const keys = await keysRead({ keyList: 'refused', statistics: 'right' });
  assert.deepEqual(keys, keysOf(server.rows));
  assert.ok(server.requests.length < 150, `${server.requests.length} requests`);
});

test('keys below zero are read', async () => {
  const [first] = server.rows;
  assert.ok(first);
  server.rows = [-7, -1, 0, 5].map((id) => ({ ...first, id }));
  for (const keyList of [5, 'refused'] as const) {
    assert.deepEqual(await keysRead({ keyList, statistics: 'right' }), [-7, -1, 0, 5]);
  }
});

test('a read continues behind the last range, with the rows that are left', async () => {
  const faults: Faults = { keyList: 'refused', statistics: 'right' };
  const left = keysOf(server.rows).filter((id) => id > 600);
  assert.deepEqual(await keysRead(faults, { after: 600 }), left);
  const { length } = keysOf(server.rows);
  assert.deepEqual(await keysRead(faults, { after: length * 3 }), []);
});

test('of changes, the ranges are those of the rows that changed', async () => {
  const since = '2025-12-01T00:00:00.000Z';
  server.rows = server.rows.map((row, at) =>
    at % 100 === 7 ? { ...row, editedMs: Date.parse(since) + 1_000 } : row,
  );
  const changed = server.rows.filter(({ editedMs }) => editedMs > Date.parse(since));
  const faults: Faults = { keyList: 'refused', statistics: 'right' };
  assert.deepEqual(await keysRead(faults, { since }), keysOf(changed));
});

test('a row that is counted and never shown is missing, and every other one is read', async () => {
  const gone = server.rows[200]?.id ?? 0;
  const faults: Faults = { keyList: 'refused', statistics: 'right', unshown: [gone] };
  assert.deepEqual(
    await keysRead(faults),
    keysOf(server.rows).filter((id) => id !== gone),
  );
});

test('a list that is shorter because rows went away meanwhile is whole', async () => {
  const keys = await keysRead({}, { meanwhile: () => server.rows.splice(100, 2) });
  assert.deepEqual(keys, keysOf(server.rows));
  assert.equal(keys.length, ROWS - 2);
});

const FATAL: readonly (readonly [what: string, faults: Faults, message: RegExp])[] = [
  ['a short list without statistics', { keyList: 100 }, /lists 100 keys of 450 rows/],
  [
    'a short list with statistics of other rows',
    { keyList: 100, statistics: 'wrong' },
    /lists 100 keys of 450 rows, and gives no usable statistics/,
  ],
  [
    'a short list with empty statistics',
    { keyList: 100, statistics: 'empty' },
    /lists 100 keys of 450 rows/,
  ],
  [
    'a refused list with refused statistics',
    { keyList: 'refused', statistics: 'refused' },
    /rejected the request: Unable to complete operation\. \(code 400\)/,
  ],
  ['a refused list without statistics', { keyList: 'refused' }, /rejected the request: Unable/],
];

for (const [what, faults, message] of FATAL) {
  test(`${what}: a clear error before any row is read`, async () => {
    await assert.rejects(keysRead(faults), message);
    assert.equal(requested('outFields'), 0);
  });
}
