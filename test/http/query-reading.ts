import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelopeOf, expectApiError, ROUTE, resultOf } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

/** Query strings that say one search in different words. */
const ONE_SEARCH: Readonly<Record<string, readonly string[]>> = {
  'a lower bound of 0 is no bound': [
    'zip=78701&max_price=8000001',
    'zip=78701&max_price=8000001&min_price=0',
    'zip=78701&max_price=8000001&beds_min=0&baths_min=0&sqft_min=0',
    'zip=78701&max_price=8000001&baths_min=0.0',
  ],
  'the order of parameters and of list items does not matter': [
    'zip=78701&max_price=8000002&property_type=condo,land',
    'property_type=land,condo&max_price=8000002&zip=78701',
  ],
  'numbers are compared as numbers': [
    'zip=78701&max_price=8000003&baths_min=2',
    'zip=78701&max_price=08000003&baths_min=2.0',
  ],
  'a box is compared as four numbers': [
    'bbox=-97.76,30.26,-97.73,30.28',
    'bbox=-97.760,30.2600,-97.73,30.28',
  ],
  'a circle is compared as three numbers': [
    'lat=30.27&lng=-97.74&radius_mi=1',
    'radius_mi=1.0&lng=-97.740&lat=30.27',
  ],
  'a city is compared without case, accents and punctuation': [
    'city=Austin&state=TX&max_price=8000004',
    'city=AUSTIN&state=tx&max_price=8000004',
    'city=%C3%81ustin&state=Tx&max_price=8000004',
    'city=austin.&state=TX&max_price=8000004',
  ],
  'percent-encoding does not matter': [
    'zip=78701&max_price=8000005',
    '%7Aip=%37%38701&max_price=8000005',
  ],
};

/** result.query of a query: typed values in the route's order. */
const ECHOES: readonly (readonly [query: string, normalizedQuery: Record<string, unknown>])[] = [
  ['zip=78701', { zip: '78701' }],
  ['state=tx&city=austin', { city: 'austin', state: 'TX' }],
  ['city=%C3%81ustin,&state=tx', { city: 'Áustin,', state: 'TX' }],
  ['bbox=-97.760,30.26,-97.73,30.28', { bbox: [-97.76, 30.26, -97.73, 30.28] }],
  ['radius_mi=0.5&lng=-97.74&lat=30.27', { lat: 30.27, lng: -97.74, radius_mi: 0.5 }],
  [
    'zip=78701&property_type=land,condo&beds_min=0&baths_min=1.5&sqft_max=9000&sqft_min=10',
    {
      zip: '78701',
      beds_min: 0,
      baths_min: 1.5,
      sqft_min: 10,
      sqft_max: 9000,
      property_type: ['land', 'condo'],
    },
  ],
  ['zip=78701&min_price=0&max_price=5000000', { zip: '78701', min_price: 0, max_price: 5_000_000 }],
];

export function register(t: () => TestApp): void {
  for (const [name, queries] of Object.entries(ONE_SEARCH)) {
    test(`${name}: the second call is answered from the cache`, async () => {
      const { api_key } = await t().account();
      const first = await t().settled(`${ROUTE}?${queries[0]}`, api_key);
      assert.equal(envelopeOf(first).cached, false, 'nobody asked this before');
      for (const query of queries.slice(1)) {
        const answer = await t().get(`${ROUTE}?${query}`, api_key);
        assert.equal(answer.statusCode, 200, `${query}: ${answer.body.slice(0, 200)}`);
        assert.equal(envelopeOf(answer).cached, true, query);
        assert.deepEqual(resultOf(answer).data, resultOf(first).data);
      }
    });
  }

  for (const [one, other] of [
    ['zip=78701&beds_min=1', 'zip=78701&beds_min=2'],
    ['zip=78701&min_price=1', 'zip=78701'],
    ['zip=78701&property_type=condo', 'zip=78701&property_type=condo,land'],
    ['zip=78701&sqft_max=0', 'zip=78701'],
  ] as const) {
    test(`${one} and ${other} are two searches`, async () => {
      const { api_key } = await t().account();
      await t().settled(`${ROUTE}?${one}`, api_key);
      const key = { 'idempotency-key': 'two' };
      await t().settled(`${ROUTE}?${one}`, api_key, key);
      expectApiError(await t().get(`${ROUTE}?${other}`, api_key, key), 'idempotency_conflict');
    });
  }

  for (const [query, normalizedQuery] of ECHOES) {
    test(`result.query returns ${query} typed`, async () => {
      const { api_key } = await t().account();
      const result = resultOf(await t().settled(`${ROUTE}?${query}`, api_key));
      assert.deepEqual(result.query, normalizedQuery);
      assert.deepEqual(
        Object.keys(result.query),
        Object.keys(normalizedQuery),
        'in the route’s order',
      );
    });
  }

  for (const name of ['Austin%', 'Austin%25', '%23Austin', 'Aus_tin', 'Austin%2F']) {
    test(`city=${name} is not a place, and nothing is charged`, async () => {
      const { api_key } = await t().account();
      const answer = await t().get(`${ROUTE}?city=${name}&state=TX`, api_key);
      expectApiError(answer, 'unsupported_or_invalid_query', 'city');
    });
  }

  test('each caller reads an own normalized query of one cached search', async () => {
    const { api_key } = await t().account();
    await t().settled(`${ROUTE}?city=austin&state=tx`, api_key);
    const answer = await t().settled(`${ROUTE}?city=AUSTIN&state=TX&beds_min=0`, api_key);
    assert.deepEqual(resultOf(answer).query, { city: 'AUSTIN', state: 'TX', beds_min: 0 });
  });

  test('the cursor is returned on the page that it asked for', async () => {
    const { api_key } = await t().account();
    const path = `${ROUTE}?zip=78704`;
    const cursor = resultOf(await t().settled(path, api_key)).next_cursor;
    const next = resultOf(await t().settled(`${path}&cursor=${cursor}`, api_key));
    assert.deepEqual(next.query, { zip: '78704', cursor });
  });

  test('rows are within every bound asked for', async () => {
    const { api_key } = await t().account();
    const query = 'zip=78704&beds_min=3&baths_min=2&min_price=200000&max_price=900000&sqft_min=800';
    const { data } = resultOf(await t().settled(`${ROUTE}?${query}`, api_key));
    assert.ok(data.length > 0);
    for (const row of data) {
      const price = (row.list_price as { amount: number }).amount;
      assert.ok(price >= 200_000 && price <= 900_000);
      assert.ok(Number(row.beds) >= 3 && Number(row.baths) >= 2);
      assert.ok(Number(row.living_area_sqft) >= 800);
    }
  });
}
