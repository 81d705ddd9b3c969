/** Versions 2 and 3 of Socrata's interface, and the application tokens that they are sent. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { removeSet } from '#service/datasets/open-sets.js';
import { readOpenSet } from '#sources/open/open-set.js';
import { socrata } from '#sources/open/socrata.js';
import { type Faults, someRows } from '../support/open-data-rows.js';
import { startOpenServer } from '../support/open-data-server.js';
import { ROWS, sharedOpenData, type TestSet } from '../support/open-data-sets.js';

const open = sharedOpenData();
beforeEach(() => open.reset());

const THIRD = { api: 3 };
const isOfThird = (address: string) => address.startsWith('/api/v3/views/abcd-1234/query.json?');

async function holdsAll(set: TestSet): Promise<void> {
  const rows = await open.found(set);
  assert.deepEqual([...rows.keys()].sort(), open.server.rows.map(({ id }) => `P${id}`).sort());
  for (const { id, values, y } of open.server.rows) {
    const { sale_price, location } = rows.get(`P${id}`) ?? {};
    assert.equal(sale_price?.amount ?? 10, values.PRICE, String(id));
    assert.equal(location?.lat, y);
  }
}

const HOW: Readonly<Record<string, Faults>> = {
  'in one piece': {},
  'with pages of seven': { pageRows: 7 },
  'through 202': { failAt: { at: 3, times: 2, how: 202 } },
  'through an answer that was cut': { failAt: { at: 4, times: 1, how: 'cut' } },
};

for (const [how, faults] of Object.entries(HOW)) {
  test(`version 3: every row once, ${how}`, async () => {
    open.server.faults = faults;
    const set = open.setOf('socrata', THIRD);
    assert.equal((await open.add(set)).rows_read, ROWS);
    await holdsAll(set);
    const { requests } = open.server;
    const [described, ...others] = requests;
    assert.equal(described, '/api/views/abcd-1234.json?');
    assert.ok(others.every(isOfThird), others.join('\n'));
    assert.ok(!requests.some((address) => address.includes('OWNER')), 'nobody is requested');
    await removeSet(open.t.app, set.name);
  });
}

test('version 3: a condition of the set bounds its pages and its count', () => {
  const set = { ...open.setOf('socrata', { ...THIRD, where: "town = 'A' OR town = 'B'" }) };
  const part = { ...set, protocol: 'socrata', api: 3, wanted: [], join: null } as const;
  const description = socrata.readDescription('{"columns":[{"fieldName":"town"}]}', part);
  const ask = { set: part, description, since: '2026-11-01T00:00:00.000Z' };
  const queryOf = ({ body }: { readonly body: string | null }) => JSON.parse(body ?? '').query;
  assert.equal(
    queryOf(socrata.count(ask)),
    "SELECT count(*) as rows WHERE (town = 'A' OR town = 'B') AND :updated_at > '2026-11-01T00:00:00.000'",
  );
  const page = { ...ask, columns: ['town'], after: "row-o'x", last: null, rows: 5 };
  assert.equal(
    queryOf(socrata.page(page)),
    "SELECT :id,town WHERE (town = 'A' OR town = 'B') AND :updated_at > '2026-11-01T00:00:00.000' AND :id > 'row-o''x' ORDER BY :id LIMIT 5",
  );
});

test('version 3: a refresh reads what changed, and everything where rows are gone', async () => {
  const set = open.setOf('socrata', THIRD);
  await open.add(set);
  const editedMs = Math.max(...open.server.rows.map((row) => row.editedMs)) + 36e5;
  open.server.rows = open.server.rows.map((row, at) =>
    at < 5 ? { ...row, editedMs, values: { ...row.values, PRICE: 700_000 + at } } : row,
  );
  // With the last row of the first load: changes of the last day are read once more.
  assert.equal((await open.add(set)).rows_read, 6);
  await holdsAll(set);
  open.server.rows = open.server.rows
    .slice(0, -2)
    .map((row, at) => (at === 7 ? { ...row, editedMs: editedMs + 36e5 } : row));
  assert.equal((await open.add(set)).rows_read, ROWS - 2);
  await holdsAll(set);
  await removeSet(open.t.app, set.name);
});

test('a token is sent with each request of a Socrata set, whatever its version', async () => {
  for (const more of [{}, THIRD]) {
    open.reset();
    const set = open.setOf('socrata', more);
    await open.add(set);
    assert.deepEqual(new Set(open.server.tokens), new Set([open.server.token]));
    await removeSet(open.t.app, set.name);
  }
});

test('a token is sent to no other host, and for no other protocol', async () => {
  const others = await startOpenServer(
    someRows(ROWS).map((row) => ({ ...row, values: { PIN: row.values.PARCEL } })),
  );
  const url = `${others.url}/resource/abcd-1234`;
  const joins = { home: { protocol: 'socrata', url, key: 'PIN', on: 'PARCEL' } };
  const set = open.setOf('socrata', { joins });
  const { fields, key } = set.mapping;
  await open.add({
    ...set,
    mapping: { key, fields: { ...fields, lat: 'home.location.lat', lng: 'home.location.lng' } },
  });
  assert.ok(others.requests.length > 2);
  assert.deepEqual(new Set(others.tokens), new Set([null]));
  await removeSet(open.t.app, set.name);
  open.reset();
  const layer = open.setOf('esri');
  await open.add(layer);
  assert.deepEqual(new Set(open.server.tokens), new Set([null]));
  await removeSet(open.t.app, layer.name);
  await others.close();
});

test('version 3 without a token for the host ends before a request, and names the setting', async () => {
  const others = await startOpenServer(someRows(3));
  const { host } = new URL(others.url);
  const set = { ...open.setOf('socrata', THIRD), url: `${others.url}/resource/abcd-1234` };
  const message = new RegExp(`Add the token of ${host} to ROWHOUSE_OPEN_SET_TOKENS`);
  await assert.rejects(open.add(set), message);
  const second = { protocol: 'socrata', url: set.url, api: 3, key: 'A', on: 'PARCEL' };
  await assert.rejects(open.add(open.setOf('socrata', { joins: { home: second } })), message);
  assert.equal(others.requests.length, 0);
  await others.close();
});

test('a token that the server rejects is in no message', async () => {
  const { token } = open.server;
  Object.assign(open.server, { token: 'another' });
  const set = open.setOf('socrata', THIRD);
  await assert.rejects(open.add(set), ({ message }: Error) => {
    assert.match(message, /rejected the request \(HTTP 403\): Invalid app_token specified/);
    return !message.includes(token);
  });
  Object.assign(open.server, { token });
});

test('an error that a server sends in place of rows is in its own words', () => {
  const body = '{"message": "You must be logged in to access this resource", "error": true}';
  assert.throws(
    () => socrata.readCount(body),
    /rejected the request: You must be logged in to access this resource\.$/,
  );
});

test('only sets of Socrata have a version', () => {
  const { url } = open.setOf('esri');
  const home = { protocol: 'esri', url, api: 3, key: 'A', on: 'PARCEL' };
  for (const set of [open.setOf('esri', THIRD), open.setOf('socrata', { joins: { home } })]) {
    assert.throws(() => readOpenSet(set), /esri has no "api"\./);
  }
});
