import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { findOutline, findOutlineSet, removeOutlines, replaceOutlines } from './zip-outlines.js';

const store = sharedStore();

const BOX = { w: -97_800_000, s: 30_200_000, e: -97_700_000, n: 30_300_000 };
const setOf = (file_name: string) => ({
  file_name,
  file_sha256: 'ab',
  report: { records: 1 },
  imported_at: AT,
});
/** This many ZIPs with one box. */
const many = (count: number, first = 0) =>
  Array.from({ length: count }, (_, nth) => [String(first + nth).padStart(5, '0'), BOX] as const);

test('a set takes the place of the one before, whole', async () => {
  assert.equal(await findOutlineSet(store.pool), undefined);
  await replaceOutlines(store.pool, setOf('first.csv'), many(12_000));
  assert.deepEqual(await findOutline(store.pool, '11999'), BOX);
  await replaceOutlines(store.pool, setOf('second.csv'), many(3, 20_000));
  assert.equal(await findOutline(store.pool, '11999'), undefined);
  assert.deepEqual(await findOutline(store.pool, '20002'), BOX);
  assert.deepEqual(await findOutlineSet(store.pool), setOf('second.csv'));
});

test('a set that cannot be stored leaves the one before', async () => {
  await replaceOutlines(store.pool, setOf('good.csv'), many(2));
  const bad = [...many(6_000), ['99999', { ...BOX, e: BOX.w }] as const];
  await assert.rejects(replaceOutlines(store.pool, setOf('bad.csv'), bad));
  assert.equal((await findOutlineSet(store.pool))?.file_name, 'good.csv');
  assert.deepEqual(await findOutline(store.pool, '00001'), BOX);
  assert.equal(await findOutline(store.pool, '05000'), undefined);
});

test('of two sets that are stored at once one stays, without rows of the other', async () => {
  await Promise.all([
    replaceOutlines(store.pool, setOf('a.csv'), many(200)),
    replaceOutlines(store.pool, setOf('b.csv'), many(200, 100)),
  ]);
  const isFirst = (await findOutlineSet(store.pool))?.file_name === 'a.csv';
  assert.equal((await findOutline(store.pool, '00050')) !== undefined, isFirst);
  assert.equal((await findOutline(store.pool, '00250')) !== undefined, !isFirst);
});

test('a set is removed once', async () => {
  await replaceOutlines(store.pool, setOf('a.csv'), many(2));
  assert.equal(await removeOutlines(store.pool), true);
  assert.equal(await findOutline(store.pool, '00001'), undefined);
  assert.equal(await findOutlineSet(store.pool), undefined);
  assert.equal(await removeOutlines(store.pool), false);
});
