import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultLimits } from '#base/limits.js';
import type { PageStore } from '#collect/upstream/page-store.js';
import type { Db } from '#store/db.js';
import { sharedStore } from '../../../test/support/open-test-store.js';
import { sharedPaceStore, sharedPageStore } from './shared-sources.js';

const store = sharedStore();

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const clock = { nowMs: () => NOW_MS };
const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (_fields: object, message: string) => warnings.push(message),
  error: () => undefined,
};
const parts = () => ({ db: store.pool, clock, log });
const broken: Db = {
  rows: async () => assert.fail('no connection'),
  transaction: async () => assert.fail('no connection'),
};
const asked = { count: 2, stepMs: 3_600_000, burstMs: 0 };

/** Waits until a stored page can be read; the store writes it with a delay. */
async function found(pages: PageStore, key: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const page = await pages.find(key, NOW_MS);
    if (page !== null) return page;
    await delay(10);
  }
  return null;
}

test('what one process has read, another finds, byte for byte', async () => {
  const [one, other] = [parts(), parts()].map((each) => sharedPageStore(each, defaultLimits()));
  assert.ok(one && other);
  const body = Buffer.from('{"rows":["é"]}');
  one.keep('key', { body, readAtMs: NOW_MS });
  assert.deepEqual(await found(other, 'key'), { body, readAtMs: NOW_MS });
  assert.equal(await other.find('key', NOW_MS + 1), null, 'an older page is not used');
});

test('no page is shared where the operator gave no room for it', () => {
  assert.equal(sharedPageStore(parts(), { ...defaultLimits(), UPSTREAM_SHARED_BYTES: 0 }), null);
});

test('processes take turns of one source, and a hold of one holds for the other', async () => {
  const [one, other] = [store.id(), store.id()].map((id) => sharedPaceStore(parts(), id));
  assert.ok(one && other);
  await one.take('a', asked);
  const { waitMs, processes } = await other.take('a', asked);
  assert.ok(waitMs > 7_000_000, `${waitMs}`);
  assert.equal(processes, 2);
  await one.hold('a', 60_000);
  assert.ok((await other.take('a', asked)).heldMs > 50_000);
});

test('after the clock of the database went back, no turn is as far ahead as it was', async () => {
  const pace = sharedPaceStore(parts(), store.id());
  const brisk = { count: 8, stepMs: 1_000, burstMs: 0 };
  await pace.take('b', brisk);
  for (const change of [
    `source_pace set next_at = next_at + interval '2 hours'`,
    `source_turns set slot = slot + 720`,
  ]) {
    await store.pool.rows(`update ${change} where source = 'b'`);
  }
  const { waitMs } = await pace.take('b', brisk);
  assert.ok(waitMs < 60_000, `${waitMs}`);
});

test('without the database a process keeps the pace by itself and reads pages again', async () => {
  warnings.length = 0;
  const pace = sharedPaceStore({ ...parts(), db: broken }, store.id());
  await pace.take('a', asked);
  assert.ok((await pace.take('a', asked)).waitMs > 7_000_000);
  await pace.hold('a', 60_000);
  assert.equal((await pace.take('a', asked)).heldMs, 60_000);
  const pages = sharedPageStore({ ...parts(), db: broken }, defaultLimits());
  assert.equal(await pages?.find('key', NOW_MS), null);
  assert.ok(warnings.length >= 4, warnings.join());
});
