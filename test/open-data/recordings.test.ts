/**
 * Answers that others recorded of real servers, read by the protocols: test data that is not part
 * of the project. Skipped where it is absent. `open-data/esri` has a folder for each layer, as
 * `tests/fixtures` of openaddresses/pyesridump; `open-data/socrata` is as `tests/test_data` of
 * xmunoz/sodapy.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { esri } from '#sources/open/esri.js';
import type { SetPart } from '#sources/open/open-set.js';
import type { SetDescription, SetPageAsk } from '#sources/open/protocol.js';
import { socrata } from '#sources/open/socrata.js';

const SAMPLES = process.env.ROWHOUSE_TEST_SAMPLES ?? '../shared/samples';
const pathOf = (file: string) => join(SAMPLES, 'open-data', file);
const textOf = (file: string) => readFileSync(pathOf(file), 'utf8');

const LAYER: SetPart = {
  name: 'recorded',
  protocol: 'esri',
  url: 'https://gis.example.gov/arcgis/rest/services/Recorded/MapServer/0',
  wanted: [],
  join: null,
};
const VIEW: SetPart = {
  ...LAYER,
  protocol: 'socrata',
  url: 'https://data.example.gov/resource/abcd-1234',
};

const pageAsk = (set: SetPart, description: SetDescription): SetPageAsk => ({
  set,
  description,
  columns: description.columns,
  since: null,
  after: null,
  last: null,
  rows: 5_000,
});

const described = ({ key, columns, pageRows, sorts, hasStatistics }: SetDescription): string =>
  `${columns.length} columns by ${key}, ${pageRows} a page${sorts ? ', sorted' : ''}${hasStatistics === true ? ', statistics' : ''}`;

/** What is read of an answer to each request. */
const LAYERS: Readonly<Record<string, (body: string, folder: string) => string>> = {
  metadata: (body) => described(esri.readDescription(body, LAYER)),
  count: (body) => `${esri.readCount(body)} rows`,
  ids: (body) => {
    const keys = esri.keys?.readList(body) ?? [];
    return `${keys.length} keys from ${keys[0]} to ${keys.at(-1)}`;
  },
  statistics: (body) => {
    const { least, greatest } = esri.keys?.readEnds(body) ?? {};
    return `keys from ${least} to ${greatest}`;
  },
  page: (body, folder) => {
    const name = folder === 'us-il-cook' ? 'metadata' : `${folder}-metadata`;
    const description = esri.readDescription(textOf(`esri/${folder}/${name}.json`), LAYER);
    const { rows } = esri.readPage(body, pageAsk(LAYER, description));
    const points = rows.filter(({ values: { geometry } }) => JSON.stringify(geometry) !== NOWHERE);
    return `${rows.length} rows, ${points.length} points`;
  },
};
const NOWHERE = '{"lat":null,"lng":null}';

const VIEWS: Readonly<Record<string, (body: string) => string>> = {
  view: (body) => described(socrata.readDescription(body, VIEW)),
  rows: (body) => {
    // They were requested without the key.
    const rows = JSON.parse(body) as object[];
    const keyed = JSON.stringify(rows.map((row, at) => ({ ...row, ':id': `row-${at}` })));
    const description = socrata.readDescription('{"columns":[{"fieldName":"a"}]}', VIEW);
    return `${socrata.readPage(keyed, pageAsk(VIEW, description)).rows.length} rows`;
  },
  answer: (body) => `${socrata.readCount(body)} rows`,
};

type Recorded = readonly [file: string, request: string, outcome: string | RegExp];
const RECORDED: readonly Recorded[] = [
  ['esri/us-ca-carson/us-ca-carson-0.json', 'page', /rows are repeated/],
  ['esri/us-ca-carson/us-ca-carson-count-only.json', 'count', '30551 rows'],
  ['esri/us-ca-carson/us-ca-carson-ids-only.json', 'ids', '100 keys from 70193 to 70307'],
  [
    'esri/us-ca-carson/us-ca-carson-metadata.json',
    'metadata',
    '19 columns by OBJECTID, 1000 a page',
  ],
  ['esri/us-ca-tuolumne/us-ca-tuolumne-0.json', 'page', /the points are in the projection PROJCS/],
  ['esri/us-ca-tuolumne/us-ca-tuolumne-count-only.json', 'count', '469 rows'],
  [
    'esri/us-ca-tuolumne/us-ca-tuolumne-ids-only.json',
    'ids',
    '15 keys from 410102100014 to 410106200003',
  ],
  [
    'esri/us-ca-tuolumne/us-ca-tuolumne-metadata.json',
    'metadata',
    '28 columns by SHAPE.fid, 1000 a page, statistics',
  ],
  ['esri/us-ca-tuolumne/us-ca-tuolumne-statistics.json', 'statistics', 'keys from 1 to 167'],
  ['esri/us-esri-test/us-esri-test-0.json', 'page', '1000 rows, 838 points'],
  ['esri/us-esri-test/us-esri-test-count-only.json', 'count', '312 rows'],
  ['esri/us-esri-test/us-esri-test-ids-only.json', 'ids', '1000 keys from 306120 to 321276'],
  [
    'esri/us-esri-test/us-esri-test-metadata.json',
    'metadata',
    '6 columns by objectid, 1000 a page, sorted, statistics',
  ],
  ['esri/us-fl-polk/us-fl-polk-0.json', 'page', '10 rows, 10 points'],
  ['esri/us-fl-polk/us-fl-polk-count-only.json', 'count', '338142 rows'],
  ['esri/us-fl-polk/us-fl-polk-ids-only.json', 'ids', '10 keys from 3345100 to 3345109'],
  [
    'esri/us-fl-polk/us-fl-polk-metadata.json',
    'metadata',
    '58 columns by OBJECTID, 1000 a page, statistics',
  ],
  ['esri/us-fl-polk/us-fl-polk-statistics.json', 'statistics', 'keys from 2335900 to 2670953'],
  ['esri/us-il-chicago/count-only.json', 'count', '0 rows'],
  [
    'esri/us-il-chicago/metadata.json',
    'metadata',
    '21 columns by OBJECTID, 5000 a page, sorted, statistics',
  ],
  ['esri/us-il-cook/count-only.json', 'count', /neither counts rows nor lists object IDs/],
  ['esri/us-il-cook/ids-only.json', 'ids', /neither counts rows nor lists object IDs/],
  ['esri/us-il-cook/metadata.json', 'metadata', '32 columns by OBJECTID, 1000 a page'],
  ['esri/us-il-cook/page-full.json', 'page', '500 rows, 500 points'],
  ['esri/us-il-cook/page-partial.json', 'page', '2 rows, 2 points'],
  ['esri/us-mi-kent/us-mi-kent-0.json', 'page', /the points are in the projection PROJCS/],
  ['esri/us-mi-kent/us-mi-kent-count-only.json', 'count', '222460 rows'],
  ['esri/us-mi-kent/us-mi-kent-ids-only.json', 'ids', '15 keys from 1 to 17'],
  [
    'esri/us-mi-kent/us-mi-kent-metadata.json',
    'metadata',
    '15 columns by OBJECTID, 1000 a page, statistics',
  ],
  [
    'esri/us-mi-kent/us-mi-kent-statistics.json',
    'statistics',
    /Unable to complete operation\. \(code 400\)/,
  ],
  ['esri/us-mo-columbia/us-mo-columbia-0.json', 'page', '43 rows, 43 points'],
  ['esri/us-mo-columbia/us-mo-columbia-count-only.json', 'count', '84296 rows'],
  ['esri/us-mo-columbia/us-mo-columbia-ids-only.json', 'ids', '43 keys from 64579816 to 64579858'],
  [
    'esri/us-mo-columbia/us-mo-columbia-metadata.json',
    'metadata',
    '27 columns by OBJECTID, 1000 a page',
  ],
  ['esri/us-ms-madison/us-ms-madison-0.json', 'page', '1 rows, 0 points'],
  ['esri/us-ms-madison/us-ms-madison-count-only.json', 'count', '124 rows'],
  ['esri/us-ms-madison/us-ms-madison-ids-only.json', 'ids', '1 keys from 1 to 1'],
  [
    'esri/us-ms-madison/us-ms-madison-metadata.json',
    'metadata',
    '48 columns by OBJECTID, 1000 a page, statistics',
  ],
  ['esri/us-ms-madison/us-ms-madison-outStatistics.json', 'statistics', 'keys from 0 to 43'],
  ['socrata/403_response_json.txt', 'answer', /You must be logged in to access this resource\./],
  ['socrata/bike_counts_page_1.json', 'rows', '1000 rows'],
  ['socrata/bike_counts_page_2.json', 'rows', '1 rows'],
  ['socrata/create_foobar.txt', 'view', '2 columns by :id, 5000 a page, sorted'],
  ['socrata/empty.txt', 'answer', /sent an empty response/],
  ['socrata/get_song_metadata.txt', 'view', /describes no columns/],
  ['socrata/get_songs.txt', 'rows', '10 rows'],
  ['socrata/get_songs_unicode.txt', 'rows', '10 rows'],
  ['socrata/replace_songs.txt', 'answer', /the rows are missing/],
  ['socrata/successblobres.txt', 'view', /describes no columns/],
  ['socrata/update_song_metadata.txt', 'view', /describes no columns/],
  ['socrata/upsert_songs.txt', 'answer', /the rows are missing/],
];

for (const [file, request, outcome] of RECORDED) {
  const skip = existsSync(pathOf(file))
    ? false
    : `recorded answers are not here (open-data/${file}); set ROWHOUSE_TEST_SAMPLES`;
  test(`${file} as ${request}`, { skip }, () => {
    const [protocol, folder = ''] = file.split('/');
    const read = protocol === 'esri' ? LAYERS[request] : VIEWS[request];
    assert.ok(read);
    if (typeof outcome === 'string') assert.equal(read(textOf(file), folder), outcome);
    else assert.throws(() => read(textOf(file), folder), outcome);
  });
}
