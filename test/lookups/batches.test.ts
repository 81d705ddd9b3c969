/** Lookup batches over HTTP: what becomes of each home, what it costs, and what is read. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BatchHomeBody, LookupBatchBody } from '#contract/operations/lookups.js';
import { reportUsage } from '#service/accounts/manage.js';
import { runNextArea } from '#service/lookups/run-batches.js';
import { openTestApp, type TestAccount, type TestApp } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';
import { send } from '../support/watching.js';
import { requestsTo } from '../support/whole-search.js';

interface Listed {
  readonly source_id: string;
  readonly source_url: string;
  readonly address: Readonly<Record<'line1' | 'city' | 'state' | 'zip', string>> & {
    readonly unit: string | null;
  };
}

const PATH = '/v1/lookups?source=portal_a';
const AREAS_MAX = 50;
/** Wait before an area is read again, which tests skip. */
const RETRY_MS = 5_000;
let t: TestApp;
let account: TestAccount;
/** Homes that the source shows, read by another account. */
const shown: Listed[] = [];

before(async () => {
  t = await openTestApp({ limits: { READ_AHEAD: 0, UPSTREAM_CACHE_S: 0 } });
  account = await t.account();
  const other = await t.account();
  for (const zip of ['78704', '78701']) {
    const search = `/v1/portal_a/listings?zip=${zip}&property_type=single_family,condo`;
    const { result } = (await t.settled(search, other.api_key)).json();
    shown.push(...(result.data as Listed[]));
  }
});
after(() => t.close());

const lineOf = ({ address: { line1, unit, city, state, zip } }: Listed): string =>
  `${unit === null ? line1 : `${line1} ${unit}`}, ${city}, ${state} ${zip}`;
const inZip = (zip: string, count: number): Listed[] =>
  shown.filter(({ address }) => address.zip === zip).slice(0, count);

async function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await send(t, account.api_key, method, path, body, headers);
  assert.equal(answer.statusCode, status, answer.body);
  expectDocumented(path.split('?')[0] ?? '', answer, method);
  return answer;
}

const create = async (homes: readonly object[]): Promise<LookupBatchBody> =>
  (await call('POST', PATH, 201, { homes })).json();
const show = async ({ batch_id }: LookupBatchBody): Promise<LookupBatchBody> =>
  (await call('GET', `/v1/lookups/${batch_id}`, 200)).json();
const homesOf = async ({ batch_id }: LookupBatchBody): Promise<BatchHomeBody[]> =>
  (await call('GET', `/v1/lookups/${batch_id}/homes`, 200)).json().homes;

/** Looks up area after area; returns how many were read. */
async function runAll(): Promise<number> {
  const { clock: real } = t;
  const clock = {
    ...real,
    sleep: (ms: number, signal?: AbortSignal) => real.sleep(ms === RETRY_MS ? 0 : ms, signal),
  };
  for (let areas = 0; areas < AREAS_MAX; areas += 1) {
    if (!(await runNextArea({ ...t.app, clock }, new AbortController().signal))) return areas - 1;
  }
  return assert.fail('a batch runs without end');
}

const available = async (): Promise<number> =>
  (await reportUsage(t.app, account.account_id)).balance.available;

async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const began = await requestsTo(t, 'portal_a');
  await work();
  return (await requestsTo(t, 'portal_a')) - began;
}

test('each home has its outcome in order, and those that were found cost one credit each', async () => {
  const [one, two] = inZip('78704', 2);
  const [far] = inZip('78701', 1);
  assert.ok(one !== undefined && two !== undefined && far !== undefined);
  const before = await available();
  const batch = await create([
    { address: lineOf(one) },
    { address: '1 No Such St, Austin, TX 78704' },
    { source_id: far.source_id },
    { address: '1 Oak St, Austin, TX 00001' },
    { address: two.address.line1, city: two.address.city, state: 'TX', zip: '78704' },
    { url: 'https://example.com/no-page' },
    {},
    { source_id: 'never-seen' },
    { address: lineOf(one).toUpperCase() },
    { source_id: one.source_id },
  ]);
  assert.deepEqual([batch.state, batch.total, batch.found], ['running', 10, 0]);
  await runAll();
  const homes = await homesOf(batch);
  const ended = await show(batch);
  assert.equal(ended.state, 'ended');
  const two1 = homes[4]?.outcome;
  assert.deepEqual(
    homes.map(({ nth, outcome }) => `${nth} ${outcome}`),
    [
      '1 found',
      '2 not_found',
      '3 found',
      '4 outside',
      `5 ${two1}`,
      '6 invalid',
      '7 invalid',
      '8 not_found',
      '9 found',
      '10 found',
    ],
  );
  assert.ok(two1 === 'found' || two1 === 'ambiguous', two1);
  assert.equal(homes[0]?.result?.source_id, one.source_id);
  assert.equal(homes[2]?.result?.source_id, far.source_id);
  assert.deepEqual(
    [homes[8], homes[9]].map((home) => [home?.request_id, home?.credits]),
    [
      [homes[0]?.request_id, 0],
      [homes[0]?.request_id, 0],
    ],
    'a home that is listed three times is charged once',
  );
  const paid = homes.filter(({ credits }) => credits > 0).length;
  assert.equal(ended.credits, paid);
  assert.equal(before - (await available()), paid);
  const job = await t.get(`/v1/jobs/${homes[0]?.request_id}`, account.api_key);
  assert.deepEqual(job.json().result.data, [homes[0]?.result], 'the job of a home has its row');
  assert.equal(await available(), before - paid, 'reading it again is free');
});

test('an area is read once, however many homes lie in it', async () => {
  const fresh = await t.account();
  const own = account;
  account = fresh;
  t.clock.advance(7 * 60 * 60 * 1000);
  // A home that is not there: every kind of row of the ZIP code is read to its end.
  const none = await create([{ address: '1 No Such St, Austin, TX 78704' }]);
  const ofNone = await requestsOf(runAll);
  t.clock.advance(7 * 60 * 60 * 1000);
  const many = await create(inZip('78704', 30).map((home) => ({ address: lineOf(home) })));
  const ofMany = await requestsOf(runAll);
  assert.ok(ofNone > 0);
  assert.ok(ofMany <= ofNone, `${ofMany} requests for 30 homes, ${ofNone} for one`);
  assert.deepEqual((await show(none)).outcomes, { not_found: 1 });
  assert.equal(many.total, 30);
  account = own;
});

test('a batch that another process continues is charged once', async () => {
  const homes = inZip('78704', 12);
  const batch = await create(homes.map((home) => ({ source_id: home.source_id })));
  const before = await available();
  const stop = new AbortController();
  let charges = 0;
  const metrics = {
    ...t.app.metrics,
    captured: (credits: number) => {
      charges += credits;
      if (charges === 4) stop.abort();
    },
  };
  await runNextArea({ ...t.app, metrics }, stop.signal);
  const midway = await show(batch);
  assert.ok(midway.pending > 0, 'it was left in the middle');
  t.clock.advance(t.app.limits.LEASE_S * 1000);
  await runAll();
  const ended = await show(batch);
  assert.deepEqual([ended.found, ended.pending], [homes.length, 0]);
  assert.equal(before - (await available()), ended.credits);
  assert.equal(ended.credits, homes.length);
});

test('a source that fails costs nothing, and a retry reads its homes again', async () => {
  t.clock.advance(7 * 60 * 60 * 1000);
  const [home] = inZip('78701', 1);
  assert.ok(home !== undefined);
  await t.faults('refuse');
  const batch = await create([
    { address: lineOf(home) },
    { address: '1 Oak St, Austin, TX 00001' },
  ]);
  const before = await available();
  await runAll();
  await t.faults('ok');
  const [failed] = await homesOf(batch);
  assert.equal(failed?.outcome, 'source_unavailable');
  assert.match(failed?.detail ?? '', /rejected|refused|paused/);
  assert.equal(await available(), before);
  t.clock.advance(t.app.limits.CIRCUIT_OPEN_S * 2_000);
  const again = (await call('POST', `/v1/lookups/${batch.batch_id}/retry`, 200)).json();
  assert.deepEqual([again.state, again.pending], ['running', 1]);
  await runAll();
  const ended = await show(batch);
  assert.deepEqual([ended.found, ended.outcomes.outside, ended.credits], [1, 1, 1]);
});

test('without credit the other homes are left, uncharged, until a retry', async () => {
  const own = account;
  account = await t.account({ plan_credits: 2, extra_credits: 0 });
  const batch = await create(inZip('78704', 5).map((home) => ({ source_id: home.source_id })));
  await runAll();
  const ended = await show(batch);
  account = own;
  assert.deepEqual(ended.outcomes, { found: 2, quota_exceeded: 3 });
  assert.equal(ended.credits, 2);
});

test('a key that was revoked ends its batch', async () => {
  const own = account;
  account = await t.account();
  const batch = await create(inZip('78704', 2).map((home) => ({ source_id: home.source_id })));
  await t.app.db.rows('update api_keys set revoked_at = now() where key_id = $1', [account.key_id]);
  await runAll();
  const { rows } = {
    rows: await t.app.db.rows<{ outcome: string }>(
      'select distinct outcome from lookup_batch_homes where batch_id = $1',
      [batch.batch_id],
    ),
  };
  account = own;
  assert.deepEqual(rows, [{ outcome: 'not_allowed' }]);
});

test('a table of addresses comes back as a table, in its order', async () => {
  const homes = inZip('78704', 3);
  const lines = homes.map(({ address: { line1, unit, city, state, zip } }, at) =>
    [`lead ${at}`, `"${unit === null ? line1 : `${line1} ${unit}`}"`, city, state, zip].join(','),
  );
  const csv = ['Lead,Address,City,State,Zip', ...lines, 'lead 3,,,,'].join('\r\n');
  const made = await call('POST', PATH, 201, csv, { 'content-type': 'text/csv' });
  const batch = made.json<LookupBatchBody>();
  assert.equal(batch.total, 4);
  await runAll();
  const table = await call('GET', `/v1/lookups/${batch.batch_id}/rows.csv`, 200);
  const [header = '', ...rows] = table.body.trimEnd().split('\r\n');
  assert.match(header, /^nth,by,value,outcome,detail,candidates,request_id,credits,source,/);
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]),
    ['1', '2', '3', '4'],
  );
  assert.match(rows[3] ?? '', /^4,address,,invalid,/);
  const lined = await call('GET', `/v1/lookups/${batch.batch_id}/rows.ndjson`, 200);
  const bodies = lined.body.trimEnd().split('\n');
  assert.deepEqual(
    bodies.map((line) => JSON.parse(line)),
    await homesOf(batch),
  );
});

test('a table without a known column, and a body that is too large, are rejected', async () => {
  const csv = { 'content-type': 'text/csv' };
  const unknown = await call('POST', PATH, 422, 'Lead,Owner\r\n1,2', csv);
  assert.match(unknown.json().error.message, /names none of the columns address, city, state/);
  const large = await call('POST', PATH, 413, { homes: [{ address: 'x'.repeat(1_100_000) }] });
  assert.match(large.json().error.message, /1024 KiB/);
  const many = Array.from({ length: 1_001 }, () => ({ source_id: '1' }));
  assert.equal((await call('POST', PATH, 422, { homes: many })).json().error.param, 'homes');
});

test('an Idempotency-Key makes one batch; another body under it is a conflict', async () => {
  const key = { 'idempotency-key': 'my-batch' };
  const homes = [{ source_id: 'never-seen' }];
  const first = (await call('POST', PATH, 201, { homes }, key)).json<LookupBatchBody>();
  const second = await call('POST', PATH, 200, { homes }, key);
  assert.equal(second.json().batch_id, first.batch_id);
  await call('POST', PATH, 409, { homes: [{ source_id: 'other' }] }, key);
  assert.equal(first.state, 'ended', 'nothing is left to read');
});

test('another account sees no batch, and a deleted one is gone', async () => {
  const batch = await create([{ source_id: 'never-seen' }]);
  const { api_key } = await t.account();
  const path = `/v1/lookups/${batch.batch_id}`;
  assert.equal((await t.get(path, api_key)).statusCode, 404);
  const { batches } = (await call('GET', '/v1/lookups', 200)).json();
  assert.ok(batches.some((one: LookupBatchBody) => one.batch_id === batch.batch_id));
  await call('DELETE', path, 204);
  assert.equal((await call('GET', path, 404)).json().error.code, 'lookup_batch_not_found');
});
