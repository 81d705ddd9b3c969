/**
 * A feed that changes while it is read: rows are written, leave the search and come to it between two pages.
 * Every row that stays is delivered once.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { holds, type Row } from '#sandbox/mls/evaluate.js';
import { isBad, parseFilter } from '#sandbox/mls/parse-filter.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

const ROWS = 900;
const PAGE = 100;

/** The feed's rows by key, and what happens to them before each page. */
let rows = new Map<string, Row>();
let between: (page: number) => void = () => undefined;
let pages = 0;
/** Whether the server passes over `$orderby`: rows come in the order in which they were written. */
let isUnordered = false;

const keyOf = (n: number): string => `K${String((n * 7_919) % 100_000).padStart(6, '0')}`;

const rowOf = (n: number): Row => ({
  ListingKey: keyOf(n),
  ListingId: `M${100_000 + n}`,
  StandardStatus: 'Active',
  MlsStatus: 'Active',
  PropertyType: 'Residential',
  PropertySubType: 'Single Family Residence',
  ListPrice: 200_000 + n * 317,
  OnMarketDate: `2026-10-${String(1 + (n % 28)).padStart(2, '0')}`,
  DaysOnMarket: 51 - (n % 28),
  BedroomsTotal: 1 + (n % 5),
  BathroomsFull: 1 + (n % 3),
  BathroomsHalf: n % 2,
  BathroomsThreeQuarter: 0,
  BathroomsTotalInteger: 1 + (n % 3) + (n % 2),
  LotSizeSquareFeet: 4_000 + n * 7,
  LivingArea: 900 + (n % 400) * 5,
  YearBuilt: 1950 + (n % 70),
  StreetNumber: String(100 + n),
  StreetName: 'Alderwick',
  StreetSuffix: 'St',
  City: 'Austin',
  StateOrProvince: 'TX',
  PostalCode: '78704',
  CountyOrParish: 'Travis',
  Latitude: 30.23 + (n % 100) / 5_000,
  Longitude: -97.78 + (n % 97) / 5_000,
  ListOfficeName: `Firm ${n % 20}`,
  ListAgentFullName: `Agent ${n % 60}`,
  PhotosCount: n % 30,
  InternetAddressDisplayYN: true,
  ModificationTimestamp: '2026-11-20T00:00:00Z',
});

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://feed.invalid');
  if (url.pathname !== '/Property') {
    response.writeHead(404).end('<html></html>');
    return;
  }
  pages += 1;
  between(pages);
  const { searchParams: query } = url;
  const filter = parseFilter(query.get('$filter') ?? '');
  assert.ok(!isBad(filter));
  const found = [...rows.values()].filter((row) => holds(filter, row));
  if (!isUnordered) found.sort((a, b) => (String(a.ListingKey) < String(b.ListingKey) ? -1 : 1));
  const fields = (query.get('$select') ?? '').split(',');
  const value = found
    .slice(0, Number(query.get('$top')))
    .map((row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null])));
  const count = query.get('$count') === 'true' ? { '@odata.count': found.length } : {};
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ '@odata.context': '$metadata#Property', ...count, value }));
});

let t: TestApp;
before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  t = await openTestApp({
    upstreams: { mls: { url, headers: {}, options: { top: String(PAGE) } } },
    limits: { READ_AHEAD: 0, UPSTREAM_CACHE_S: 0, CIRCUIT_FAILURES: 1_000, CACHE_LISTINGS_S: 0 },
  });
});
after(async () => {
  await t.close();
  server.close();
});
beforeEach(() => {
  rows = new Map(Array.from({ length: ROWS }, (_row, n) => [keyOf(n), rowOf(n)]));
  pages = 0;
  isUnordered = false;
  between = () => undefined;
});

/** A sorted search reads the whole area for its first page, so that what follows is of one reading. */
async function read() {
  const { api_key } = await t.account();
  const ids: string[] = [];
  let partial = false;
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await t.settled(`/v1/mls/listings?zip=78704${more}`, api_key);
    const { status, result, error } = answer.json();
    assert.equal(status, 'complete', JSON.stringify(error));
    ids.push(...result.data.map((row: { source_id: string }) => row.source_id));
    partial ||= result.completeness === 'partial';
    cursor = result.next_cursor;
  } while (cursor !== null);
  return { ids, partial };
}

const write = (n: number, changes: Row): void => {
  const key = keyOf(n);
  const row = rows.get(key);
  assert.ok(row !== undefined);
  // A row that is written goes to the end of the server's own order.
  rows.delete(key);
  rows.set(key, { ...row, ...changes });
};

/** So many rows at each page, spread over all keys. */
const someOf = (page: number, count: number): number[] =>
  Array.from({ length: count }, (_row, at) => (page * 131 + at * 37) % ROWS);

test('rows that are written between two pages are neither lost nor doubled', async () => {
  between = (page) => {
    for (const n of someOf(page, 40)) {
      write(n, {
        ModificationTimestamp: `2026-11-21T00:${String(page % 60).padStart(2, '0')}:00Z`,
      });
    }
  };
  const { ids, partial } = await read();
  assert.deepEqual([ids.length, new Set(ids).size, partial], [ROWS, ROWS, false]);
});

test('rows that leave the search take no other row with them', async () => {
  const left = new Set<string>();
  between = (page) => {
    for (const n of someOf(page, 6)) {
      write(n, { StandardStatus: 'Closed' });
      left.add(keyOf(n));
    }
  };
  const { ids, partial } = await read();
  assert.equal(new Set(ids).size, ids.length, 'none is doubled');
  const lost = [...rows.keys()].filter((key) => !left.has(key) && !ids.includes(key));
  assert.deepEqual(lost, [], 'none that stayed is lost');
  assert.ok(left.size > 30);
  assert.equal(partial, false, 'what is shown is what the feed counts at the end');
});

test('rows that come to the search behind the walk are not taken for a fault', async () => {
  let made = ROWS;
  between = () => {
    const row = rowOf(made);
    rows.set(keyOf(made), row);
    made += 1;
  };
  const { ids } = await read();
  const lost = Array.from({ length: ROWS }, (_row, n) => keyOf(n)).filter(
    (key) => !ids.includes(key),
  );
  assert.deepEqual([lost, new Set(ids).size], [[], ids.length]);
});

test('a server that passes over the order of the rows fails the job, instead of losing them', async () => {
  isUnordered = true;
  const { api_key } = await t.account();
  const { status, error } = (await t.settled('/v1/mls/listings?zip=78704', api_key)).json();
  assert.equal(status, 'failed');
  assert.match(error.message, /not in the order of their keys/);
});
