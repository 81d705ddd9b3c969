/** A challenge before a source ends a search as a block, after one request. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from './support/open-test-app.js';

const ROUTES = {
  portal_a: '/v1/portal_a/listings?zip=78704',
  portal_b: '/v1/portal_b/sold?zip=78704',
  nyc_portal: '/v1/nyc_portal/rentals?zip=10025',
  auction: '/v1/auction/listings?zip=78704',
} as const;

let t: TestApp;
let answer: { status: number; headers?: Record<string, string>; body: string };
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url?.startsWith('/places/') === true) {
    const metaData = { regionId: 92_656, regionType: 'zipcode', zipCode: '78704' };
    response.end(JSON.stringify({ results: [{ metaData }] }));
    return;
  }
  response.writeHead(answer.status, answer.headers).end(answer.body);
});

before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstream = { url: `${url}/up`, headers: {} };
  t = await openTestApp({
    upstreams: {
      portal_a: { ...upstream, places: `${url}/places` },
      portal_b: upstream,
      nyc_portal: upstream,
      auction: upstream,
    },
    limits: { CIRCUIT_FAILURES: 1000, READ_AHEAD: 0, UPSTREAM_ATTEMPTS_MAX: 3 },
  });
});
after(async () => {
  await t.close();
  server.closeAllConnections();
  server.close();
});

const CHALLENGE = '<html><div id="px-captcha"></div></html>';
const BARRED = '{"errors":[{"message":"no","extensions":{"code":"GRAPH_RESILIENCY_ERROR"}}]}';
const CASES = [
  ['a challenge page', { status: 200, body: CHALLENGE }, /blocked .* \(px-captcha, HTTP 200\)/],
  ['a challenge with 403', { status: 403, body: CHALLENGE }, /blocked .*HTTP 403/],
  ['a barred query', { status: 200, body: BARRED }, /blocks queries of this form/],
  ['the start page', { status: 302, headers: { location: '/' }, body: '' }, /home page/],
] as const;

let asks = 0;
for (const [source, path] of Object.entries(ROUTES)) {
  for (const [what, sent, message] of CASES) {
    test(`${source}: ${what} fails the job by its name after one request`, async () => {
      answer = sent;
      asked.length = 0;
      asks += 1;
      await t.app.db.rows('delete from source_places');
      const { api_key } = await t.account();
      const job = (await t.settled(`${path}&sqft_max=${100_000 + asks}`, api_key)).json();
      assert.equal(job.status, 'failed');
      assert.equal(job.error.code, 'collection_unavailable');
      assert.match(job.error.message, message);
      const toSource = asked.filter((url) => !url.startsWith('/places/'));
      // A place that could not be checked for another reason is asked by boxes.
      const most = source === 'portal_a' && !/px-captcha/.test(sent.body) ? 2 : 1;
      assert.ok(toSource.length <= most, toSource.join(' '));
    });
  }
}
