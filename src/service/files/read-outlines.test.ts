import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geography } from '../../../test/support/geography.js';
import { fileOf } from '../../../test/support/import-file.js';
import { outlinesIn, readOutlines } from './read-outlines.js';

const geo = geography();
const AUSTIN = '-97.79,30.22,-97.74,30.27';
const SEATTLE = '-122.36,47.59,-122.32,47.63';

const read = (content: string | Buffer) =>
  readOutlines(outlinesIn(fileOf('zips.csv', content)), geo);
const rejection = (content: string | Buffer): Promise<string> =>
  read(content).then(
    () => 'it was read',
    (error: Error) => `${error.name}: ${error.message}`,
  );
const feature = (zip: unknown, coordinates: unknown, type = 'Polygon', name = 'ZCTA5CE20') =>
  JSON.stringify({ type: 'Feature', properties: { [name]: zip }, geometry: { type, coordinates } });
const ring = (w: number, s: number, e: number, n: number) => [
  [w, s],
  [e, s],
  [e, n],
  [w, n],
  [w, s],
];

test('a table is read whatever the order of its columns, its line ends and its quotes', async () => {
  const { outlines, report } = await read(
    '\ufeff"Zip",n,e,s,w,name\r\n"78704",30.27,-97.74,30.22,-97.79,"Austin, TX"\r\n\r\n98101,47.63,-122.32,47.59,-122.36,\r\n',
  );
  assert.deepEqual(outlines, [
    ['78704', { w: -97_790_000, s: 30_220_000, e: -97_739_999, n: 30_270_001 }],
    ['98101', { w: -122_360_000, s: 47_590_000, e: -122_319_999, n: 47_630_001 }],
  ]);
  assert.deepEqual(report, { outlines: 2, records: 2, dropped: [] });
});

test('a sequence of features is read: parts of a ZIP in one feature or several make one box', async () => {
  const { outlines, report } = await read(
    [
      `\u001e${feature('78704', [ring(-97.79, 30.22, -97.76, 30.25)])}`,
      feature(
        '98101',
        [[ring(-122.36, 47.59, -122.34, 47.6)], [ring(-122.34, 47.6, -122.32, 47.63)]],
        'MultiPolygon',
        'zip',
      ),
      feature('78704', [ring(-97.76, 30.24, -97.74, 30.27)]),
    ].join('\n'),
  );
  assert.deepEqual(
    outlines.map(([zip]) => zip),
    ['78704', '98101'],
  );
  assert.deepEqual(outlines[0]?.[1], {
    w: -97_790_000,
    s: 30_220_000,
    e: -97_739_999,
    n: 30_270_001,
  });
  assert.equal(outlines[1]?.[1].e, -122_319_999);
  assert.deepEqual([report.outlines, report.records], [2, 3]);
});

test('outlines that no search could use are left out, with their lines', async () => {
  const { outlines, report } = await read(
    [
      'zip,w,s,e,n',
      `78704,${AUSTIN}`,
      `00000,${AUSTIN}`,
      `98101,${AUSTIN}`,
      '99546,-180,51,180,53',
      `98102,${SEATTLE}`,
      `98104,${SEATTLE}`,
      `98121,${SEATTLE}`,
    ].join('\n'),
  );
  assert.equal(outlines.length, 4);
  assert.deepEqual(
    report.dropped.map(({ cause, records, lines }) => [cause.split(' ')[0], records, lines]),
    [
      ['unknown', 1, [3]],
      ['larger', 1, [5]],
      ['away', 1, [4]],
    ],
  );
});

test('a file of which half is of no use is rejected with the causes', async () => {
  const why = await rejection(`zip,w,s,e,n\n78704,${AUSTIN}\n98101,${AUSTIN}\n98102,${AUSTIN}\n`);
  assert.match(why, /OperatorError.*2 of 3 records.*away from the point.*2, first on line 3/);
  assert.match(why, /Nothing was stored\.$/);
});

for (const [what, content, why] of [
  ['is empty', '', /It is empty/],
  ['has a header alone', 'zip,w,s,e,n\n', /It is empty/],
  [
    'has no such columns',
    'postcode,west,s,e,n\n',
    /Line 1: the columns zip, w are missing.*zip,w,s,e,n.*"postcode/,
  ],
  ['is no table at all', 'PK\u0003\u0004', /Line 1: the columns/],
  ['is packed', Buffer.from([0x1f, 0x8b, 8, 0]), /not UTF-8 text/],
  [
    'ends in the middle of a letter',
    Buffer.concat([Buffer.from('zip,w'), Buffer.from([0xc3])]),
    /not UTF-8 text/,
  ],
  [
    'has a ZIP without its zero',
    `zip,w,s,e,n\n2143,${AUSTIN}\n`,
    /Line 2: "2143" is not a ZIP of five digits: its leading zeros are missing/,
  ],
  [
    'has a ZIP with its four digits more',
    `zip,w,s,e,n\n78704-1234,${AUSTIN}\n`,
    /"78704-1234" is not a ZIP/,
  ],
  [
    'has a line that was cut',
    `zip,w,s,e,n\n78704,${AUSTIN}\n78704,1,2\n`,
    /Line 3: it has 3 values, the header 5/,
  ],
  [
    'has a quote that is not closed',
    `zip,w,s,e,n\n"78704,${AUSTIN}\n`,
    /Line 2: a quote is not closed/,
  ],
  ['has an empty edge', 'zip,w,s,e,n\n78704,,30.2,-97.7,30.3\n', /Line 2: an edge is not a number/],
  [
    'has latitudes first',
    'zip,w,s,e,n\n78704,30.2,-97.8,30.3,-97.7\n',
    /Line 2: latitude and longitude are swapped/,
  ],
  [
    'has a feature of points',
    feature('78704', [-97.7, 30.2], 'Point'),
    /Line 1: this is not a feature with a Polygon/,
  ],
  [
    'has a feature without a ZIP',
    feature('78704', [ring(-97.8, 30.2, -97.7, 30.3)], 'Polygon', 'city'),
    /Line 1: no property names a ZIP/,
  ],
  [
    'has a feature that was cut',
    `${feature('78704', [ring(-97.8, 30.2, -97.7, 30.3)])}\n{"type":"Feat`,
    /Line 2: this is not JSON/,
  ],
  [
    'has a feature of other numbers',
    feature('78704', [ring(30.2, -97.8, 30.3, -97.7)]),
    /Line 1: latitude and longitude/,
  ],
  [
    'is a collection of features',
    '{"type":"FeatureCollection","features":[]}',
    /FeatureCollection: write a sequence/,
  ],
  [
    'has a line without an end',
    `zip,w,s,e,n\n${'9'.repeat(16_800_000)}`,
    /Line 2 is longer than 16 MiB/,
  ],
] as const) {
  test(`a file that ${what} is rejected`, async () => {
    const said = await rejection(content);
    assert.match(said, why);
    assert.match(said, /^OperatorError: .*Nothing was stored\.$/);
  });
}
