/** Parameters and forms of other routes than portal_a_listings, which test/http/ tests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchRoute } from '#contract/routes.js';
import { ApiError } from './api-error.js';
import { readQuery, uniqueParameters } from './query.js';

const COUNTY: SearchRoute = {
  id: 'T1',
  path: '/test/listings',
  source: 'nyc_portal',
  kind: 'listings',
  forms: ['zip', 'city', 'county', 'bbox', 'circle'],
  params: [
    'zip',
    'city',
    'state',
    'county',
    'bbox',
    'lat',
    'lng',
    'radius_mi',
    'min_price',
    'year_built_min',
    'year_built_max',
    'sort',
    'cursor',
  ],
  sorts: ['newest', 'price_high', 'price_low'],
  sold_windows: [],
  bbox_sqmi_max: 1_500,
  cache: 'CACHE_LISTINGS_S',
  price: 1,
  summary: 'A route of the test',
  description: '',
} as SearchRoute;
const SOLD = {
  ...COUNTY,
  kind: 'sold',
  source: 'portal_b',
  forms: ['zip', 'bbox', 'circle'],
  params: ['zip', 'bbox', 'lat', 'lng', 'radius_mi', 'sold_within_days'],
  sorts: [],
  sold_windows: [7, 30, 90, 180, 365, 730, 1095],
} as SearchRoute;

const rejects = (route: SearchRoute, text: string, code: string, param: string | null) =>
  assert.throws(
    () => readQuery(route, text),
    (error) => error instanceof ApiError && error.code === code && error.param === param,
    text,
  );
const INVALID = 'unsupported_or_invalid_query';

test('county with state is a form where the route takes it; county alone is not', () => {
  assert.deepEqual(readQuery(COUNTY, 'county=Kings&state=ny').location, {
    form: 'county',
    county: 'Kings',
    state: 'NY',
  });
  rejects(COUNTY, 'county=Kings', 'location_required', 'location');
  rejects(COUNTY, 'county=Kings&city=New York&state=NY', 'location_required', 'location');
  rejects(SOLD, 'county=Kings&state=NY', INVALID, null);
  rejects(SOLD, 'city=Austin&state=TX', INVALID, null);
});

test('a sold search without a window is one of 90 days, and the normalized query shows it', () => {
  const plain = readQuery(SOLD, 'zip=78704');
  const explicit = readQuery(SOLD, 'zip=78704&sold_within_days=90');
  assert.deepEqual(plain, explicit);
  assert.deepEqual(plain.normalizedQuery, { zip: '78704', sold_within_days: 90 });
  assert.equal(plain.filters.sold_within_days, 90);
});

test('a window or sort that is not of the route is rejects by name', () => {
  for (const days of ['14', '0', '-7', '7.0', '', '91', '7,30', '+7', '1e1'])
    rejects(SOLD, `zip=78704&sold_within_days=${days}`, INVALID, 'sold_within_days');
  assert.equal(readQuery(SOLD, 'zip=78704&sold_within_days=7').filters.sold_within_days, 7);
  for (const sort of ['', 'oldest', 'Newest', 'newest,price_low'])
    rejects(COUNTY, `zip=10025&sort=${sort}`, INVALID, 'sort');
  assert.equal(readQuery(COUNTY, 'zip=10025&sort=price_high').filters.sort, 'price_high');
  rejects(SOLD, 'zip=78704&sort=newest', INVALID, null);
});

test('years are whole numbers from 1700 to 2100 in order', () => {
  for (const year of ['1699', '2101', '1999.5', ''])
    rejects(COUNTY, `zip=10025&year_built_min=${year}`, INVALID, 'year_built_min');
  rejects(COUNTY, 'zip=10025&year_built_min=2000&year_built_max=1999', INVALID, 'year_built_max');
  const { filters } = readQuery(COUNTY, 'zip=10025&year_built_min=1700&year_built_max=2100');
  assert.deepEqual(filters, { year_built_min: 1700, year_built_max: 2100 });
});

test('a cursor is returned unchanged and last', () => {
  const read = readQuery(COUNTY, 'cursor=abc-_1&zip=10025');
  assert.equal(read.cursor, 'abc-_1');
  assert.deepEqual(Object.entries(read.normalizedQuery).at(-1), ['cursor', 'abc-_1']);
  rejects(COUNTY, `zip=10025&cursor=${'a'.repeat(2_049)}`, INVALID, 'cursor');
});

test('a name sent twice is rejects by name only when the route takes it', () => {
  const param = (text: string) => {
    try {
      uniqueParameters(['wait'], text);
      return undefined;
    } catch (error) {
      return error instanceof ApiError ? error.param : error;
    }
  };
  assert.equal(param('wait=1&wait=2'), 'wait');
  assert.equal(param('zip=1&zip=2'), null);
  assert.equal(param('__proto__=1&__proto__=2'), null);
  assert.equal(param('wait=1&Wait=2'), undefined);
});
