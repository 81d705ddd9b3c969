/** The addresses and credentials of upstreams stay with the operator. */
import assert from 'node:assert/strict';
import { createServer, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { LOOKUP_ROUTES, SEARCH_ROUTES } from '#contract/routes.js';
import { type SourceName, takesFiles, UPSTREAM_SOURCES } from '#contract/sources.js';
import { readConfig } from '../src/config.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

const PUBLIC = 'https://homes.example.com';
let t: TestApp;
/** What the upstreams were sent as `authorization`. */
const sent = new Set<string | undefined>();
/** Hands every request on to the sandbox of the application. */
const gate = createServer((request, response) => {
  sent.add(request.headers.authorization);
  const { method = 'GET', headers, url } = request;
  const onward = sendOn(t.sandbox.url + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  request.pipe(onward);
});

const upstreamEnv = (port: number) =>
  Object.fromEntries(
    UPSTREAM_SOURCES.map((source) => {
      const name = `ROWHOUSE_UPSTREAM_${source.toUpperCase()}`;
      const url = `http://operator:secret@127.0.0.1:${port}/${source}`;
      return source === 'open_data' ? [`${name}_FEEDS`, openFeeds(url)] : [name, url];
    }),
  );

/** A set with homes for sale and one with sales: one address has one kind of rows. */
const openFeeds = (url: string): string =>
  JSON.stringify({
    homes: { url, options: { set: 'hud-homes-for-sale' } },
    sales: { url, options: { set: 'synthetic-sales' } },
  });

before(async () => {
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done));
  const { port } = gate.address() as AddressInfo;
  t = await openTestApp({
    upstreams: readConfig(upstreamEnv(port)).upstreams,
    env: { ROWHOUSE_SITE_PORTAL_B: PUBLIC },
  });
});
after(async () => {
  await t.close();
  gate.closeAllConnections();
  gate.close();
});

const siteOf = (source: SourceName): string =>
  source === 'portal_b' ? PUBLIC : `https://${source.replace('_', '-')}.example.invalid`;

/** Nothing of the address that the operator named, nor of where the upstream really is. */
function assertSilent(text: string): void {
  const { port } = gate.address() as AddressInfo;
  for (const part of ['operator', 'secret', '127.0.0.1', `:${port}`, 'b3BlcmF0b3I6c2VjcmV0']) {
    assert.ok(!text.includes(part), `${part} in ${text.slice(0, 300)}`);
  }
}

for (const route of SEARCH_ROUTES.filter(({ source }) => !takesFiles(source))) {
  test(`${route.id} shows the public site in rows and exports, never the upstream`, async () => {
    const { api_key } = await t.account();
    const zip = route.source === 'nyc_portal' ? '10025' : '78704';
    const answer = await t.settled(`/v1${route.path}?zip=${zip}`, api_key);
    const { status, result, request_id } = answer.json();
    assert.equal(status, 'complete', answer.body.slice(0, 300));
    assert.ok(result.count > 0);
    for (const { source_url } of result.data) {
      assert.equal(new URL(source_url).origin, siteOf(route.source));
    }
    assertSilent(answer.body);
    for (const form of ['csv', 'geojson', 'ndjson']) {
      const rows = await t.get(`/v1/jobs/${request_id}/rows.${form}`, api_key);
      assert.equal(rows.statusCode, 200);
      assertSilent(rows.body);
    }
  });
}

test('the credentials of an address are sent as a header with every request', () => {
  assert.deepEqual([...sent], ['Basic b3BlcmF0b3I6c2VjcmV0']);
});

test('errors, the sources page and the console name no upstream either', async () => {
  const { api_key } = await t.account();
  for (const mode of ['refuse', 'challenge', 'cut', 'drift']) {
    await t.faults(mode);
    for (const { path, source } of SEARCH_ROUTES) {
      const zip = source === 'nyc_portal' ? '10024' : '78701';
      const answer = await t.settled(`/v1${path}?zip=${zip}`, api_key, {
        'cache-control': 'no-cache',
      });
      assert.notEqual(answer.json().status, 'pending');
      assertSilent(answer.body);
    }
  }
  const lookup = `/v1${LOOKUP_ROUTES[0]?.path}?address=1%20Nowhere%20St%2C%20Austin%2C%20TX%2078704`;
  for (const path of [lookup, '/v1/sources', '/console-config.json']) {
    const { body } = await t.settled(path, api_key);
    assertSilent(body);
  }
});
