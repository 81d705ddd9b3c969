/** Answers in the shapes that recordings of real servers have, from ArcGIS Server 9.3 to 10.8. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { esri } from './esri.js';
import type { SetPart } from './open-set.js';
import type { SetPageAsk } from './protocol.js';

const SET: SetPart = {
  name: 'test',
  protocol: 'esri',
  url: 'https://gis.example.gov/arcgis/rest/services/Parcels/MapServer/0',
  wanted: ['ADDRESS'],
  join: null,
};
const FIELDS = [
  { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
  { name: 'ADDRESS', type: 'esriFieldTypeString', alias: 'Address', length: 60 },
];
const LAYER = { type: 'Feature Layer', geometryType: 'esriGeometryPolygon', fields: FIELDS };
const described = (more: object) =>
  esri.readDescription(JSON.stringify({ ...LAYER, ...more }), SET);

test('a layer of version 10.0 names neither a page size nor what it supports', () => {
  const { pageRows, sorts, hasStatistics, key } = described({ capabilities: 'Map,Query,Data' });
  assert.deepEqual([pageRows, sorts, hasStatistics, key], [1_000, false, false, 'OBJECTID']);
});

test('layers of version 10.2 support statistics by the layer, later ones by its capabilities', () => {
  assert.equal(described({ supportsStatistics: true }).hasStatistics, true);
  const more = (supportsStatistics: boolean) => ({
    advancedQueryCapabilities: { supportsStatistics },
  });
  assert.equal(described(more(true)).hasStatistics, true);
  assert.equal(described({ supportsStatistics: true, ...more(false) }).hasStatistics, false);
});

test('a page has at most 5,000 rows, even where a layer allows 100,000', () => {
  for (const [said, read] of [
    [100_000, 5_000],
    [5_000, 5_000],
    [500, 500],
    [0, 1_000],
  ] as const) {
    assert.equal(described({ maxRecordCount: said }).pageRows, read);
  }
});

test('object IDs may be written with exponents, and come in no order', () => {
  const body =
    '{"objectIdFieldName":"OBJECTID","objectIds":[6.4579817E7,6.457982E7,410106100009,1]}';
  assert.deepEqual(esri.keys?.readList(body), [1, 64_579_817, 64_579_820, 410_106_100_009]);
});

test('statistics are read by their values: some versions name them by their SQL', () => {
  const of = (attributes: object) =>
    esri.keys?.readEnds(JSON.stringify({ displayFieldName: '', features: [{ attributes }] }));
  const ends = { least: 1, greatest: 167 };
  assert.deepEqual(of({ 'MIN(SHAPE.fid) AS KEY_MIN': 1, 'MAX(SHAPE.fid) AS KEY_MAX': 167 }), ends);
  assert.deepEqual(of({ KEY_MAX: 167, KEY_MIN: 1 }), ends);
  for (const unusable of [{ KEY_MIN: null, KEY_MAX: null }, { KEY_MIN: '1', KEY_MAX: '9' }, {}]) {
    assert.throws(() => of(unusable), /the least and the greatest object ID are missing/);
  }
});

test('servers before version 10 answer a count and a list of keys with rows: both are refused', () => {
  const body = JSON.stringify({
    displayFieldName: 'PIN',
    spatialReference: { wkid: 3_435 },
    features: [{ attributes: { PIN: '28273000050000' } }],
  });
  const message = /neither counts rows nor lists object IDs, as servers before ArcGIS 10/;
  assert.throws(() => esri.readCount(body), message);
  assert.throws(() => esri.keys?.readList(body), message);
});

const ask = (point: 'geometry' | null): SetPageAsk => ({
  set: SET,
  description: { ...described({}), point },
  columns: ['ADDRESS'],
  since: null,
  after: null,
  last: null,
  rows: 10,
});

test('a projection that is given as its whole text is named by its beginning', () => {
  const wkt = `PROJCS["NAD_1983_StatePlane_Michigan_South",${'PARAMETER["False_Easting",1],'.repeat(30)}]`;
  const features = [{ attributes: { OBJECTID: 1 }, geometry: { rings: [] } }];
  const body = JSON.stringify({ spatialReference: { wkt }, features });
  assert.throws(
    () => esri.readPage(body, ask('geometry')),
    ({ message }: Error) =>
      message.includes('the projection PROJCS["NAD_1983') && message.length < 450,
  );
  assert.equal(esri.readPage(body, ask(null)).rows.length, 1);
});

test('rows without a geometry have no point, and rows of one key are not two rows', () => {
  const rowsOf = (...ids: number[]) =>
    JSON.stringify({ features: ids.map((OBJECTID) => ({ attributes: { OBJECTID } })) });
  const { rows } = esri.readPage(rowsOf(7, 3), ask('geometry'));
  assert.deepEqual(
    rows.map(({ values }) => values.geometry),
    [
      { lat: null, lng: null },
      { lat: null, lng: null },
    ],
  );
  assert.throws(() => esri.readPage(rowsOf(1, 1), ask('geometry')), /rows are repeated/);
});

test('a list where a name or a key belongs is a changed format, however deep it is', () => {
  const deep = '['.repeat(9_000) + ']'.repeat(9_000);
  const textOf = (body: object) => JSON.stringify(body).replaceAll('"DEEP"', deep);
  const layerWith = (field: object) =>
    esri.readDescription(textOf({ ...LAYER, fields: [...FIELDS, field] }), SET);
  assert.throws(() => layerWith({ name: 'DEEP' }), /changed format: a column has no name/);
  assert.throws(() => layerWith({}), /changed format: a column has no name/);
  assert.equal(layerWith({ name: 'AREA', type: 'DEEP' }).columns.length, 3);
  const page = textOf({ features: [{ attributes: { OBJECTID: 'DEEP' } }] });
  assert.throws(() => esri.readPage(page, ask(null)), /changed format: a row has no OBJECTID/);
});
