/** Which runs of a watch show that a month of listings was read whole, or a listing removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { StatisticsBody } from '#contract/operations/statistics.js';
import { rulesOf } from '#service/watches/begin-run.js';
import { findWatch } from '#store/watches.js';
import { sharedApp } from '../support/open-test-app.js';
import { eventsAfter, runDue, runOnce, send, watch } from '../support/watching.js';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
const month = () => new Date(t.clock.nowMs()).toISOString().slice(0, 7);

/** Runs what is due for some days, as often as leaves no doubt about the days between. */
async function runFor(days: number): Promise<void> {
  for (let day = 0; day < days; day += 6) {
    await runDue(t);
    t.clock.advance(6 * DAY_MS);
  }
  await runDue(t);
}

/** The months of listings in a ZIP that were read whole. */
async function wholeMonthsOf(zip: string, key: string): Promise<string[]> {
  const answer = await t.get(`/v1/statistics?zip=${zip}&kind=listings`, key);
  const { series } = answer.json<StatisticsBody>();
  const own = series.find(({ source }) => source === 'portal_a') ?? assert.fail(answer.body);
  return own.periods.flatMap(({ period, coverage }) => (coverage === 'complete' ? [period] : []));
}

test('a month that a watch read by another query is partial, also when the query changes', async () => {
  const key = (await t.account()).api_key;
  const wholeMonths = () => wholeMonthsOf('78704', key);
  const { watch_id } = await watch(t, key, { query: { zip: '78704', min_price: 600_000 } });
  await runFor(70);
  assert.deepEqual(await wholeMonths(), []);
  const all = { query: { zip: '78704' } };
  const changed = await send(t, key, 'PATCH', `/v1/watches/${watch_id}`, all);
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual(await wholeMonths(), []);
  await runDue(t);
  const since = month();
  await runFor(70);
  const whole = await wholeMonths();
  assert.ok(whole.length > 0);
  assert.deepEqual(
    whole.filter((period) => period <= since),
    [],
  );
});

test('a month that a watch read on the sandbox is partial once its source is read, not after a new version', async () => {
  const { account_id, api_key: key } = await t.account();
  const { watch_id } = await watch(t, key, { query: { zip: '78701' } });
  await runFor(70);
  const whole = await wholeMonthsOf('78701', key);
  assert.ok(whole.length > 0);
  const found = (await findWatch(t.app.db, account_id, watch_id)) ?? assert.fail();
  // What is stored by an earlier version, and what before the source had an address.
  for (const [snapshotOf, type, months] of [
    ['an earlier version', 'watch.rebased', whole],
    [rulesOf(t.app, found, 'other origin'), 'watch.started', []],
  ] as const) {
    await t.app.db.rows('update watches set snapshot_of = $2 where watch_id = $1', [
      watch_id,
      snapshotOf,
    ]);
    await runOnce(t, key, watch_id);
    assert.deepEqual(await wholeMonthsOf('78701', key), months);
    const { type: logged, data } = (await eventsAfter(t, key)).at(-1) ?? assert.fail();
    assert.deepEqual([logged, data.previous_run_at === null], [type, type === 'watch.started']);
  }
});

test('a listing is removed as of the day on which a run found it gone', async () => {
  const key = (await t.account()).api_key;
  await watch(t, key, { query: { zip: '10025' } });
  await runDue(t);
  const today = new Date(t.clock.nowMs()).toISOString().slice(0, 10);
  const noon = (daysAgo: number) =>
    new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * DAY_MS).toISOString();
  const removedAsOf = async (daysAgo: number) => {
    const day = noon(daysAgo).slice(0, 10);
    const answer = await t.get(`/v1/statistics?zip=10025&kind=listings&as_of=${day}`, key);
    const { series } = answer.json<StatisticsBody>();
    const own = series.find(({ source }) => source === 'portal_a') ?? assert.fail();
    const counts = own.periods.flatMap(({ cells }) => cells.map((cell) => cell.removed_count ?? 0));
    return counts.reduce((sum, one) => sum + one, 0);
  };
  const gone = await t.app.db.rows(
    `with gone as (
       update home_members set state_since = $1, last_seen_at = $2, removed_at = $3
       where zip = '10025' and kind = 'listings' and source = $4 and status = 'for_sale' and removed_at is null
       returning *
     )
     insert into home_observations
     select source, kind, source_id, state_since, last_seen_at, status, price_cents, list_date, 'removed' from gone
     returning source_id`,
    [noon(20), noon(6), noon(3), t.app.client.origin('portal_a')],
  );
  assert.ok(gone.length > 0);
  assert.deepEqual(
    [await removedAsOf(5), await removedAsOf(3), await removedAsOf(1)],
    [0, gone.length, gone.length],
  );
});
