import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import type { SoldRow } from '#contract/rows.js';
import { absent, isAbsent, type ParsedRow } from './parsed-row.js';
import { checkSanity } from './sanity.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const SOLD = {
  source: 'portal_b',
  source_id: '1',
  sold_date: '2026-10-01',
  list_date: '2026-08-01',
  days_on_market: 40,
  sale_price: usd(500_000),
  living_area_sqft: 1_500,
  location: { lat: 30.25, lng: -97.75 },
  address: { line1: '1 A St' },
  extras: { year_built: 1990, hoa_fee_monthly: usd(120) },
} as unknown as ParsedRow<SoldRow>;

const check = (changes: object): Record<string, unknown> =>
  checkSanity({ ...SOLD, ...changes } as ParsedRow<SoldRow>, NOW_MS) as never;
const isImplausible = (value: unknown): boolean =>
  isAbsent(value) && value.absent === 'implausible' && value.detail !== null;

test('a row that can be true stays as it is', () => {
  assert.deepEqual(check({}), SOLD);
});

test('negative amounts, sizes and counts are withheld; zero is not', () => {
  const row = check({ sale_price: usd(-1), living_area_sqft: -20, days_on_market: -3 });
  for (const name of ['sale_price', 'living_area_sqft', 'days_on_market'])
    assert.ok(isImplausible(row[name]), name);
  assert.equal(check({ days_on_market: 0 }).days_on_market, 0);
});

test('a year of building is from 1600 to five years ahead', () => {
  const year = (year_built: number) =>
    (check({ extras: { year_built } }).extras as { year_built: unknown }).year_built;
  assert.equal(year(1600), 1600);
  assert.equal(year(2031), 2031);
  assert.ok(isImplausible(year(1599)));
  assert.ok(isImplausible(year(2032)));
});

test('amounts in extras are checked as well', () => {
  const { extras } = check({ extras: { hoa_fee_monthly: usd(-5) } });
  assert.ok(isImplausible((extras as { hoa_fee_monthly: unknown }).hoa_fee_monthly));
});

test('a change of a price may be below zero', () => {
  const { extras } = check({ extras: { last_price_change: usd(-5_000) } });
  assert.deepEqual(extras, { last_price_change: usd(-5_000) });
});

test('a home listed after it was sold loses its listing date and what follows from it', () => {
  const row = check({ list_date: '2026-10-02' });
  assert.ok(isImplausible(row.list_date));
  assert.ok(isImplausible(row.days_on_market));
  assert.equal(row.sold_date, '2026-10-01');
  assert.equal(check({ list_date: '2026-10-01' }).list_date, '2026-10-01', 'the same day can be');
});

test('a point off the earth or in the Gulf of Guinea is withheld', () => {
  for (const location of [
    { lat: 91, lng: 0 },
    { lat: 30, lng: -181 },
    { lat: 0, lng: 0 },
  ])
    assert.ok(isImplausible(check({ location }).location));
});

test('an absence keeps its own reason', () => {
  const reason = absent('not_disclosed');
  assert.deepEqual(check({ sale_price: reason }).sale_price, reason);
});
