/** Sales of open sets read live, beside homes for sale on another host: what a search reads. */
import assert from 'node:assert/strict';
import { createServer, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { readConfig } from '../src/config.js';
import { completeOptions } from '../src/upstream-options.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

let sandbox = '';
/** A host in front of the sandbox: what it was asked, and whether it fails. */
function openHost() {
  const asked: URL[] = [];
  const state = { fails: false };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', sandbox);
    asked.push(url);
    if (state.fails) {
      response.writeHead(500).end();
      return;
    }
    const { host: _host, ...headers } = request.headers;
    request.pipe(
      sendOn(url, { headers, method: request.method }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  return { asked, state, server };
}

const homes = openHost();
const sales = openHost();
const HOSTS = [homes, sales];
let t: TestApp;
before(async () => {
  const urls: string[] = [];
  for (const { server } of HOSTS) {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/open_data`);
  }
  const feed = (at: number, set: string) => ({
    url: urls[at] ?? '',
    headers: {},
    options: { set },
  });
  const feeds = {
    homes: feed(0, 'hud-homes-for-sale'),
    sales: feed(1, 'synthetic-sales'),
  };
  t = await openTestApp({
    upstreams: { open_data: { ...feeds.homes, feeds } },
    limits: { READ_AHEAD: 0, UPSTREAM_CACHE_S: 0, UPSTREAM_ATTEMPTS_MAX: 1, CIRCUIT_FAILURES: 2 },
    sandbox: { places: [{ zip: '78704', homes: 300 }] },
  });
  sandbox = t.sandbox.url;
});
after(async () => {
  await t.close();
  for (const { server } of HOSTS) server.close();
});
afterEach(() => {
  for (const { asked, state } of HOSTS) {
    asked.length = 0;
    state.fails = false;
  }
});

async function search(path: string) {
  const { api_key } = await t.account();
  return (await t.settled(`/v1/open_data/${path}`, api_key)).json();
}

async function rowsOf(path: string) {
  const rows: { source_id: string; sold_date: string | null; address: { zip: string } }[] = [];
  let cursor = '';
  do {
    const { result, error } = await search(`${path}${cursor}`);
    assert.equal(error, null, JSON.stringify(error));
    assert.equal(result.completeness, 'complete', JSON.stringify(result.field_notes));
    rows.push(...result.data);
    cursor = result.next_cursor === null ? '' : `&cursor=${result.next_cursor}`;
  } while (cursor !== '');
  return rows;
}

/** Ids of the sandbox's sales of some days. */
async function truth(days: number): Promise<string[]> {
  const box = 'west=-97.9&south=30.1&east=-97.6&north=30.4';
  const path = `/__sandbox/truth?source=open_data&kind=sold&${box}&sold_within_days=${days}`;
  const answer = await fetch(`${t.sandbox.url}${path}`);
  return ((await answer.json()) as { ids: string[] }).ids.sort();
}

test('a search reads the set of its kind alone, and every sale of the period comes back', async () => {
  for (const area of ['zip=78704', 'bbox=-97.9,30.1,-97.6,30.4']) {
    const rows = await rowsOf(`sold?${area}&sold_within_days=180`);
    assert.ok(rows.length > 100, `${rows.length} sales`);
    assert.deepEqual(rows.map(({ source_id }) => source_id).sort(), await truth(180));
  }
  assert.equal(homes.asked.length, 0);
  const queries = sales.asked.filter(({ pathname }) => pathname.endsWith('/query'));
  const wheres = queries.map(({ searchParams }) => String(searchParams.get('where')));
  assert.ok(
    wheres.every((where) => /SALE_DATE >= TIMESTAMP '\d{4}-\d\d-\d\d 00:00:00'/.test(where)),
  );
  sales.asked.length = 0;
  const listed = await rowsOf('listings?zip=78704');
  assert.match(String(listed[0]?.source_id), /^hud-homes-for-sale:/, 'an id names its set already');
  assert.equal(sales.asked.length, 0);
});

test('filters reach the server, and the newest sale is the first', async () => {
  const { result } = await search(
    'sold?zip=78704&sold_within_days=365&year_built_max=1990&sort=newest',
  );
  const rows: { sold_date: string; extras: { year_built: number } }[] = result.data;
  assert.ok(rows.length > 0 && rows.every(({ extras }) => extras.year_built <= 1990));
  const days = rows.map(({ sold_date }) => sold_date);
  assert.deepEqual(days, days.toSorted().toReversed());
  const where = sales.asked.map(({ searchParams }) => searchParams.get('where')).join(' ');
  assert.match(where, /YEAR_BUILT <= 1990\.5/);
});

test('where prices are not public, sales are not hidden by a price, but counted', async () => {
  const { result } = await search('sold?zip=78704&min_price=100000');
  assert.deepEqual([result.data.length, result.completeness], [0, 'partial']);
  assert.match(JSON.stringify(result.field_notes), /rows whose sale price is not public/);
});

test('the failures of one set pause its searches, and no others', async () => {
  sales.state.fails = true;
  const circuit = async () => {
    const { sources } = (await t.get('/v1/sources', (await t.account()).api_key)).json();
    const own = sources.find(({ source }: { source: string }) => source === 'open_data');
    return own.feed_circuits.map(({ feed, state }: { feed: string; state: string }) => [
      feed,
      state,
    ]);
  };
  assert.equal((await search('sold?zip=78704&beds_min=1')).status, 'failed');
  assert.equal((await search('sold?zip=78704&beds_min=2')).status, 'failed');
  assert.match((await search('sold?zip=78704&beds_min=3')).error.message, /paused after repeated/);
  assert.ok((await rowsOf('listings?bbox=-97.9,30.1,-97.6,30.4')).length > 10);
  assert.deepEqual(await circuit(), [
    ['open_data/homes', 'closed'],
    ['open_data/sales', 'open'],
  ]);
});

test('a kind without a set says so, and a set without ZIP codes what it can be searched by', async () => {
  const other = await openTestApp({
    upstreams: {
      open_data: { url: 'http://127.0.0.1:9', headers: {}, options: { set: 'connecticut-sales' } },
    },
  });
  const { api_key } = await other.account();
  const listings = (await other.get('/v1/open_data/listings?zip=06510', api_key)).json();
  assert.equal(listings.error.code, 'collection_unavailable');
  assert.match(listings.error.message, /no address with homes for sale for open_data/);
  const sold = await other.get('/v1/open_data/sold?zip=06510', api_key);
  await other.close();
  assert.equal(sold.statusCode, 422);
  assert.match(sold.json().error.message, /connecticut-sales has no ZIP codes\. Search by city/);
});

test('sets of several hosts are named by one setting, and a wrong one stops the start', () => {
  const read = (feeds: unknown) =>
    completeOptions(
      readConfig({ ROWHOUSE_UPSTREAM_OPEN_DATA_FEEDS: JSON.stringify(feeds) }).upstreams,
    ).open_data;
  const hud = { url: 'https://egis.hud.gov/' };
  const nyc = {
    url: 'https://data.cityofnewyork.us/',
    options: { set: 'new-york-city-sales' },
  };
  assert.deepEqual(read({ hud, nyc })?.feeds, {
    hud: { ...hud, headers: {}, options: { set: 'hud-homes-for-sale' } },
    nyc: { ...nyc, headers: {} },
  });
  assert.throws(
    () => read({ hud, dc: { ...nyc, options: { set: 'washington-dc-sales' } } }),
    /washington-dc-sales cannot be read live/,
  );
});
