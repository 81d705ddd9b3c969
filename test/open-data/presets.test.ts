/** Each set of rows that comes with the service, against a sample of its server's answers. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { importerOf } from '#collect/importers.js';
import {
  type AskSet,
  describeSet,
  mappingOf,
  type OpenSet,
  partsOf,
  readOpenSet,
  readPages,
} from '#collect/open/index.js';
import { valueOr } from '#domain/parsed-row.js';
import { presetsIn } from '#service/datasets/open-sets.js';
import { openData } from '#sources/open_data/index.js';
import { saleToRow } from '#sources/records/to-row.js';
import { fileOf } from '../support/import-file.js';
import { questionOf } from '../support/question.js';

const FOLDER = new URL('../../presets/', import.meta.url).pathname;
const SAMPLES = new URL('samples/', import.meta.url);
const NOW_MS = Date.parse('2026-11-25T12:00:00Z');
const CONTEXT = { collectedAtMs: NOW_MS, siteBase: 'https://records.example.invalid' };

/** What a server says of a set, its first rows, and what they become. */
interface Sample {
  readonly columns: readonly string[];
  /** Esri: columns with milliseconds. */
  readonly dates?: readonly string[];
  /** Esri: the kind of its shapes, and whether the server makes centroids. */
  readonly geometry?: string;
  readonly centroid?: boolean;
  readonly key?: string;
  readonly answer: unknown;
  readonly rows: readonly ExpectedRow[];
}

interface ExpectedRow {
  readonly sold_date: string | null;
  readonly sold_month: string | null;
  readonly sale_price: number | null;
  readonly address: string;
  readonly point: readonly number[] | null;
  readonly arms_length: boolean | null;
  readonly sale_code: string | null;
  readonly property_type: string | null;
}

const presets = presetsIn(FOLDER);
/** Homes for sale are read live, and tested with their source. */
const rowSets = presets.filter(({ protocol, kind }) => protocol !== 'file' && kind !== 'listings');
const sampleOf = ({ name }: OpenSet): Sample =>
  JSON.parse(readFileSync(new URL(`${name}.json`, SAMPLES), 'utf8')) as Sample;

/** A server's answers, in order: the description, the count, a page, and one without rows. */
function answersOf({ protocol }: OpenSet, sample: Sample): readonly unknown[] {
  const { columns, dates = [], key = 'OBJECTID', answer, rows } = sample;
  if (protocol === 'socrata') {
    const views = { columns: columns.map((fieldName) => ({ fieldName })) };
    return [views, [{ rows: String(rows.length) }], answer, []];
  }
  if (protocol === 'ckan') {
    const result = { fields: ['_id', ...columns].map((id) => ({ id })), total: 3, records: [] };
    const empty = { success: true, result };
    return [empty, empty, answer, empty];
  }
  const isDate = (name: string) => dates.includes(name);
  const layer = {
    objectIdField: key,
    maxRecordCount: 2_000,
    capabilities: 'Map,Query,Data',
    geometryType: sample.geometry,
    advancedQueryCapabilities: {
      supportsPagination: true,
      supportsReturningGeometryCentroid: sample.centroid === true,
    },
    fields: columns.map((name) => ({
      name,
      type: isDate(name) ? 'esriFieldTypeDate' : 'esriFieldTypeString',
    })),
  };
  return [layer, { count: rows.length }, answer, { features: [] }];
}

/** Reads a set from the answers of its sample: the values that are imported, and the requests. */
async function readSample(set: OpenSet, sample: Sample) {
  const answers = [...answersOf(set, sample)];
  const requests: string[] = [];
  const ask: AskSet = async (request, read) => {
    requests.push(decodeURIComponent(`${request.path} ${request.body ?? ''}`));
    assert.ok(answers.length > 0, 'a request beyond the end of the set');
    return read(JSON.stringify(answers.shift()));
  };
  const [part] = partsOf(set);
  assert.ok(part);
  const described = await describeSet(ask, part);
  const from = { after: null, rows: 0 };
  const values: object[] = [];
  for await (const { page } of readPages(ask, { set: part, described, since: null, from })) {
    values.push(...page.map((row) => row.values));
  }
  return { values, requests };
}

/** The rows that the values of a set become, shortened to what a sample expects. */
async function rowsOf(set: OpenSet, values: readonly object[]) {
  const read = importerOf('records')?.readMapping(mappingOf(set));
  assert.ok(read);
  const text = values.map((value) => JSON.stringify(value)).join('\n');
  const rows: ExpectedRow[] = [];
  const stored: unknown[] = [];
  for await (const { raw, dropped, unreadable } of read.records(fileOf('x.ndjson', text), NOW_MS)) {
    assert.equal(unreadable, false, dropped ?? '');
    if (dropped !== null) continue;
    const parsed = saleToRow(raw, CONTEXT);
    assert.ok('row' in parsed, JSON.stringify(parsed));
    stored.push(raw);
    rows.push(shortened(parsed.row));
  }
  return { rows, stored };
}

const SOLD = openData.drivers.sold;
/** Sets of one table over a protocol that a live source speaks. */
const isLive = ({ protocol, joins }: OpenSet): boolean =>
  (protocol === 'esri' || protocol === 'socrata') && joins === undefined;

type RowOf<F extends (...given: never[]) => unknown> = Extract<ReturnType<F>, { row: unknown }>;
type Row = (RowOf<typeof saleToRow> | RowOf<typeof SOLD.toRow>)['row'];

function shortened({ address, location, extras, ...row }: Row): ExpectedRow {
  const { line1, unit, city, state, zip } = address;
  const point = valueOr(location);
  return {
    sold_date: valueOr(row.sold_date),
    sold_month: valueOr(extras.sold_month),
    sale_price: valueOr(row.sale_price)?.amount ?? null,
    address: [line1, unit, city, state, zip]
      .map((part) => valueOr<string>(part))
      .filter((part) => part !== null)
      .join(', '),
    point: point === null ? null : [point.lat, point.lng],
    arms_length: valueOr(extras.arms_length),
    sale_code: valueOr(extras.sale_code),
    property_type: valueOr(row.property_type),
  };
}

test('each file of presets/ is a valid set of its name', () => {
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .toSorted();
  assert.deepEqual(
    presets.map(({ name }) => `${name}.json`),
    files,
  );
});

test('each set of rows has a sample, and each sample a set', () => {
  const names = rowSets.map(({ name }) => `${name}.json`);
  assert.deepEqual(readdirSync(SAMPLES).toSorted(), names.toSorted());
});

for (const set of rowSets) {
  test(`${set.name}: the rows of its sample`, async () => {
    const sample = sampleOf(set);
    const { values, requests } = await readSample(set, sample);
    const { rows, stored } = await rowsOf(set, values);
    assert.deepEqual(rows, sample.rows);
    assert.ok(values.length >= 3, 'a sample has at least three rows');
    const ids = new Set(stored.map((sale) => (sale as { source_id: string }).source_id));
    assert.equal(ids.size, rows.length, 'each sale has a key of its own');
    for (const column of set.refused_columns ?? []) {
      const named = requests.find((request) => new RegExp(`\\b${column}\\b`, 'i').test(request));
      assert.equal(named, undefined, `${column} is requested`);
    }
    assert.doesNotMatch(JSON.stringify(stored), /PRIVATE/, 'a name or an address of mail');
  });

  if (isLive(set)) {
    test(`${set.name}: read live, its sample has the rows of its copy`, async () => {
      const sample = sampleOf(set);
      const [described] = answersOf(set, sample);
      const options = { set: set.name };
      const profile = {
        options,
        described: SOLD.description.read(JSON.stringify(described), options),
      };
      const question = questionOf({ nowMs: NOW_MS });
      const { rows: raws } = SOLD.read(JSON.stringify(sample.answer), question, profile);
      const live = raws.flatMap((raw) => {
        const parsed = SOLD.toRow(raw, CONTEXT);
        if ('row' in parsed) return [parsed.row];
        assert.equal(parsed.dropped, 'left_out', parsed.detail ?? '');
        return [];
      });
      assert.deepEqual(live.map(shortened), sample.rows);
      const { stored } = await rowsOf(set, (await readSample(set, sample)).values);
      assert.deepEqual(
        live.map(({ source_id }) => source_id),
        stored.map((sale) => (sale as { source_id: string }).source_id),
      );
      const [first] = live;
      assert.deepEqual(
        [first?.extras.dataset, first?.extras.licence_url, first?.extras.attribution],
        [set.name, set.licence_url, set.attribution],
      );
    });
  }

  test(`${set.name}: its sample has every column that names people, and none may be read`, () => {
    const sample = sampleOf(set);
    const text = JSON.stringify(sample.answer);
    for (const column of set.refused_columns ?? []) {
      assert.ok(sample.columns.includes(column), column);
      assert.ok(text.includes(`"${column}":`), column);
    }
    for (const column of [...(set.refused_columns ?? []), 'OWNER_NAME_2', 'buyer']) {
      const { fields, ...mapping } = set.mapping as { fields: object };
      for (const way of [
        { ...mapping, fields: { ...fields, neighborhood: column } },
        { ...mapping, fields, key: [column] },
        { ...mapping, fields, drop_when: [{ column, in: ['x'] }] },
      ]) {
        assert.throws(() => readOpenSet({ ...set, mapping: way }), /names? people/, column);
      }
    }
  });

  test(`${set.name}: a set without one of its columns ends`, async () => {
    const sample = sampleOf(set);
    const [part] = partsOf(set);
    const [wanted = ''] = part?.wanted ?? [];
    const columns = sample.columns.filter((name) => name !== wanted);
    assert.equal(columns.length, sample.columns.length - 1, wanted);
    await assert.rejects(
      readSample(set, { ...sample, columns }),
      new RegExp(`no longer has the columns ${wanted}`),
    );
  });
}

test('the document lists every set between its marks, with what its licence allows', () => {
  const text = readFileSync(new URL('../../docs/open-data.md', import.meta.url), 'utf8');
  const [, table = ''] = /<!-- sets -->([^]*)<!-- \/sets -->/.exec(text) ?? [];
  const names = [...table.matchAll(/^\| `([a-z0-9-]+)`/gm)].map(([, name]) => name ?? '');
  assert.deepEqual(
    names.toSorted(),
    presets.map(({ name }) => name),
  );
  for (const { name, may_redistribute } of presets) {
    const line = table.split('\n').find((one) => one.includes(`\`${name}\``)) ?? '';
    assert.equal(/not be passed on/.test(line), !may_redistribute, name);
  }
});
