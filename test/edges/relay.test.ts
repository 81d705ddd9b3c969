/** An edge answers as its core would: the same pages, one collection for all, charged once each. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { LIMITS } from '#base/limits.js';
import type { JobEnvelope, Result } from '#contract/envelope.js';
import type { LookupBatchBody } from '#contract/operations/lookups.js';
import { LOOKUP_ROUTES } from '#contract/routes.js';
import { HOPS_MAX } from '#domain/hops.js';
import { readAreaFor } from '#service/lookups/read-area.js';
import { runNextArea } from '#service/lookups/run-batches.js';
import { taskIn } from '#service/search/parse-lookup.js';
import { readConfig } from '../../src/config.js';
import { isCoreAddress } from '../../src/config-core.js';
import { asking } from '../support/ask-admin.js';
import { expectApiError, expectSoundLedger, freshSearch, usageOf } from '../support/expect.js';
import { type Core, coreUpstreams, openCore, openEdge } from '../support/open-edge.js';
import type { Answer, TestAccount, TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

const PAGE_ROWS = 25;

let core: Core;
let ofNorth: TestAccount;
let ofSouth: TestAccount;
let north: TestApp;
let south: TestApp;
before(async () => {
  core = await openCore({ limits: { PAGE_ROWS, READ_AHEAD: 0 } });
  [ofNorth, ofSouth] = [await core.edgeAccount(), await core.edgeAccount()];
  north = await openEdge(core, ofNorth.api_key);
  south = await openEdge(core, ofSouth.api_key);
});
after(async () => {
  await north.close();
  await south.close();
  await core.close();
});

const resultOf = (answer: Answer): Result => {
  const { result, error } = answer.json<JobEnvelope>();
  return result ?? assert.fail(JSON.stringify(error ?? answer.body));
};

/** Without what is of the installation: its cursors. */
const contentOf = ({ next_cursor, query: { cursor: _cursor, ...query }, ...rest }: Result) => ({
  ...rest,
  query,
  hasNext: next_cursor !== null,
});

async function pagesOf(t: TestApp, key: string, path: string): Promise<Result[]> {
  const pages: Result[] = [];
  let cursor: string | null = '';
  while (cursor !== null && pages.length < 20) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = resultOf(await t.settled(path + more, key));
    pages.push(page);
    cursor = page.next_cursor;
  }
  return pages;
}

async function collectionsOf({ app }: TestApp): Promise<number> {
  const [row] = await app.db.rows<{ n: number }>('select count(*)::int as n from collections');
  return row?.n ?? 0;
}

const SEARCHES = [
  '/v1/portal_a/listings?zip=78704',
  '/v1/portal_a/listings?zip=78704&min_price=300000&property_type=single_family,condo',
  '/v1/portal_a/rentals?zip=78704&beds_min=1',
  '/v1/portal_a/sold?zip=78704&sold_within_days=365',
  '/v1/portal_b/sold?bbox=-97.8,30.22,-97.72,30.28&sort=price_low',
  '/v1/mls/listings?lat=30.25&lng=-97.75&radius_mi=2',
  '/v1/auction/listings?zip=78704',
];

for (const path of SEARCHES) {
  test(`every page of ${path} is that of the core`, async () => {
    const caller = await north.account();
    const own = await core.account();
    const there = await pagesOf(core, own.api_key, path);
    const here = await pagesOf(north, caller.api_key, path);
    assert.ok((there[0]?.data.length ?? 0) > 0, 'there are homes');
    assert.deepEqual(here.map(contentOf), there.map(contentOf));
  });
}

test('a home is looked up at the core: found, unknown and ambiguous', async () => {
  const caller = await north.account();
  const own = await core.account();
  const [home] = resultOf(await core.settled(SEARCHES[0] ?? '', own.api_key)).data;
  const { line1, city, state, zip } = home?.address ?? assert.fail('a home');
  const address = encodeURIComponent(`${line1}, ${city}, ${state} ${zip}`);
  const path = `/v1/portal_a/home?address=${address}`;
  const [there, here] = [
    await core.settled(path, own.api_key),
    await north.settled(path, caller.api_key),
  ];
  const [{ result, error }, known] = [here.json<JobEnvelope>(), there.json<JobEnvelope>()];
  assert.deepEqual(result?.data, known.result?.data);
  assert.deepEqual(error, known.error);
  const nowhere = '/v1/portal_a/home?address=99999%20No%20Such%20St%2C%20Austin%2C%20TX%2078704';
  const missing = (await north.settled(nowhere, caller.api_key)).json<JobEnvelope>();
  assert.equal(missing.error?.code, 'address_not_found');
  assert.equal(missing.credits, 0);
});

test('an area is read once for all edges; each caller and each edge is charged once', async () => {
  const callers = [await north.account(), await south.account()] as const;
  const path = '/v1/portal_a/listings?zip=78701&min_price=1';
  const before = await collectionsOf(core);
  const spent = await Promise.all([ofNorth, ofSouth].map((edge) => usageOf(core, edge)));
  await core.hold();
  for (const [t, caller] of [
    [north, callers[0]],
    [south, callers[1]],
  ] as const) {
    assert.equal((await t.get(path, caller.api_key)).statusCode, 202);
  }
  await until(async () => (await pendingAt(core)) === 2);
  core.release();
  const results = [
    resultOf(await north.settled(path, callers[0].api_key)),
    resultOf(await south.settled(path, callers[1].api_key)),
  ];
  assert.deepEqual(results[0]?.data, results[1]?.data);
  assert.equal((await collectionsOf(core)) - before, 1, 'one collection for both edges');
  for (const [at, edge] of [ofNorth, ofSouth].entries()) {
    assert.equal(
      (await usageOf(core, edge)).credits_captured - (spent[at]?.credits_captured ?? 0),
      1,
    );
  }
  assert.equal((await usageOf(north, callers[0])).credits_captured, 1);
  assert.equal((await usageOf(south, callers[1])).credits_captured, 1);
  for (const t of [core, north, south]) await expectSoundLedger(t);
});

async function pendingAt({ app }: TestApp): Promise<number> {
  const [row] = await app.db.rows<{ n: number }>(
    `select count(*)::int as n from requests where status = 'pending'`,
  );
  return row?.n ?? 0;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let times = 0; times < 200; times += 1) {
    if (await isDone()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail('in five seconds');
}

test('a cursor of another edge, or of the core, is rejected', async () => {
  const path = SEARCHES[0] ?? '';
  const [here, there] = [await north.account(), await core.account()];
  const { next_cursor } = resultOf(await core.settled(path, there.api_key));
  assert.ok(next_cursor !== null);
  const ask = (cursor: string | null) => north.get(`${path}&cursor=${cursor}`, here.api_key);
  expectApiError(await ask(next_cursor), 'invalid_cursor', 'cursor');
  const other = await south.account();
  const page = resultOf(await south.settled(path, other.api_key));
  expectApiError(await ask(page.next_cursor), 'invalid_cursor', 'cursor');
});

test('an address of a core is read, and its mistakes are named without its key', () => {
  assert.ok(isCoreAddress('rowhouse+https://core.example.org'));
  assert.ok(!isCoreAddress('https://core.example.org'));
  const { portal_a } = coreUpstreams('https://core.example.org/base', 'rh_key', ['portal_a']);
  assert.equal(portal_a?.url, 'https://core.example.org/base');
  assert.equal(portal_a?.headers.authorization, 'Bearer rh_key');
  assert.equal(portal_a?.core, true);
  const read = (address: string, more: Record<string, string> = {}) =>
    readConfig({ ROWHOUSE_UPSTREAM_PORTAL_A: `rowhouse+${address}`, ...more });
  for (const [address, more, says] of [
    ['https://core.example.org', {}, /needs one key of the other installation/],
    [
      'https://k@core.example.org',
      { ROWHOUSE_UPSTREAM_PORTAL_A_HEADERS: '{"authorization":"Bearer x"}' },
      /needs one key of the other installation/,
    ],
    ['https://secret:word@core.example.org', {}, /has no colon/],
    ['https://k@core.example.org/v1', {}, /ends with \/v1.*Leave it out/],
    ['https://k@core.example.org/rows/v1/#sandbox', {}, /ends with \/v1/],
    ['https://k@core.example.org/#sandbax', {}, /may end with #sandbox only/],
    [
      'https://k@core.example.org',
      { ROWHOUSE_UPSTREAM_PORTAL_A_OPTIONS: '{"entry":"split"}' },
      /_OPTIONS is set, but another installation reads the source/,
    ],
  ] as const) {
    assert.throws(
      () => read(address, more),
      ({ message }: Error) => says.test(message) && !/secret|example/.test(message),
    );
  }
});

test('a batch of homes is looked up at the core, each with its outcome', async () => {
  const caller = await north.account();
  const own = await core.account();
  const homes = resultOf(await core.settled(SEARCHES[0] ?? '', own.api_key)).data.slice(0, 2);
  const addresses = homes.map(
    ({ address: { line1, unit, city, state, zip } }) =>
      `${line1}${unit === null ? '' : ` ${unit}`}, ${city}, ${state} ${zip}`,
  );
  const asked = [...addresses, '99999 No Such St, Austin, TX 78704'];
  const found = await readAreaFor(
    north.app,
    LOOKUP_ROUTES[0] ?? assert.fail('a route'),
    taskIn({ form: 'zip', zip: '78704' }),
    asked.map((value, nth) => ({ by: 'address', value, idempotency_key: `of-a-batch:${nth}` })),
    AbortSignal.timeout(20_000),
  );
  assert.deepEqual(
    found?.map((one) => ('error' in one ? one.error.name : one.source_id)),
    [...homes.map(({ source_id }) => source_id), 'ApiError'],
  );
  const path = `/v1/portal_a/home?address=${encodeURIComponent(addresses[0] ?? '')}`;
  assert.equal((await north.get(path, caller.api_key)).statusCode, 200, 'its page is cached');
});

test('a batch whose time ends stores the homes that the core has answered', async () => {
  const { api_key } = await north.account();
  const homes = Array.from({ length: 25 }, (_one, nth) => ({
    address: `${90_000 + nth} No Such St, Austin, TX 78701`,
  }));
  const path = '/v1/lookups?source=portal_a';
  const made = await send(north, api_key, 'POST', path, { homes });
  const { batch_id } = made.json<LookupBatchBody>();
  const over = new AbortController();
  let lookups = 0;
  const ask: TestApp['app']['client']['ask'] = (source, kind, request, signal) => {
    lookups += request.path.includes('/home?') ? 1 : 0;
    // A core is asked for 20 homes in one claim.
    if (lookups > 22) over.abort();
    return north.app.client.ask(source, kind, request, signal);
  };
  const app = { ...north.app, client: { ...north.app.client, ask } };
  while (!over.signal.aborted) await runNextArea(app, over.signal);
  const left = await north.get(`/v1/lookups/${batch_id}`, api_key);
  assert.deepEqual(left.json<LookupBatchBody>().outcomes, { not_found: 20, pending: 5 });
  while ((await runNextArea(north.app, new AbortController().signal)) !== undefined);
  const ended = await north.get(`/v1/lookups/${batch_id}`, api_key);
  assert.deepEqual(ended.json<LookupBatchBody>().outcomes, { not_found: 25 });
});

test('a call that has come through too many installations is rejected, others are counted', async () => {
  const hops = (count: number) =>
    Array.from({ length: count }, (_one, at) => `1.1 rowhouse-${String(at).padStart(16, '0')}`);
  const key = ofNorth.api_key;
  const far = await core.get(`${SEARCHES[0]}&max_price=90000001`, key, {
    via: hops(HOPS_MAX + 1).join(', '),
  });
  expectApiError(far, 'loop_detected');
  const near = await core.get(`${SEARCHES[0]}&max_price=90000002`, key, {
    via: `1.1 a-proxy, ${hops(HOPS_MAX).join(', ')}`,
  });
  assert.equal(near.statusCode, 202);
});

test('a probe of a source that the core reads says where to run it', async () => {
  const { status, json } = await asking(north)('POST', '/sources/portal_a/probe', { zip: '78704' });
  assert.equal(status, 404);
  assert.match(json.error.message, /^portal_a is read by another installation\. Probe it there/);
});

test('an edge with the secret of its core says so, and not only "in a circle"', async (t) => {
  const env = { ROWHOUSE_SECRET: core.app.secret ?? '' };
  const twin = await openEdge(core, ofNorth.api_key, { env });
  t.after(() => twin.close());
  const { api_key } = await twin.account();
  const { error } = (await twin.settled(freshSearch(), api_key)).json<JobEnvelope>();
  assert.match(error?.message ?? '', /in a circle, or have the same secret\. Nothing was charged/);
});

test('the docs let an edge have all searches pending that one process collects', () => {
  const docs = readFileSync('docs/edges.md', 'utf8');
  const allowed = Number(/accounts create .*--max-pending (\d+)/.exec(docs)?.[1] ?? 0);
  const { max } = LIMITS.COLLECT_CONCURRENCY;
  assert.ok(allowed >= max + Math.ceil(max / 4), `${allowed}`);
});
