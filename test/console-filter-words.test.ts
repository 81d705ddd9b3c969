/** The console says the filters of a search wherever the search has a title. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaText, type Draft } from '../console/src/search/draft.js';
import { filterWords } from '../console/src/search/filter-words.js';
import { sharedConsole } from './support/open-console.js';

const draftOf = (routeId: string, values: Draft['values']): Draft => ({
  routeId,
  form: 'zip',
  values: { zip: '78704', ...values },
});

test('filters are said in the words of the field, exactly and in the order of the route', () => {
  const words = (values: Draft['values'], routeId = 'mls_listings') =>
    filterWords(draftOf(routeId, values));
  assert.deepEqual(words({}), []);
  assert.deepEqual(words({ min_price: '$1.5m' }), ['≥ $1.5M']);
  assert.deepEqual(words({ max_price: '1234500' }), ['≤ $1,234,500']);
  assert.deepEqual(
    words({
      min_price: '300k',
      max_price: '500000',
      beds_min: '3',
      baths_min: '1.5',
      sqft_min: '1000',
      property_type: 'condo,single_family',
      sort: 'price_low',
    }),
    [
      '$300K–$500K',
      '3+ beds',
      '1.5+ baths',
      '≥ 1,000 sqft',
      'condo or single family',
      'lowest price first',
    ],
  );
  assert.deepEqual(words({ sold_within_days: '730' }, 'portal_b_sold'), ['sold within 2 years']);
  assert.deepEqual(
    words({ year_built_min: '1990', year_built_max: '2000' }, 'nyc_portal_listings'),
    ['built 1990–2000'],
  );
  // Typed for another route: it is not sent.
  assert.deepEqual(words({ sort: 'newest' }, 'portal_a_listings'), []);
});

test("the point of an example has its place's name, any other its coordinates", () => {
  const at = (lat: string, lng: string) =>
    areaText({ routeId: 'portal_b_sold', form: 'circle', values: { lat, lng, radius_mi: '2' } });
  assert.equal(at('47.6235', '-122.3170'), 'within 2 miles of Capitol Hill, Seattle');
  assert.equal(at('47.6', '-122.3'), 'within 2 miles of 47.6, -122.3');
});

const app = sharedConsole();

test('an example, the heading of its results and its past search say the same filters', async (t) => {
  const page = await app.visit(t, '#/search');
  if (page === null) return;
  const example = page.getByRole('button', { name: /^MLS homes for sale in Travis County/ });
  await example.waitFor();
  assert.deepEqual(await example.locator('.tag').allInnerTexts(), ['≥ $1.5M']);
  await example.click();
  await page.waitForSelector('.rows tbody tr');
  const heading = page.locator('.status h2');
  assert.match(await heading.innerText(), /homes for sale in Travis, TX/);
  assert.deepEqual(await heading.locator('.tag').allInnerTexts(), ['≥ $1.5M']);
  await page
    .getByRole('link', { name: 'MLS · For sale in Travis, TX, ≥ $1.5M', exact: true })
    .waitFor();
});

test('a search without results names its filters and its price', async (t) => {
  const page = await app.visit(t, '#/search?route=mls_listings&zip=78704&min_price=2000000000');
  if (page === null) return;
  const find = page.getByRole('button', { name: 'Search', exact: true });
  await find.click();
  const status = page.locator('.status', { hasText: 'No home for sale in 78704 matches ≥ $2B.' });
  await status.waitFor();
  await status.getByText('The search cost 1 credit. Try a larger area or fewer filters.').waitFor();
});
