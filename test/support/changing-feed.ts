/** A RESO Web API server over rows that a test changes while they are read. */
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compare, holds } from '#sandbox/mls/evaluate.js';
import { isBad, parseFilter } from '#sandbox/mls/parse-filter.js';
import type { WireRow } from '#sandbox/portal.js';

export interface ChangingFeed {
  readonly url: string;
  readonly rows: Map<string, WireRow>;
  /** Requests for pages so far. */
  pages: number;
  /** Called before each page with its number, counted from 1; the page waits for it. */
  between: (page: number) => void | Promise<void>;
  /** Whether the server ignores `$orderby`: rows come in the order in which they were written. */
  isUnordered: boolean;
  /** Answers in place of a page where it returns true. */
  instead: (query: URLSearchParams, response: ServerResponse) => boolean;
  /** The most rows of a page, whatever was asked for; a next page is then named. */
  rowsMax: number;
  /** So many new rows, every page counted from 1 again, and no faults. */
  reset(count: number): void;
  /** Changes a row; a row that is written goes to the end of the server's own order. */
  write(n: number, changes: WireRow): void;
  close(): Promise<void>;
}

export const keyOf = (n: number): string => `K${String((n * 7_919) % 100_000).padStart(6, '0')}`;

export const rowOf = (n: number): WireRow => ({
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

export async function openChangingFeed(): Promise<ChangingFeed> {
  const none = () => undefined;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://feed.invalid');
    if (url.pathname !== '/Property') {
      response.writeHead(404).end('<html></html>');
      return;
    }
    feed.pages += 1;
    await feed.between(feed.pages);
    if (!feed.instead(url.searchParams, response)) answer(feed, url.searchParams, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const feed: ChangingFeed = {
    url: `http://127.0.0.1:${port}`,
    rows: new Map(),
    pages: 0,
    between: none,
    isUnordered: false,
    instead: () => false,
    rowsMax: Infinity,
    reset: (count) => {
      feed.rows.clear();
      for (let n = 0; n < count; n += 1) feed.rows.set(keyOf(n), rowOf(n));
      Object.assign(feed, { pages: 0, between: none, isUnordered: false, rowsMax: Infinity });
      feed.instead = () => false;
    },
    write: (n, changes) => {
      const key = keyOf(n);
      const row = feed.rows.get(key);
      assert.ok(row !== undefined);
      feed.rows.delete(key);
      feed.rows.set(key, { ...row, ...changes });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return feed;
}

function answer(feed: ChangingFeed, query: URLSearchParams, response: ServerResponse): void {
  const text = query.get('$filter');
  const filter = text === null ? null : parseFilter(text);
  assert.ok(filter === null || !isBad(filter));
  const found = [...feed.rows.values()].filter((row) => filter === null || holds(filter, row));
  const orders = (query.get('$orderby') ?? '').split(',');
  if (!feed.isUnordered) found.sort((a, b) => inOrder(a, b, orders));
  const fields = (query.get('$select') ?? '').split(',');
  const count = query.get('$count') === 'true' ? { '@odata.count': found.length } : {};
  const rows = Math.min(Number(query.get('$top')), feed.rowsMax);
  const next = rows < found.length ? { '@odata.nextLink': 'Property?more' } : {};
  const value = found
    .slice(0, rows)
    .map((row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null])));
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({ '@odata.context': '$metadata#Property', ...count, value, ...next }),
  );
}

function inOrder(a: WireRow, b: WireRow, orders: readonly string[]): number {
  const field = orders.find((name) => a[name] !== b[name]);
  if (field === undefined) return 0;
  return compare(a[field], 'lt', String(b[field])) ? -1 : 1;
}
