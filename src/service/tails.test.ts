import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { StoredResult } from '#store/results.js';
import { openTails } from './tails.js';

const BYTES_MAX = 1_000_000;
const result = (result_id: string, collectedMs: number): StoredResult => ({
  result_id,
  digest: 'page',
  route: 'R1',
  collected_at: new Date(collectedMs),
  fresh_until: new Date(1_000_000),
  completeness: 'complete',
  row_count: 0,
  past_end: false,
  tail_gzip: gzipSync(',"count":0}}'),
  next_task: null,
});

test('a page that was announced after it was read is found again by the next look-up', () => {
  const tails = openTails(BYTES_MAX);
  const newest = () => tails.fresh('page', 2_000, 0)?.result_id;
  tails.putNewest(result('new', 1_000));
  assert.equal(newest(), 'new');
  tails.forget('page');
  assert.equal(newest(), undefined);
  tails.putNewest(result('new', 1_000));
  assert.equal(newest(), 'new');
});

test('an older page that is read for its own job never becomes the newest', () => {
  const tails = openTails(BYTES_MAX);
  tails.forget('page');
  tails.put(result('old', 1_000));
  assert.equal(tails.fresh('page', 2_000, 0), undefined);
  assert.equal(tails.ofResult('old')?.result_id, 'old');
  tails.putNewest(result('new', 1_500));
  tails.putNewest(result('old', 1_000));
  assert.equal(tails.fresh('page', 2_000, 0)?.result_id, 'new');
});
