/** An open set that is read live: what a search costs its server, and what its faults come to. */
import assert from 'node:assert/strict';
import { createServer, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { asking } from './support/ask-admin.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

/** What the server was asked. */
const asked: URL[] = [];
/** Answers in place of the server's, for the requests whose address matches. */
let instead: { readonly to: RegExp; readonly body: string } | null = null;
let sandbox = '';
const gate = createServer((request, response) => {
  const url = new URL(request.url ?? '/', sandbox);
  asked.push(url);
  if (instead?.to.test(url.href) === true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(instead.body);
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

let t: TestApp;
before(async () => {
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done));
  const { port } = gate.address() as AddressInfo;
  t = await openTestApp({
    upstreams: { open_data: { url: `http://127.0.0.1:${port}/open_data`, headers: {} } },
    limits: { READ_AHEAD: 0, CIRCUIT_FAILURES: 1_000, UPSTREAM_CACHE_S: 0 },
    sandbox: { places: ['78704', '78745'].map((zip) => ({ zip, homes: 2_000 })) },
  });
  sandbox = t.sandbox.url;
});
after(async () => {
  await t.close();
  gate.close();
});
afterEach(() => {
  instead = null;
  asked.length = 0;
});

async function search(query: string) {
  const { api_key } = await t.account();
  return (await t.settled(`/v1/open_data/listings?${query}`, api_key)).json();
}

async function truth(box: string): Promise<string[]> {
  const [west = '', south = '', east = '', north = ''] = box.split(',');
  const query = new URLSearchParams({
    source: 'open_data',
    kind: 'listings',
    west,
    south,
    east,
    north,
  });
  const answer = await fetch(`${t.sandbox.url}/__sandbox/truth?${query}`);
  return ((await answer.json()) as { ids: string[] }).ids.sort();
}

const AUSTIN = '-97.9,30.1,-97.6,30.4';

test('a search costs a description once a day, a request for each 200 rows and one for their number', async () => {
  const ids: string[] = [];
  let cursor = '';
  let total: number | null = null;
  do {
    const { result } = await search(`bbox=${AUSTIN}${cursor}`);
    assert.equal(result.completeness, 'complete');
    ids.push(...result.data.map(({ source_id }: { source_id: string }) => source_id));
    total = result.reported_total;
    cursor = result.next_cursor === null ? '' : `&cursor=${result.next_cursor}`;
  } while (cursor !== '');
  assert.deepEqual(ids.sort(), await truth(AUSTIN));
  assert.ok(ids.length > 400, `${ids.length} homes`);
  const described = asked.filter(
    ({ searchParams }) => searchParams.get('f') === 'json' && !searchParams.has('where'),
  );
  assert.equal(described.length, 1);
  const counts = asked.filter(({ searchParams }) => searchParams.has('returnCountOnly'));
  assert.ok(counts.length >= 1);
  assert.ok(total === null || total === ids.length);
});

test('a ZIP is compared with its column, and all homes are of it', async () => {
  const { result } = await search('zip=78704');
  assert.equal(result.completeness, 'complete');
  assert.ok(result.data.length > 50);
  assert.ok(
    result.data.every(({ address }: { address: { zip: string } }) => address.zip === '78704'),
  );
  const queries = asked.filter(({ pathname }) => pathname.endsWith('/query'));
  assert.ok(queries.every(({ searchParams }) => searchParams.get('where')?.includes("'78704%'")));
});

test('a small area is one page and one count; a circle is read as its box', async () => {
  const { result } = await search('lat=30.24&lng=-97.77&radius_mi=0.4');
  assert.equal(result.completeness, 'complete');
  assert.ok(result.data.length > 5 && result.data.length < 100, `${result.data.length} homes`);
  const queries = asked.filter(({ pathname }) => pathname.endsWith('/query'));
  assert.deepEqual(
    queries.map(({ searchParams }) => searchParams.has('returnCountOnly')),
    [false, true],
  );
});

test('a server that counts more rows than it sends makes the page partial', async () => {
  instead = { to: /returnCountOnly/, body: '{"count":4000}' };
  const { result } = await search('lat=30.24&lng=-97.77&radius_mi=0.25');
  assert.ok(result.data.length < 100 && result.next_cursor === null, 'one page');
  assert.equal(result.completeness, 'partial');
  assert.match(JSON.stringify(result.field_notes), /the source counted 4000 rows but showed/);
});

test('an error under status 200 fails the search in the words of the server, and costs nothing', async () => {
  instead = {
    to: /outFields/,
    body: '{"error":{"code":400,"message":"Unable to complete operation.","details":[]}}',
  };
  const job = await search('zip=78745');
  assert.equal(job.status, 'failed');
  assert.match(job.error.message, /Unable to complete operation/);
});

test('a set of homes for sale is listed, and is not copied', async () => {
  const ask = asking(t);
  const { json } = await ask('GET', '/open');
  const names = json.sets.map(({ name }: { name: string }) => name);
  assert.ok(names.includes('hud-homes-for-sale'));
  const added = await ask('POST', '/open/hud-homes-for-sale/add', {});
  assert.notEqual(added.status, 200);
  assert.match(
    JSON.stringify(added.json),
    /hud-homes-for-sale has homes for sale, which are read live and not stored/,
  );
});
