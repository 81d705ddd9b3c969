/** Accounts take turns in the store: one account's load delays another's call only a little. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { sharedApp } from './support/open-test-app.js';

const LOAD = 200;
/** Calls of the other account that may end meanwhile. */
const ENDED_MAX = 50;

const t = sharedApp({ idle: true });

test('a call waits behind few calls of an account that has two hundred under way', async () => {
  const heavy = await t.account({ rate_limit: 100_000 });
  const light = await t.account();
  const ended: number[] = [];
  const all = Array.from({ length: LOAD }, async () => {
    const { statusCode } = await t.get('/v1/account', heavy.api_key);
    ended.push(statusCode);
  });
  // They are all in the store by now.
  while (ended.length === 0) await turnOfLoop();
  const before = ended.length;
  const answer = await t.get('/v1/account', light.api_key);
  const meanwhile = ended.length - before;
  assert.equal(answer.statusCode, 200);
  await Promise.all(all);
  assert.deepEqual(new Set(ended), new Set([200]));
  assert.ok(meanwhile <= ENDED_MAX, `${meanwhile} of ${LOAD} ended before it`);
});
