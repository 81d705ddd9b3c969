/** Several nodes on one database: limits, keys, jobs and charges are shared by all of them. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '#contract/durations.js';
import { endKey } from '#service/accounts/keys.js';
import { changeStatus } from '#service/accounts/manage.js';
import {
  envelopeOf,
  expectApiError,
  expectSoundLedger,
  freshSearch,
  resultOf,
  usageOf,
} from './support/expect.js';
import { type Answer, sharedApp, type TestApp } from './support/open-test-app.js';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });
let nodes: ReturnType<TestApp['node']>[];
before(async () => {
  nodes = [t.get, t.node(), t.node()];
});

const node = (n: number) => nodes[n % nodes.length] ?? t.get;
const times = <T>(n: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, index) => work(index)));
const withStatus = (answers: readonly Answer[], status: number) =>
  answers.filter((one) => one.statusCode === status);

/** A search whose page lies in the memory of every node. */
async function cachedSearch(): Promise<string> {
  const { api_key } = await t.account();
  const path = freshSearch();
  await t.settled(path, api_key);
  await times(nodes.length * 2, (n) => node(n)(path, api_key));
  return path;
}

/** Waits for the start of a minute of the test's clock, so that no window ends in the middle. */
function startOfMinute(): void {
  t.clock.advance(MINUTE_MS - (t.clock.nowMs() % MINUTE_MS) + 50);
}

test('60 calls per minute are 60 across all nodes, with hits, misses, polls and rejected calls together', async () => {
  const path = await cachedSearch();
  startOfMinute();
  const account = await t.account({ rate_limit: 60, max_pending: 1000 });
  const kinds = [
    path,
    path,
    freshSearch(),
    '/v1/jobs/0190a000-0000-7000-8000-000000000000',
    '/v1/portal_a/listings?zip=1',
  ];
  const answers = await times(100, (n) =>
    node(n)(kinds[n % kinds.length] ?? path, account.api_key),
  );
  assert.equal(withStatus(answers, 429).length, 40);
  const left = answers
    .filter((one) => one.statusCode !== 429)
    .map((one) => Number(one.headers['ratelimit-remaining']));
  assert.deepEqual(
    left.sort((a, b) => b - a),
    Array.from({ length: 60 }, (_, n) => 59 - n),
    'every call received its own place in the minute',
  );
  for (const one of withStatus(answers, 429)) expectApiError(one, 'rate_limited');
  const { credits_captured } = await usageOf(t, account);
  assert.equal(credits_captured, withStatus(answers, 200).length);
  await expectSoundLedger(t);
});

test('60 equal calls at once with one Idempotency-Key on three nodes: one job, one charge', async () => {
  const account = await t.account();
  const path = freshSearch();
  const headers = { 'idempotency-key': 'same-everywhere' };
  const answers = await times(60, (n) => node(n)(path, account.api_key, headers));
  const ids = new Set(answers.map((one) => envelopeOf(one).request_id));
  assert.equal(ids.size, 1);
  const replayed = answers.filter((one) => one.headers['idempotent-replayed'] === 'true');
  assert.equal(replayed.length, 59);
  await t.settled(path, account.api_key, headers);
  const polls = await times(30, (n) => node(n)(`/v1/jobs/${[...ids][0]}`, account.api_key));
  assert.ok(polls.every((one) => envelopeOf(one).credits === 1));
  const usage = await usageOf(t, account);
  assert.equal(usage.credits_captured, 1);
  assert.deepEqual(usage.requests, { pending: 0, complete: 1, failed: 0 });
  await expectSoundLedger(t);
});

test('the last credits go to as many calls as there are credits, whichever nodes they meet', async () => {
  const path = await cachedSearch();
  const account = await t.account({ plan_credits: 7, extra_credits: 16 });
  const answers = await times(60, (n) => node(n)(path, account.api_key));
  assert.equal(withStatus(answers, 200).length, 23);
  for (const one of withStatus(answers, 429)) expectApiError(one, 'quota_exceeded');
  assert.equal(withStatus(answers, 429).length, 37);
  const { balance, credits_captured } = await usageOf(t, account);
  assert.deepEqual([balance.available, balance.reserved, credits_captured], [0, 0, 23]);
  await expectSoundLedger(t);
});

test('a job polled on all nodes at once is charged once', async () => {
  const account = await t.account();
  const first = await node(0)(freshSearch(), account.api_key);
  const { request_id } = envelopeOf(first);
  const answers = await times(40, (n) =>
    node(n)(`/v1/jobs/${request_id}?wait=20`, account.api_key),
  );
  const bodies = new Set(answers.map((one) => one.body));
  assert.equal(bodies.size, 1, 'every node returns the same');
  assert.equal((await usageOf(t, account)).credits_captured, 1);
  await expectSoundLedger(t);
});

test('equal searches of many accounts on all nodes share one collection and are charged separately', async () => {
  const path = freshSearch();
  await t.hold();
  const accounts = await times(9, () => t.account());
  const answers = await times(9, (n) => node(n)(path, accounts[n]?.api_key ?? ''));
  const collapsed = answers.filter((one) =>
    String(one.headers['cache-status']).includes('collapsed'),
  );
  assert.equal(collapsed.length, 8);
  t.release();
  for (const [n, account] of accounts.entries()) {
    const id = envelopeOf(answers[n] as Answer).request_id;
    const done = await node(n)(`/v1/jobs/${id}?wait=20`, account.api_key);
    assert.equal(envelopeOf(done).credits, 1);
    assert.equal((await usageOf(t, account)).credits_captured, 1);
  }
});

test('a revoked key and a suspended account end on every node within a second', async () => {
  const path = await cachedSearch();
  const [one, two] = [await t.account(), await t.account()];
  for (const { api_key } of [one, two]) {
    const warm = await times(6, (n) => node(n)(path, api_key));
    assert.equal(withStatus(warm, 200).length, 6);
  }
  await endKey(t.app, one.key_id);
  await changeStatus(t.app, two.account_id, 'suspended');
  await delay(1_000);
  for (const answer of await times(6, (n) => node(n)(path, one.api_key))) {
    expectApiError(answer, 'invalid_api_key');
  }
  for (const answer of await times(6, (n) => node(n)(path, two.api_key))) {
    expectApiError(answer, 'account_suspended');
  }
  await changeStatus(t.app, two.account_id, 'active');
  await delay(1_000);
  assert.equal(withStatus(await times(6, (n) => node(n)(path, two.api_key)), 200).length, 6);
});

test('a page that was read again on one node is what the others serve next', async () => {
  const path = await cachedSearch();
  const account = await t.account();
  const old = resultOf(await node(1)(path, account.api_key));
  t.clock.advance(2_000);
  const fresh = await node(0)(path, account.api_key, { 'cache-control': 'no-cache' });
  await node(0)(`/v1/jobs/${envelopeOf(fresh).request_id}?wait=20`, account.api_key);
  await delay(200);
  for (const answer of await times(3, (n) => node(n)(path, account.api_key))) {
    assert.ok(resultOf(answer).collected_at > old.collected_at);
    assert.equal(envelopeOf(answer).cached, true);
  }
});
