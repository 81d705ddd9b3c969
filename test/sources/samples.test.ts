/**
 * Recorded answers, served by a replay upstream on loopback and read through the running service:
 * test data that is not part of the project. Skipped where it is absent.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { packPath } from '#geo/built-pack.test.js';
import { loadGeo } from '#geo/index.js';
import { FIELDS } from '#sources/mls/fields.js';
import { openTestApp } from '../support/open-test-app.js';

const geo = loadGeo(packPath());
const SAMPLES = process.env.ROWHOUSE_TEST_SAMPLES ?? '../shared/samples';

interface Replay {
  readonly file: string;
  readonly source: string;
  readonly path: string;
  /** Rows of the file that the service delivers, or what the job fails with. */
  readonly rows?: number;
  readonly failure?: RegExp;
  readonly startMs?: number;
  readonly body: (text: string) => string;
}

/** The recorded pages are one of many: the replay says that they are the whole search. */
const asWhole = (text: string): string => {
  const cat1 = JSON.parse(text);
  const rows = cat1.searchResults.listResults.length;
  cat1.searchList = { ...cat1.searchList, totalResultCount: rows, totalPages: 1, pagination: {} };
  return JSON.stringify({ cat1 });
};
const listAs = (rows: unknown[]): string =>
  asWhole(JSON.stringify({ searchResults: { listResults: rows, mapResults: [] }, searchList: {} }));

/**
 * A recorded page of a feed, in the order of its keys and as the whole search. It was asked for
 * fewer fields.
 */
const feedPage = (text: string): string => {
  const empty = Object.fromEntries(
    Object.values(FIELDS)
      .flat()
      .map((field) => [field, null]),
  );
  const recorded: { ListingKey: string; CloseDate: string | null }[] =
    JSON.parse(text).response.body.value;
  // The sales were loaded years after they were closed.
  const value = recorded.map((row) => ({
    ...empty,
    ...row,
    ...(row.CloseDate !== null && { ModificationTimestamp: `${row.CloseDate}T12:00:00Z` }),
  }));
  value.sort((a, b) => (a.ListingKey < b.ListingKey ? -1 : 1));
  return JSON.stringify({ '@odata.count': value.length, value });
};

const REPLAYS: readonly Replay[] = [
  {
    file: 'mls/bbox-active.json',
    source: 'mls',
    path: '/v1/mls/listings?bbox=-122.43,47.59,-122.24,47.73',
    rows: 20,
    body: feedPage,
  },
  {
    file: 'mls/bbox-closed-page1.json',
    source: 'mls',
    path: '/v1/mls/sold?bbox=-122.43,47.59,-122.24,47.73&sold_within_days=365',
    startMs: Date.UTC(2015, 4, 15),
    rows: 50,
    body: feedPage,
  },
  {
    file: 'portal_a/for-sale-page.json',
    source: 'portal_a',
    path: '/v1/portal_a/listings?bbox=-106.9,34.9,-106.4,35.3',
    rows: 41,
    body: asWhole,
  },
  {
    file: 'portal_a/rentals-buildings.json',
    source: 'portal_a',
    // The recorded rows lie farther apart than the largest box: these are the ones inside.
    path: '/v1/portal_a/rentals?bbox=-74.6,40.42,-73.62,41.08',
    rows: 25,
    body: (text) => listAs(JSON.parse(text)),
  },
  {
    file: 'portal_a/sold-page.json',
    source: 'portal_a',
    path: '/v1/portal_a/sold?bbox=-86.0,44.8,-85.5,45.3&sold_within_days=1095',
    rows: 4,
    body: (text) => asWhole(JSON.stringify(JSON.parse(text).searchPageState.cat1)),
  },
  {
    file: 'auction/search-answer.json',
    source: 'auction',
    path: '/v1/auction/listings?county=Pueblo&state=CO',
    // Two of the three recorded auctions are in that county.
    rows: 2,
    body: (text) => {
      const answer = JSON.parse(text);
      Object.assign(answer.data.seek_listings_from_filters, { total_count: 3, total_pages: 1 });
      return JSON.stringify(answer);
    },
  },
  {
    file: 'nyc_portal/sales-page.json',
    source: 'nyc_portal',
    path: '/v1/nyc_portal/listings?city=Brooklyn&state=NY',
    rows: 12,
    body: (text) => text,
  },
  {
    file: 'nyc_portal/rentals-page.json',
    source: 'nyc_portal',
    path: '/v1/nyc_portal/rentals?county=Kings&state=NY',
    rows: 11,
    body: (text) => {
      const answer = JSON.parse(text);
      Object.assign(answer.data.searchRentals.pageInfo, { hasNextPage: false, totalPages: 1 });
      return JSON.stringify(answer);
    },
  },
  {
    file: 'portal_b/sold-export.csv',
    source: 'portal_b',
    path: '/v1/portal_b/sold?bbox=-88.05,42.93,-87.87,43.19&sold_within_days=730',
    // Pages of 100: this is the first of three.
    rows: 100,
    startMs: Date.parse('2020-11-01T12:00:00Z'),
    body: (text) => text,
  },
  {
    file: 'portal_b/active-homes.json',
    source: 'portal_b',
    path: '/v1/portal_b/sold?bbox=-122.9,47.3,-122.1,47.9',
    // An answer to a search for sold homes in which none is sold is of another search.
    failure: /89 of 89 rows are of another kind/,
    body: (text) =>
      `{}&&${JSON.stringify({ version: 1, errorMessage: 'Success', resultCode: 0, payload: { homes: JSON.parse(text) } })}`,
  },
];

for (const replay of REPLAYS) {
  const file = join(SAMPLES, replay.file);
  const skip = existsSync(file)
    ? false
    : `recorded answers are not here (${replay.file}); set ROWHOUSE_TEST_SAMPLES`;

  const outcome = replay.failure === undefined ? `${replay.rows} rows` : 'a failed job';
  test(`${replay.file} flows through the running service: ${outcome}`, {
    skip,
  }, async (context) => {
    const server = await serve(replay.body(readFileSync(file, 'utf8')));
    context.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const upstreams = { [replay.source]: { url: `http://127.0.0.1:${port}`, headers: {} } };
    const t = await openTestApp({
      upstreams,
      ...(replay.startMs !== undefined && { startMs: replay.startMs }),
    });
    context.after(() => t.close());
    const { api_key } = await t.account();
    const { status, result, error } = (await t.settled(replay.path, api_key)).json();
    if (replay.failure !== undefined) {
      assert.equal(status, 'failed');
      return assert.match(error.message, replay.failure);
    }
    assert.equal(status, 'complete', JSON.stringify(error));
    assert.equal(
      result.count,
      replay.rows,
      JSON.stringify(result.field_notes.filter(({ field }: { field: string }) => field === 'data')),
    );
    const noted = new Set(result.field_notes.map(({ field }: { field: string }) => field));
    for (const row of result.data) {
      for (const [name, value] of Object.entries(row))
        if (value === null) assert.ok(noted.has(name), name);
      const { county, county_fips } = row.address;
      assert.equal(geo.countyName(county_fips)?.name, county);
    }
  });
}

async function serve(body: string): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
