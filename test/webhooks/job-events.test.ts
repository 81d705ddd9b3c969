/** Job events: written if an endpoint wants them, in the transaction that settles the job. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobEnvelope } from '#contract/envelope.js';
import { envelopeOf } from '../support/expect.js';
import { sharedApp, type TestAccount } from '../support/open-test-app.js';
import { eventsAfter, runDue, watch } from '../support/watching.js';
import { addEndpoint, deliverAll, PRIVATE, startConsumer } from '../support/webhooks.js';
import { waitForLeft } from '../watches/collecting.js';

const JOBS = { types: ['job.completed', 'job.failed'] };
const HOOK = 'https://hooks.example.com/';
const SEARCH = '/v1/portal_a/listings?zip=78704&max_price=';
let searches = 0;
const app = sharedApp({ env: PRIVATE });

const fresh = (): string => {
  searches += 1;
  return SEARCH + (900_000 + searches);
};
const settled = async (account: TestAccount, path: string): Promise<JobEnvelope> =>
  (await app.settled(path, account.api_key)).json();
const typesOf = async ({ api_key }: TestAccount) =>
  (await eventsAfter(app, api_key)).map(({ type }) => type);

test('a job that is complete is announced with its path, and delivered', async (t) => {
  const consumer = await startConsumer();
  t.after(consumer.close);
  const account = await app.account();
  await addEndpoint(app, account.api_key, consumer.url, JOBS);
  const { request_id, result } = await settled(account, fresh());
  const [event] = await eventsAfter(app, account.api_key);
  assert.equal(event?.type, 'job.completed');
  assert.deepEqual(event.data, {
    request_id,
    route: 'portal_a_listings',
    poll_url: `/v1/jobs/${request_id}`,
    completeness: 'complete',
    count: result?.count,
  });
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1]);
});

test('a job that failed is announced with its error; it was charged nothing', async () => {
  const account = await app.account();
  await addEndpoint(app, account.api_key, HOOK, JOBS);
  await app.faults('refuse');
  const { request_id, error } = await settled(account, fresh()).finally(() => app.faults('ok'));
  const [event] = await eventsAfter(app, account.api_key);
  assert.equal(event?.type, 'job.failed');
  assert.deepEqual([event.data.request_id, event.data.error], [request_id, error]);
});

test('a caller may choose any Idempotency-Key: its job is announced, and no page of a watch answers it', async () => {
  const account = await app.account();
  await addEndpoint(app, account.api_key, HOOK, JOBS);
  const headers = { 'idempotency-key': 'watch-run:01a1fdfa-0000-7000-8000-000000000001:0' };
  const { request_id } = envelopeOf(await app.get(fresh(), account.api_key, headers));
  const done = await app.settled(`/v1/jobs/${request_id}`, account.api_key);
  assert.equal(envelopeOf(done).status, 'complete');
  assert.deepEqual(await typesOf(account), ['job.completed']);
});

test('accounts that wait for one collection get an event each where they ask for it, and only there', async () => {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => app.account()));
  const [asking, both, other, off] = accounts as [
    TestAccount,
    TestAccount,
    TestAccount,
    TestAccount,
  ];
  await addEndpoint(app, asking.api_key, HOOK, JOBS);
  await addEndpoint(app, both.api_key, HOOK, JOBS);
  await addEndpoint(app, both.api_key, HOOK, JOBS);
  await addEndpoint(app, other.api_key, HOOK);
  const disabled = await addEndpoint(app, off.api_key, HOOK, JOBS);
  await app.server.inject({
    method: 'PATCH',
    url: `/v1/endpoints/${disabled.endpoint_id}`,
    headers: { authorization: `Bearer ${off.api_key}`, 'content-type': 'application/json' },
    payload: { state: 'disabled' },
  });
  const path = fresh();
  await app.hold();
  const polls: string[] = [];
  for (const account of accounts) {
    const answer = await app.get(path, account.api_key);
    assert.equal(answer.statusCode, 202);
    polls.push(answer.json<{ poll_url: string }>().poll_url);
  }
  app.release();
  await settled(asking, `${polls[0]}?wait=20`);
  assert.deepEqual(await Promise.all(accounts.map(typesOf)), [
    ['job.completed'],
    ['job.completed'],
    [],
    [],
  ]);
});

test('a search that the cache answers at once writes none', async () => {
  const [first, second] = [await app.account(), await app.account()];
  await addEndpoint(app, second.api_key, HOOK, JOBS);
  const path = fresh();
  await settled(first, path);
  const hit = await app.get(path, second.api_key);
  assert.equal(hit.statusCode, 200);
  assert.deepEqual(await typesOf(second), []);
});

test('the pages that a watch reads write none, complete or failed', async () => {
  const account = await app.account();
  await addEndpoint(app, account.api_key, HOOK, JOBS);
  await watch(app, account.api_key, { query: { zip: '78701' } });
  await runDue(app);
  assert.deepEqual(await typesOf(account), ['watch.started']);
  await settled(account, fresh());
  assert.deepEqual(await typesOf(account), ['watch.started', 'job.completed']);
  await app.faults('refuse');
  const failing = await watch(app, account.api_key, { query: { zip: '78702' } });
  do await runDue(app);
  while (await waitForLeft(app));
  await app.faults('ok');
  const [run] = await app.app.db.rows('select state from watch_runs where watch_id = $1', [
    failing.watch_id,
  ]);
  assert.deepEqual(run, { state: 'failed' });
  const announced = (await typesOf(account)).filter((type) => type.startsWith('job.'));
  assert.deepEqual(announced, ['job.completed']);
});
