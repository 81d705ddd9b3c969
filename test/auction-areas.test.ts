/** Areas of the auction portal: requested by state, county and city, cut, none lost or doubled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AskedPlace } from '#domain/search.js';
import type { Geo } from '#geo/geo.js';
import { collect, geo, KANSAS_CITY, portal, state, truth } from './support/auction-areas.js';

const AREAS: readonly (readonly [
  name: string,
  place: AskedPlace,
  asked: Readonly<Record<string, unknown>>[],
])[] = [
  [
    'a box over a border asks each state that it touches',
    KANSAS_CITY,
    [{ property_state: 'KS' }, { property_state: 'MO' }],
  ],
  [
    'a circle asks each state that it touches',
    { form: 'circle', lat: 39.08, lng: -94.6, radius_mi: 6 },
    [{ property_state: 'KS' }, { property_state: 'MO' }],
  ],
  ['a ZIP asks its state', { form: 'zip', zip: '65101' }, [{ property_state: 'MO' }]],
  [
    'a ZIP at a border, which some cross, asks both states',
    { form: 'zip', zip: '64108' },
    [{ property_state: 'KS' }, { property_state: 'MO' }],
  ],
  [
    'a county asks its state and its name',
    { form: 'county', county: 'Jackson County', state: 'MO' },
    [{ property_state: 'MO', property_county: 'Jackson' }],
  ],
  [
    'a city asks its state and its name',
    { form: 'city', city: 'kansas city', state: 'MO' },
    [{ property_state: 'MO', property_city: 'Kansas City' }],
  ],
];

for (const [name, place, expected] of AREAS) {
  test(`${name}, and shows all of its homes once`, async () => {
    const { ids, asked, pages } = await collect(place);
    const all = await truth(place);
    assert.ok(all.length > 10, `${all.length} homes`);
    assert.deepEqual([...ids].sort(), all);
    assert.deepEqual(
      asked,
      expected.map((filters) => ({ ...filters, offset: 0 })),
    );
    // Homes of the state outside the area are neither rows nor counted as dropped ones.
    assert.ok(pages.every(({ completeness }) => completeness === 'complete'));
    assert.ok(pages.every(({ field_notes }) => !field_notes.some(({ field }) => field === 'data')));
  });
}

test('a county that the source spells otherwise is found in its state', async () => {
  const place = { form: 'county', county: 'Jackson County', state: 'MO' } as const;
  const countyName: Geo['countyName'] = (fips) => {
    const known = geo.countyName(fips);
    return known && { ...known, name: 'Jacksonn County' };
  };
  const { ids, asked } = await collect(place, { geo: { countyName } });
  assert.deepEqual([...ids].sort(), await truth(place));
  assert.deepEqual(
    asked.map(({ property_county }) => property_county),
    ['Jacksonn', undefined],
  );
});

test('a box that touches no state asks nobody and is empty', async () => {
  const { ids, asked } = await collect({ form: 'bbox', bbox: [-60, 35, -59.9, 35.1] });
  assert.deepEqual([ids, asked], [[], []]);
});

test('a source that answers for another state fails, never gives an empty page', async () => {
  const swapped = { statesNear: () => ['IL'] };
  const answer = portal.answer;
  portal.answer = (request) =>
    answer({ ...request, body: request.body.replace('"property_state":"IL"', '"x":"IL"') });
  try {
    await assert.rejects(collect(KANSAS_CITY, { geo: swapped }), /of other states/);
  } finally {
    portal.answer = answer;
  }
});

test('a box is requested as one if the upstream has that option', async () => {
  state.behaviour = { ...state.behaviour, boxes: true };
  const { ids, asked } = await collect(KANSAS_CITY, { options: { area: 'box' } });
  assert.deepEqual([...ids].sort(), await truth(KANSAS_CITY));
  assert.ok(asked.every((filters) => 'geo_location_box' in filters));
});
