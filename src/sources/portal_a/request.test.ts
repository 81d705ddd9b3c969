import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../driver.js';
import { rawOf } from '../raw-values.js';
import { portalA } from './index.js';

const ASK: Question = {
  area: { by: 'box', box: { w: -122_200_000, s: 45_100_000, e: -122_100_000, n: 45_200_000 } },
  filters: {},
  subfilter: {},
  at: { page: 3 },
  nowMs: 0,
};

const state = (kind: keyof typeof portalA.drivers, ask: Partial<Question> = {}) => {
  const body = portalA.drivers[kind].request({ ...ASK, ...ask }).body ?? '';
  return rawOf(rawOf(JSON.parse(body)).searchQueryState);
};
const filters = (kind: keyof typeof portalA.drivers, ask: Partial<Question> = {}) =>
  rawOf(state(kind, ask).filterState);

test('a request puts one page of one box, with the edges half a microdegree low', () => {
  const request = portalA.drivers.listings.request(ASK);
  assert.equal(request.method, 'PUT');
  assert.equal(request.path, '/async-create-search-page-state');
  const { searchQueryState, ...rest } = rawOf(JSON.parse(request.body ?? ''));
  assert.deepEqual(rest, {
    wants: { cat1: ['listResults', 'mapResults'], cat2: ['total'] },
    requestId: 1,
    isDebugRequest: false,
  });
  assert.deepEqual(rawOf(searchQueryState).pagination, { currentPage: 3 });
  assert.deepEqual(rawOf(searchQueryState).mapBounds, {
    west: -122.2000005,
    south: 45.0999995,
    east: -122.1000005,
    north: 45.1999995,
  });
});

test('a search for sale without filters keeps every default of the source, pending homes out', () => {
  assert.deepEqual(filters('listings'), {});
});

test('rentals and sold switch the six ways of being for sale off', () => {
  const off = { value: false };
  const forSale = {
    isForSaleByAgent: off,
    isForSaleByOwner: off,
    isNewConstruction: off,
    isComingSoon: off,
    isAuction: off,
    isForSaleForeclosure: off,
  };
  assert.deepEqual(filters('rentals'), { ...forSale, isForRent: { value: true } });
  assert.deepEqual(filters('sold'), {
    ...forSale,
    isRecentlySold: { value: true },
    doz: { value: '90' },
  });
});

test('every sold window of ours is one of the source', () => {
  const windows = [7, 14, 30, 90, 180, 365, 730, 1095].map(
    (days) => rawOf(filters('sold', { filters: { sold_within_days: days } }).doz).value,
  );
  assert.deepEqual(windows, ['7', '14', '30', '90', '6m', '12m', '24m', '36m']);
});

test('sizes and prices are sent as ranges, and rents as monthly payments', () => {
  const asked = {
    min_price: 100_000,
    max_price: 500_000,
    beds_min: 2,
    baths_min: 1.75,
    sqft_min: 800,
    sqft_max: 2000,
  };
  const price = { min: 100_000, max: 500_000 };
  const rest = {
    beds: { min: 2, max: null },
    baths: { min: 1.5, max: null },
    sqft: { min: 800, max: 2000 },
  };
  assert.deepEqual(filters('listings', { filters: asked }), { price, ...rest });
  const rentals = filters('rentals', { filters: asked });
  assert.deepEqual(rentals.monthlyPayment, price);
  assert.equal(rentals.price, undefined);
});

test('a least price of 0 is not sent, since it would hide homes without a price', () => {
  const zero = { min_price: 0, beds_min: 0, baths_min: 0, sqft_min: 0 };
  assert.deepEqual(filters('listings', { filters: zero }), {});
});

test('neighbouring price bands share no dollar and leave none out', () => {
  const band = (price: readonly [number, number | null], max_price?: number) =>
    filters('listings', {
      subfilter: { price },
      filters: max_price === undefined ? {} : { max_price, min_price: 50 },
    }).price;
  assert.deepEqual(band([0, 250_000]), { min: null, max: 249_999 });
  assert.deepEqual(band([250_000, 500_000]), { min: 250_000, max: 499_999 });
  assert.deepEqual(band([500_000, null]), { min: 500_000, max: null });
  assert.deepEqual(band([250_000, 500_000], 300_000), { min: 250_000, max: 300_000 });
});

test('exact bedrooms are sent with both ends, studios as {0, 0}', () => {
  const beds = (subfilter: readonly [number, number | null], beds_min = 0) =>
    filters('listings', { subfilter: { beds: subfilter }, filters: { beds_min } }).beds;
  assert.deepEqual(beds([0, 0]), { min: 0, max: 0 });
  assert.deepEqual(beds([2, 2]), { min: 2, max: 2 });
  assert.deepEqual(beds([4, null], 5), { min: 5, max: null });
});

test('unwanted home types are switched off, the joint switch only with both of its types', () => {
  const off = (
    types: Question['filters']['property_type'],
    subfilter: Question['subfilter'] = {},
  ) =>
    Object.keys(filters('listings', { filters: types ? { property_type: types } : {}, subfilter }));
  const others = ['isTownhouse', 'isMultiFamily', 'isLotLand', 'isManufactured'];
  assert.deepEqual(off(['single_family']), [
    'isCondo',
    ...others,
    'isApartment',
    'isApartmentOrCondo',
  ]);
  assert.deepEqual(off(['condo']), ['isSingleFamily', ...others, 'isApartment']);
  assert.deepEqual(off(['apartment']), ['isSingleFamily', 'isCondo', ...others]);
  assert.deepEqual(off(['condo', 'apartment']), ['isSingleFamily', ...others]);
  assert.deepEqual(
    off(['condo', 'land'], { property_types: ['land'] }),
    off(['land']),
    'one type of a stack replaces the list',
  );
});

test('a place is requested with the box, which clips it', () => {
  assert.equal(state('listings').regionSelection, undefined);
  const { box } = ASK.area as Extract<Question['area'], { by: 'box' }>;
  const asked = state('sold', { area: { by: 'box', box, place: '64399/7' } });
  assert.deepEqual(asked.regionSelection, [{ regionId: 64_399, regionType: 7 }]);
  assert.deepEqual(asked.mapBounds, state('sold').mapBounds);
});

const PAGES = { options: { entry: 'page' }, described: null };

test('the page of a search carries the state of the call in its address', () => {
  const call = portalA.drivers.listings.request(ASK);
  const page = portalA.drivers.listings.request(ASK, PAGES);
  const url = new URL(page.path, 'http://x');
  assert.deepEqual([page.method, url.pathname, page.body], ['GET', '/homes/', null]);
  assert.deepEqual(
    JSON.parse(url.searchParams.get('searchQueryState') ?? ''),
    JSON.parse(call.body ?? '').searchQueryState,
  );
  const chosen = { options: { entry: 'state' }, described: null };
  assert.deepEqual(portalA.drivers.listings.request(ASK, chosen), call);
});

test('the page of a place names it, and has its region and its bounds', () => {
  const box = { w: -97_900_000, s: 30_100_000, e: -97_600_000, n: 30_400_000 };
  const page = (called: string) =>
    new URL(
      portalA.drivers.sold.request(
        { ...ASK, area: { by: 'box', box, place: '10221/6', called } },
        PAGES,
      ).path,
      'http://x',
    );
  assert.equal(page('st paul, MN').pathname, '/homes/st-paul,-MN_rb/');
  assert.equal(page('78704').pathname, '/homes/78704_rb/');
  const state = JSON.parse(page('78704').searchParams.get('searchQueryState') ?? '');
  assert.deepEqual(state.regionSelection, [{ regionId: 10221, regionType: 6 }]);
  assert.equal(state.mapBounds.west, -97.9000005);
  assert.deepEqual(state.filterState.isRecentlySold, { value: true });
});
