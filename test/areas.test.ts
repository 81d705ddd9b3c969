/** Location forms of every route: which are accepted, which rejected, and which input is named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { takesFiles } from '#contract/sources.js';
import { sharedApp } from './support/open-test-app.js';

const t = sharedApp({ idle: true });

async function ask(
  path: string,
  query: string,
): Promise<{ status: number; code?: string; param?: string }> {
  const { api_key } = await t.account();
  const answer = await t.get(`/v1${path}?${query}`, api_key);
  const { error } = answer.json();
  return error === null || error === undefined
    ? { status: answer.statusCode }
    : { status: answer.statusCode, code: error.code, param: error.param };
}

const FORMS: Readonly<Record<string, string>> = {
  zip: 'zip=10025',
  city: 'city=Brooklyn&state=NY',
  county: 'county=Kings&state=NY',
  bbox: 'bbox=-74.00,40.70,-73.90,40.80',
  circle: 'lat=40.75&lng=-73.98&radius_mi=2',
};

/** Sources whose rows are imported answer at once, so their areas are in their own test. */
for (const route of SEARCH_ROUTES.filter(({ source }) => !takesFiles(source))) {
  const forms: readonly string[] = route.forms;
  for (const [form, query] of Object.entries(FORMS)) {
    const takes = forms.includes(form);
    test(`${route.id} ${takes ? 'takes' : 'rejects'} a ${form}`, async () => {
      const { status } = await ask(route.path, query);
      assert.equal(status, takes ? 202 : 422);
    });
  }

  test(`${route.id}: a box above its bound is too large, one below is not`, async () => {
    // A square of so many miles a side, at 40.7 degrees north in and around New York City.
    const boxOf = (sqmi: number) => {
      const side = Math.sqrt(sqmi);
      const [height, width] = [
        side / 69.09 / 2,
        side / (69.09 * Math.cos((40.7 * Math.PI) / 180)) / 2,
      ];
      return `bbox=${(-73.98 - width).toFixed(5)},${(40.7 - height).toFixed(5)},${(-73.98 + width).toFixed(5)},${(40.7 + height).toFixed(5)}`;
    };
    assert.equal((await ask(route.path, boxOf(route.bbox_sqmi_max * 0.95))).status, 202);
    assert.equal(
      (await ask(route.path, boxOf(route.bbox_sqmi_max * 1.05))).code,
      'location_too_large',
    );
  });
}

const OUTSIDE_NYC: readonly (readonly [query: string, param: string])[] = [
  ['zip=78704', 'zip'],
  ['city=Austin&state=TX', 'city'],
  ['county=Travis&state=TX', 'county'],
  ['bbox=-97.8,30.2,-97.7,30.3', 'bbox'],
  ['lat=30.25&lng=-97.75&radius_mi=3', 'lat'],
];
for (const path of ['/nyc_portal/listings', '/nyc_portal/rentals']) {
  for (const [query, param] of OUTSIDE_NYC) {
    test(`${path}?${query} is outside New York City: 422 naming ${param}`, async () => {
      const answer = await ask(path, query);
      assert.deepEqual(answer, { status: 422, code: 'unsupported_or_invalid_query', param });
    });
  }
}

const COUNTIES: readonly (readonly [county: string, state: string])[] = [
  ['Orleans Parish', 'LA'],
  ['Orleans', 'LA'],
  ['Richmond city', 'VA'],
  ['St. Louis', 'MO'],
  ['Saint Louis', 'mo'],
  ['Manhattan', 'NY'],
  ['The Bronx', 'NY'],
  ['Fairfield', 'CT'],
  ['Dona Ana', 'NM'],
  ['De Kalb', 'GA'],
];
for (const [county, state] of COUNTIES) {
  test(`the county ${county}, ${state} is known`, async () => {
    const query = new URLSearchParams({ county, state });
    assert.equal((await ask('/auction/listings', query.toString())).status, 202);
  });
}

test('a county that does not exist is 422 naming county, a state that does not naming state', async () => {
  assert.equal((await ask('/auction/listings', 'county=Foo&state=CA')).param, 'county');
  assert.equal((await ask('/auction/listings', 'county=Kings&state=ZZ')).param, 'state');
});
