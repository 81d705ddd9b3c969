/** Which of two fields is not trusted when their sizes do not fit each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expectations } from '#sources/expectations.js';
import { oddRatios, Sizes } from './odd-fields.js';
import type { Pair } from './parsed-page.js';

const RATIOS = [
  { field: 'tax', to: 'price', median: [0.1, 4] },
  { field: 'price', to: 'area', median: [10, 8_000] },
  { field: 'rent', to: 'price', median: [0.001, 0.03] },
] as const;
const EXPECTATIONS: Expectations = {
  view: (raw) => raw,
  members: [],
  twins: [],
  fields: {},
  ratios: RATIOS,
};

interface Home {
  readonly price: number;
  readonly tax: number;
  readonly rent: number;
  readonly area: number;
}
const HOME: Home = { price: 300_000, tax: 250_000, rent: 1_500, area: 1_000 };

const blamed = (change: Partial<Home>, rows = 8): readonly string[] => {
  const pairs = Array.from({ length: rows }, () => ({ view: {}, row: { ...HOME, ...change } }));
  const sizes = new Sizes(pairs as unknown as Pair[]);
  return [...oddRatios(EXPECTATIONS, sizes)].flatMap(({ fields }) => fields);
};

test('sizes that fit each other are not odd, nor are those of few rows', () => {
  assert.deepEqual(blamed({}), []);
  assert.deepEqual(blamed({ tax: 25_000_000 }, 4), []);
});

test('a field that fits none of the others is blamed, not each of them', () => {
  assert.deepEqual([...new Set(blamed({ price: 30_000_000 }))], ['price']);
  assert.deepEqual(blamed({ tax: 25_000_000 }), ['tax']);
});
