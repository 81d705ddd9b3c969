/** A consumer that fails at random, with workers that run as they do in the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runWebhooks, serveEndpoint } from '#service/webhooks/serve-endpoint.js';
import { sharedApp } from '../support/open-test-app.js';
import { eventsAfter, send } from '../support/watching.js';
import {
  addEndpoint,
  claimTurn,
  deliverAll,
  log,
  opened,
  PRIVATE,
  startConsumer,
  status,
} from '../support/webhooks.js';

const EVENTS = 200;
const ROUNDS = 60;
const ROUND_MS = 6 * 3_600_000;
const app = sharedApp({ env: PRIVATE, idle: true, limits: { WEBHOOK_TIMEOUT_S: 1 } });

/** The same row of numbers at every run (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('a consumer with outages ends with every event, and by webhook-id with each one once after a replay', async (t) => {
  const consumer = await startConsumer();
  t.after(consumer.close);
  const account = await app.account();
  const { endpoint_id } = await addEndpoint(app, account.api_key, consumer.url);
  const random = chance(18);
  const kept = new Set<string>();
  consumer.answer((response, { headers }) => {
    const drawn = random();
    // What is taken may still be answered too late or not at all: the sender cannot know.
    if (drawn < 0.75) kept.add(String(headers['webhook-id']));
    if (drawn < 0.7) status(204)(response);
    else if (drawn < 0.85) response.destroy();
    else status(drawn < 0.95 ? 503 : 302)(response);
  });
  for (let at = 0; at < EVENTS; at += 10) {
    await log(
      app,
      account,
      Array.from({ length: 10 }, () => 'watch.changed'),
    );
    await deliverAll(app);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    app.clock.advance(ROUND_MS);
    await deliverAll(app);
  }
  const events = await eventsAfter(app, account.api_key);
  const ids = events.map(({ event_id }) => `${event_id}_${endpoint_id}`).sort();
  assert.equal(ids.length, EVENTS);
  assert.deepEqual([...kept].sort(), ids, 'each at least once');
  assert.ok(consumer.received.length > EVENTS * 1.2, 'there were outages');
  consumer.received.length = 0;
  consumer.answer(status(204));
  const path = `/v1/endpoints/${endpoint_id}`;
  await send(app, account.api_key, 'POST', `${path}/replay`, { after: 50 });
  await deliverAll(app);
  assert.deepEqual(
    consumer.seqs(),
    Array.from({ length: EVENTS - 50 }, (_, at) => at + 51),
  );
  const again = consumer.received.map(({ headers }) => String(headers['webhook-id']));
  assert.deepEqual([...new Set([...kept, ...again])].sort(), ids, 'no id that was not there');
});

test('workers of two processes deliver each event once, in order, while all goes well', async (t) => {
  const accounts = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const consumer = await startConsumer();
      t.after(consumer.close);
      const account = await app.account();
      await addEndpoint(app, account.api_key, consumer.url);
      return { ...account, consumer };
    }),
  );
  const stop = new AbortController();
  const workers = [runWebhooks(app.app, stop.signal), runWebhooks(app.app, stop.signal)];
  for (let round = 0; round < 10; round += 1) {
    for (const account of accounts) {
      await log(app, account, ['watch.changed', 'watch.failed', 'watch.started']);
      app.app.notifications.send('logged', account.account_id);
    }
  }
  const untilMs = app.clock.nowMs() + 30_000;
  const isDone = () => accounts.every(({ consumer }) => consumer.received.length >= 30);
  while (!isDone() && app.clock.nowMs() < untilMs) await app.clock.sleep(20);
  stop.abort();
  await Promise.all(workers);
  const all = Array.from({ length: 30 }, (_, at) => at + 1);
  for (const { consumer } of accounts) assert.deepEqual(consumer.seqs(), all);
});

test('an endpoint that hangs holds back no other one', async (t) => {
  const [slow, quick] = [await startConsumer(), await startConsumer()];
  t.after(slow.close);
  t.after(quick.close);
  slow.answer(() => undefined);
  const account = await app.account();
  await addEndpoint(app, account.api_key, slow.url);
  await addEndpoint(app, account.api_key, quick.url);
  await log(
    app,
    account,
    Array.from({ length: 20 }, () => 'watch.changed'),
  );
  const stop = new AbortController();
  const worker = runWebhooks(app.app, stop.signal);
  const untilMs = app.clock.nowMs() + 10_000;
  while (quick.received.length < 20 && app.clock.nowMs() < untilMs) await app.clock.sleep(20);
  assert.equal(quick.received.length, 20);
  assert.ok(slow.received.length < 20, 'the slow one is still at it');
  stop.abort();
  await worker;
});

test('an event is sent when it is written: no look by the clock is needed', async (t) => {
  const consumer = await startConsumer();
  t.after(consumer.close);
  const account = await app.account();
  await addEndpoint(app, account.api_key, consumer.url);
  // A look every second would find what was missed: here the next one is an hour away.
  const sleep = (ms: number, signal?: AbortSignal) =>
    app.clock.sleep(ms >= 1_000 ? 3_600_000 : ms, signal);
  const stop = new AbortController();
  const worker = runWebhooks({ ...app.app, clock: { ...app.clock, sleep } }, stop.signal);
  const untilMs = app.clock.nowMs() + 20_000;
  for (let at = 1; at <= 40; at += 1) {
    await log(app, account, ['watch.changed']);
    app.app.notifications.send('logged', account.account_id);
    // Some are written while the one before is on its way, or has just been recorded.
    const waitFor = at % 4 === 0 ? at : 0;
    while (consumer.received.length < waitFor && app.clock.nowMs() < untilMs) {
      await app.clock.sleep(1);
    }
    await app.clock.sleep(at % 7);
  }
  assert.deepEqual(
    consumer.seqs(),
    Array.from({ length: 40 }, (_, at) => at + 1),
  );
  stop.abort();
  await worker;
});

test("slow receivers of one account keep no other account's event waiting", async (t) => {
  const [slow, quick] = [await startConsumer(), await startConsumer()];
  t.after(slow.close);
  t.after(quick.close);
  slow.answer(() => undefined);
  const [heavy, light] = [await app.account(), await app.account()];
  const places = app.app.limits.WEBHOOK_CONCURRENCY;
  for (let at = 0; at < 2 * places; at += 1) await addEndpoint(app, heavy.api_key, slow.url);
  await addEndpoint(app, light.api_key, quick.url);
  await log(app, heavy, ['watch.changed']);
  const stop = new AbortController();
  // Answers that never come take until the test ends them, not until their time is up.
  const posts: (() => void)[] = [];
  const post: typeof app.app.webhooks.post = (to, headers, body) =>
    to.account_id === heavy.account_id
      ? new Promise((done) => posts.push(() => done({ error: 'late' })))
      : app.app.webhooks.post(to, headers, body);
  const webhooks = { ...app.app.webhooks, post };
  const worker = runWebhooks({ ...app.app, webhooks }, stop.signal);
  const untilMs = app.clock.nowMs() + 10_000;
  while (posts.length < places && app.clock.nowMs() < untilMs) await app.clock.sleep(5);
  await log(app, light, ['watch.changed']);
  app.app.notifications.send('logged', light.account_id);
  while (quick.received.length === 0 && app.clock.nowMs() < untilMs) await app.clock.sleep(5);
  assert.equal(posts.length, places, 'no receiver of the other account has answered');
  assert.equal(quick.received.length, 1);
  stop.abort();
  for (const end of posts) end();
  await worker;
});

test('a turn of a slow endpoint ends in time, and the next one resumes after it', async (t) => {
  const { consumer, account, shown } = await opened(app, t);
  await log(
    app,
    account,
    Array.from({ length: 4 }, () => 'watch.changed'),
  );
  consumer.answer((response) => {
    app.clock.advance(14_000);
    status(204)(response);
  });
  const turns: number[][] = [];
  for (let endpoint = await claimTurn(app.app); endpoint; endpoint = await claimTurn(app.app)) {
    const before = consumer.received.length;
    await serveEndpoint(app.app, endpoint, new AbortController().signal);
    if (consumer.received.length > before) turns.push(consumer.seqs().slice(before));
  }
  assert.deepEqual(turns, [[1], [2], [3], [4]]);
  assert.equal((await shown()).next_seq, 5);
});
