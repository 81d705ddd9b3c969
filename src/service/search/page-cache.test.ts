import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { GZIP } from '#http/gzip-body.js';
import type { StoredResult } from '#store/results.js';
import { openPageCache } from './page-cache.js';

const BYTES_MAX = 1_000_000;
const result = (result_id: string, collectedMs: number): StoredResult => ({
  result_id,
  page_hash: 'page',
  route: 'portal_a_listings',
  collected_at: new Date(collectedMs),
  fresh_until: new Date(1_000_000),
  completeness: 'complete',
  row_count: 0,
  past_end: false,
  body_gzip: gzipSync(',"count":0}}'),
  next_task: null,
  feeds: null,
});

test('a page announced after it was read is found by the next lookup', () => {
  const pageCache = openPageCache(BYTES_MAX, GZIP);
  const newest = () => pageCache.fresh('page', 2_000, 0)?.result_id;
  pageCache.putNewest(result('new', 1_000));
  assert.equal(newest(), 'new');
  pageCache.forget('page');
  assert.equal(newest(), undefined);
  pageCache.putNewest(result('new', 1_000));
  assert.equal(newest(), 'new');
});

test('an older page that is read for its own job never becomes the newest', () => {
  const pageCache = openPageCache(BYTES_MAX, GZIP);
  pageCache.forget('page');
  pageCache.put(result('old', 1_000));
  assert.equal(pageCache.fresh('page', 2_000, 0), undefined);
  assert.equal(pageCache.ofResult('old')?.result_id, 'old');
  pageCache.putNewest(result('new', 1_500));
  pageCache.putNewest(result('old', 1_000));
  assert.equal(pageCache.fresh('page', 2_000, 0)?.result_id, 'new');
});
