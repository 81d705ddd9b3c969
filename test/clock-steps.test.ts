/** Steps of the host's clock that are taken back leave no trace in what is stored. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CLOCK_HOLD_MS, type SteadyClock, steadyClock } from '#base/steady-clock.js';
import { DAY_MS } from '#contract/durations.js';
import type { WatchBody, WatchRunBody } from '#contract/operations/watches.js';
import { planPeriod } from '#domain/credits.js';
import { runCleanup } from '#service/operations/cleanup.js';
import { systemClock } from '../src/system.js';
import { envelopeOf, expectSoundLedger, freshSearch } from './support/expect.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { type TestClock, testClock } from './support/test-clock.js';
import { runDue, send, watch } from './support/watching.js';
import { requestsTo } from './support/whole-search.js';

/** The cleanup looks every two seconds. */
const ROUNDS_MS = 2_600;
let aheadMs = 0;
let t: TestApp;
let clock: SteadyClock & TestClock;
before(async () => {
  // A database server is asked for the time: the test's must be its own.
  const host = testClock(systemClock.nowMs());
  const counter = host.nowMs();
  const wallMs = () => host.nowMs() + aheadMs;
  const monotonicMs = () => host.nowMs() - counter;
  const steady = steadyClock({ wallMs, monotonicMs }, host.sleep);
  clock = { ...steady, advance: host.advance };
  t = await openTestApp({ clock, limits: { READ_AHEAD: 0, CLEANUP_S: 1 } });
});
after(() => t.close());

for (const days of [40, -40]) {
  test(`a step by ${days} days and back deletes no job, moves no watch and is reported`, async () => {
    const account = await t.account({ plan_credits: 100 });
    const path = freshSearch();
    const job = envelopeOf(await t.settled(path, account.api_key)).request_id;
    const watched = await watch(t, account.api_key);
    aheadMs = days * DAY_MS;
    const answer = await t.server.inject('/readyz');
    assert.equal(answer.statusCode, 200);
    assert.match(answer.body, new RegExp(`stepped by ${days * 86_400} s`));
    await cleanFor(ROUNDS_MS);
    const cached = await t.settled(path, account.api_key);
    assert.equal(cached.headers['cache-status'], 'rowhouse; hit');
    assert.ok(Number(cached.headers.age) < 60, 'the page is as old as it was');
    aheadMs = 0;
    assert.doesNotMatch((await t.server.inject('/readyz')).body, /stepped/);
    await cleanFor(ROUNDS_MS);
    assert.equal((await t.get(`/v1/jobs/${job}`, account.api_key)).statusCode, 200);
    const shown = await send(t, account.api_key, 'GET', `/v1/watches/${watched.watch_id}`);
    const nextMs = Date.parse(shown.json<{ next_run_at: string }>().next_run_at);
    assert.ok(Math.abs(nextMs - clock.nowMs()) < 2 * DAY_MS, shown.body);
    const months = await t.app.db.rows<{ period: string }>(
      'select period from wallets where account_id = $1',
      [account.account_id],
    );
    assert.ok(
      months.every(({ period }) => period === planPeriod(clock.nowMs())),
      JSON.stringify(months),
    );
    await expectSoundLedger(t);
  });
}

test('a start ahead of what is stored deletes nothing until the hold is over', async () => {
  const account = await t.account();
  const job = envelopeOf(await t.settled(freshSearch(), account.api_key)).request_id;
  clock.compare(clock.nowMs() - 40 * DAY_MS, false);
  const jobs = async () =>
    (await t.app.db.rows('select 1 from requests where request_id = $1', [job])).length;
  aheadMs += 40 * DAY_MS;
  await cleanFor(ROUNDS_MS);
  assert.equal(await jobs(), 1);
  clock.nowMs();
  clock.advance(CLOCK_HOLD_MS + 1_000);
  // On a busy machine a round may come late.
  for (let rounds = 0; rounds < 5 && (await jobs()) > 0; rounds += 1) await cleanFor(ROUNDS_MS);
  assert.equal(await jobs(), 0, 'the new time has stayed: the job is past its retention');
});

test('a wrong clock that was followed and goes back leaves no watch, endpoint, lease or month ahead', async () => {
  aheadMs = 0;
  await cleanFor(ROUNDS_MS, CLOCK_HOLD_MS);
  const account = await t.account({ plan_credits: 100 });
  const watched = await watch(t, account.api_key, { max_credits_per_run: 5 });
  await t.settled(freshSearch(), account.api_key);
  aheadMs = 40 * DAY_MS;
  await cleanFor(ROUNDS_MS, CLOCK_HOLD_MS);
  const path = freshSearch();
  await t.settled(path, account.api_key);
  await runDue(t);
  await t.app.db.rows(
    `insert into source_states (source, failures, open_until) values ('a source', 1, $1)`,
    [new Date(clock.nowMs() + 60_000)],
  );
  aheadMs = 0;
  await cleanFor(ROUNDS_MS, CLOCK_HOLD_MS);
  const shown = await send(t, account.api_key, 'GET', `/v1/watches/${watched.watch_id}`);
  const nextMs = Date.parse(shown.json<{ next_run_at: string }>().next_run_at);
  assert.ok(nextMs - clock.nowMs() < 2 * DAY_MS, shown.body);
  const [state] = await t.app.db.rows<{ open_until: Date }>(
    `select open_until from source_states where source = 'a source'`,
  );
  assert.ok(Number(state?.open_until) <= clock.nowMs());
  const again = await t.settled(path, account.api_key);
  assert.ok(Math.abs(Date.parse(again.json().result.collected_at) - clock.nowMs()) < DAY_MS);
  const [wallet] = await t.app.db.rows<{ period: string; plan: number; minute: number }>(
    'select period, plan, minute from wallets where account_id = $1',
    [account.account_id],
  );
  assert.equal(wallet?.period, planPeriod(clock.nowMs()), 'the next month gives its credits');
  assert.ok(Number(wallet?.minute) * 60_000 <= clock.nowMs(), 'calls count in their own minute');
  assert.ok(Number(wallet?.plan) > 50 && Number(wallet?.plan) <= 100, JSON.stringify(wallet));
  await expectSoundLedger(t);
});

test('after a clock that was ahead is back, the last run of a watch is the one that ran last', async () => {
  const { api_key } = await t.account();
  const { watch_id } = await watch(t, api_key);
  aheadMs = 40 * DAY_MS;
  await cleanFor(ROUNDS_MS, CLOCK_HOLD_MS);
  await runDue(t);
  aheadMs = 0;
  await cleanFor(ROUNDS_MS, CLOCK_HOLD_MS);
  clock.advance(60_000);
  const begun = await send(t, api_key, 'POST', `/v1/watches/${watch_id}/run`);
  await runDue(t);
  const shown = await send(t, api_key, 'GET', `/v1/watches/${watch_id}`);
  const { last_run, last_complete_at } = shown.json<WatchBody>();
  assert.equal(last_run?.run_id, begun.json<WatchRunBody>().run_id);
  assert.ok(Date.parse(last_complete_at ?? '') <= clock.nowMs(), shown.body);
  const { runs } = (await send(t, api_key, 'GET', `/v1/watches/${watch_id}/runs`)).json();
  assert.equal(runs.length, 2);
  for (const { ended_at } of runs) assert.ok(Date.parse(ended_at) <= clock.nowMs(), ended_at);
});

test('once a clock that was ahead is back, pages are fetched again and usage is counted', async () => {
  const { api_key } = await t.account();
  const searches = [
    ['portal_a', freshSearch()],
    ['nyc_portal', '/v1/nyc_portal/listings?zip=10025&sort=newest'],
  ] as const;
  aheadMs = 40 * DAY_MS;
  await cleanFor(ROUNDS_MS, CLOCK_HOLD_MS);
  for (const [, path] of searches) await t.settled(path, api_key);
  aheadMs = 0;
  await cleanFor(ROUNDS_MS, CLOCK_HOLD_MS);
  for (const [source, path] of searches) {
    const before = await requestsTo(t, source);
    await t.settled(path, api_key);
    assert.ok((await requestsTo(t, source)) > before, path);
  }
  const account = await t.get('/v1/account', api_key);
  const { usage } = account.json<{ usage: { date: string; complete: number }[] }>();
  const counted = usage
    .filter(({ date }) => Date.parse(date) <= clock.nowMs())
    .reduce((sum, { complete }) => sum + complete, 0);
  assert.equal(counted, searches.length, account.body);
});

/** Runs the rounds of the cleanup for so many milliseconds of the clock. */
async function cleanFor(ms: number, aheadMs = 0): Promise<void> {
  const stop = new AbortController();
  const done = runCleanup(t.app, stop.signal);
  await new Promise((resolve) => setTimeout(resolve, aheadMs > 0 ? 100 : 0));
  clock.advance(aheadMs);
  await new Promise((resolve) => setTimeout(resolve, ms));
  stop.abort();
  await done;
}
