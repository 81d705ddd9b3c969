import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../driver.js';
import { rawOf } from '../raw-values.js';
import { auction } from './index.js';

const ASK: Question = {
  area: { by: 'state', state: 'OR' },
  filters: {},
  subfilter: {},
  at: { page: 3 },
  nowMs: 0,
};
const bodyOf = (ask: Partial<Question> = {}) =>
  rawOf(JSON.parse(auction.drivers.auctions.request({ ...ASK, ...ask }).body ?? ''));
const filtersOf = (ask: Partial<Question> = {}) => rawOf(rawOf(bodyOf(ask).variables).filters);

test('a request posts one page of one state', () => {
  const { method, path } = auction.drivers.auctions.request(ASK);
  assert.deepEqual([method, path], ['POST', '/graphql']);
  assert.deepEqual(filtersOf(), {
    property_state: 'OR',
    listing_type: 'active',
    sort: 'auction_date_order,resi_sort_v2',
    limit: 500,
    offset: 1000,
    version: 1,
  });
  assert.equal(filtersOf({ at: { page: 1 } }).offset, 0);
});

test('the operation is named in the body and in the query, as the source demands', () => {
  const { operationName, query } = bodyOf();
  assert.equal(operationName, 'resiSearch_blueprint_seekListingsFromFilters');
  assert.match(String(query), new RegExp(`^query ${operationName}\\(`));
  const braces = (brace: string) => String(query).split(brace).length;
  assert.equal(braces('{'), braces('}'));
});

test('no filter goes upstream but the area, so no home is lost to a code we do not know', () => {
  const asked = { property_type: ['condo'], beds_min: 3, year_built_min: 1990 } as const;
  assert.deepEqual(
    filtersOf({ filters: asked, subfilter: { property_types: ['condo'] } }),
    filtersOf(),
  );
});

test('a search for the newest asks for the one order that is known', () => {
  assert.deepEqual(filtersOf({ filters: { sort: 'newest' } }), filtersOf());
});

test('a county goes without its word, a city as it is', () => {
  const named = (part: object) => filtersOf({ area: { by: 'state', state: 'LA', ...part } });
  assert.equal(named({ county: 'Orleans Parish' }).property_county, 'Orleans');
  assert.equal(named({ county: 'Lake County' }).property_county, 'Lake');
  const { property_state, property_city, property_county } = named({ city: 'New Orleans' });
  assert.deepEqual(
    [property_state, property_city, property_county],
    ['LA', 'New Orleans', undefined],
  );
});

test('the last page lies at the farthest offset that was seen', () => {
  const { paging } = auction.drivers.auctions.capabilities;
  assert.equal(paging.by === 'page' && paging.pages_max, 24);
  assert.equal(filtersOf({ at: { page: 24 } }).offset, 11_500);
});

test('a box is requested if the upstream has that option, half a microdegree low', () => {
  const { capabilitiesWith } = auction.drivers.auctions;
  assert.deepEqual(capabilitiesWith({}).areas, ['state']);
  assert.deepEqual(capabilitiesWith({ area: 'state' }).areas, ['state']);
  assert.deepEqual(capabilitiesWith({ area: 'box' }).areas, ['box']);
  const box = { w: -122_200_000, s: 45_100_000, e: -122_100_000, n: 45_200_000 };
  const { geo_location_box, property_state } = filtersOf({ area: { by: 'box', box } });
  assert.equal(geo_location_box, '45.0999995,-122.2000005,45.1999995,-122.1000005');
  assert.equal(property_state, undefined);
});

test('edges near zero are written as plain decimals', () => {
  const box = { w: 0, s: 0, e: 1000, n: 1000 };
  assert.equal(
    filtersOf({ area: { by: 'box', box } }).geo_location_box,
    '-0.0000005,-0.0000005,0.0009995,0.0009995',
  );
});
