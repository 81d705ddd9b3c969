/** The answers of a whole application, checked against the document that describes them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openApiDocument } from '#contract/openapi/document.js';
import type { HomeBody } from '#contract/operations/homes.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { runNext } from '#service/watches/run-watches.js';
import { envelopeOf, freshSearch, ROUTE } from '../support/expect.js';
import { rowsOf } from '../support/homes.js';
import { importSandboxSales } from '../support/import-file.js';
import { type Answer, openTestApp, type TestApp } from '../support/open-test-app.js';
import { DOCUMENT, expectDocumented } from '../support/openapi-check.js';
import { send } from '../support/watching.js';

const SITE = 'https://elsewhere.example';
let t: TestApp;
let key: string;
/** `path template status` of every answer that was checked against the document. */
const seen = new Set<string>();

before(async () => {
  t = await openTestApp({
    sandbox: {
      places: [
        { zip: '78704', homes: 60 },
        { zip: '10025', homes: 60 },
      ],
    },
    limits: { READ_AHEAD: 0, CIRCUIT_FAILURES: 1_000, UPSTREAM_ATTEMPTS_MAX: 1, PAGE_ROWS: 20 },
  });
  await importSandboxSales(t, '-97.86,30.14,-97.68,30.30');
  key = (await t.account()).api_key;
});
after(() => t.close());

function check(path: string, answer: Answer, status: number): Answer {
  assert.equal(answer.statusCode, status, `${path}: ${answer.body.slice(0, 300)}`);
  expectDocumented(path, answer);
  seen.add(`${path.split('?')[0]} ${status}`);
  return answer;
}

/** Checks a 202 and a poll of it while the sources are held back; its path. */
async function pendingJob(path: string): Promise<string> {
  await t.hold();
  try {
    const first = check(path, await t.get(path, key), 202);
    const poll = String(first.headers.location);
    check(poll, await t.get(poll, key), 202);
    return poll;
  } finally {
    t.release();
  }
}

for (const route of SEARCH_ROUTES) {
  const zip = 'nyc_only' in route ? '10025' : '78704';
  // The open set has no such values.
  const filters = '&beds_min=1&baths_min=1&property_type=condo,single_family';
  const path = `/v1${route.path}?zip=${zip}${route.id === 'open_data_listings' ? '' : filters}`;

  test(`${route.id}: pending, its polls, complete, from the cache and the next page are as described`, async () => {
    const poll = await pendingJob(path);
    const done = check(poll, await t.settled(poll, key), 200);
    assert.ok((envelopeOf(done).result?.count ?? 0) > 0, 'rows to look at');
    check(path, await t.get(path, key), 200);
    const wide = `/v1${route.path}?zip=${zip}`;
    const page = check(wide, await t.settled(wide, key), 200);
    const cursor = envelopeOf(page).result?.next_cursor;
    if (cursor !== null && cursor !== undefined) {
      check(wide, await t.settled(`${wide}&cursor=${cursor}`, key), 200);
    }
    const boxed = `/v1${route.path}?bbox=${zip === '10025' ? '-73.98,40.78,-73.95,40.82' : '-97.8,30.2,-97.7,30.3'}`;
    check(boxed, await t.settled(boxed, key), 200);
  });
}

test('a failed job, an Idempotency-Key that is met again and one in conflict are as described', async () => {
  await t.faults('refuse');
  const path = freshSearch();
  const failed = await t.settled(path, key).finally(() => t.faults('ok'));
  assert.equal(envelopeOf(failed).status, 'failed');
  check('/v1/jobs/01a1f943-a5cf-7400-980f-428580d9d4fd', failed, 200);
  const search = freshSearch();
  const headers = { 'idempotency-key': 'one' };
  check(search, await t.settled(search, key, headers), 200);
  const again = check(search, await t.get(search, key, headers), 200);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  check(ROUTE, await t.get(freshSearch(), key, headers), 409);
  const known = { ...headers, 'if-none-match': String(again.headers.etag) };
  for (const url of [search, `/v1/jobs/${envelopeOf(again).request_id}`])
    check(url, await t.get(url, key, known), 304);
});

test('API errors of every status are as described', async () => {
  const unknown = '/v1/jobs/01a1f943-a5cf-7400-980f-428580d9d4fd';
  check(ROUTE, await t.get(ROUTE), 401);
  check(ROUTE, await t.get(ROUTE, key, { origin: SITE }), 403);
  check(unknown, await t.get(unknown, key), 404);
  check('/v1/jobs/none', await t.get('/v1/jobs/none', key), 404);
  check(ROUTE, await t.get(`${ROUTE}?${'a'.repeat(3_000)}`, key), 414);
  for (const query of [
    '',
    'zip=1',
    'zip=78704&zip=78704',
    'zip=78704&wrong=1',
    'bbox=-120,30,-90,45',
    'zip=78704&cursor=x',
  ]) {
    check(ROUTE, await t.get(`${ROUTE}?${query}`, key), 422);
  }
  check(unknown, await t.get(`${unknown}?wait=21`, key), 422);
  check('/v1/sources', await t.get('/v1/sources?x=1', key), 422);
  const rejected = await t.server.inject({ method: 'POST', url: ROUTE });
  check(ROUTE, rejected, 405);
});

test('API errors for the state of account and service are as described', async () => {
  const poor = await t.account({ extra_credits: 0 });
  check(ROUTE, await t.get(freshSearch(), poor.api_key), 429);
  const slow = await t.account({ rate_limit: 1 });
  await t.get(ROUTE, slow.api_key);
  check(ROUTE, await t.get(ROUTE, slow.api_key), 429);
  await t.hold();
  const busy = await t.account({ max_pending: 1 });
  await t.get(freshSearch(), busy.api_key);
  check(ROUTE, await t.get(freshSearch(), busy.api_key), 429);
  const full = t.answerWith({ limits: { ...t.app.limits, QUEUE_MAX: 0 } });
  check(ROUTE, await full(freshSearch(), key), 503);
  t.release();
  check(ROUTE, await t.answerWith({ secret: null })(freshSearch(), key), 503);
});

test('the pages that cost nothing are as described', async () => {
  check('/v1/sources', await t.get('/v1/sources', key), 200);
  check('/healthz', await t.get('/healthz'), 200);
  check('/readyz', await t.get('/readyz'), 200);
});

test('the document needs no key, is the one of the tables, and says when it has not changed', async () => {
  const path = '/v1/openapi.json';
  const answer = check(path, await t.get(path), 200);
  assert.deepEqual(answer.json(), JSON.parse(JSON.stringify(openApiDocument())));
  const { etag } = answer.headers;
  const again = check(path, await t.get(path, null, { 'if-none-match': String(etag) }), 304);
  assert.equal(again.body, '');
  check(path, await t.get(path, null, { origin: SITE }), 403);
  check(path, await t.server.inject({ method: 'POST', url: path }), 405);
  check(path, await t.get(`${path}?${'a'.repeat(3_000)}`), 414);
});

/** The routes beside the searches. */
for (const [name, path] of Object.entries({
  account: () => '/v1/account',
  csv: (job: string) => `${job}/rows.csv`,
  geojson: (job: string) => `${job}/rows.geojson`,
  ndjson: (job: string) => `${job}/rows.ndjson`,
  parquet: (job: string) => `${job}/rows.parquet`,
  history: (_job: string, row: string) => `/v1/portal_a/home/history?source_id=${row}`,
  lookup: (_job: string, row: string) => `/v1/portal_a/home?source_id=${row}`,
})) {
  test(`${name}: its answer is as described`, async () => {
    const job = envelopeOf(await t.settled(`${ROUTE}?zip=78704`, key));
    const row = String(job.result?.data[0]?.source_id);
    const asked = path(`/v1/jobs/${job.request_id}`, row);
    check(asked, await t.settled(asked, key), 200);
  });
}

test('a home is as described, by its id, by its address and as a file', async () => {
  const rows = await rowsOf(t, key);
  const row = rows.find(({ address }) => address.unit === null) ?? assert.fail();
  const path = `/v1/homes/${row.extras.home_id}`;
  const { line1, city, state, zip } = check(path, await t.get(path, key), 200).json<HomeBody>()
    .address;
  for (const file of ['csv', 'ndjson']) {
    const asked = `${path}/history.${file}`;
    check(asked, await t.get(asked, key), 200);
  }
  const members = `/v1/homes/members?home_ids=${row.extras.home_id}`;
  check(members, await t.get(members, key), 200);
  const comparables = `${path}/comparables?kind=rent`;
  check(comparables, await t.get(comparables, key), 200);
  check(`${members},x`, await t.get(`${members},x`, key), 422);
  const at = (address: string) => `/v1/homes?address=${encodeURIComponent(address)}`;
  const known = at(`${line1}, ${city}, ${state} ${zip}`);
  check(known, await t.get(known, key), 200);
  const unknown = at('1 Nowhere Ln, Austin, TX 78704');
  check(unknown, await t.get(unknown, key), 404);
  check(at('Austin'), await t.get(at('Austin'), key), 422);
  for (const asked of ['homes?kind=listings', 'statistics?kind=sold', 'statistics?kind=listings']) {
    const of = `/v1/${asked}&zip=78704`;
    check(of, await t.get(of, key), 200);
  }
});

test('a lookup batch is as described, with its homes and files', async () => {
  const homes = [{ address: '1 Nowhere Ln, Austin, TX 00001' }];
  const make = () => send(t, key, 'POST', '/v1/lookups?source=portal_a', { homes });
  const made = await make();
  expectDocumented('/v1/lookups', made, 'POST');
  const path = `/v1/lookups/${made.json<{ batch_id: string }>().batch_id}`;
  for (const of of [
    '/v1/lookups',
    path,
    `${path}/homes`,
    `${path}/rows.csv`,
    `${path}/rows.ndjson`,
  ]) {
    check(of, await t.get(of, key), 200);
  }
  expectDocumented(`${path}/retry`, await send(t, key, 'POST', `${path}/retry`), 'POST');
  seen.add(`${path}/retry 200`);
  expectDocumented(path, await send(t, key, 'DELETE', path), 'DELETE');
});

test('a snapshot is as described, with its files and the difference of two', async () => {
  const { request_id } = envelopeOf(await t.settled(`${ROUTE}?zip=78704`, key));
  const made = await send(t, key, 'POST', '/v1/snapshots', { request_id });
  expectDocumented('/v1/snapshots', made, 'POST');
  const path = `/v1/snapshots/${made.json<{ snapshot_id: string }>().snapshot_id}`;
  const difference = `${path}/difference?to=${path.slice('/v1/snapshots/'.length)}`;
  for (const of of ['/v1/snapshots', path, `${path}/rows.ndjson`, difference]) {
    check(of, await t.get(of, key), 200);
  }
  check(`${path}/rows.parquet`, await t.get(`${path}/rows.parquet`, key), 200);
  expectDocumented(path, await send(t, key, 'DELETE', path), 'DELETE');
});

test('a member, a header and a status that the document does not name are noticed', async () => {
  const { statusCode, body, headers } = await t.get('/healthz');
  const answer = { statusCode, body, headers };
  const noticed = (change: object) =>
    assert.throws(() => expectDocumented('/healthz', { ...answer, ...change }));
  expectDocumented('/healthz', answer);
  noticed({ body: JSON.stringify({ status: 'ok', more: 1 }) });
  noticed({ body: '{}' });
  noticed({ headers: { ...headers, 'x-new': '1' } });
  noticed({ headers: { ...headers, 'content-type': 'text/plain' } });
  noticed({ statusCode: 503 });
  assert.throws(() => expectDocumented('/nowhere', answer));
});

test('resources are as described, from the first call to the last', async () => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    status: number,
    payload?: object,
  ) => {
    const answer = await t.server.inject({ method, url, headers, ...(payload && { payload }) });
    assert.equal(answer.statusCode, status, answer.body);
    expectDocumented(url, answer, method);
    seen.add(`${url} ${status}`);
    return answer;
  };
  const query = { zip: '78704' };
  const path = '/v1/watches';
  await ask('POST', path, 422, { route: 'portal_a_listings' });
  await ask('POST', path, 200, { route: 'portal_a_listings', query, estimate: true });
  const made = await ask('POST', path, 201, { route: 'portal_a_listings', query });
  const one = `${path}/${made.json<{ watch_id: string }>().watch_id}`;
  await ask('GET', path, 200);
  await ask('GET', one, 200);
  await ask('POST', `${one}/run`, 202);
  while (await runNext(t.app, new AbortController().signal));
  await ask('PATCH', one, 200, { state: 'paused' });
  for (const part of ['/runs', '/rows']) await ask('GET', one + part, 200);
  await ask('POST', '/v1/comparables', 200, { lat: 39.74, lng: -104.95, living_area_sqft: 900 });
  await ask('POST', '/v1/comparables', 422, { lat: 39.74 });
  for (const path of ['/v1/sql', '/v1/sql/rows.csv', '/v1/sql/rows.ndjson']) {
    await ask('POST', path, 200, { sql: 'select count(*) as homes from listings' });
    await ask('POST', path, 422, { sql: 'drop table listings' });
  }
  await ask('GET', '/v1/events', 200);
  await ask('DELETE', one, 204);
  await ask('DELETE', one, 404);
  const endpoints = '/v1/endpoints';
  const added = await ask('POST', endpoints, 201, { url: 'https://hooks.example.com/' });
  const endpoint = `${endpoints}/${added.json<{ endpoint_id: string }>().endpoint_id}`;
  await ask('GET', endpoints, 200);
  await ask('GET', endpoint, 200);
  await ask('PATCH', endpoint, 200, { state: 'disabled' });
  await ask('POST', `${endpoint}/rotate`, 200);
  await ask('POST', `${endpoint}/test`, 202);
  await ask('POST', '/v1/events/1/redeliver', 202);
  await ask('POST', `${endpoint}/replay`, 202, { after: 0 });
  await ask('GET', `${endpoint}/deliveries`, 200);
  await ask('DELETE', endpoint, 204);
});

test('every operation of the document was met', () => {
  const paths = [...seen].map((line) => line.split(' ')[0] ?? '');
  const unmet = Object.keys(DOCUMENT.paths).filter(
    (template) =>
      !paths.some((path) => new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`).test(path)),
  );
  assert.deepEqual(unmet, []);
});
