import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../driver.js';
import { ASK } from './fixtures/pages.js';
import { portalB } from './index.js';

const { capabilities, request } = portalB.drivers.sold;
const sent = (ask: Partial<Question> = {}): Record<string, string> =>
  Object.fromEntries(new URL(`http://x${request({ ...ASK, ...ask }).path}`).searchParams);

test('a request asks for one page of the sales in one box of the last 90 days', () => {
  const { method, path, body } = request(ASK);
  assert.deepEqual([method, body], ['GET', null]);
  assert.ok(path.startsWith('/stingray/api/gis?al=1&v=8&'));
  const ring =
    '-122.4000005 46.9999995,-122.0000005 46.9999995,-122.0000005 47.8999995,' +
    '-122.4000005 47.8999995,-122.4000005 46.9999995';
  assert.deepEqual(sent(), {
    al: '1',
    v: '8',
    num_homes: '350',
    start: '0',
    page_number: '1',
    ord: 'redfin-recommended-asc',
    mpt: '99',
    status: '9',
    sold_within_days: '90',
    sf: '1,2,3,5,6,7',
    include_nearby_homes: 'false',
    user_poly: ring,
  });
});

test('an area can be written under other names', () => {
  const { user_poly, ...rest } = sent();
  assert.deepEqual(sent({ spelling: 'poly' }), { ...rest, poly: user_poly });
  const viewport = '47.8999995:46.9999995:-122.0000005:-122.4000005';
  assert.deepEqual(sent({ spelling: 'viewport' }), { ...rest, viewport });
});

test('a page after the first names its number and where it starts', () => {
  const { start, page_number, num_homes } = sent({ at: { page: 3 } });
  assert.deepEqual([start, page_number, num_homes], ['700', '3', '350']);
});

test('an edge near zero is sent as a plain decimal', () => {
  const box = { w: 0, s: 0, e: 1000, n: 1000 };
  assert.match(
    sent({ area: { by: 'box', box } }).user_poly ?? '',
    /^-0\.0000005 -0\.0000005,0\.0009995 /,
  );
});

test('every sold window of ours is one of the source, and no market is named', () => {
  const windows = [7, 30, 90, 180, 365, 730, 1095];
  const asked = windows.map((days) => sent({ filters: { sold_within_days: days } }));
  assert.deepEqual(
    asked.map((query) => Number(query.sold_within_days)),
    windows,
  );
  assert.equal(asked[0]?.market, undefined);
});

test('sorts are sent under the names of the source', () => {
  const order = (sort: string) => sent({ filters: { sort } }).ord;
  assert.equal(order('newest'), 'last-sale-date-desc');
  assert.equal(order('price_high'), 'price-desc');
  assert.equal(order('price_low'), 'price-asc');
});

test('filters are sent under the names that the source knows, bathrooms in its halves', () => {
  const filters = {
    min_price: 100_000,
    max_price: 500_000,
    beds_min: 2,
    baths_min: 1.75,
    sqft_min: 800,
    sqft_max: 2000,
    year_built_min: 1950,
    year_built_max: 2000,
  };
  const added = Object.entries(sent({ filters })).filter(([name]) => !(name in sent()));
  assert.deepEqual(Object.fromEntries(added), {
    min_price: '100000',
    max_price: '500000',
    num_beds: '2',
    num_baths: '1.5',
    min_listing_approx_size: '800',
    max_listing_approx_size: '2000',
    min_year_built: '1950',
    max_year_built: '2000',
  });
});

test('a bound that excludes nothing is not sent, since it would hide homes without a value', () => {
  const zero = { min_price: 0, beds_min: 0, baths_min: 0, sqft_min: 0, property_type: [] };
  assert.deepEqual(sent({ filters: zero }), sent());
});

test('neighbouring price bands share no dollar and leave none out', () => {
  const band = (price: readonly [number, number | null], filters: Question['filters'] = {}) => {
    const { min_price, max_price } = sent({ subfilter: { price }, filters });
    return [min_price, max_price];
  };
  assert.deepEqual(band([0, 250_000]), [undefined, '249999']);
  assert.deepEqual(band([250_000, 500_000]), ['250000', '499999']);
  assert.deepEqual(band([500_000, null]), ['500000', undefined]);
  assert.deepEqual(band([250_000, 500_000], { max_price: 300_000 }), ['250000', '300000']);
});

test('exact bedrooms are sent with both ends, studios with the upper one', () => {
  const beds = (subfilter: readonly [number, number | null], beds_min = 0) => {
    const { num_beds, max_num_beds } = sent({
      subfilter: { beds: subfilter },
      filters: { beds_min },
    });
    return [num_beds, max_num_beds];
  };
  assert.deepEqual(beds([0, 0]), [undefined, '0']);
  assert.deepEqual(beds([2, 2]), ['2', '2']);
  assert.deepEqual(beds([4, null], 5), ['5', undefined]);
});

test('home types are requested with every code that may contain them', () => {
  const types = (
    property_type: Question['filters']['property_type'],
    subfilter: Question['subfilter'] = {},
  ) => sent({ filters: property_type ? { property_type } : {}, subfilter }).uipt;
  assert.equal(types(['single_family']), '1');
  assert.equal(types(['land', 'condo']), '2,5,8');
  assert.equal(types(['multi_family', 'apartment']), '4');
  assert.equal(types(['manufactured']), '6,7');
  assert.equal(types(['condo', 'land'], { property_types: ['townhouse'] }), '3');
  assert.equal(types(undefined), undefined);
});

test('the caps say what the pages hold', () => {
  assert.deepEqual(capabilities.paging, { by: 'page', rows: 350, pages_max: 20, repeats: true });
  assert.equal(capabilities.rows_max, 7000);
});
