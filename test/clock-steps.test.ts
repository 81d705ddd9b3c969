/** Steps of the host's clock that are taken back leave no trace in what is stored. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CLOCK_HOLD_MS, type SteadyClock, steadyClock } from '#base/steady-clock.js';
import { planPeriod } from '#domain/credits.js';
import { runCleanup } from '#service/operations/cleanup.js';
import { systemClock } from '../src/system.js';
import { envelopeOf, expectSoundLedger, freshSearch } from './support/expect.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { type TestClock, testClock } from './support/test-clock.js';
import { send, watch } from './support/watching.js';

/** The cleanup looks every two seconds. */
const ROUNDS_MS = 2_600;
const DAY_MS = 86_400_000;
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
  await cleanFor(ROUNDS_MS);
  assert.equal(await jobs(), 0, 'the new time has stayed: the job is past its retention');
});

/** Runs the rounds of the cleanup for so many milliseconds of the clock. */
async function cleanFor(ms: number): Promise<void> {
  const stop = new AbortController();
  const done = runCleanup(t.app, stop.signal);
  await new Promise((resolve) => setTimeout(resolve, ms));
  stop.abort();
  await done;
}
