/**
 * The client against the application: endpoints from creation to removal, with their deliveries.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { callerOf, failing } from '../support/call-app.js';
import type { TestApp } from '../support/open-test-app.js';
import { deliverAll, log, startConsumer, status } from '../support/webhooks.js';

export function register(t: () => TestApp): void {
  test('an endpoint is created, tested, changed, disabled, enabled, rotated and removed', async (c) => {
    const consumer = await startConsumer();
    c.after(consumer.close);
    const { endpoints } = callerOf(t(), await t().account());
    const made = await endpoints.create({ url: consumer.url, name: 'Hook' });
    assert.deepEqual([made.meta.status, made.name, made.state], [201, 'Hook', 'enabled']);
    const id = made.endpoint_id;
    const event = await endpoints.test(id);
    assert.equal(event.type, 'endpoint.test');
    await deliverAll(t());
    const [received] = consumer.received;
    assert.ok(received !== undefined);
    const { 'webhook-id': sent = '', 'webhook-timestamp': at } = received.headers;
    const signature = new Webhook(made.secret).sign(
      String(sent),
      new Date(Number(at) * 1000),
      received.body,
    );
    assert.equal(received.headers['webhook-signature'], signature);
    assert.equal((await endpoints.get(id)).last_attempt?.code, 204);
    const changed = await endpoints.change(id, { name: 'Other', types: ['watch.failed'] });
    assert.deepEqual([changed.name, changed.types], ['Other', ['watch.failed']]);
    const disabled = await endpoints.disable(id);
    assert.deepEqual([disabled.state, disabled.disabled_reason], ['disabled', 'by_caller']);
    assert.equal((await endpoints.enable(id)).state, 'enabled');
    const rotated = await endpoints.rotate(id);
    assert.notEqual(rotated.secret, made.secret);
    assert.notEqual(rotated.old_secret_ends_at, null);
    assert.deepEqual(
      (await endpoints.list()).endpoints.map(({ endpoint_id }) => endpoint_id),
      [id],
    );
    await endpoints.remove(id);
    const error = await failing(endpoints.get(id));
    assert.deepEqual([error.code, error.status], ['endpoint_not_found', 404]);
    assert.equal((await failing(endpoints.remove(id))).code, 'endpoint_not_found');
  });

  test('deliveries that failed are listed by status, sent again and replayed', async (c) => {
    const consumer = await startConsumer();
    c.after(consumer.close);
    const account = await t().account();
    const { endpoints, events } = callerOf(t(), account);
    const { endpoint_id: id } = await endpoints.create({ url: consumer.url });
    consumer.answer(status(500));
    await log(t(), account, ['watch.changed']);
    await deliverAll(t());
    const [failed] = (await endpoints.deliveries(id, { status: 'pending' })).deliveries;
    assert.deepEqual([failed?.seq, failed?.attempts, failed?.last_attempt?.code], [1, 1, 500]);
    assert.deepEqual((await endpoints.deliveries(id, { status: 'delivered' })).deliveries, []);
    consumer.answer(status(204));
    const again = await events.redeliver(1);
    assert.deepEqual(
      again.deliveries.map(({ endpoint_id, seq }) => [endpoint_id, seq]),
      [[id, 1]],
    );
    await deliverAll(t());
    assert.equal((await endpoints.deliveries(id)).deliveries[0]?.status, 'delivered');
    assert.equal((await endpoints.replay(id, 0)).next_seq, 1);
    await deliverAll(t());
    assert.deepEqual(consumer.seqs(), [1, 1, 1]);
    assert.equal((await failing(events.redeliver(99))).code, 'event_not_found');
  });

  test('the same Idempotency-Key makes one endpoint and shows its secret again', async () => {
    const { endpoints } = callerOf(t(), await t().account());
    const body = { url: 'http://127.0.0.1:9/' };
    const key = { idempotencyKey: 'one' };
    const first = await endpoints.create(body, key);
    const again = await endpoints.create(body, key);
    assert.deepEqual([again.endpoint_id, again.secret], [first.endpoint_id, first.secret]);
    assert.notEqual((await endpoints.create(body)).endpoint_id, first.endpoint_id);
    const error = await failing(endpoints.create({ url: 'ftp://127.0.0.1/' }));
    assert.deepEqual([error.code, error.param], ['endpoint_not_allowed', 'url']);
  });
}
