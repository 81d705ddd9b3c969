import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import type { Row } from '#contract/rows.js';
import { type Fit, fitFilters, fitsSubfilter, priceOf } from './filters.js';
import { absent, type ParsedRow } from './parsed-row.js';
import type { Filters } from './search.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const NONE = absent('not_reported');
const HOME = {
  listing_kind: 'home',
  list_price: usd(300_000),
  rent_monthly: NONE,
  beds: 3,
  baths: 2.5,
  living_area_sqft: 1_500,
  property_type: 'condo',
  extras: { year_built: 1990 },
};
const fit = (filters: Filters, changes: object = {}): Fit =>
  fitFilters(filters, { ...HOME, ...changes } as unknown as ParsedRow<Row>, NOW_MS);

const BOUNDS: readonly (readonly [Filters, Filters])[] = [
  [{ min_price: 300_000 }, { min_price: 300_001 }],
  [{ max_price: 300_000 }, { max_price: 299_999 }],
  [{ beds_min: 3 }, { beds_min: 4 }],
  [{ baths_min: 2.5 }, { baths_min: 3 }],
  [{ sqft_min: 1_500 }, { sqft_min: 1_501 }],
  [{ sqft_max: 1_500 }, { sqft_max: 1_499 }],
  [{ property_type: ['land', 'condo'] }, { property_type: ['land', 'townhouse'] }],
  [{ year_built_min: 1990 }, { year_built_min: 1991 }],
  [{ year_built_max: 1990 }, { year_built_max: 1989 }],
];
for (const [inside, outside] of BOUNDS) {
  test(`a bound holds its own value: ${JSON.stringify(inside)} fits, ${JSON.stringify(outside)} does not`, () => {
    assert.equal(fit(inside), 'fits');
    assert.equal(fit(outside), 'outside');
  });
}

test('a home whose value is not given is not shown to fit a bound on it, and fits without one', () => {
  for (const [filters, field] of [
    [{ max_price: 1 }, 'list_price'],
    [{ beds_min: 1 }, 'beds'],
    [{ baths_min: 1 }, 'baths'],
    [{ sqft_max: 9_999 }, 'living_area_sqft'],
    [{ property_type: ['condo'] }, 'property_type'],
  ] as const) {
    assert.notEqual(fit(filters as Filters, { [field]: NONE }), 'fits', field);
    assert.equal(fit({}, { [field]: NONE }), 'fits', field);
  }
});

test('a bound that is violated outweighs one that cannot be checked', () => {
  assert.equal(fit({ beds_min: 1, max_price: 1 }, { beds: NONE }), 'outside');
});

test('a building of mixed units fits by one of its units', () => {
  const building = {
    listing_kind: 'building',
    beds: NONE,
    baths: NONE,
    living_area_sqft: NONE,
    extras: { units: [{ beds: 1 }, { beds: 3 }, { beds: NONE }] },
  };
  assert.equal(fit({ beds_min: 3 }, building), 'fits');
  assert.notEqual(fit({ beds_min: 4 }, building), 'fits');
  assert.equal(fit({ baths_min: 2, sqft_min: 500 }, building), 'fits');
});

test('the window of sold homes has a day of grace', () => {
  const sold = (sold_date: string) => fit({ sold_within_days: 7 }, { sold_date, sale_price: NONE });
  assert.equal(sold('2026-11-14'), 'fits');
  assert.equal(sold('2026-11-13'), 'fits');
  assert.equal(sold('2026-11-12'), 'outside');
});

test('the price of a row is its sale price on sold rows, else its asking price, else its rent', () => {
  const price = (row: object) => priceOf(row as unknown as ParsedRow<Row>);
  assert.equal(price({ ...HOME }), 300_000);
  assert.equal(price({ ...HOME, list_price: NONE, rent_monthly: usd(900) }), 900);
  assert.equal(price({ sale_price: NONE, list_price: usd(5) }), null, 'never the asking price');
});

test('subfilters of a split point cluster share no row: half-open prices, whole bedrooms', () => {
  const holds = (
    subfilter: Parameters<typeof fitsSubfilter>[0],
    changes: object,
    unpriced = false,
  ) => fitsSubfilter(subfilter, unpriced, { ...HOME, ...changes } as unknown as ParsedRow<Row>);
  assert.equal(holds({ price: [0, 300_000] }, {}), false);
  assert.equal(holds({ price: [300_000, null] }, {}), true);
  assert.equal(holds({ price: [0, null] }, { list_price: NONE }), false);
  assert.equal(holds({}, { list_price: NONE }, true), true);
  assert.equal(holds({}, {}, true), false);
  assert.equal(holds({ beds: [0, 0] }, { beds: NONE }), true);
  assert.equal(holds({ beds: [2, 2] }, { beds: 2.5 }), true);
  assert.equal(holds({ beds: [3, null] }, { beds: 2.5 }), false);
});
