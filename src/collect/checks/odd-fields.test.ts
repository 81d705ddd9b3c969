/** Which of two fields is not trusted when their sizes do not fit each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expectations } from '#sources/expectations.js';
import { portalA } from '#sources/portal_a/index.js';
import type { Selection } from './asked-fields.js';
import { oddRatios } from './odd-fields.js';
import { type Pair, Sizes } from './source-answer.js';

const RATIOS = [
  { field: 'tax', to: 'list_price', usual: [0.1, 4], possible: [0.002, 20] },
  { field: 'list_price', to: 'living_area_sqft', usual: [25, 3_000], possible: [0.5, 25_000] },
  { field: 'rent', to: 'list_price', usual: [0.001, 0.03], possible: [0.00002, 0.5] },
] as const;
const EXPECTATIONS: Expectations = {
  view: (raw) => raw,
  members: [],
  twins: [],
  fields: {},
  ratios: RATIOS,
};

interface Home {
  readonly list_price: number;
  readonly tax: number;
  readonly rent: number;
  readonly living_area_sqft: number;
}
const HOME: Home = { list_price: 300_000, tax: 250_000, rent: 1_500, living_area_sqft: 1_000 };

const EVERYTHING = { filters: {}, subfilter: {} };

const blamed = (
  change: Partial<Home> & { readonly extras?: object },
  rows = 8,
  question: Selection = EVERYTHING,
  expectations = EXPECTATIONS,
): readonly string[] => {
  const pairs = Array.from({ length: rows }, () => ({ view: {}, row: { ...HOME, ...change } }));
  const sizes = new Sizes(pairs as unknown as Pair[]);
  const answer = { expectations, question: { ...question, nowMs: 0 }, sizes };
  return [...oddRatios(answer)].flatMap(({ fields }) => fields);
};

test('a lot in square feet that portal_a calls acres is blamed, and no ranch or yard is', () => {
  const acre = 43_560;
  for (const { expectations } of Object.values(portalA.drivers)) {
    const lotOf = (lot_area_sqft: number, living_area_sqft: number) =>
      blamed({ living_area_sqft, extras: { lot_area_sqft } }, 8, EVERYTHING, expectations);
    assert.deepEqual(lotOf(7_000 * acre, 1_800), ['extras.lot_area_sqft']);
    for (const lot of [200, 7_000, 2_000 * acre]) assert.deepEqual(lotOf(lot, 1_800), []);
  }
});

test('sizes that fit each other are not odd, nor are those of few rows', () => {
  assert.deepEqual(blamed({}), []);
  assert.deepEqual(blamed({ tax: 25_000_000 }, 4), []);
});

test('a field that fits none of the others is blamed, not each of them', () => {
  assert.deepEqual([...new Set(blamed({ list_price: 30_000_000 }))], ['list_price']);
  assert.deepEqual(blamed({ tax: 25_000_000 }), ['tax']);
});

test('what is only unusual counts where a second ratio says the same of the field', () => {
  assert.deepEqual(blamed({ living_area_sqft: 90 }), [], 'dear homes');
  assert.deepEqual(blamed({ tax: 1_500_000 }), [], 'a high assessment');
  const cheap = { list_price: 20_000, tax: 100_000, rent: 1_500, living_area_sqft: 1_000 };
  assert.deepEqual(
    [...new Set(blamed(cheap))],
    ['list_price'],
    'price is too low beside all the others',
  );
});

test('homes that a search asks for by price or order may have any size beside it', () => {
  const odd = { list_price: 30_000_000 };
  const asked = (filters: Selection['filters'], subfilter: Selection['subfilter'] = {}) =>
    blamed(odd, 8, { filters, subfilter });
  assert.deepEqual(asked({ min_price: 20_000_000 }), []);
  assert.deepEqual(asked({ sort: 'price_high' }), []);
  assert.deepEqual(asked({}, { price: [20_000_000, null] }), []);
  assert.notDeepEqual(asked({ beds_min: 2, sort: 'newest' }), []);
});
