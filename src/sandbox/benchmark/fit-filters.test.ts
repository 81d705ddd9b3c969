import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TruthRow } from '../portal.js';
import { fitOf } from './fit-filters.js';
import type { QuestionFilters } from './plan.js';

const HOME: TruthRow = {
  id: '1',
  status: 'for_sale',
  price: 400_000,
  beds: 3,
  sqft: 1_800,
  built: 1995,
  type: 'condo',
  zip: '78704',
  lng: -97.7,
  lat: 30.2,
};
const fit = (filters: QuestionFilters, row: Partial<TruthRow> = {}) => {
  const found = fitOf(filters, { ...HOME, ...row });
  return found.fit === 'outside' ? found.filter : found.fit;
};

test('the bounds of a filter belong to it', () => {
  for (const filters of [
    { min_price: 400_000, max_price: 400_000 },
    { beds_min: 3, sqft_min: 1_800, year_built_min: 1995 },
    { property_type: ['townhouse', 'condo'] },
  ] as const)
    assert.equal(fit(filters), 'fits', JSON.stringify(filters));
});

test('a home beyond a bound is outside, by the name of the filter', () => {
  for (const filters of [
    { min_price: 400_001 },
    { max_price: 399_999 },
    { beds_min: 4 },
    { sqft_min: 1_801 },
    { year_built_min: 1996 },
    { property_type: ['townhouse'] },
  ] as const)
    assert.deepEqual([fit(filters)], Object.keys(filters));
});

test('a value that the portal does not show leaves the home open, unless another excludes it', () => {
  assert.equal(fit({ beds_min: 3 }, { beds: null }), 'unknown');
  assert.equal(fit({ max_price: 500_000, beds_min: 1 }, { price: null }), 'unknown');
  const { type: _, ...untyped } = HOME;
  assert.deepEqual(fitOf({ property_type: ['condo'] }, untyped), { fit: 'unknown' });
  assert.equal(fit({ max_price: 500_000, beds_min: 4 }, { price: null }), 'beds_min');
});

test('a building has the bedrooms of its largest flat', () => {
  const { beds: _, ...home } = HOME;
  const building = { ...home, beds_most: 2 };
  assert.deepEqual(fitOf({ beds_min: 2 }, building), { fit: 'fits' });
  assert.deepEqual(fitOf({ beds_min: 3 }, building), { fit: 'outside', filter: 'beds_min' });
});
