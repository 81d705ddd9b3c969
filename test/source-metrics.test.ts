/** What the metrics and alerts say of a source that fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from './architecture/read-tree.js';
import { sharedApp } from './support/open-test-app.js';

const t = sharedApp({ limits: { READ_AHEAD: 0, UPSTREAM_ATTEMPTS_MAX: 1 } });

/** The value of a series at the metrics endpoint; undefined while it is not there. */
async function value(series: string): Promise<number | undefined> {
  const { body } = await t.admin.inject({ method: 'GET', url: '/metrics' });
  const line = body.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('an answer in a changed format is counted as changed, from 0 on, and not timed', async () => {
  const { api_key } = await t.account();
  const changed = 'rowhouse_upstream_requests_total{source="portal_b",outcome="changed"}';
  const ok = 'rowhouse_upstream_requests_total{source="portal_b",outcome="ok"}';
  const times = 'rowhouse_upstream_seconds_count{source="portal_b"}';
  // Prometheus sees no increase in a series that begins at 1.
  assert.equal(await value(changed), 0);
  await t.faults('drift', { source: 'portal_b' });
  const { body } = await t.settled('/v1/portal_b/sold?zip=78704', api_key);
  await t.faults('ok');
  assert.match(body, /changed format/);
  assert.equal(await value(changed), 1);
  assert.equal(await value(times), await value(ok), 'only an answer that was understood is timed');
});

test('so is one that is understood and fails the checks', async () => {
  const { api_key } = await t.account();
  const understood = 'rowhouse_upstream_requests_total{source="mls",outcome="changed"}';
  const failed = 'rowhouse_source_failures_total{source="mls",kind="changed"}';
  assert.equal(await value(failed), 0);
  await t.faults('drift', { source: 'mls' });
  const { body } = await t.settled('/v1/mls/listings?zip=78704', api_key);
  await t.faults('ok');
  assert.match(body, /rows are unreadable/);
  assert.equal(await value(understood), 0);
  assert.equal(await value(failed), 1);
});

const MINUTE_S = 60;
const SCRAPE_S = 15;

/** The alert about open circuits: how far it looks back, and how long it must hold, in seconds. */
function circuitAlert() {
  const rules = textOf('deploy/prometheus-rules.yml');
  const [, expr = '', holds] = /RowhouseCircuitOpen\n +expr: (.*)\n +for: (\d+)m/.exec(rules) ?? [];
  const [, back = '0'] = /max_over_time\(rowhouse_circuit_open\[(\d+)m\]\)/.exec(expr) ?? [];
  return { backS: Number(back) * MINUTE_S, holdsS: Number(holds) * MINUTE_S };
}

test('a source that fails whenever it is tried raises the alert, and one short failure does not', async () => {
  const { api_key } = await t.account();
  const { backS, holdsS } = circuitAlert();
  const samples: number[] = [];
  await t.faults('error', { source: 'auction' });
  for (let n = 0; n < (backS + holdsS) / SCRAPE_S; n += 1) {
    t.clock.advance(SCRAPE_S * 1_000);
    samples.push((await value('rowhouse_circuit_open{source="auction"}')) ?? 0);
    await t.settled(`/v1/auction/listings?zip=78704&sqft_min=${n + 1}`, api_key);
  }
  await t.faults('ok');
  const first = samples.indexOf(1);
  assert.ok(samples.slice(first).includes(0), 'each retry closes the circuit for a moment');
  const isRaised = (at: number) =>
    samples.slice(Math.max(0, at - backS / SCRAPE_S), at + 1).includes(1);
  const quiet = samples.findIndex((_, at) => at > first && !isRaised(at));
  assert.equal(quiet, -1, `the alert starts to wait again: ${samples.join('')}`);
  const openS = t.app.limits.CIRCUIT_OPEN_S;
  assert.ok(openS + backS < holdsS, 'a circuit that opened once raises nothing');
});
