import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import type { Row } from '#contract/rows.js';
import { type Absent, absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { homeExtras } from './home-extras.js';
import type { FirstPrice } from './home-store.js';

const DAY = '2026-10-29';
const SEEN_MS = Date.parse('2026-11-02T09:12:44.018Z');

/** A home for 300,000, with the price change that its source reports. */
const rowWith = (extras: Readonly<Record<string, unknown>>) =>
  ({
    source_id: '7',
    list_price: usd(300_000),
    list_date: DAY,
    rent_monthly: absent('not_applicable'),
    address: { line1: '12 Oak St', unit: absent('not_applicable'), zip: '78704', county_fips: '' },
    extras,
  }) as unknown as ParsedRow<Row>;

const NAMED = rowWith({ last_price_change: usd(-20_000), last_price_change_date: DAY });
const SILENT = rowWith({ last_price_change: absent('not_reported') });

const seenAt = (amount: number, list_date: string | null = null): ReadonlyMap<string, FirstPrice> =>
  new Map([['7', { amount, atMs: SEEN_MS, list_date }]]);

function changeIn(row: ParsedRow<Row>, firsts: ReadonlyMap<string, FirstPrice> | null) {
  const { price_change, price_change_percent, price_change_since, price_change_origin } =
    homeExtras(row, 'listings', firsts);
  return [price_change, price_change_percent, price_change_since, price_change_origin];
}

const BY_SOURCE = [usd(-20_000), -6.25, `${DAY}T00:00:00.000Z`, 'source'];

test('a change reported by the source is the price change from the first collection on', () => {
  assert.deepEqual(changeIn(NAMED, new Map()), BY_SOURCE);
  assert.deepEqual(changeIn(NAMED, seenAt(300_000)), BY_SOURCE, 'and while nothing else is seen');
  assert.deepEqual(changeIn(NAMED, null), BY_SOURCE, 'and where no history is kept');
});

test('a change that this service saw stands before what the source says', () => {
  const since = new Date(SEEN_MS).toISOString();
  assert.deepEqual(changeIn(NAMED, seenAt(400_000)), [usd(-100_000), -25, since, 'observed']);
  assert.deepEqual(changeIn(SILENT, seenAt(300_000)), [usd(0), 0, since, 'observed']);
});

test('a listing that began later is a new one, with no change yet; a date may be off by a day', () => {
  const [change, , , origin] = changeIn(SILENT, seenAt(400_000, '2026-10-27'));
  assert.ok(isAbsent(change) && isAbsent(origin));
  assert.deepEqual(changeIn(NAMED, seenAt(400_000, '2026-05-01')), BY_SOURCE);
  for (const day of ['2026-10-28', DAY, '2026-11-30', null])
    assert.deepEqual(changeIn(SILENT, seenAt(400_000, day))[0], usd(-100_000));
});

test('a moment is written as such, and a change without a day has a reason', () => {
  const at = '2026-06-07T06:41:32.000Z';
  const moment = rowWith({ last_price_change: usd(100_000), price_change_timestamp: at });
  assert.deepEqual(changeIn(moment, new Map()), [usd(100_000), 50, at, 'source']);
  const undated = rowWith({
    last_price_change: usd(-20_000),
    last_price_change_date: absent('not_reported'),
  });
  const [, , since, origin] = changeIn(undated, new Map());
  assert.equal((since as Absent).absent, 'not_reported');
  assert.equal(origin, 'source');
});

test('where neither says anything, and where the named one cannot be, there is a reason', () => {
  for (const row of [SILENT, rowWith({}), rowWith({ last_price_change: usd(300_000) })]) {
    for (const one of changeIn(row, new Map())) assert.ok(isAbsent(one));
  }
  assert.match(JSON.stringify(changeIn(SILENT, null)), /No history of this source/);
});
