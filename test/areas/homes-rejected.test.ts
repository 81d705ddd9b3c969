/** Questions for homes of an area that are rejected, and what each error names. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sharedApp } from '../support/open-test-app.js';
import { expectDocumented } from '../support/openapi-check.js';

const PLACE = 'zip=10025';

const t = sharedApp();
let key: string;
before(async () => {
  key = (await t.account()).api_key;
});

async function ask(query: string, status: number) {
  const path = `/v1/homes?${query}`;
  const answer = await t.get(path, key);
  assert.equal(answer.statusCode, status, answer.body);
  expectDocumented(path, answer);
  return answer;
}

for (const [query, param] of [
  [PLACE, 'kind'],
  ['kind=listings', 'location'],
  ['address=12 Oak St, Austin, TX 78704&zip=78704&kind=listings', 'zip'],
  ['address=12 Oak St, Austin, TX 78704&beds_min=3', 'beds_min'],
  [`${PLACE}&kind=sold`, 'kind'],
  [`${PLACE}&kind=listings&min_price=2&max_price=1`, 'max_price'],
  [`${PLACE}&kind=listings&property_type=castle`, 'property_type'],
  [`${PLACE}&kind=listings&property_type=condo,land,condo`, 'property_type'],
  ...['', 'two', '-1', '1e1', '10.5'].map(
    (baths) => [`${PLACE}&kind=listings&baths_min=${baths}`, 'baths_min'] as const,
  ),
  [`${PLACE}&kind=listings&limit=101`, 'limit'],
  [`${PLACE}&kind=listings&price_cut_min_percent=0`, 'price_cut_min_percent'],
  ['bbox=-74,40.7,-73.9,40.8', 'kind'],
  ['bbox=-73.9,40.7,-74,40.8&kind=listings', 'bbox'],
  ['bbox=-80,40,-70,45&kind=listings', 'bbox'],
  ['lat=40.7&lng=-73.9&kind=listings', 'location'],
  ['lat=40.7&lng=-73.9&radius_mi=11&kind=listings', 'radius_mi'],
  [`${PLACE}&bbox=-74,40.7,-73.9,40.8&kind=listings`, 'location'],
] as const) {
  test(`${query} is rejected and names ${param}`, async () => {
    const { error } = (await ask(query, 422)).json<{ error: { param: string } }>();
    assert.equal(error.param, param);
  });
}

test('a page that follows an unknown home is rejected: begin again', async () => {
  const after = '56f687a0-3791-8082-b59b-2e9fbb383d0c';
  const { error } = (
    await ask(`${PLACE}&kind=listings&price_cut_min_percent=99&after=${after}`, 422)
  ).json<{ error: { code: string } }>();
  assert.equal(error.code, 'invalid_cursor');
});
