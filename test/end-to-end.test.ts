import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger, reportUsage } from '#service/accounts/manage.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';

let t: TestApp;
before(async () => {
  t = await openTestApp();
});
after(() => t.close());

test('a search becomes a job, the job becomes rows, and the same search is then answered from the cache', async () => {
  const { api_key, account_id } = await t.account();
  const path = '/v1/portal_a/listings?zip=78704';
  const pending = await t.get(path, api_key);
  assert.equal(pending.statusCode, 202);
  const { request_id, poll_url } = pending.json();
  assert.equal(poll_url, `/v1/jobs/${request_id}`);
  assert.equal(pending.headers.location, poll_url);
  assert.equal(pending.headers['retry-after'], '2');
  assert.equal(pending.headers['x-credits-charged'], '0');
  const done = await t.get(`${poll_url}?wait=20`, api_key);
  assert.equal(done.statusCode, 200);
  const envelope = done.json();
  assert.equal(envelope.status, 'complete');
  assert.equal(envelope.credits, 1);
  assert.equal(envelope.cached, false);
  assert.ok(envelope.result.count > 10);
  assert.equal(envelope.result.data.length, envelope.result.count);
  assert.ok(
    envelope.result.data.every((row: { address: { zip: string } }) => row.address.zip === '78704'),
  );
  const hit = await t.get(path, api_key);
  assert.equal(hit.statusCode, 200);
  assert.equal(hit.json().cached, true);
  assert.deepEqual(hit.json().result, envelope.result);
  const usage = await reportUsage(t.app, account_id);
  assert.equal(usage.credits_captured, 2);
  assert.deepEqual(usage.balance, { plan: 0, extra: 998, reserved: 0, available: 998 });
  assert.equal((await checkLedger(t.app)).ok, true);
});

test('every null of every row is explained by a field note', async () => {
  const { api_key } = await t.account();
  const { result } = (await t.settled('/v1/portal_a/listings?zip=78704', api_key)).json();
  const noted = new Set(result.field_notes.map(({ field }: { field: string }) => field));
  for (const row of result.data) {
    for (const [prefix, part] of [
      ['', row],
      ['address.', row.address],
      ['extras.', row.extras],
    ] as const) {
      for (const [name, value] of Object.entries(part)) {
        if (value === null)
          assert.ok(noted.has(prefix + name), `${prefix}${name} is null without a note`);
      }
    }
  }
});

for (const query of [
  'city=Austin&state=TX',
  'bbox=-97.80,30.22,-97.72,30.30',
  'lat=30.25&lng=-97.76&radius_mi=3',
]) {
  test(`a search by ${query} completes with rows`, async () => {
    const { api_key } = await t.account();
    const answer = await t.settled(`/v1/portal_a/listings?${query}`, api_key);
    assert.equal(answer.json().status, 'complete', answer.body.slice(0, 500));
    assert.ok(answer.json().result.count > 0);
  });
}
