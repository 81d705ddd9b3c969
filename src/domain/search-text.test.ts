import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { readQuery } from './query.js';
import type { Query } from './search.js';
import { searchText } from './search-text.js';

/**
 * What the first release stored and what is compared today. If any of these texts changes,
 * unchanged retries conflict after an upgrade: add lines, never change one.
 */
const PINNED: readonly (readonly [route: string, sent: string, stored: string, text: string])[] = [
  ['portal_a_listings', 'zip=78704', '{"zip":"78704"}', 'portal_a_listings?zip=78704'],
  [
    'portal_a_listings',
    'state=tx&city=St.%20Hedwig&property_type=land,condo&min_price=0&max_price=500000&beds_min=0&baths_min=1.50',
    '{"city":"St. Hedwig","state":"TX","min_price":0,"max_price":500000,"beds_min":0,"baths_min":1.5,"property_type":["land","condo"]}',
    'portal_a_listings?baths_min=1.5&city=st+hedwig&max_price=500000&property_type=condo%2Cland&state=TX',
  ],
  [
    'portal_a_sold',
    'zip=78704',
    '{"zip":"78704","sold_within_days":90}',
    'portal_a_sold?sold_within_days=90&zip=78704',
  ],
  [
    'portal_a_rentals',
    'lat=30.25&lng=-97.750&radius_mi=2&sqft_min=0&sqft_max=0&cursor=abc-_1',
    '{"lat":30.25,"lng":-97.75,"radius_mi":2,"sqft_min":0,"sqft_max":0,"cursor":"abc-_1"}',
    'portal_a_rentals?cursor=abc-_1&lat=30.25&lng=-97.75&radius_mi=2&sqft_max=0',
  ],
  [
    'auction_listings',
    'county=DeKalb&state=GA&sort=newest&year_built_min=1950',
    '{"state":"GA","county":"DeKalb","year_built_min":1950,"sort":"newest"}',
    'auction_listings?county=dekalb&sort=newest&state=GA&year_built_min=1950',
  ],
  [
    'portal_b_sold',
    'bbox=-97.80,30.2,-97.7,30.3&sold_within_days=90',
    '{"bbox":[-97.8,30.2,-97.7,30.3],"sold_within_days":90}',
    'portal_b_sold?bbox=-97.8%2C30.2%2C-97.7%2C30.3&sold_within_days=90',
  ],
];

for (const [id, sent, stored, text] of PINNED) {
  test(`${id}?${sent} is stored and compared as it always was`, () => {
    const route = SEARCH_ROUTES.find((one) => one.id === id);
    assert.ok(route);
    assert.equal(JSON.stringify(readQuery(route, sent).normalizedQuery), stored);
    assert.equal(searchText(id, JSON.parse(stored) as Query), text);
  });
}

test('lookups are compared by their one input, addresses without case and punctuation', () => {
  const home = (query: Query) => searchText('portal_a_home', query);
  assert.equal(
    home({ address: '12 Main St., Austin, TX 78704' }),
    'portal_a_home?address=12+main+st+austin+tx+78704',
  );
  assert.equal(home({ source_id: 'A-1' }), 'portal_a_home?source_id=A-1');
  assert.equal(
    home({ url: 'https://a.test/homes/7_zpid/' }),
    'portal_a_home?url=https%3A%2F%2Fa.test%2Fhomes%2F7_zpid%2F',
  );
});

test('the order of inputs means nothing; another route, value or cursor is another search', () => {
  const one = searchText('portal_a_listings', { zip: '78704', beds_min: 2 });
  assert.equal(searchText('portal_a_listings', { beds_min: 2, zip: '78704' }), one);
  const sales = (...arms_length: string[]) => searchText('records_sold', { arms_length });
  assert.equal(sales('true', 'unknown'), sales('unknown', 'true'));
  const others = [
    searchText('portal_a_rentals', { zip: '78704', beds_min: 2 }),
    searchText('portal_a_listings', { zip: '78705', beds_min: 2 }),
    searchText('portal_a_listings', { zip: '78704', beds_min: 2, cursor: 'x' }),
    searchText('portal_a_listings', { zip: '78704', beds_min: 2, sqft_max: 0 }),
  ];
  assert.equal(new Set([one, ...others]).size, 5);
});
