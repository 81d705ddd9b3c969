import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../driver.js';
import { nycPortal } from './index.js';
import type { NycKind } from './request.js';

const ASK: Question = {
  area: { by: 'named_place', ids: ['300'] },
  filters: {},
  subfilter: {},
  at: { page: 2 },
  nowMs: 0,
};

const body = (kind: NycKind, ask: Partial<Question> = {}) =>
  JSON.parse(nycPortal.drivers[kind].request({ ...ASK, ...ask }).body ?? '');
const filters = (kind: NycKind, ask: Partial<Question> = {}): string =>
  /filters: \{ (.*) \}, sorting/.exec(body(kind, ask).query)?.[1] ?? '';
const sorting = (sort?: string): string =>
  /sorting: \{ (.*?) \}/.exec(body('listings', { filters: sort ? { sort } : {} }).query)?.[1] ?? '';

test('a request posts one named operation without variables: enum ones are rejected', () => {
  const request = nycPortal.drivers.rentals.request(ASK);
  assert.deepEqual([request.method, request.path], ['POST', '/']);
  const { operationName, query, variables } = body('rentals');
  assert.equal(operationName, 'searchRentals');
  assert.deepEqual(variables, {});
  assert.ok(query.startsWith('query searchRentals { searchRentals(input: { filters: {'));
  assert.ok(query.includes('page: 2, perPage: 500, adStrategy: NONE'));
  assert.doesNotMatch(query, /\$/);
  assert.doesNotMatch(query, /"/, 'no text: every value is bare');
});

test('a query is well-formed: its brackets close in the order in which they open', () => {
  for (const kind of ['listings', 'rentals'] as const) {
    const asked = { min_price: 1, max_price: 9, beds_min: 1, baths_min: 2 };
    const open: string[] = [];
    for (const sign of body(kind, { filters: asked }).query.replaceAll('...', '')) {
      if ('{(['.includes(sign)) open.push(sign);
      const at = '})]'.indexOf(sign);
      if (at >= 0) assert.equal(open.pop(), '{(['[at]);
    }
    assert.deepEqual(open, []);
  }
});

test('sales and rentals ask for active homes, each by its own status and edges', () => {
  assert.equal(filters('listings'), 'areas: [300], saleStatus: ACTIVE');
  assert.equal(filters('rentals'), 'areas: [300], rentalStatus: ACTIVE');
  assert.match(body('listings').query, /\.\.\. on OrganicSaleEdge .* on SearchSaleListing \{/);
  assert.match(body('rentals').query, /\.\.\. on OrganicRentalEdge .* on SearchRentalListing \{/);
});

test('members of one kind only are requested for that kind only', () => {
  const sales = body('listings').query;
  const rentals = body('rentals').query;
  for (const member of ['saleType', 'monthlyTaxes', 'monthlyMaintenance', 'monthlyCommonCharges']) {
    assert.deepEqual([sales.includes(member), rentals.includes(member)], [true, false], member);
  }
  for (const member of ['noFee', 'availableAt', 'monthsFree', 'netEffectivePrice']) {
    assert.deepEqual([sales.includes(member), rentals.includes(member)], [false, true], member);
  }
  assert.doesNotMatch(sales + rentals, /photos/, 'photos are never fetched');
});

test('prices, bedrooms and bathrooms are sent as bounds in whole numbers', () => {
  const asked = { min_price: 2000, max_price: 5000, beds_min: 2, baths_min: 1.5 };
  assert.equal(
    filters('rentals', { filters: asked }),
    'areas: [300], rentalStatus: ACTIVE, price: { lowerBound: 2000, upperBound: 5000 }, ' +
      'bedrooms: { lowerBound: 2 }, bathrooms: { lowerBound: 1 }',
  );
});

test('a bound that excludes nothing is not sent, nor a filter that the source lacks', () => {
  const zero = { min_price: 0, beds_min: 0, baths_min: 0.5 };
  const unknown = { sqft_min: 500, year_built_min: 1950, property_type: ['condo'] } as const;
  assert.equal(filters('listings', { filters: { ...zero, ...unknown } }), filters('listings'));
});

test('neighbouring price bands share no dollar and leave none out', () => {
  const band = (price: readonly [number, number | null], max_price?: number) =>
    /price: \{ (.*?) \}/.exec(
      filters('listings', {
        subfilter: { price },
        filters: max_price === undefined ? {} : { max_price, min_price: 50 },
      }),
    )?.[1];
  assert.equal(band([0, 250_000]), 'upperBound: 249999');
  assert.equal(band([250_000, 500_000]), 'lowerBound: 250000, upperBound: 499999');
  assert.equal(band([500_000, null]), 'lowerBound: 500000');
  assert.equal(band([250_000, 500_000], 300_000), 'lowerBound: 250000, upperBound: 300000');
  assert.equal(band([0, 40], 300_000), 'lowerBound: 50, upperBound: 39', 'an empty band stays one');
});

test('exact bedrooms are sent with both ends, studios by their upper end', () => {
  const beds = (subfilter: readonly [number, number | null], beds_min = 0) =>
    /bedrooms: \{ (.*?) \}/.exec(
      filters('listings', { subfilter: { beds: subfilter }, filters: { beds_min } }),
    )?.[1];
  assert.equal(beds([0, 0]), 'upperBound: 0');
  assert.equal(beds([2, 2]), 'lowerBound: 2, upperBound: 2');
  assert.equal(beds([4, null], 5), 'lowerBound: 5');
});

test('every sort of ours is an order of the source, and no sort its own', () => {
  assert.equal(sorting(), 'attribute: RECOMMENDED, direction: DESCENDING');
  assert.equal(sorting('newest'), 'attribute: LISTED_AT, direction: DESCENDING');
  assert.equal(sorting('price_high'), 'attribute: PRICE, direction: DESCENDING');
  assert.equal(sorting('price_low'), 'attribute: PRICE, direction: ASCENDING');
});

test('the source is requested by its own places, so a full search goes to price bands at once', () => {
  const { areas, rows_max, paging, filters } = nycPortal.drivers.listings.capabilities;
  assert.deepEqual(areas, ['named_place']);
  assert.deepEqual(paging, { by: 'page', rows: 500, pages_max: 2 });
  assert.equal(rows_max, 1000);
  assert.ok(filters.includes('min_price') && filters.includes('beds_min'));
});
