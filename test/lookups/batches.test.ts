/** Lookup batches over HTTP: what becomes of each home, what it costs, and what is read. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reportUsage } from '#service/accounts/manage.js';
import { runNextArea } from '#service/lookups/run-batches.js';
import { pauseSource } from '#service/operations/pause-source.js';
import { type Listed, lookupsOf } from '../support/lookups.js';
import { openTestApp, type TestAccount, type TestApp } from '../support/open-test-app.js';
import { requestsTo } from '../support/whole-search.js';

const AREAS_MAX = 50;
let t: TestApp;
let account: TestAccount;
/** Homes that the source shows, read by another account. */
const shown: Listed[] = [];

const { call, create, show, homesOf } = lookupsOf(
  () => t,
  () => account.api_key,
);
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

/** Looks up area after area, with the waits of those whose source failed. */
async function runAll(): Promise<void> {
  for (let areas = 0; areas < AREAS_MAX; areas += 1) {
    const end = await runNextArea(t.app, new AbortController().signal);
    if (end === undefined) return;
    if (typeof end === 'object') t.clock.advance(end.waitS * 1000);
  }
  assert.fail('a batch runs without end');
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
      '8 unseen',
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

test('a batch outlasts a pause of three minutes, and continues at its end', async () => {
  t.clock.advance(7 * 60 * 60 * 1000);
  const [home] = inZip('78701', 1);
  assert.ok(home !== undefined);
  const batch = await create([{ address: lineOf(home) }]);
  const began = t.clock.nowMs();
  const pause = (reason: string | null) => pauseSource(t.app, 'portal_a', reason, 'operator');
  await pause('their site is down');
  const next = () => runNextArea(t.app, new AbortController().signal);
  while (t.clock.nowMs() < began + 180_000) {
    assert.ok(typeof (await next()) === 'object', 'it waits');
    t.clock.advance(60_000);
  }
  assert.ok(typeof (await next()) === 'object', 'it waits');
  await pause(null);
  assert.deepEqual([await next(), await next()], ['left', 'ended'], 'without a wait');
  assert.equal((await show(batch)).found, 1);
});

test('without credit the other homes are left, uncharged, until a retry', async () => {
  const own = account;
  account = await t.account({ plan_credits: 2, extra_credits: 0 });
  const batch = await create(inZip('78704', 5).map((home) => ({ source_id: home.source_id })));
  const next = () => runNextArea(t.app, new AbortController().signal);
  assert.deepEqual([await next(), await next()], ['left', 'ended'], 'it ends without a wait');
  const ended = await show(batch);
  account = own;
  assert.deepEqual(ended.outcomes, { found: 2, quota_exceeded: 3 });
  assert.equal(ended.credits, 2);
});

test('a home that was charged before its process ended keeps its row, whatever the source shows', async () => {
  const [home] = inZip('78704', 1);
  assert.ok(home !== undefined);
  const batch = await create([{ source_id: home.source_id }]);
  const before = await available();
  // The process ends after the charge: the outcome is not recorded.
  const crashes = {
    ...t.app.metrics,
    captured: () => {
      throw new Error('the process ended');
    },
  };
  const work = runNextArea({ ...t.app, metrics: crashes }, new AbortController().signal);
  await assert.rejects(work, /the process ended/);
  assert.equal((await show(batch)).pending, 1);
  assert.equal(before - (await available()), 1);
  await t.faults('refuse');
  t.clock.advance(7 * 60 * 60 * 1000);
  await runAll();
  await t.faults('ok');
  const [found] = await homesOf(batch);
  assert.deepEqual([found?.outcome, found?.credits], ['found', 1]);
  assert.equal(found?.result?.source_id, home.source_id);
  assert.equal(before - (await available()), 1);
  t.clock.advance(t.app.limits.CIRCUIT_OPEN_S * 2_000);
});

test('a batch that fails inside is given up area by area, and never for ever', async () => {
  const [home] = inZip('78704', 1);
  assert.ok(home !== undefined);
  const batch = await create([{ source_id: home.source_id }]);
  const caches = { ...t.app.caches, pageCache: null } as unknown as typeof t.app.caches;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await assert.rejects(runNextArea({ ...t.app, caches }, new AbortController().signal));
    t.clock.advance(t.app.limits.LEASE_S * 1000);
  }
  await runNextArea({ ...t.app, caches }, new AbortController().signal);
  assert.deepEqual((await show(batch)).outcomes, { source_unavailable: 1 });
  await runAll();
  assert.equal((await show(batch)).state, 'ended');
});

test('a retry takes the batch from the process that has it, with another key', async () => {
  const own = account;
  account = await t.account();
  const [home] = inZip('78704', 1);
  assert.ok(home !== undefined);
  const batch = await create([{ source_id: home.source_id }]);
  const before = await available();
  const db = t.app.db;
  await db.rows('update lookup_batches set lease_id = $2, lease_until = $3 where batch_id = $1', [
    batch.batch_id,
    t.app.ids.uuid(),
    new Date(t.clock.nowMs() + 3_600_000),
  ]);
  assert.equal(await runNextArea(t.app, new AbortController().signal), undefined);
  const again = (await call('POST', `/v1/lookups/${batch.batch_id}/retry`, 200)).json();
  assert.equal(again.pending, 1);
  await runAll();
  assert.equal((await show(batch)).found, 1);
  assert.equal(before - (await available()), 1);
  account = own;
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
