/** Access that ends while work is under way: runs of watches, deliveries, searches that wait. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import type { WatchBody, WatchRunBody } from '#contract/operations/watches.js';
import { createKey } from '#service/accounts/keys.js';
import { changeStatus } from '#service/accounts/manage.js';
import { createBatch } from '#service/lookups/manage.js';
import { createSnapshot } from '#service/snapshots/manage.js';
import { pauseOfEndedKeys } from '#service/watches/admit-watch.js';
import { createWatch } from '#service/watches/manage.js';
import { runNext, runWatches } from '#service/watches/run-watches.js';
import { createEndpoint } from '#service/webhooks/manage.js';
import { codeOf, type End, endsOf, grantedAt, openAccessApp } from './support/ended-access.js';
import { type Answer, type TestAccount, type TestApp } from './support/open-test-app.js';
import { eventsAfter, runDue, send, watch } from './support/watching.js';
import { addEndpoint, deliverAll, log, startConsumer } from './support/webhooks.js';

const AREA = 'zip=78704';
let t: TestApp;
before(async () => {
  t = await openAccessApp();
});
after(() => t.close());

const ENDS = endsOf(() => t);
const granted = () => grantedAt(t);

let searches = 0;
/** A search that nobody has asked before. */
const fresh = () => {
  searches += 1;
  return { zip: '78704', max_price: 900_000_000 + searches };
};

async function inTheMiddle(account: TestAccount) {
  const { watch_id } = await watch(t, account.api_key, {
    query: fresh(),
  });
  await t.hold();
  const working = runNext(t.app, new AbortController().signal);
  return { watch_id, working };
}

const runOf = async (watchId: string): Promise<WatchRunBody | undefined> =>
  (
    await t.app.db.rows<WatchRunBody>(
      'select * from watch_runs where watch_id = $1 order by started_at desc limit 1',
      [watchId],
    )
  )[0];
const watchOf = async (watchId: string) =>
  (
    await t.app.db.rows<{ state: string; pause_reason: string | null }>(
      'select state, pause_reason from watches where watch_id = $1',
      [watchId],
    )
  )[0];

async function until(isSo: () => Promise<boolean>, within = 5_000): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - began < within, 'it takes effect');
    await t.clock.sleep(10);
  }
  return performance.now() - began;
}

const PAUSED: Readonly<Record<Exclude<End, 'grant_ended'>, readonly [string, string | null]>> = {
  suspended: ['active', null],
  revoked: ['paused', 'key_ended'],
};

for (const how of ['suspended', 'revoked'] as const) {
  test(`${how}: a run in hand reads no further page, though its job is being waited for`, async () => {
    const account = await granted();
    const { watch_id, working } = await inTheMiddle(account);
    await until(async () => (await runOf(watch_id)) !== undefined);
    await t.clock.sleep(100);
    await ENDS[how].end(account);
    const began = performance.now();
    await working;
    assert.ok(performance.now() - began < 1_000, 'within a second');
    t.release();
    const run = await runOf(watch_id);
    assert.deepEqual([run?.state, run?.pages, run?.credits], ['failed', 0, 0]);
    assert.match(String(run?.reason), how === 'revoked' ? /was revoked/ : /suspended/);
    const { state, pause_reason } = (await watchOf(watch_id)) ?? {};
    assert.deepEqual([state, pause_reason], PAUSED[how]);
  });

  test(`${how}: a run that another process left behind reads nothing more`, async () => {
    const account = await granted();
    const { watch_id } = await watch(t, account.api_key, { query: fresh() });
    const leaving = new AbortController();
    await t.hold();
    const working = runNext(t.app, leaving.signal);
    await until(async () => (await runOf(watch_id)) !== undefined);
    leaving.abort();
    await working;
    t.release();
    assert.equal((await runOf(watch_id))?.state, 'running');
    await ENDS[how].end(account);
    await runDue(t);
    const run = await runOf(watch_id);
    // The run of a suspended account is claimed by nobody until the account is resumed.
    const state = how === 'suspended' ? 'running' : 'failed';
    assert.deepEqual([run?.state, run?.pages, run?.credits], [state, 0, 0]);
  });

  test(`${how}: a run stops between its pages, and what follows costs nothing`, async () => {
    const account = await granted();
    const { watch_id } = await watch(t, account.api_key);
    // The pages of the search are cached: the run never waits.
    await t.settled(`/v1/portal_a/listings?${AREA}`, account.api_key);
    const working = runNext(t.app, new AbortController().signal);
    await until(async () => Number((await runOf(watch_id))?.pages ?? 0) > 0);
    await ENDS[how].end(account);
    const pages = Number((await runOf(watch_id))?.pages);
    await working;
    const run = await runOf(watch_id);
    assert.equal(run?.state, 'partial');
    assert.ok(Number(run?.pages) <= pages + 1, 'one page may have been in hand');
  });
}

test('revoked: watches are paused before they are due, and another key takes them over', async () => {
  const account = await granted();
  const { watch_id } = await watch(t, account.api_key);
  await runDue(t);
  const stop = new AbortController();
  const running = runWatches(t.app, stop.signal);
  await ENDS.revoked.end(account);
  const took = await until(async () => (await watchOf(watch_id))?.state === 'paused');
  stop.abort();
  await running;
  assert.ok(took < 1_000, `${took} ms`);
  assert.equal((await watchOf(watch_id))?.pause_reason, 'key_ended');
  const other = await createKey(t.app, account.account_id);
  const events = await eventsAfter(t, other.api_key);
  assert.deepEqual(events.at(-1)?.type, 'watch.paused');
  assert.deepEqual(events.at(-1)?.data.pause_reason, 'key_ended');
  const resumed = await send(t, other.api_key, 'PATCH', `/v1/watches/${watch_id}`, {
    state: 'active',
  });
  assert.deepEqual([resumed.statusCode, resumed.json<WatchBody>().state], [200, 'active']);
  await runDue(t);
  assert.equal((await runOf(watch_id))?.state, 'complete');
});

test('expired: a watch is paused with its key', async () => {
  const account = await granted();
  const { watch_id } = await watch(t, account.api_key);
  await t.app.db.rows('update api_keys set expires_at = $2 where key_id = $1', [
    account.key_id,
    new Date(t.clock.nowMs() - 1),
  ]);
  assert.equal(await pauseOfEndedKeys(t.app), 1);
  assert.equal(await pauseOfEndedKeys(t.app), 0);
  assert.equal((await watchOf(watch_id))?.pause_reason, 'key_ended');
});

test('revoked: a watch that waits for credits is paused with its key', async () => {
  const account = await t.account({ extra_credits: 0 });
  const { watch_id } = await watch(t, account.api_key);
  await runDue(t);
  assert.equal((await watchOf(watch_id))?.pause_reason, 'quota_exceeded');
  const { api_key } = await createKey(t.app, account.account_id);
  await ENDS.revoked.end(account);
  assert.equal(await pauseOfEndedKeys(t.app), 1);
  assert.equal(await pauseOfEndedKeys(t.app), 0);
  assert.equal((await watchOf(watch_id))?.pause_reason, 'key_ended');
  const last = (await eventsAfter(t, api_key)).at(-1);
  assert.deepEqual([last?.type, last?.data.pause_reason], ['watch.paused', 'key_ended']);
});

test('suspended: deliveries that are queued are not sent until the account is resumed', async (one) => {
  const account = await granted();
  const consumer = await startConsumer();
  one.after(consumer.close);
  await addEndpoint(t, account.api_key, consumer.url);
  await deliverAll(t);
  await log(t, account, ['watch.changed', 'watch.changed', 'watch.changed']);
  // The account is suspended while the first is being sent.
  let ending: Promise<unknown> | undefined;
  consumer.answer((response) => {
    ending ??= ENDS.suspended.end(account).then(() => response.writeHead(204).end());
    void ending.then(() => response.end());
  });
  await deliverAll(t);
  assert.equal(consumer.received.length, 1);
  await deliverAll(t);
  assert.equal(consumer.received.length, 1);
  await changeStatus(t.app, account.account_id, 'active');
  await deliverAll(t);
  assert.deepEqual(consumer.seqs(), [1, 2, 3], 'nothing is lost');
});

for (const how of ['suspended', 'revoked'] as const) {
  test(`${how}: long polls that are held end within a second, of jobs and of events`, async () => {
    const account = await granted();
    await t.hold();
    const { poll_url } = (
      await t.get(`/v1/portal_a/listings?${AREA}&max_price=${how.length}77777`, account.api_key)
    ).json();
    const held = [
      t.get(`${poll_url}?wait=20`, account.api_key),
      t.get('/v1/events?wait=20', account.api_key),
    ];
    await t.clock.sleep(300);
    const began = performance.now();
    await ENDS[how].end(account);
    const codes = (await Promise.all(held)).map(codeOf);
    const took = performance.now() - began;
    t.release();
    assert.deepEqual(codes, [ENDS[how].code, ENDS[how].code]);
    assert.ok(took < 1_000, `${took} ms`);
  });
}

test('suspended: a search that waits for its account is rejected, and nothing is charged', async () => {
  const account = await granted();
  const { api_key, account_id } = account;
  const path = '/v1/portal_a/listings?zip=78701&max_price=987654';
  const ended: { answer?: Promise<Answer> } = {};
  await t.app.db.transaction(async (tx) => {
    await tx.rows('select 1 from accounts where account_id = $1 for update', [account_id]);
    ended.answer = t.get(path, api_key);
    await t.clock.sleep(200);
    await tx.rows(`update accounts set status = 'suspended' where account_id = $1`, [account_id]);
  });
  const answer = await ended.answer;
  assert.ok(answer !== undefined);
  assert.equal(codeOf(answer), 'account_suspended');
});

test('a call that was admitted before its account was suspended, frozen or erased creates nothing', async () => {
  const { account_id, key_id, api_key } = await t.account();
  const caller = { account_id, key_id, feeds: [] };
  const path = `/v1/portal_a/listings?${AREA}`;
  const { request_id } = (await t.settled(path, api_key)).json<{ request_id: string }>();
  const creations = [
    () => createWatch(t.app, caller, { route: 'portal_a_listings', query: fresh() }, null),
    () => createEndpoint(t.app, account_id, { url: 'https://hooks.example.com/' }, null),
    () => createBatch(t.app, caller, 'portal_a', { homes: [{ source_id: 'any' }] }, null),
    () => createSnapshot(t.app, account_id, { request_id }),
  ];
  for (const [status, code] of [
    ['suspended', 'account_suspended'],
    ['moved', 'storage_unavailable'],
  ] as const) {
    await changeStatus(t.app, account_id, 'active');
    await changeStatus(t.app, account_id, status);
    for (const create of creations) await assert.rejects(create(), { code }, String(create));
  }
  await changeStatus(t.app, account_id, 'active');
  for (const create of creations) await create();
});

/** The answer to a body of which the rest arrives after the access has ended. */
async function answerAfterEnd(
  path: string,
  body: object,
  account: TestAccount,
  how: 'suspended' | 'revoked',
): Promise<Answer> {
  const payload = new PassThrough();
  const text = JSON.stringify(body);
  payload.write(text.slice(0, 1));
  const answer = t.server.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${account.api_key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    payload,
  });
  await t.clock.sleep(200);
  await ENDS[how].end(account);
  payload.end(text.slice(1));
  return answer;
}

for (const how of ['suspended', 'revoked'] as const) {
  test(`${how}: a call whose body arrives later is rejected, of an operation and of a tool`, async () => {
    const url = 'https://hooks.example.com/late';
    const account = await granted();
    const late = await answerAfterEnd('/v1/endpoints', { url }, account, how);
    assert.equal(codeOf(late), ENDS[how].code, late.body);
    const stored = await t.app.db.rows('select 1 from endpoints where account_id = $1', [
      account.account_id,
    ]);
    assert.equal(stored.length, 0);
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/list', params: {} };
    const tool = await answerAfterEnd('/mcp', message, await granted(), how);
    assert.equal(codeOf(tool), ENDS[how].code, tool.body);
  });
}
