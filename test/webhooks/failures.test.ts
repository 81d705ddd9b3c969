/** Failed deliveries: when they are retried, given up, and when an endpoint is disabled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountBody } from '#contract/operations/service.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { sharedApp } from '../support/open-test-app.js';
import { eventsAfter, send } from '../support/watching.js';
import {
  addEndpoint,
  deliverAll,
  log,
  opened,
  PRIVATE,
  startConsumer,
  status,
} from '../support/webhooks.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const app = sharedApp({ env: PRIVATE, idle: true });

test('ten attempts at the times of the schedule, give or take a fifth; then the delivery has failed', async (t) => {
  const { consumer, account, deliveries } = await opened(app, t);
  consumer.answer(status(500));
  await log(app, account, ['watch.changed']);
  const delaysS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [at, delayS] of delaysS.entries()) {
    await deliverAll(app);
    assert.equal(consumer.received.length, at + 1);
    const [pending] = await deliveries();
    const waitMs = Date.parse(pending?.next_at ?? '') - Date.parse(pending?.last_attempt?.at ?? '');
    assert.ok(waitMs >= delayS * 800 && waitMs <= delayS * 1200, `${waitMs} for ${delayS} s`);
    app.clock.advance(waitMs - SECOND);
    await deliverAll(app);
    assert.equal(consumer.received.length, at + 1, 'not before its time');
    app.clock.advance(SECOND);
  }
  await deliverAll(app);
  assert.equal(consumer.received.length, 10);
  const [failed] = await deliveries('?status=failed');
  assert.deepEqual([failed?.attempts, failed?.next_at], [10, null]);
  app.clock.advance(2 * DAY);
  await deliverAll(app);
  assert.equal(consumer.received.length, 10);
});

test('nothing is sent while the endpoint asks to be left alone, a day at most', async (t) => {
  for (const [asked, waitsS] of [
    [() => '600', 600],
    [() => '31536000', 86_400],
    [() => new Date(app.clock.nowMs() + 900 * SECOND).toUTCString(), 900],
  ] as const) {
    const { consumer, account, shown } = await opened(app, t);
    consumer.answer(status(503, { 'retry-after': asked() }));
    await log(app, account, ['watch.changed', 'watch.changed']);
    await deliverAll(app);
    assert.equal(consumer.received.length, 1, 'the second event waits too');
    const { held_until } = await shown();
    const heldS = (Date.parse(held_until ?? '') - app.clock.nowMs()) / 1000;
    assert.ok(heldS > waitsS - 5 && heldS <= waitsS, `${heldS} s`);
    consumer.answer(status(204));
    app.clock.advance((waitsS - 5) * SECOND);
    await deliverAll(app);
    assert.equal(consumer.received.length, 1);
    app.clock.advance(5 * SECOND);
    await deliverAll(app);
    assert.deepEqual(consumer.seqs(), [1, 1, 2]);
    assert.equal((await shown()).held_until, null);
  }
});

test('an endpoint that answers 410 is disabled, and the other endpoints hear of it', async (t) => {
  const { consumer, account, endpoint, path, key, shown } = await opened(app, t, {
    types: ['watch.changed', 'endpoint.disabled'],
  });
  const other = await startConsumer();
  t.after(other.close);
  await addEndpoint(app, key, other.url, { types: ['endpoint.disabled'] });
  consumer.answer(status(410));
  await log(app, account, ['watch.changed', 'watch.changed']);
  await deliverAll(app);
  assert.equal(consumer.received.length, 1);
  const { state, disabled_reason } = await shown();
  assert.deepEqual([state, disabled_reason], ['disabled', 'gone']);
  const counts = async () => (await app.get('/v1/account', key)).json<AccountBody>().endpoints;
  const gone = { enabled: 1, disabled_by_caller: 0, disabled_by_service: 1 };
  assert.deepEqual(await counts(), gone);
  await send(app, key, 'PATCH', path, { state: 'disabled' });
  assert.deepEqual(await counts(), gone, 'the reason stays');
  const heard = JSON.parse(other.received[0]?.body ?? '');
  assert.equal(other.received.length, 1);
  assert.deepEqual(
    [heard.type, heard.data.endpoint_id, heard.data.reason, heard.data.last_code],
    ['endpoint.disabled', endpoint.endpoint_id, 'gone', 410],
  );
  consumer.answer(status(204));
  await send(app, key, 'PATCH', path, { state: 'enabled' });
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1, 2], 'it goes on where it stood, without its own end');
  assert.deepEqual(await counts(), { ...gone, enabled: 2, disabled_by_service: 0 });
  await send(app, key, 'PATCH', path, { state: 'disabled' });
  assert.deepEqual(await counts(), { enabled: 1, disabled_by_caller: 1, disabled_by_service: 0 });
});

test('five days without a success disable an endpoint; one success in between does not', async (t) => {
  const { consumer, account, key, shown } = await opened(app, t);
  const day = async (code: number) => {
    consumer.answer(status(code));
    await log(app, account, ['watch.changed']);
    await deliverAll(app);
    app.clock.advance(DAY);
    return (await shown()).disabled_reason;
  };
  for (const code of [500, 500, 500, 204, 500, 500, 500, 500, 500]) {
    assert.equal(await day(code), null);
  }
  assert.equal(await day(500), 'failing');
  const last = (await eventsAfter(app, key)).at(-1);
  assert.equal(last?.type, 'endpoint.disabled');
  assert.equal(last.data.reason, 'failing');
});

test('attempts are counted by how they ended', async (t) => {
  const { consumer, account } = await opened(app, t);
  const counts = async () => {
    const text = await app.app.metrics.text();
    return ['delivered', 'failed'].map((outcome) => {
      const series = `rowhouse_webhook_attempts_total{outcome="${outcome}"} `;
      const line = text.split('\n').find((one) => one.startsWith(series));
      return Number(line?.slice(series.length) ?? 0);
    });
  };
  const [delivered = 0, failed = 0] = await counts();
  await log(app, account, ['watch.changed', 'watch.changed']);
  await deliverAll(app);
  consumer.answer(status(500));
  await log(app, account, ['watch.changed']);
  await deliverAll(app);
  assert.deepEqual(await counts(), [delivered + 2, failed + 1]);
});

test('a redirect is a failure and is not followed', async (t) => {
  const { consumer, account, deliveries } = await opened(app, t);
  const inside = await startConsumer();
  t.after(inside.close);
  for (const code of [301, 302, 307, 308]) {
    consumer.answer(status(code, { location: inside.url }));
    await log(app, account, ['watch.changed']);
    await deliverAll(app);
    const [pending] = await deliveries('?status=pending');
    assert.equal(pending?.last_attempt?.code, code);
  }
  assert.equal(inside.received.length, 0);
});

test('an expired event ends its delivery', async (t) => {
  const { consumer, account, deliveries } = await opened(app, t);
  consumer.answer(status(500));
  await log(app, account, ['watch.changed']);
  await deliverAll(app);
  await app.app.db.rows('delete from events where account_id = $1', [account.account_id]);
  app.clock.advance(6 * SECOND);
  await deliverAll(app);
  const [failed] = await deliveries();
  assert.deepEqual([failed?.status, failed?.event_id], ['failed', null]);
  assert.equal(consumer.received.length, 1);
});

test('events that expired while the endpoint was disabled are a failed delivery with their numbers', async (t) => {
  const { consumer, account, endpoint, deliveries, shown } = await opened(app, t);
  const path = `/v1/endpoints/${endpoint.endpoint_id}`;
  await send(app, account.api_key, 'PATCH', path, { state: 'disabled' });
  await log(app, account, ['watch.changed', 'watch.changed', 'watch.changed']);
  app.clock.advance(91 * DAY);
  await cleanUpOnce(app.app);
  await log(app, account, ['watch.changed']);
  await send(app, account.api_key, 'PATCH', path, { state: 'enabled' });
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [4]);
  const [skipped, ...others] = await deliveries('?status=failed');
  assert.deepEqual(others, []);
  assert.deepEqual([skipped?.seq, skipped?.event_id, skipped?.attempts], [3, null, 0]);
  assert.match(skipped?.last_attempt?.error ?? '', /^Events 1 to 3 of the log expired/);
  const { failing_since, next_seq } = await shown();
  assert.deepEqual([failing_since, next_seq], [null, 5]);
});
