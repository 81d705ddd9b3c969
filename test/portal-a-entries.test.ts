/** portal_a by its search pages: the same rows as by its state call, for places and boxes. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { wholeSearch } from './support/whole-search.js';

const PLACES = [
  { zip: '78704', homes: 90 },
  { zip: '78701', homes: 40 },
];
const AREAS = ['zip=78704', 'bbox=-97.8,30.2,-97.7,30.3'];

let state: TestApp;
let pages: TestApp;
/** What went past the server between the service and the sandbox. */
const asked: { method: string; path: string; state: Record<string, unknown> | null }[] = [];
const between = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
  const sent = searchParams.get('searchQueryState');
  asked.push({
    method: request.method ?? '',
    path: pathname,
    state: sent === null ? null : JSON.parse(sent),
  });
  const body = await text(request);
  const answer = await fetch(`${state.sandbox.urls.portal_a}${request.url}`, {
    method: request.method ?? 'GET',
    ...(body !== '' && { body }),
  });
  response.writeHead(answer.status).end(await answer.text());
});

before(async () => {
  state = await openTestApp({ places: true, sandbox: { places: PLACES } });
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const options = { entry: 'page' };
  pages = await openTestApp({
    sandbox: { places: PLACES },
    upstreams: { portal_a: { url, headers: {}, places: url, options } },
  });
});
after(async () => {
  await Promise.all([state.close(), pages.close()]);
  between.closeAllConnections();
  between.close();
});

test('pages give the rows of the state call, for a ZIP and a box', async () => {
  for (const area of AREAS) {
    const expected = await wholeSearch(state, 'portal_a', area);
    assert.ok(expected.ids.length > 50, area);
    assert.deepEqual((await wholeSearch(pages, 'portal_a', area)).ids, expected.ids, area);
  }
});

test('every request of that was a page but the looking up of places, and places have region and bounds', () => {
  const searches = asked.filter(({ path }) => !path.startsWith('/autocomplete/'));
  assert.ok(searches.length > 5);
  for (const { method, path, state: sent } of searches) {
    assert.equal(method, 'GET');
    assert.match(path, /^\/homes\/(?:78704_rb\/)?$/);
    assert.ok(sent?.['mapBounds'] !== undefined);
    assert.equal('regionSelection' in sent, path.endsWith('_rb/'), path);
  }
  assert.ok(searches.some(({ path }) => path === '/homes/78704_rb/'));
});
