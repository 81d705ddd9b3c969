import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageRef } from '#domain/position.js';
import { type Driver, NO_PROFILE, type Question, SourceError } from '#sources/driver.js';
import { questionOf } from '../../../test/support/question.js';
import { overFeeds } from './over-feeds.js';

/** A feed of so many rows, three a page. */
const rowsOf: Readonly<Record<string, number>> = { 'mls/a': 4, 'mls/b': 0, 'mls/c': 3 };
const PAGE = 3;

const inner = (counts: boolean) =>
  ({
    over: 'http',
    capabilities: {},
    version: () => '1',
    request: ({ at }: Question) => ({ path: JSON.stringify(at) }),
    read: (body: string, { at }: Question) => {
      const from = 'token' in at ? Number(at.token) : 0;
      const all = rowsOf[body] ?? 0;
      const ids = Array.from({ length: Math.min(PAGE, all - from) }, (_row, i) => from + i);
      return {
        rows: ids.map((id) => ({ id })),
        total: counts ? all : null,
        next: from + PAGE < all ? { token: String(from + PAGE) } : null,
      };
    },
    toRow: (raw: { id: number }) => ({ row: { source_id: String(raw.id) } }),
  }) as unknown as Driver;

function walk(driver: Driver) {
  assert.ok(driver.over === 'http');
  const ids: string[] = [];
  const totals: (number | null)[] = [];
  let at: PageRef | null = { page: 1 };
  while (at !== null) {
    const question: Question = questionOf({ at });
    const page = driver.read(driver.walk?.feedOf(question) ?? '', question, NO_PROFILE);
    for (const raw of page.rows) {
      const read = driver.toRow(raw, { collectedAtMs: 0, siteBase: '' });
      ids.push('row' in read ? read.row.source_id : '?');
    }
    totals.push(page.total);
    at = page.next;
  }
  return { ids, totals };
}

test('feeds are read one after the other, their ids begin with their names, and the sum is counted', () => {
  const { ids, totals } = walk(overFeeds('mls', inner(true), Object.keys(rowsOf)));
  assert.deepEqual(ids, ['a:0', 'a:1', 'a:2', 'a:3', 'c:0', 'c:1', 'c:2']);
  assert.deepEqual(totals, [null, null, null, 7]);
});

test('where a feed does not count, neither do all', () => {
  const { totals } = walk(overFeeds('mls', inner(false), ['mls/a', 'mls/c']));
  assert.deepEqual(new Set(totals), new Set([null]));
});

test('one feed with a name has the same ids as beside others', () => {
  const { ids, totals } = walk(overFeeds('mls', inner(true), ['mls/c']));
  assert.deepEqual([ids, totals], [['c:0', 'c:1', 'c:2'], [3]]);
});

test('a source with one address is read as it is', () => {
  const driver = inner(true);
  assert.equal(overFeeds('mls', driver, ['mls']), driver);
});

test('a page of no feed is a source error', () => {
  const driver = overFeeds('mls', inner(true), ['mls/a', 'mls/c']);
  assert.ok(driver.over === 'http');
  for (const token of ['x', '2|0|', '9||']) {
    const question = questionOf({ at: { token } });
    assert.throws(() => driver.request(question), SourceError);
    assert.throws(() => driver.walk?.feedOf(question), SourceError);
  }
});
