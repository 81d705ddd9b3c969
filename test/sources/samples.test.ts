/**
 * Recorded answers, served by a replay upstream on loopback and read through the running service: test
 * data that is not part of the project. Skipped where it is absent.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestHouse } from '../support/open-test-house.js';

const SAMPLES = process.env.ROWHOUSE_TEST_SAMPLES ?? '../shared/samples';

interface Replay {
  readonly file: string;
  readonly source: string;
  readonly path: string;
  /** Rows of the file that the service delivers. */
  readonly rows: number;
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

const REPLAYS: readonly Replay[] = [
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
    path: '',
    rows: 3,
    body: (text) => text,
  },
];

for (const replay of REPLAYS.filter(({ path }) => path !== '')) {
  const file = join(SAMPLES, replay.file);
  const skip = existsSync(file)
    ? false
    : `recorded answers are not here (${replay.file}); set ROWHOUSE_TEST_SAMPLES`;

  test(`${replay.file} flows through the running service: ${replay.rows} rows`, {
    skip,
  }, async () => {
    const server = await serve(replay.body(readFileSync(file, 'utf8')));
    const { port } = server.address() as AddressInfo;
    const upstreams = { [replay.source]: { url: `http://127.0.0.1:${port}`, headers: {} } };
    const t = await openTestHouse({ upstreams });
    const { api_key } = await t.account();
    const { status, result, error } = (await t.settled(replay.path, api_key)).json();
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
    }
    await t.close();
    server.close();
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
