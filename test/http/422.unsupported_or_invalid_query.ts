import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARAMS } from '#contract/params.js';
import { routeById } from '#contract/routes.js';
import { expectApiError, expectNothingStored, ROUTE } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

const ZIP = 'zip=78704';
const INVALID_NUMBERS = [
  '',
  '+5',
  '%2B5',
  '1e3',
  '0x10',
  '%205',
  '5%20',
  '5,',
  'five',
  'NaN',
  'Infinity',
];

/** Query, and the input that error.param names. */
const INVALID_QUERIES: readonly (readonly [query: string, param: string | null])[] = [
  ...['zip', 'city', 'state', 'bbox', 'lat', 'lng', 'radius_mi', 'cursor'].map(
    (name) => [`${name}=`, name] as const,
  ),
  ...['7870', '787041', '78704-1234', '7870a', '%D9%A7%D9%A8%D9%A7%D9%A7%D9%A7', '+7870'].map(
    (zip) => [`zip=${zip}`, 'zip'] as const,
  ),
  ['zip=00000', 'zip'],
  ['city=Nowhere&state=TX', 'city'],
  ['city=Austin&state=ZZ', 'state'],
  ['city=A&state=TX', 'city'],
  [`city=${'x'.repeat(81)}&state=TX`, 'city'],
  ['city=12&state=TX', 'city'],
  ['city=Aus%00tin&state=TX', 'city'],
  ['city=%20Austin&state=TX', 'city'],
  ['city=Austin&state=Texas', 'state'],
  ['city=Austin&state=T1', 'state'],
  ...[
    '-97.8,30.2,-97.7',
    '-97.8,30.2,-97.7,30.3,1',
    '-97.7,30.2,-97.8,30.3',
    '-97.8,30.3,-97.7,30.2',
    '-97.8,30.2,-97.8,30.3',
    '-97.8,30.2,-97.7,30.2',
    '-181,30.2,-97.7,30.3',
    '-97.8,-91,-97.7,30.3',
    '-97.8,30.2,181,30.3',
    '-97.8,30.2,-97.7,91',
    '-97.8,30.2,-97.7,x',
    '-97.8,30.2,-97.7,',
    '-97.8, 30.2,-97.7,30.3',
    '-97.8,30.2,-97.7,3.03e1',
  ].map((bbox) => [`bbox=${bbox}`, 'bbox'] as const),
  ...['91', '-90.1', '1e1', '+30', '30.', '.5', '0x1e'].map(
    (lat) => [`lat=${lat}&lng=-97&radius_mi=1`, 'lat'] as const,
  ),
  ...['181', '-180.1', 'x'].map((lng) => [`lat=30&lng=${lng}&radius_mi=1`, 'lng'] as const),
  ...['0', '0.09', '10.01', '-1', '1e0', '+1'].map(
    (radius) => [`lat=30&lng=-97&radius_mi=${radius}`, 'radius_mi'] as const,
  ),
  ...['min_price', 'max_price', 'beds_min', 'baths_min', 'sqft_min', 'sqft_max'].flatMap((name) =>
    [...INVALID_NUMBERS, '-1'].map((value) => [`${ZIP}&${name}=${value}`, name] as const),
  ),
  ...['min_price', 'max_price', 'beds_min', 'sqft_min', 'sqft_max'].map(
    (name) => [`${ZIP}&${name}=2.0`, name] as const,
  ),
  [`${ZIP}&beds_min=11`, 'beds_min'],
  [`${ZIP}&baths_min=10.5`, 'baths_min'],
  [`${ZIP}&min_price=9999999999999999`, 'min_price'],
  ...['', 'castle', 'other', 'Condo', 'condo,condo', 'condo,', ',condo', 'condo, land'].map(
    (list) => [`${ZIP}&property_type=${list}`, 'property_type'] as const,
  ),
  [`${ZIP}&min_price=2&max_price=1`, 'max_price'],
  [`${ZIP}&sqft_max=999&sqft_min=1000`, 'sqft_max'],
  // Unknown names, names of other routes, and names in another case are no inputs of this route.
  ...['foo=1', 'ZIP=78704', 'Beds_min=1', 'wait=5', 'sort=newest', 'county=Travis', '=1'].map(
    (extra) => [`${ZIP}&${extra}`, null] as const,
  ),
  ...['year_built_min=2000', 'sold_within_days=90', 'constructor=1', 'toString='].map(
    (extra) => [`${ZIP}&${extra}`, null] as const,
  ),
];

export function register(t: () => TestApp): void {
  for (const [query, param] of INVALID_QUERIES) {
    test(`portal_a_listings rejects ${query.slice(0, 60)} and names ${param ?? 'no input'}`, async () => {
      const account = await t().account();
      await expectNothingStored(t(), account, async () => {
        const answer = await t().get(`${ROUTE}?${query}`, account.api_key);
        expectApiError(answer, 'unsupported_or_invalid_query', param);
      });
    });
  }

  test('the message of a rejected value names what the parameter takes', async () => {
    const { api_key } = await t().account();
    const message = async (query: string) =>
      expectApiError(
        await t().get(`${ROUTE}?${query}`, api_key),
        'unsupported_or_invalid_query',
        query.split('=').at(-2)?.split('&').at(-1) ?? null,
      );
    assert.match(await message(`${ZIP}&beds_min=11`), /0 to 10/);
    assert.match(await message('zip=1'), /five digits/);
    assert.match(await message(`${ZIP}&property_type=castle`), /single_family, condo/);
  });

  test('an unknown type of event is rejected: no page is ever found of it', async () => {
    const { api_key } = await t().account();
    const answer = await t().get('/v1/events?type=watch.change', api_key);
    const message = expectApiError(answer, 'unsupported_or_invalid_query', 'type');
    assert.match(message, /one of watch\.started, watch\.changed/);
  });

  test('a NUL in a text that reaches the database is rejected, and named', async () => {
    const { api_key } = await t().account();
    for (const [path, name] of [
      ['/v1/portal_a/home/history', 'source_id'],
      ['/v1/events', 'type'],
    ] as const) {
      const answer = await t().get(`${path}?${name}=a%00b`, api_key);
      assert.match(expectApiError(answer, 'unsupported_or_invalid_query', name), /without .+ NUL/);
    }
  });

  test('a required parameter that is not sent is named as missing, with what it takes', async () => {
    const { api_key } = await t().account();
    for (const [path, name, takes] of [
      ['/v1/statistics?zip=78704', 'kind', 'one of sold, '],
      ['/v1/portal_a/home/history', 'source_id', 'a text of 1 to '],
    ] as const) {
      const message = expectApiError(
        await t().get(path, api_key),
        'unsupported_or_invalid_query',
        name,
      );
      const begins = `${name} is missing. Send it in the query: ${takes}`;
      assert.equal(message.slice(0, begins.length), begins);
    }
  });

  test('every parameter of the route is rejected when sent empty', async () => {
    const { api_key } = await t().account();
    const names = routeById('portal_a_listings')?.params ?? [];
    assert.ok(names.length > 10 && names.every((name) => name in PARAMS));
    for (const name of names) {
      const answer = await t().get(`${ROUTE}?${name}=`, api_key);
      expectApiError(answer, 'unsupported_or_invalid_query', name);
    }
  });
}
