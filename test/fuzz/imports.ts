/** Files that operators import: records in each format with their mapping, places, and outlines. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { IMPORT_TYPE } from '#http/receive-import.js';
import { ADMIN_TOKEN } from '../support/open-test-app.js';
import { editedBytes, editedJson, oddText, oddValue, written } from './arbitraries.js';
import type { Fuzzer, OpenFuzzer } from './fuzzer.js';
import { CANARY_MARK, openWorld } from './world.js';

interface File {
  readonly to: 'datasets/records' | 'outlines' | 'places/portal_a';
  readonly name: string;
  readonly mapping: unknown;
  readonly bytes: Buffer;
  /** Only read, as most are; else stored as well. */
  readonly check: boolean;
}

const MAPPING = {
  dataset: 'fuzzed',
  key: ['id'],
  missing: ['n/a'],
  encoding: 'utf-8',
  drop_when: [{ column: 'use', in: ['X'] }],
  fields: {
    sold_date: { column: 'sold', date: 'YYYY-MM-DD' },
    sale_price: { column: 'price', min: 1000, times: 1 },
    beds: 'beds',
    zip: 'zip',
    city: 'city',
    state: { value: 'TX' },
    lat: 'lat',
    lng: 'lng',
    property_type: { column: 'use', map: { 'R1*': 'single_family', C1: 'condo' }, else: 'other' },
    line1: { columns: ['street', 'city'], join: ' ' },
    source_url: { template: 'https://example.com/{id}' },
  },
};

const RECORDS = [1, 2, 3, 4].map((nth) => ({
  id: `S${nth}`,
  sold: `2026-06-0${nth}`,
  price: String(200_000 + nth),
  beds: nth,
  zip: '78704',
  city: 'Austin',
  lat: 30.24,
  lng: -97.76,
  use: nth % 2 === 0 ? 'R1A' : 'C1',
  street: `${nth} Quarry "Rd", x`,
}));
const NAMES = Object.keys(RECORDS[0] ?? {});

const quoted = (value: unknown): string => `"${String(value).replaceAll('"', '""')}"`;

const CSV = [
  NAMES.join(','),
  ...RECORDS.map((record) => Object.values(record).map(quoted).join(',')),
  '',
].join('\n');

const PARQUET = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: 'id', data: RECORDS.map(({ id }) => id), type: 'STRING' },
      { name: 'sold', data: RECORDS.map(({ sold }) => new Date(sold)), type: 'TIMESTAMP' },
      { name: 'price', data: RECORDS.map(({ price }) => BigInt(price)), type: 'INT64' },
      { name: 'beds', data: RECORDS.map(({ beds }) => beds), type: 'INT32' },
      { name: 'lat', data: RECORDS.map(({ lat }) => lat), type: 'DOUBLE' },
      { name: 'lng', data: RECORDS.map(({ lng }) => lng), type: 'DOUBLE' },
      ...['zip', 'city', 'use', 'street'].map((name) => ({
        name,
        data: RECORDS.map((record) => record[name as 'zip']),
        type: 'STRING' as const,
      })),
    ],
  }),
);

const FEATURES = {
  type: 'FeatureCollection',
  features: RECORDS.map((record) => ({
    type: 'Feature',
    id: record.id,
    geometry: { type: 'Point', coordinates: [record.lng, record.lat] },
    properties: record,
  })),
};

const PLACES_CSV =
  'form,name,state,token,w,s,e,n,label\nzip,78704,,92656,-97.8,30.2,-97.7,30.3,x\ncity,Austin,TX,10221,,,,,\n';
const OUTLINES_CSV = 'zip,w,s,e,n\n78704,-97.8,30.2,-97.7,30.3\n78701,-97.76,30.25,-97.73,30.29\n';
const OUTLINE = {
  type: 'Feature',
  properties: { zip: '78704' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-97.8, 30.2],
        [-97.7, 30.2],
        [-97.7, 30.3],
        [-97.8, 30.2],
      ],
    ],
  },
};

const inBytes = (text: string): Buffer => Buffer.from(written(text));
const json = (value: unknown): string => JSON.stringify(value) ?? '';
const bytesOf = (text: string): fc.Arbitrary<Buffer> =>
  editedBytes(Buffer.from(text)).map((bytes) =>
    // A piece that stands for a long one.
    bytes.includes('(long)') || bytes.includes('(deep)') ? inBytes(bytes.toString()) : bytes,
  );

/** A table whose values are odd, in a form that is whole. */
const oddTable = (names: readonly string[], rows: readonly object[]): fc.Arbitrary<Buffer> =>
  editedJson(rows, fc.oneof(oddText(), oddText(), oddValue())).map((value) => {
    const lines = (Array.isArray(value) ? value : []).map((row: unknown) =>
      names.map((name) => quoted((row as Record<string, unknown> | null)?.[name] ?? '')).join(','),
    );
    return inBytes([names.join(','), ...lines, ''].join('\n'));
  });

const ndjson = (): fc.Arbitrary<Buffer> =>
  editedJson(RECORDS).map((value) =>
    inBytes((Array.isArray(value) ? value : [value]).map(json).join('\n')),
  );

const recordsFile = (): fc.Arbitrary<Pick<File, 'name' | 'bytes'>> =>
  fc.oneof(
    { weight: 3, arbitrary: named('x.csv', oddTable(NAMES, RECORDS)) },
    { weight: 3, arbitrary: named('x.csv', bytesOf(CSV)) },
    { weight: 3, arbitrary: named('x.ndjson', ndjson()) },
    { weight: 1, arbitrary: named('x.ndjson', bytesOf(RECORDS.map(json).join('\n'))) },
    {
      weight: 3,
      arbitrary: named(
        'x.geojson',
        editedJson(FEATURES).map((value) => inBytes(json(value))),
      ),
    },
    { weight: 1, arbitrary: named('x.geojson', bytesOf(json(FEATURES))) },
    { weight: 3, arbitrary: named('x.parquet', editedBytes(PARQUET)) },
    {
      weight: 1,
      arbitrary: named(
        'x.csv',
        fc
          .constantFrom('R1A', 'Austin', '78704', '2026-06-01')
          .map((value) => inBytes(CSV.replace(value, '(long)'))),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(oddText(), bytesOf(CSV)).map(([name, bytes]) => ({ name, bytes })),
    },
  );

const named = (
  name: string,
  bytes: fc.Arbitrary<Buffer>,
): fc.Arbitrary<Pick<File, 'name' | 'bytes'>> => bytes.map((all) => ({ name, bytes: all }));

const file = (): fc.Arbitrary<File> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .record({
          file: recordsFile(),
          mapping: fc.oneof(
            { weight: 4, arbitrary: fc.constant<unknown>(MAPPING) },
            { weight: 1, arbitrary: editedJson(MAPPING) },
            { weight: 1, arbitrary: fc.constant<unknown>({ ...MAPPING, title: CANARY_MARK }) },
          ),
          check: fc.integer({ min: 0, max: 11 }).map((nth) => nth > 0),
        })
        .map(({ file: { name, bytes }, mapping, check }) => ({
          to: 'datasets/records' as const,
          name,
          mapping,
          bytes,
          check,
        })),
    },
    { weight: 1, arbitrary: table('places/portal_a', bytesOf(PLACES_CSV)) },
    { weight: 1, arbitrary: table('outlines', bytesOf(OUTLINES_CSV)) },
    {
      weight: 1,
      arbitrary: table(
        'outlines',
        editedJson(OUTLINE).map((value) => inBytes(`${json(value)}\n`)),
      ),
    },
  );

const table = (to: File['to'], bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<File> =>
  bytes.map((all) => ({ to, name: 'x.csv', mapping: null, bytes: all, check: true }));

export const IMPORTS: Fuzzer = {
  name: 'imports',
  about: 'files of records, places and outlines',
  share: 3,
  open: async (options): Promise<OpenFuzzer<File>> => {
    const world = await openWorld(options);
    return {
      cases: file(),
      check: async ({ to, name, mapping, bytes, check }) => {
        const first = to === 'datasets/records' ? `${written(json(mapping))}\n` : '';
        const query = new URLSearchParams({ file_name: name, ...(check && { check: 'true' }) });
        const answer = await world.askAdmin({
          method: 'POST',
          target: `/admin/${to}?${query}`,
          headers: {
            host: 'localhost',
            authorization: `Bearer ${ADMIN_TOKEN}`,
            'content-type': IMPORT_TYPE,
          },
          body: Buffer.concat([Buffer.from(first), bytes]),
        });
        if (answer.statusCode !== 200 || check || to !== 'datasets/records') return;
        const { report } = answer.json<{ report: { rows: number; unreadable: number } }>();
        assert.ok(report.rows > 0 && report.unreadable >= 0, answer.body.slice(0, 300));
        // Every answer is checked against the document: the rows as they were stored can be read.
        const target = '/v1/records/sold?lat=30.24&lng=-97.76&radius_mi=10&sold_within_days=36500';
        const headers = {
          host: 'localhost',
          authorization: `Bearer ${world.account.api_key}`,
        };
        const page = await world.settle(await world.ask({ target, headers }));
        assert.equal(page.json<{ status: string }>().status, 'complete', page.body.slice(0, 300));
      },
      checkAll: world.checkCharges,
      close: world.close,
    };
  },
};
