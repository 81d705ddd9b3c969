/** Signatures as a third party verifies them, and where secrets are shown. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { DAY_MS } from '#contract/durations.js';
import type { EndpointSecretBody } from '#contract/operations/endpoints.js';
import { runWebhooks } from '#service/webhooks/serve-endpoint.js';
import { newSecret, signedHeaders, webhookId } from '#service/webhooks/sign.js';
import { systemClock, systemIds } from '../../src/system.js';
import { openTestApp, type TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';
import {
  addEndpoint,
  type Consumer,
  deliverAll,
  log,
  PRIVATE,
  startConsumer,
  status,
} from '../support/webhooks.js';

let app: TestApp;
let consumer: Consumer;
before(async () => {
  // The package compares with the real time.
  app = await openTestApp({ env: PRIVATE, idle: true, startMs: systemClock.nowMs() });
  consumer = await startConsumer();
});
after(async () => {
  await consumer.close();
  await app.close();
});

const ids = systemIds(systemClock);

function verifies(secret: string, { headers, body }: Consumer['received'][number]): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** What the consumer gets of one more event. */
async function next(account: { account_id: string }) {
  await log(app, account, ['watch.changed']);
  await deliverAll(app);
  const last = consumer.received.at(-1);
  assert.ok(last !== undefined);
  return last;
}

test('the package of the standard verifies a delivery, and rejects another secret and a changed body', async () => {
  const account = await app.account();
  const { secret } = await addEndpoint(app, account.api_key, consumer.url);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const received = await next(account);
  assert.ok(verifies(secret, received));
  assert.ok(!verifies(newSecret(ids), received));
  assert.ok(!verifies(secret, { ...received, body: `${received.body} ` }));
  assert.match(String(received.headers['webhook-id']), /^[^.]+$/);
});

test('a signature is of the moment of its attempt: older than five minutes it is rejected', () => {
  const secret = newSecret(ids);
  const secrets = [{ secret, ends_at: null }];
  const id = webhookId(ids.uuid(), ids.uuid());
  const at = (ms: number) => {
    const headers = signedHeaders(id, '{}', secrets, systemClock.nowMs() + ms);
    return verifies(secret, { path: '', headers, body: '{}' });
  };
  assert.deepEqual([at(0), at(-290_000), at(-310_000), at(310_000)], [true, true, false, false]);
});

test('a retry is signed for its own moment', async () => {
  const account = await app.account();
  await addEndpoint(app, account.api_key, consumer.url);
  consumer.answer(status(500));
  const first = await next(account);
  consumer.answer(status(204));
  app.clock.advance(6_000);
  await deliverAll(app);
  const second = consumer.received.at(-1);
  assert.ok(second !== undefined && second !== first);
  const stamps = [first, second].map(({ headers }) => Number(headers['webhook-timestamp']));
  assert.ok((stamps[1] ?? 0) - (stamps[0] ?? 0) >= 6);
  assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
  assert.notEqual(first.headers['webhook-signature'], second.headers['webhook-signature']);
});

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const account = await app.account();
  const old = await addEndpoint(app, account.api_key, consumer.url);
  const path = `/v1/endpoints/${old.endpoint_id}`;
  const rotated = (
    await send(app, account.api_key, 'POST', `${path}/rotate`)
  ).json<EndpointSecretBody>();
  assert.notEqual(rotated.secret, old.secret);
  const endsInMs = Date.parse(rotated.old_secret_ends_at ?? '') - app.clock.nowMs();
  assert.ok(Math.abs(endsInMs - DAY_MS) < 5_000);
  const both = await next(account);
  assert.equal(String(both.headers['webhook-signature']).split(' ').length, 2);
  assert.ok(verifies(old.secret, both) && verifies(rotated.secret, both));
  app.clock.advance(DAY_MS);
  const one = await next(account);
  assert.equal(String(one.headers['webhook-signature']).split(' ').length, 1);
  const shown = (await send(app, account.api_key, 'GET', path)).json<EndpointSecretBody>();
  assert.equal(shown.old_secret_ends_at, null);
});

test('a secret is shown by the answer that makes it and by no other, nor by the log', async () => {
  const account = await app.account();
  const { endpoint_id, secret } = await addEndpoint(app, account.api_key, consumer.url);
  const path = `/v1/endpoints/${endpoint_id}`;
  const rotated = (
    await send(app, account.api_key, 'POST', `${path}/rotate`)
  ).json<EndpointSecretBody>();
  const logged: string[] = [];
  const noted = (fields: object, message: string) => {
    logged.push(
      message +
        JSON.stringify(fields, (_key, value) => (value instanceof Error ? value.stack : value)),
    );
  };
  const stop = new AbortController();
  const failing = {
    ...app.app,
    log: { info: noted, warn: noted, error: noted },
    webhooks: { ...app.app.webhooks, post: () => Promise.reject(new Error('broken')) },
  };
  await log(app, account, ['watch.changed']);
  const running = runWebhooks(failing, stop.signal);
  while (logged.length === 0) await app.clock.sleep(10);
  stop.abort();
  await running;
  const answers = [
    await send(app, account.api_key, 'GET', path),
    await send(app, account.api_key, 'GET', '/v1/endpoints'),
    await send(app, account.api_key, 'PATCH', path, { name: 'other' }),
    await send(app, account.api_key, 'GET', `${path}/deliveries`),
    await send(app, account.api_key, 'GET', '/v1/events'),
  ].map(({ body }) => body);
  for (const one of [secret, rotated.secret]) {
    for (const text of [...answers, ...logged]) assert.ok(!text.includes(one.slice(6)), text);
  }
});
