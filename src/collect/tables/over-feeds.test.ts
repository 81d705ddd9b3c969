import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageRef } from '#domain/position.js';
import { type Driver, type FeedDriver, SourceError } from '#sources/driver.js';
import { questionOf } from '../../../test/support/question.js';
import { sourceStub } from '../../../test/support/source-stub.js';
import { overFeeds, readPageOf } from './over-feeds.js';

/** A feed of this many rows, three per page. */
const rowsOf: Readonly<Record<string, number>> = { 'mls/a': 4, 'mls/b': 0, 'mls/c': 3 };
const PAGE = 3;
const OPTIONS = { freshSinceMs: 0, signal: new AbortController().signal };

/** Answers the pages of a feed, which begin at the row named by their token. */
const answering = (counts: boolean) =>
  sourceStub(async (_source, { feed = '' }, { at }) => {
    const from = 'token' in at ? Number(at.token[0]) : 0;
    const all = rowsOf[feed] ?? 0;
    const ids = Array.from({ length: Math.min(PAGE, all - from) }, (_row, i) => from + i);
    const next = from + PAGE < all ? { token: [from + PAGE] } : null;
    return {
      page: { rows: ids.map((id) => ({ id })), total: counts ? all : null, next },
      readAtMs: 0,
    };
  });

const driverOf = (feed?: string) =>
  ({
    over: 'http',
    capabilities: {},
    version: () => '1',
    toRow: (raw: { id: number }) => ({ row: { source_id: String(raw.id) } }),
    ...(feed && { feed }),
  }) as unknown as FeedDriver;

const over = (...feeds: string[]): Driver => overFeeds('mls', feeds.map(driverOf));

async function readAll(driver: Driver, counts = true) {
  const ids: string[] = [];
  const totals: (number | null)[] = [];
  const asked: unknown[] = [];
  let at: PageRef | null = { page: 1 };
  while (at !== null) {
    const question = questionOf({ at });
    const { page, feed } = await readPageOf(answering(counts), 'mls', driver, question, OPTIONS);
    for (const raw of page.rows) {
      assert.deepEqual(Object.keys(raw as object), ['id'], 'rows are as their source sent them');
      const read = driver.toRow(raw, { collectedAtMs: 0, siteBase: '', feed });
      ids.push('row' in read ? read.row.source_id : '?');
    }
    totals.push(page.total);
    asked.push(feed);
    at = page.next;
  }
  return { ids, totals, asked };
}

test('feeds are read one after the other, their ids begin with their names, and the sum is counted', async () => {
  const { ids, totals, asked } = await readAll(over('mls/a', 'mls/b', 'mls/c'));
  assert.deepEqual(ids, ['a:0', 'a:1', 'a:2', 'a:3', 'c:0', 'c:1', 'c:2']);
  assert.deepEqual(totals, [null, null, null, 7]);
  assert.deepEqual(asked, ['mls/a', 'mls/a', 'mls/b', 'mls/c']);
});

test('where a feed does not count, neither do all', async () => {
  const { totals } = await readAll(over('mls/a', 'mls/c'), false);
  assert.deepEqual(new Set(totals), new Set([null]));
});

test('one feed with a name has the same ids as beside others', async () => {
  const { ids, totals } = await readAll(over('mls/c'));
  assert.deepEqual([ids, totals], [['c:0', 'c:1', 'c:2'], [3]]);
});

test('a source with one address is read as it is', () => {
  const driver = driverOf();
  assert.equal(overFeeds('mls', [driver]), driver);
});

test('the page behind a row is of the feed of its page', async () => {
  const client = sourceStub(async () => ({
    page: { rows: [{ id: 0 }], total: null, next: null, after: () => ({ token: [7] }) },
    readAtMs: 0,
  }));
  const question = questionOf({ at: { token: [1, null, 5] } });
  const read = await readPageOf(client, 'mls', over('mls/a', 'mls/c'), question, OPTIONS);
  assert.deepEqual(read.page.after?.(0), { token: [1, null, 7] });
});

test('a page of no feed is a source error', async () => {
  const driver = over('mls/a', 'mls/c');
  for (const token of [['x', null], [2, 0], [9, 'x'], []]) {
    const question = questionOf({ at: { token } });
    const read = readPageOf(answering(true), 'mls', driver, question, OPTIONS);
    await assert.rejects(read, SourceError);
  }
});
