import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from '#collect/sources.js';
import { geography } from '../../../test/support/geography.js';
import { fileOf } from '../../../test/support/import-file.js';
import { placesIn, readPlaces } from './read-places.js';

const geo = geography();
const HEADER = 'form,name,state,token';

function read(...lines: readonly string[]) {
  const own = placesOf('portal_a');
  assert.ok(own !== undefined);
  return readPlaces(placesIn(fileOf('places.csv', lines.join('\n'))), geo, own);
}
const rejection = (...lines: readonly string[]): Promise<string> =>
  read(...lines).then(
    () => 'it was read',
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('a table of ZIPs and cities is read, with labels and boxes or without', async () => {
  const plain = await read(HEADER, 'zip,78704,,92656', 'city,Austin,tx,10221/6');
  assert.deepEqual(
    plain.places.map(({ form, name, token, label, box }) => [form, name, token, label, box]),
    [
      ['zip', '78704', '92656/7', '78704', null],
      ['city', 'TX|austin', '10221/6', 'Austin', null],
    ],
  );
  assert.deepEqual(plain.report, { places: 2, records: 2, dropped: [] });
  const full = await read(
    'token,form,name,state,label,w,s,e,n',
    '92656,zip,78704,TX,Zilker,-97.79,30.22,-97.74,30.27',
    '10221,city,Austin,TX,,,,,',
  );
  assert.equal(full.places[0]?.label, 'Zilker');
  assert.deepEqual(full.places[0]?.box, {
    w: -97_790_000,
    s: 30_220_000,
    e: -97_739_999,
    n: 30_270_001,
  });
  assert.equal(full.places[1]?.box, null);
});

test('places that no search asks for, that lie elsewhere or are there twice are left out', async () => {
  const { places, report } = await read(
    `${HEADER},w,s,e,n`,
    'zip,78704,,1,,,,',
    'zip,00000,,2,,,,',
    'city,Nowhereville,TX,3,,,,',
    'zip,98101,,4,-97.79,30.22,-97.74,30.27',
    'city,Austin,TX,5,-122.4,47.5,-122.3,47.6',
    'zip,78704,,1,,,,',
    ...['78701', '78702', '78703', '78705', '78721'].map(
      (zip, nth) => `zip,${zip},,${10 + nth},,,,`,
    ),
  );
  assert.equal(places.length, 6);
  assert.deepEqual(
    report.dropped.map(({ cause, lines }) => [cause.slice(0, 8), lines]),
    [
      ['unknown ', [3, 4]],
      ['away fro', [5, 6]],
      ['the same', [7]],
    ],
  );
});

for (const [what, lines, why] of [
  ['no token column', ['form,name,state', 'zip,78704,'], /Line 1: the columns token are missing/],
  [
    'a column twice',
    ['form,name,state,token,token', 'zip,78704,,1,2'],
    /The header has the column "token" twice\. Rename the one that is not meant/,
  ],
  [
    'a county',
    [HEADER, 'county,Travis County,TX,7'],
    /Line 2: the form is "county"; it must be zip or city/,
  ],
  [
    'a token of another kind',
    [HEADER, 'zip,78704,,92656/6'],
    /Line 2: "92656\/6" is not a token of a zip there: a token is its regionId, such as 92656/,
  ],
  ['no token', [HEADER, 'zip,78704,TX,'], /Line 2: "" is not a token/],
  [
    'a name that is not a ZIP',
    [HEADER, 'zip,Austin,TX,7'],
    /Line 2: "Austin" is not a ZIP of five digits/,
  ],
  [
    'a state in full',
    [HEADER, 'city,Austin,Texas,7'],
    /Line 2: "Texas" is not a state of two letters/,
  ],
  [
    'two tokens for a place',
    [HEADER, 'zip,78704,,1', 'zip,78701,,2', 'zip,78704,,3'],
    /Line 4: this place has another token on line 2/,
  ],
  [
    'one token for two places',
    [HEADER, 'zip,78704,,1', 'zip,78701,,1'],
    /Line 3: another place on line 2 has the same token/,
  ],
  ['half a box', [`${HEADER},w,s,e,n`, 'zip,78704,,1,-97.7,,,'], /Line 2: an edge is not a number/],
  [
    'a box turned round',
    [`${HEADER},w,s,e,n`, 'zip,78704,,1,30.22,-97.79,30.27,-97.74'],
    /Line 2: latitude and longitude are swapped/,
  ],
  [
    'nothing useful',
    [HEADER, 'zip,00000,,1', 'zip,78704,,2'],
    /1 of 2 records are unusable: unknown place \(1, first on line 2\)/,
  ],
] as const) {
  test(`a table with ${what} is rejected`, async () => {
    assert.match(await rejection(...lines), why);
  });
}
