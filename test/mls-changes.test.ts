/**
 * A feed that changes while it is collected: rows are written, leave and enter the search between
 * two pages. Every row that stays is delivered once.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type ChangingFeed, keyOf, openChangingFeed, rowOf } from './support/changing-feed.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { pagesOf } from './support/whole-search.js';

const ROWS = 450;
const PAGE = 50;

let feed: ChangingFeed;
let t: TestApp;
before(async () => {
  feed = await openChangingFeed();
  const { url } = feed;
  t = await openTestApp({
    upstreams: { mls: { url, headers: {}, options: { top: String(PAGE) } } },
    limits: { READ_AHEAD: 0, UPSTREAM_CACHE_S: 0, CIRCUIT_FAILURES: 1_000, CACHE_LISTINGS_S: 0 },
  });
});
after(async () => {
  await t.close();
  await feed.close();
});
beforeEach(() => feed.reset(ROWS));

/** A sorted search collects the whole area for its first page: all pages are of one collection. */
async function read() {
  const { api_key } = await t.account();
  const ids: string[] = [];
  let partial = false;
  for await (const { result } of pagesOf(t, '/v1/mls/listings?zip=78704', api_key)) {
    ids.push(...result.data.map((row: { source_id: string }) => row.source_id));
    partial ||= result.completeness === 'partial';
  }
  return { ids, partial };
}

/** So many rows at each page, spread over all keys. */
const someOf = (page: number, count: number): number[] =>
  Array.from({ length: count }, (_row, at) => (page * 131 + at * 37) % ROWS);

test('rows that are written between two pages are neither lost nor doubled', async () => {
  feed.between = (page) => {
    for (const n of someOf(page, 20)) {
      feed.write(n, {
        ModificationTimestamp: `2026-11-21T00:${String(page % 60).padStart(2, '0')}:00Z`,
      });
    }
  };
  const { ids, partial } = await read();
  assert.deepEqual([ids.length, new Set(ids).size, partial], [ROWS, ROWS, false]);
});

test('rows that leave the search take no other row with them', async () => {
  const left = new Set<string>();
  feed.between = (page) => {
    for (const n of someOf(page, 6)) {
      feed.write(n, { StandardStatus: 'Closed' });
      left.add(keyOf(n));
    }
  };
  const { ids, partial } = await read();
  assert.equal(new Set(ids).size, ids.length, 'none is doubled');
  const lost = [...feed.rows.keys()].filter((key) => !left.has(key) && !ids.includes(key));
  assert.deepEqual(lost, [], 'none that stayed is lost');
  assert.ok(left.size > 30);
  assert.equal(partial, false, 'what is shown is what the feed counts at the end');
});

test('rows that come to the search behind the walk are not taken for a fault', async () => {
  let made = ROWS;
  feed.between = () => {
    const row = rowOf(made);
    feed.rows.set(keyOf(made), row);
    made += 1;
  };
  const { ids } = await read();
  const lost = Array.from({ length: ROWS }, (_row, n) => keyOf(n)).filter(
    (key) => !ids.includes(key),
  );
  assert.deepEqual([lost, new Set(ids).size], [[], ids.length]);
});

test('a server that passes over the order of the rows fails the job, instead of losing them', async () => {
  feed.isUnordered = true;
  const { api_key } = await t.account();
  const { status, error } = (await t.settled('/v1/mls/listings?zip=78704', api_key)).json();
  assert.equal(status, 'failed');
  assert.match(error.message, /not in the order of their keys/);
});
