/** What the metrics and alerts say of a source that fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
