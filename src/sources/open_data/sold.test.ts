import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { absent, isAbsent } from '#domain/parsed-row.js';
import { NO_PROFILE, type Question, SourceError, type SourceProfile } from '../driver.js';
import { isRaw, listOf, type Raw, rawOf } from '../raw-values.js';
import { openData } from './index.js';

const { request, read, toRow, description, capabilitiesWith, dataIn, refusal } =
  openData.drivers.sold;
const NOW_MS = Date.parse('2026-11-25T12:00:00Z');
const CONTEXT = { collectedAtMs: NOW_MS, siteBase: 'https://open-data.example.invalid' };
const BOX = { w: -97_900_000, s: 30_100_000, e: -97_600_000, n: 30_400_000 };
const FILTERS: Question['filters'] = {
  sold_within_days: 90,
  min_price: 100_000,
  max_price: 900_000,
  beds_min: 2,
  baths_min: 1.5,
  sqft_min: 900,
  year_built_max: 1999,
};
const ASK: Question = {
  area: { by: 'box', box: BOX },
  filters: FILTERS,
  subfilter: {},
  at: { page: 1 },
  nowMs: NOW_MS,
};
/** Sales of every day. */
const EVERY: Question = { ...ASK, filters: {} };
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-open-sales-'));
after(() => rmSync(folder, { recursive: true }));

const PAGE: Raw = JSON.parse(
  readFileSync(new URL('fixtures/sold-page.json', import.meta.url), 'utf8'),
);
const FEATURES = listOf(PAGE.features).filter(isRaw);

const whereOf = (question: Question, profile: SourceProfile = NO_PROFILE) => {
  const { searchParams: query } = new URL(request(question, profile).path, 'http://server.invalid');
  return query.get('where') ?? query.get('$where');
};

/** The profile of a set whose server says what its columns hold: Esri's types, or Socrata's. */
function profileOf(options: SourceProfile['options'], columns: Readonly<Record<string, string>>) {
  const named = Object.entries(columns);
  const body = {
    fields: [
      { name: 'OBJECTID', type: 'esriFieldTypeOID' },
      ...named.map(([name, type]) => ({ name, type: `esriFieldType${type}` })),
    ],
    capabilities: 'Query',
    columns: named.map(([fieldName, dataTypeName]) => ({ fieldName, dataTypeName })),
  };
  return { options, described: description.read(JSON.stringify(body), options) };
}

const byZip = (postal_code: string): Question => ({
  ...ASK,
  area: { by: 'postal_code', postal_code },
});

test('a box is an envelope, and rows come with their points', () => {
  const { pathname, searchParams: query } = new URL(request(ASK).path, 'http://server.invalid');
  assert.equal(pathname, '/arcgis/rest/services/County/Sales/FeatureServer/0/query');
  assert.equal(query.get('geometryType'), 'esriGeometryEnvelope');
  assert.equal(query.get('returnGeometry'), 'true');
  assert.equal(query.get('outSR'), '4326');
  assert.equal(query.get('where'), '1=1', 'a server that says nothing is asked for the area');
});

test('filters and the period are passed on where the server says what its columns hold', () => {
  const profile = profileOf(
    {},
    {
      SALE_DATE: 'Date',
      SALE_PRICE: 'Double',
      BEDROOMS: 'SmallInteger',
      BATHS: 'String',
      HEATED_AREA: 'Integer',
      YEAR_BUILT: 'Integer',
      SITE_ZIP: 'String',
    },
  );
  assert.equal(
    whereOf(byZip('78704'), profile),
    "((SITE_ZIP LIKE '78704%') AND (SALE_PRICE >= 100000) AND (SALE_PRICE <= 900000) AND (BEDROOMS >= 2) AND (HEATED_AREA >= 899.5) AND (YEAR_BUILT <= 1999.5) AND (SALE_DATE >= TIMESTAMP '2026-08-25 00:00:00'))",
  );
});

test('New York over Socrata: its ZIPs, floating timestamps, and points in columns', () => {
  const options = { set: 'new-york-city-sales' };
  const profile = profileOf(options, {
    sale_date: 'calendar_date',
    sale_price: 'number',
    zip_code: 'text',
    year_built: 'text',
  });
  assert.equal(
    whereOf(byZip('11215'), profile),
    "((zip_code LIKE '11215%') AND (sale_price >= 100000) AND (sale_price <= 900000) AND (sale_date >= '2026-08-25T00:00:00.000'))",
  );
  assert.match(
    String(whereOf(ASK, profile)),
    /latitude >= 30\.0999995 AND latitude <= 30\.3999995/,
  );
  assert.deepEqual(capabilitiesWith(options).areas, ['postal_code', 'box']);
});

test('the unit of a co-op in New York is that of its address, of a condominium that of its column', () => {
  const options = { set: 'new-york-city-sales' };
  const sale = (address: string, apartment_number?: string) => ({
    ':id': `row-${address}`,
    borough: '1',
    block: '373',
    lot: '40',
    sale_price: '1250000',
    sale_date: '2026-06-10T00:00:00.000',
    zip_code: '10009',
    address,
    apartment_number,
  });
  const body = JSON.stringify([
    sale('327 EAST 3 STREET, 1C'),
    sale('327 EAST 3 STREET, 2D'),
    sale('515 EAST 5TH STREET', '4B'),
    sale('189 EAST 7TH STREET, 12J', '12J'),
  ]);
  const addresses = read(body, EVERY, { options, described: null }).rows.map((raw) => {
    const parsed = toRow(raw, CONTEXT);
    assert.ok('row' in parsed);
    return [parsed.row.address.line1, parsed.row.address.unit];
  });
  assert.deepEqual(addresses, [
    ['327 EAST 3 STREET', '1C'],
    ['327 EAST 3 STREET', '2D'],
    ['515 EAST 5TH STREET', '4B'],
    ['189 EAST 7TH STREET', '12J'],
  ]);
});

test('dates that are texts are compared only where their order is that of their days', () => {
  const since = (set: string, columns: Readonly<Record<string, string>>) => {
    const where = String(whereOf(ASK, profileOf({ set }, columns)));
    return /\(([^()]*(?:DATE|SALE_YR1) >=[^()]*)\)/.exec(where)?.[1] ?? null;
  };
  assert.equal(since('maryland-sales', { TRADATE: 'String' }), "TRADATE >= '20260825'");
  assert.equal(since('maryland-sales', { TRADATE: 'Integer' }), 'TRADATE >= 20260825');
  assert.equal(since('new-jersey-sales', { DEED_DATE: 'String' }), null, 'YYMMDD sorts by century');
  assert.equal(
    since('florida-sales', { SALE_YR1: 'Double', SALE_MO1: 'String' }),
    'SALE_YR1 >= 2026',
  );
  assert.equal(
    since('wake-county-nc-sales', { SALE_DATE: 'Date' }),
    "SALE_DATE >= TIMESTAMP '2026-08-25 00:00:00'",
  );
  assert.equal(since('wake-county-nc-sales', { SALE_DATE: 'String' }), null, 'of unknown form');
});

test('a nominal price is withheld and no sale at arm’s length; land has no rooms', () => {
  const page = read(JSON.stringify(PAGE), EVERY);
  assert.deepEqual(page.next, { token: ['count'] });
  const rows = page.rows.map((raw) => {
    const parsed = toRow(raw, CONTEXT);
    assert.ok('row' in parsed);
    return parsed.row;
  });
  assert.equal(rows.length, 8);
  const [first, , condo, nominal] = rows;
  assert.ok(first !== undefined && condo !== undefined && nominal !== undefined);
  assert.equal(first.source, 'open_data');
  assert.equal(first.source_id, 'synthetic-sales:884100-1');
  assert.equal(first.source_url, `${CONTEXT.siteBase}/`);
  assert.deepEqual(first.sale_price, { amount: 412_000, currency: 'USD' });
  assert.equal(first.sold_date, '2026-06-03');
  assert.deepEqual(first.location, { lat: 30.2451, lng: -97.7702 });
  assert.deepEqual(first.broker_name, absent('not_reported', 'The open set does not have it.'));
  const { extras } = first;
  assert.deepEqual(
    [extras.sold_month, extras.arms_length, extras.sale_code, extras.dataset, extras.licence],
    ['2026-06', true, 'Q', 'synthetic-sales', 'Synthetic data: use for anything'],
  );
  assert.equal(condo.address.unit, '12');
  assert.ok(isAbsent(nominal.sale_price) && nominal.sale_price.absent === 'implausible');
  assert.equal(nominal.extras.arms_length, false);
  assert.deepEqual(rows.at(-1)?.beds, absent('not_applicable'));
});

test('a sale without a date is counted apart from one that cannot be read', () => {
  const dates = [Date.parse('2026-10-01'), null, 'soon', Date.parse('2030-01-01')];
  const features = dates.map((SALE_DATE, at) => ({
    ...FEATURES[at],
    attributes: { ...rawOf(FEATURES[at]?.attributes), SALE_DATE },
  }));
  const reads = read(JSON.stringify({ ...PAGE, features }), ASK).rows.map((raw) =>
    toRow(raw, CONTEXT),
  );
  assert.deepEqual(
    reads.map((one) => ('row' in one ? one.row.sold_date : one.dropped)),
    ['2026-10-01', 'unverifiable', 'unreadable', 'unreadable'],
  );
});

test('a month without a day is in a period when all of it is', () => {
  const options = { set: 'florida-sales' };
  const features = [8, 9].map((month, at) => ({
    attributes: { OBJECTID: at + 1, PARCEL_ID: `p${at}`, SALE_YR1: 2026, SALE_MO1: month },
    geometry: { x: -82, y: 28 },
  }));
  const { rows } = read(JSON.stringify({ features }), ASK, { options, described: null });
  const reads = rows.map((raw) => toRow(raw, CONTEXT));
  assert.deepEqual(
    reads.map((one) => ('row' in one ? one.row.extras.sold_month : one.dropped)),
    ['left_out', '2026-09'],
  );
});

test('a page whose sales have all lost their date or their address is another format', () => {
  const without = (name: string) => ({
    ...PAGE,
    features: Array.from({ length: 12 }, (_one, at) => ({
      attributes: {
        ...rawOf(FEATURES[at % FEATURES.length]?.attributes),
        OBJECTID: at + 1,
        SALE_ID: String(at),
        [name]: null,
      },
      geometry: { x: -97.7, y: 30.2 },
    })),
  });
  for (const [name, message] of [
    ['SALE_DATE', /the sale date is missing in 12 of 12/],
    ['SITE_ADDRESS', /the address is missing in 12 of 12/],
    ['SITE_ZIP', /the ZIP is missing in 12 of 12/],
  ] as const) {
    assert.throws(
      () => read(JSON.stringify(without(name)), EVERY),
      (error) => error instanceof SourceError && message.test(error.message),
    );
  }
});

test('sales before the period count as rows of the format, so that few in it prove a loss', () => {
  const features = Array.from({ length: 30 }, (_one, at) => ({
    attributes: {
      ...rawOf(FEATURES[at % FEATURES.length]?.attributes),
      OBJECTID: at + 1,
      SALE_ID: String(at),
      SALE_DATE: Date.parse(at < 2 ? '2026-10-01' : '2019-10-01'),
      SITE_ADDRESS: '',
    },
    geometry: { x: -97.7, y: 30.2 },
  }));
  assert.throws(
    () => read(JSON.stringify({ ...PAGE, features }), ASK),
    /the address is missing in 30 of 30/,
  );
});

test('a set is searched by what it has: ZIP codes, points, or both', () => {
  assert.deepEqual(capabilitiesWith({ set: 'connecticut-sales' }).areas, ['box']);
  assert.match(
    String(refusal('zip', { set: 'connecticut-sales' })),
    /connecticut-sales has no ZIP codes\. Search by city and state, county, bbox or circle/,
  );
  assert.equal(refusal('county', { set: 'connecticut-sales' }), null);
  const file = join(folder, 'zips.json');
  const set = JSON.parse(
    readFileSync(new URL('../../../presets/maryland-sales.json', import.meta.url), 'utf8'),
  );
  const { lat: _lat, lng: _lng, ...fields } = set.mapping.fields;
  const write = (more: object) =>
    writeFileSync(file, JSON.stringify({ ...set, mapping: { ...set.mapping, fields: more } }));
  write(fields);
  assert.deepEqual(capabilitiesWith({ file }).areas, ['postal_code']);
  assert.match(String(refusal('box', { file })), /maryland-sales has no points\. Search by zip/);
  const neither = join(folder, 'neither.json');
  const { zip: _zip, ...others } = fields;
  writeFileSync(neither, JSON.stringify({ ...set, mapping: { ...set.mapping, fields: others } }));
  assert.throws(
    () => openData.readOptions({ file: neither }, []),
    /maryland-sales cannot be read live, because it has neither a column with ZIP codes nor points/,
  );
});

test('an upstream has one kind of rows, that of its set', () => {
  const kinds = (options: SourceProfile['options']) =>
    [openData.drivers.listings.dataIn(options), dataIn(options)].map((one) => one !== null);
  assert.deepEqual(kinds({ set: 'hud-homes-for-sale' }), [true, false]);
  assert.deepEqual(kinds({ set: 'new-york-city-sales' }), [false, true]);
  assert.deepEqual(openData.readOptions({}, []), { set: 'hud-homes-for-sale' });
  assert.deepEqual(kinds({}), [true, true], 'the sandbox has both');
});
