/** Deliveries to a consumer on loopback: what is sent, in which order, and what is sent again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveriesBody, EndpointBody } from '#contract/operations/endpoints.js';
import { serveEndpoint } from '#service/webhooks/serve-endpoint.js';
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

const SECOND = 1_000;
const app = sharedApp({ env: PRIVATE, idle: true });

test('an event is sent once as type, timestamp and data, with what the log has of it', async (t) => {
  const { consumer, account, endpoint, key, shown, deliveries } = await opened(app, t);
  await log(app, account, ['watch.changed']);
  await deliverAll(app);
  const [event] = await eventsAfter(app, key);
  const [received] = consumer.received;
  assert.ok(event !== undefined && received !== undefined);
  assert.deepEqual(JSON.parse(received.body), {
    type: 'watch.changed',
    timestamp: event.timestamp,
    data: { at: 0, event_id: event.event_id, seq: 1, watch_id: null },
  });
  assert.equal(received.headers['content-type'], 'application/json');
  assert.equal(received.headers['webhook-id'], `${event.event_id}_${endpoint.endpoint_id}`);
  assert.equal(received.headers.cookie, undefined);
  await deliverAll(app);
  assert.equal(consumer.received.length, 1);
  const { last_attempt, next_seq } = await shown();
  assert.deepEqual([last_attempt?.code, last_attempt?.error, next_seq], [204, null, 2]);
  assert.deepEqual(await deliveries(), []);
});

test('an endpoint gets the types that it asks for, and nothing from before it was made', async (t) => {
  const { consumer, account } = await opened(app, t, { types: ['watch.failed', 'watch.paused'] });
  const types = ['watch.changed', 'watch.failed', 'watch.started', 'watch.paused'];
  await log(app, account, types);
  const late = await startConsumer();
  t.after(late.close);
  await addEndpoint(app, account.api_key, late.url);
  await log(app, account, types);
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [2, 4, 6, 8]);
  assert.deepEqual(late.seqs(), [5, 6, 7, 8]);
});

test('events come in the order of the log; one that fails holds no later one back', async (t) => {
  const { consumer, account, deliveries } = await opened(app, t);
  let calls = 0;
  consumer.answer((response) => {
    calls += 1;
    status(calls === 2 ? 500 : 204)(response);
  });
  await log(
    app,
    account,
    Array.from({ length: 5 }, () => 'watch.changed'),
  );
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1, 2, 3, 4, 5]);
  const [pending] = await deliveries('?status=pending');
  assert.deepEqual([pending?.seq, pending?.attempts], [2, 1]);
  assert.equal(pending?.last_attempt?.error, 'It answered 500.');
  app.clock.advance(6 * SECOND);
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1, 2, 3, 4, 5, 2]);
  assert.equal(
    consumer.received[1]?.headers['webhook-id'],
    consumer.received[5]?.headers['webhook-id'],
  );
  const [taken] = await deliveries();
  assert.deepEqual([taken?.status, taken?.attempts], ['delivered', 2]);
});

test('a process that dies between sending and recording is followed by one that sends the same again', async (t) => {
  const { consumer, account, shown } = await opened(app, t);
  await log(app, account, ['watch.changed', 'watch.changed']);
  const signal = new AbortController().signal;
  const dying = {
    ...app.app,
    webhooks: {
      ...app.app.webhooks,
      post: async (...sent: Parameters<typeof app.app.webhooks.post>) => {
        await app.app.webhooks.post(...sent);
        throw new Error('killed');
      },
    },
  };
  const endpoint = await claimTurn(dying);
  assert.ok(endpoint !== undefined);
  await assert.rejects(serveEndpoint(dying, endpoint, signal), /killed/);
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1], 'its lease still holds');
  app.clock.advance(61 * SECOND);
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1, 1, 2]);
  const [first, second] = consumer.received;
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  assert.equal((await shown()).next_seq, 3);
});

test('an endpoint that its caller disabled gets nothing, and all of it when it is enabled again', async (t) => {
  const { consumer, account, path, key } = await opened(app, t);
  await log(app, account, ['watch.changed']);
  await deliverAll(app);
  const disabled = await send(app, key, 'PATCH', path, { state: 'disabled' });
  assert.equal(disabled.json<EndpointBody>().disabled_reason, 'by_caller');
  await log(app, account, ['watch.changed', 'watch.failed']);
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1]);
  await send(app, key, 'PATCH', path, { state: 'enabled' });
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1, 2, 3]);
});

test('a change of the URL during a delivery is preserved: nothing more goes to the old one', async (t) => {
  const { consumer, account, path, key } = await opened(app, t);
  const next = await startConsumer();
  t.after(next.close);
  consumer.answer((response) => {
    void send(app, key, 'PATCH', path, { url: next.url }).then(() => status(204)(response));
  });
  await log(app, account, ['watch.changed', 'watch.changed', 'watch.changed']);
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1]);
  assert.deepEqual(next.seqs(), [1, 2, 3]);
});

test('one event is sent again on request, to the endpoints that ask for its type', async (t) => {
  const { consumer, account, endpoint, key } = await opened(app, t);
  const other = await startConsumer();
  t.after(other.close);
  await addEndpoint(app, key, other.url, { types: ['watch.failed'] });
  await log(app, account, ['watch.changed', 'watch.changed', 'watch.changed']);
  await deliverAll(app);
  const answer = await send(app, key, 'POST', '/v1/events/2/redeliver');
  assert.deepEqual(
    answer.json<DeliveriesBody>().deliveries.map((one) => [one.endpoint_id, one.seq, one.status]),
    [[endpoint.endpoint_id, 2, 'pending']],
  );
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1, 2, 3, 2]);
  assert.equal(other.received.length, 0);
});

test('a test event goes to its endpoint alone, whatever types it asks for', async (t) => {
  const { consumer, path, key } = await opened(app, t, { types: ['watch.failed'] });
  const other = await startConsumer();
  t.after(other.close);
  await addEndpoint(app, key, other.url);
  const answer = await send(app, key, 'POST', `${path}/test`);
  assert.equal(answer.json<{ type: string }>().type, 'endpoint.test');
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1]);
  assert.equal(other.received.length, 0);
});

test('an account that is suspended gets nothing until it is resumed', async (t) => {
  const { consumer, account } = await opened(app, t);
  await log(app, account, ['watch.changed']);
  const become = (text: string) =>
    app.app.db.rows('update accounts set status = $2 where account_id = $1', [
      account.account_id,
      text,
    ]);
  await become('suspended');
  await deliverAll(app);
  assert.equal(consumer.received.length, 0);
  await become('active');
  await deliverAll(app);
  assert.deepEqual(consumer.seqs(), [1]);
});
