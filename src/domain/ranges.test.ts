/** Bounds as ranges and comparisons, and bounds that are reversed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparisonsOf, isIn, rangesOf, rejectReversed } from './ranges.js';

test('bounds of one fact are one range, in the order of the contract', () => {
  assert.deepEqual(rangesOf({ year_built_max: 2000, max_price: 9, min_price: 5, beds_min: 2 }), [
    { fact: 'price', low: 5, high: 9 },
    { fact: 'beds', low: 2, high: Infinity },
    { fact: 'year_built', low: -Infinity, high: 2000 },
  ]);
  assert.deepEqual(rangesOf({ sqft_min: undefined, beds_min: 0, min_price: 0 }), []);
  assert.deepEqual(rangesOf({ min_price: 0, max_price: 0 }), [
    { fact: 'price', low: -Infinity, high: 0 },
  ]);
});

test('a bound that was not sent compares nothing', () => {
  assert.deepEqual(comparisonsOf({ sqft_max: 900, min_price: 5, max_price: 5 }), [
    ['price', '>=', 5],
    ['price', '<=', 5],
    ['living_area_sqft', '<=', 900],
  ]);
});

test('both ends are in a range, an unknown value is in none', () => {
  const range = { fact: 'beds', low: 2, high: 3 } as const;
  assert.deepEqual(
    [1, 2, 3, 4, null].map((value) => isIn(value, range)),
    [false, true, true, false, false],
  );
});

test('a lower bound above the upper is an error that names both', () => {
  rejectReversed({ min_price: 5, max_price: 5, sqft_min: 9 });
  assert.throws(() => rejectReversed({ year_built_min: 2000, year_built_max: 1999 }), {
    code: 'unsupported_or_invalid_query',
    param: 'year_built_max',
    message: 'year_built_max (1999) is below year_built_min (2000). Swap them or omit one.',
  });
});
