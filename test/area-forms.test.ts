/** portal_b answers for another place if it misreads an area: forms are tried and remembered. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { wholeSearch } from './support/whole-search.js';

const ZIPS = ['98103', '98107', '98115'] as const;
const [FIRST, SECOND, THIRD] = ZIPS;
const places = [...ZIPS, '10025'].map((zip) => ({ zip, homes: 300 }));

/** What the source was asked for areas by since the last call, in order, each once in a row. */
interface Proxy {
  readonly url: string;
  take(): string[];
  close(): void;
}

const NAMES = ['user_poly', 'region_id', 'viewport', 'poly', 'location'];

async function proxyTo(target: string): Promise<Proxy> {
  let asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    asked.push(...NAMES.filter((name) => searchParams.has(name)));
    const answer = await fetch(`${target}${request.url}`);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => asked.splice(0).filter((name, nth, all) => name !== all[nth - 1]),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

let plain: TestApp;
let t: TestApp;
let proxy: Proxy;
before(async () => {
  plain = await openTestApp({ sandbox: { places } });
  proxy = await proxyTo(plain.sandbox.urls.portal_b ?? '');
  t = await openTestApp({
    limits: { CACHE_SOLD_S: 60 },
    upstreams: { portal_b: { url: proxy.url, headers: {} } },
  });
});
after(async () => {
  await t.close();
  proxy.close();
  await plain.close();
});
beforeEach(async () => {
  await plain.faults('ok');
  await t.app.db.rows('update source_states set area_form = null');
  await t.app.db.rows('delete from source_places');
  proxy.take();
});

/** Longer than any page is kept. */
const PAUSE_MS = 3_600_000;

async function whole(query: string, app = t): Promise<string[]> {
  if (app === t) t.clock.advance(PAUSE_MS);
  return (await wholeSearch(app, 'portal_b', query, 'sold')).ids;
}

const formIn = async () =>
  (await t.app.db.rows("select area_form from source_states where source = 'portal_b'"))[0];

test('a ZIP is requested as a box where the source supports boxes, and no place is looked up', async () => {
  const ids = await whole(`zip=${FIRST}`);
  assert.ok(ids.length > 20);
  assert.deepEqual(ids, await whole(`zip=${FIRST}`, plain));
  assert.deepEqual(proxy.take(), ['user_poly']);
});

test('where boxes return another place, a ZIP is requested by its region, and the next one at once', async () => {
  const expected = [await whole(`zip=${FIRST}`, plain), await whole(`zip=${SECOND}`, plain)];
  await plain.faults('only_region', { source: 'portal_b' });
  assert.deepEqual(await whole(`zip=${FIRST}`), expected[0]);
  assert.deepEqual(proxy.take(), ['user_poly', 'location', 'region_id']);
  assert.deepEqual(await formIn(), { area_form: 'place' });
  assert.deepEqual(await whole(`zip=${SECOND}`), expected[1]);
  assert.deepEqual(proxy.take(), ['location', 'region_id']);
  assert.deepEqual(await whole(`zip=${FIRST}`), expected[0]);
  assert.deepEqual(proxy.take(), ['region_id'], 'an id is looked up once');
});

test('where regions return another place too, the source is requested by its map from then on', async () => {
  const expected = [await whole(`zip=${FIRST}`, plain), await whole(`zip=${THIRD}`, plain)];
  await plain.faults('only_viewport', { source: 'portal_b' });
  assert.deepEqual(await whole(`zip=${FIRST}`), expected[0]);
  const asked = ['user_poly', 'location', 'region_id', 'user_poly', 'viewport'];
  assert.deepEqual(proxy.take(), asked);
  assert.deepEqual(await formIn(), { area_form: 'viewport' });
  assert.deepEqual(await whole(`zip=${THIRD}`), expected[1]);
  assert.deepEqual(proxy.take(), ['viewport']);
});

test('a remembered region that is answered for another place is forgotten', async () => {
  const expected = await whole(`zip=${FIRST}`, plain);
  await t.app.db.rows("update source_states set area_form = 'place'");
  await plain.faults('only_poly', { source: 'portal_b' });
  assert.deepEqual(await whole(`zip=${FIRST}`), expected);
  assert.deepEqual(await formIn(), { area_form: 'poly' });
});
