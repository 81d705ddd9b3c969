/** Names of receivers are looked up in turns: one that is never found holds only its account. */
import assert from 'node:assert/strict';
import type { lookup } from 'node:dns';
import { test } from 'node:test';
import { openWebhookClient } from '#service/webhooks/webhook-client.js';
import { startConsumer } from '../support/webhooks.js';

test('names that are never found hold one lookup of their account, and another account is sent to at once', async () => {
  const consumer = await startConsumer();
  const asked: string[] = [];
  const resolve = (host: string, _options: object, callback: (...found: unknown[]) => void) => {
    asked.push(host);
    if (!host.startsWith('black'))
      setImmediate(callback, null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const client = openWebhookClient({
    isPrivateAllowed: true,
    timeoutS: 10,
    resolve: resolve as typeof lookup,
  });
  const heavy = Array.from({ length: 1_000 }, (_, at) =>
    client.post({ account_id: 'heavy', url: `http://black${at}.example.com/` }, {}, '{}'),
  );
  const url = `http://consumer.example.com:${consumer.port}/`;
  const began = performance.now();
  const answer = await client.post({ account_id: 'light', url }, {}, '{}');
  const tookMs = performance.now() - began;
  assert.ok('code' in answer, JSON.stringify(answer));
  assert.ok(tookMs < 3_000, `${Math.round(tookMs)} ms`);
  assert.deepEqual(asked, ['black0.example.com', 'consumer.example.com']);
  await client.close();
  await Promise.all(heavy);
  await consumer.close();
});
