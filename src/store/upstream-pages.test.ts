import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { deleteOldUpstreamPages, findUpstreamPage, keepUpstreamPage } from './upstream-pages.js';

const store = sharedStore();

const later = (s: number) => new Date(AT.getTime() + s * 1000);
const page = (text: string, read_at = AT) => ({ body: Buffer.from(text), read_at });

test('a page is found while it is new enough, and the newest stays', async () => {
  assert.equal(await findUpstreamPage(store.pool, 'a', AT), undefined);
  await keepUpstreamPage(store.pool, 'a', page('first'));
  assert.deepEqual(await findUpstreamPage(store.pool, 'a', AT), page('first'));
  assert.equal(await findUpstreamPage(store.pool, 'a', later(1)), undefined);
  await keepUpstreamPage(store.pool, 'a', page('second', later(5)));
  await keepUpstreamPage(store.pool, 'a', page('late', later(3)));
  assert.deepEqual(await findUpstreamPage(store.pool, 'a', AT), page('second', later(5)));
});

test('old pages go, then the oldest of too many bytes', async () => {
  await store.pool.rows('delete from upstream_pages');
  for (const at of [0, 10, 20, 30]) {
    await keepUpstreamPage(store.pool, `p${at}`, page('x'.repeat(100), later(at)));
  }
  assert.equal(await deleteOldUpstreamPages(store.pool, later(5), 1_000, 10), 1);
  assert.equal(await deleteOldUpstreamPages(store.pool, later(5), 1_000, 10), 0);
  assert.equal(await deleteOldUpstreamPages(store.pool, later(5), 200, 10), 1);
  assert.ok((await findUpstreamPage(store.pool, 'p30', AT)) !== undefined);
  assert.equal(await findUpstreamPage(store.pool, 'p10', AT), undefined);
});
