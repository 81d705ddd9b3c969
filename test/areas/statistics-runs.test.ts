/** Which runs of a watch show that a month of listings was read whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { StatisticsBody } from '#contract/operations/statistics.js';
import { sharedApp } from '../support/open-test-app.js';
import { runDue, runOnce, send, watch } from '../support/watching.js';

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

test('a month that a watch read before a new baseline is partial, as on the sandbox before the source', async () => {
  const key = (await t.account()).api_key;
  const { watch_id } = await watch(t, key, { query: { zip: '78701' } });
  await runFor(70);
  assert.ok((await wholeMonthsOf('78701', key)).length > 0);
  // What a source that has an address now changes of its watches.
  await t.app.db.rows("update watches set snapshot_of = 'sandbox' where watch_id = $1", [watch_id]);
  await runOnce(t, key, watch_id);
  assert.deepEqual(await wholeMonthsOf('78701', key), []);
});
