import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { absent } from '#domain/parsed-row.js';
import { NO_PROFILE, type Question, SourceError, type SourceProfile } from '../driver.js';
import { isRaw, listOf, type Raw, rawOf } from '../raw-values.js';
import { openData } from './index.js';

const { request, read, toRow, description } = openData.drivers.listings;
const NOW_MS = Date.parse('2026-11-25T12:00:00Z');
const CONTEXT = { collectedAtMs: NOW_MS, siteBase: 'https://open-data.example.invalid' };
const BOX = { w: -97_900_000, s: 30_100_000, e: -97_600_000, n: 30_400_000 };
const ASK: Question = {
  area: { by: 'box', box: BOX },
  filters: {},
  subfilter: {},
  at: { page: 1 },
  nowMs: NOW_MS,
};
const OWN = fileURLToPath(new URL('fixtures/own-homes.json', import.meta.url));
const OWN_PROFILE: SourceProfile = { options: { file: OWN }, described: null };
const folder = mkdtempSync(join(tmpdir(), 'rowhouse-open-data-'));
after(() => rmSync(folder, { recursive: true }));

const PAGE: Raw = JSON.parse(
  readFileSync(new URL('fixtures/listings-page.json', import.meta.url), 'utf8'),
);
const FEATURES = listOf(PAGE.features).filter(isRaw);

/** A set that is written to a file, with some of the members of one replaced. */
function fileWith(from: string, changes: Raw): string {
  const file = join(folder, `${String(Object.keys(changes)[0])}.json`);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(from, 'utf8')), ...changes }));
  return file;
}

const HUD = fileURLToPath(new URL('../../../presets/hud-homes-for-sale.json', import.meta.url));
const sent = (question: Question, profile = NO_PROFILE) =>
  new URL(request(question, profile).path, 'http://server.invalid');
const fails = (body: unknown, kind: string, message: RegExp, question = ASK) =>
  assert.throws(
    () => read(JSON.stringify(body), question),
    (error) => error instanceof SourceError && error.kind === kind && message.test(error.message),
  );
/** As many features as wanted, in the order of their keys. */
const features = (count: number, changes: Raw = {}) =>
  Array.from({ length: count }, (_one, at) => ({
    attributes: {
      ...rawOf(FEATURES[at % FEATURES.length]?.attributes),
      OBJECTID: 1_000 + at,
      CASE_NUM: `492-${at}`,
      ...changes,
    },
  }));

test('a box is an envelope in degrees beside the condition of the set', () => {
  const { pathname, searchParams: query } = sent(ASK);
  assert.equal(pathname, '/arcgis/rest/services/cpdmaps/HudSfReo/MapServer/1/query');
  assert.equal(query.get('geometryType'), 'esriGeometryEnvelope');
  assert.equal(query.get('inSR'), '4326');
  assert.deepEqual(
    query.get('geometry')?.split(',').map(Number),
    [-97.9000005, 30.0999995, -97.6000005, 30.3999995],
  );
  assert.match(String(query.get('where')), /CASE_STEP_NUMBER >= 6 AND CASE_STEP_NUMBER <= 9/);
  assert.equal(query.get('orderByFields'), 'OBJECTID ASC');
  assert.equal(query.get('resultRecordCount'), '200');
  assert.equal(query.get('returnGeometry'), 'false');
});

test('a ZIP is a condition without a box, and finds ZIPs with four more digits', () => {
  const { searchParams: query } = sent({
    ...ASK,
    area: { by: 'postal_code', postal_code: '78704' },
  });
  assert.match(String(query.get('where')), /\(DISPLAY_ZIP_CODE LIKE '78704%'\)/);
  assert.equal(query.get('geometry'), null);
});

test('a server that rejects boxes compares the columns of the point', () => {
  const file = fileWith(HUD, { no_envelope: true });
  const { searchParams: query } = sent(ASK, { options: { file }, described: null });
  assert.equal(query.get('geometry'), null);
  assert.match(
    String(query.get('where')),
    /MAP_LATITUDE >= 30\.0999995 AND MAP_LATITUDE <= 30\.3999995 AND MAP_LONGITUDE >= -97\.9000005/,
  );
});

test('a page that is not full is followed by the number of rows of the same search', () => {
  const page = read(JSON.stringify(PAGE), ASK);
  assert.deepEqual([page.rows.length, page.total], [8, null]);
  assert.deepEqual(page.next, { token: ['count'] });
  const at = page.next ?? ASK.at;
  const { searchParams: query } = sent({ ...ASK, at });
  assert.equal(query.get('returnCountOnly'), 'true');
  assert.equal(query.get('geometry'), sent(ASK).searchParams.get('geometry'));
  assert.equal(query.get('where'), sent(ASK).searchParams.get('where'));
  const counted = read('{"count":8}', { ...ASK, at });
  assert.deepEqual([counted.rows, counted.total, counted.next], [[], 8, null]);
});

test('a full page, and one whose server left out rows, is followed by the rows behind its last key', () => {
  const full = read(JSON.stringify({ features: features(200) }), ASK);
  assert.deepEqual(full.next, { token: [1_199] });
  const cut = read(JSON.stringify({ features: features(3), exceededTransferLimit: true }), ASK);
  assert.deepEqual(cut.next, { token: [1_002] });
  assert.deepEqual(cut.after?.(0), { token: [1_000] });
  const { searchParams: query } = sent({ ...ASK, at: { token: [1_002] } });
  assert.match(String(query.get('where')), /AND OBJECTID > 1002$/);
});

test('a server that sorts nothing gives one page, and says so where there are more', () => {
  const body = JSON.stringify({
    fields: [
      { name: 'OBJECTID', type: 'esriFieldTypeOID' },
      ...Object.keys(rawOf(features(1)[0]?.attributes))
        .slice(1)
        .map((name) => ({ name, type: 'esriFieldTypeString' })),
    ],
    capabilities: 'Query',
    maxRecordCount: 3,
  });
  const described = description.read(body, {});
  const profile = { options: {}, described };
  const some = { features: features(2) };
  assert.deepEqual(read(JSON.stringify(some), ASK, profile).next, { token: ['count'] });
  const more = JSON.stringify({ features: features(3), exceededTransferLimit: true });
  assert.throws(() => read(more, ASK, profile), /does not sort them. Search a smaller area/);
});

test('the steps of a case are statuses; a step without one, and a row without its key, are counted', () => {
  const rows = features(4).map(({ attributes }, at) => ({
    attributes: {
      ...attributes,
      CASE_STEP_NUMBER: [6, 8, 3, 6][at],
      ...(at === 3 && { CASE_NUM: null }),
    },
  }));
  const reads = read(JSON.stringify({ features: rows }), ASK).rows.map((raw) =>
    toRow(raw, CONTEXT),
  );
  assert.deepEqual(
    reads.map((one) => ('row' in one ? one.row.status : [one.dropped, one.detail])),
    [
      'for_sale',
      'pending',
      ['unreadable', 'an unknown status'],
      ['unreadable', 'a row without its key'],
    ],
  );
});

test('what the set has no column for is null with that reason, and the licence is in every row', () => {
  const [raw] = read(JSON.stringify(PAGE), ASK).rows;
  const parsed = toRow(raw, CONTEXT);
  assert.ok('row' in parsed);
  const { row } = parsed;
  const none = absent('not_reported', 'The open set does not have it.');
  assert.equal(row.source_id, 'hud-homes-for-sale:492-100301');
  assert.equal(row.source_url, `${CONTEXT.siteBase}/`);
  assert.deepEqual(
    [row.list_price, row.beds, row.living_area_sqft, row.list_date, row.days_on_market],
    [none, none, none, none, none],
  );
  assert.deepEqual(row.location, { lat: 30.2451, lng: -97.7702 });
  assert.deepEqual(row.extras, {
    status_raw: '6',
    acquired_date: '2026-03-02',
    year_built: none,
    lot_area_sqft: none,
    dataset: 'hud-homes-for-sale',
    licence: 'Work of the United States government (public domain)',
    licence_url: 'https://www.usa.gov/government-copyright',
    attribution: 'U.S. Department of Housing and Urban Development',
  });
});

test('errors with status 200 are failures in the words of the server', () => {
  const error = { code: 400, message: 'Invalid query', details: ['where'] };
  fails({ error }, 'refused', /Invalid query where \(code 400\)/);
  fails({ error: { code: 503, message: 'wait' } }, 'busy', /busy: wait/);
  fails({ features: [{ geometry: null }] }, 'changed', /a row has no attributes/);
  fails(
    { features: features(12, { ADDRESS: null }) },
    'changed',
    /the address is missing in 12 of 12/,
  );
  fails({ features: features(12, { ADDRESS: 'ZQ_7' }) }, 'changed', /a street address is missing/);
});

test('a set of your own over Socrata is read by its file: ZIP, circle in the box, prices and keys', () => {
  const first = sent(ASK, OWN_PROFILE);
  assert.equal(first.pathname, '/resource/abcd-1234.json');
  assert.equal(
    first.searchParams.get('$where'),
    '((within_box(place, 30.3999995, -97.9000005, 30.0999995, -97.6000005)))',
  );
  assert.equal(first.searchParams.get('$order'), ':id');
  const zip = sent({ ...ASK, area: { by: 'postal_code', postal_code: '87501' } }, OWN_PROFILE);
  assert.equal(zip.searchParams.get('$where'), "((zip LIKE '87501%'))");
  const row = {
    ':id': 'row-1',
    parcel: '77-1',
    state_of_sale: 'OFFER',
    asking: '185000',
    listed: '2026-11-15T00:00:00.000',
    rooms: '3',
    sqft: '1480',
    street: '14 Adobe Wren Ln',
    town: 'Santa Fe',
    zip: '87501',
    place: { type: 'Point', coordinates: [-105.94, 35.68] },
  };
  const page = read(JSON.stringify([row]), ASK, OWN_PROFILE);
  const parsed = toRow(page.rows[0], CONTEXT);
  assert.ok('row' in parsed);
  const { row: home } = parsed;
  assert.deepEqual(
    [home.source_id, home.status, home.list_price, home.price_per_sqft, home.days_on_market],
    ['larkspur-homes:77-1', 'pending', { amount: 185_000, currency: 'USD' }, 125, 10],
  );
  assert.deepEqual(home.location, { lat: 35.68, lng: -105.94 });
  const rows = Array.from({ length: 200 }, (_one, at) => ({
    ...row,
    ':id': `row-${at}`,
    parcel: `77-${at}`,
  }));
  const full = read(JSON.stringify(rows), ASK, OWN_PROFILE);
  assert.deepEqual([full.next, full.after?.(49)], [{ token: ['row-199'] }, { token: ['row-49'] }]);
  const next = sent({ ...ASK, at: { token: ['row-199'] } }, OWN_PROFILE);
  assert.match(String(next.searchParams.get('$where')), / AND :id > 'row-199'$/);
});

test('filters are passed on where the server says that their column holds numbers', () => {
  const columns = [
    ...['asking', 'sqft', 'zip'].map((fieldName) => ({ fieldName, dataTypeName: 'number' })),
    { fieldName: 'rooms', dataTypeName: 'text' },
  ];
  const described = description.read(JSON.stringify({ columns }), OWN_PROFILE.options);
  const question: Question = {
    ...ASK,
    area: { by: 'postal_code', postal_code: '02134' },
    filters: { min_price: 100_000, max_price: 250_000, beds_min: 2, sqft_min: 900 },
  };
  const where = sent(question, { ...OWN_PROFILE, described }).searchParams.get('$where');
  assert.equal(
    where,
    '((zip = 2134) AND (asking >= 100000) AND (asking <= 250000) AND (sqft >= 899.5))',
  );
  const unsaid = sent(question, OWN_PROFILE).searchParams.get('$where');
  assert.equal(unsaid, "((zip LIKE '02134%'))", 'a server that says nothing is asked for the area');
});

test('options that name no set, or one that cannot be read live, prevent the start', () => {
  const refused = (options: SourceProfile['options'], why: RegExp) =>
    assert.throws(() => openData.readOptions(options, []), why);
  refused({ set: 'nowhere' }, /No open set nowhere exists/);
  refused(
    { set: 'washington-dc-sales' },
    /washington-dc-sales cannot be read live, because it consists of several sets/,
  );
  refused({ file: join(folder, 'none.json') }, /is no file with an open set as JSON/);
  refused({ file: fileWith(OWN, { protocol: 'carto', table: 'homes' }) }, /its protocol is carto/);
  const mapping = JSON.parse(readFileSync(OWN, 'utf8')).mapping;
  const without = (field: string) => ({
    mapping: { ...mapping, fields: { ...mapping.fields, [field]: undefined } },
  });
  refused({ file: fileWith(OWN, without('zip')) }, /no column has its ZIP codes/);
  refused({ file: fileWith(OWN, without('status')) }, /needs "key", and status in "fields"/);
  const named = { mapping: { ...mapping, fields: { ...mapping.fields, line1: 'owner_street' } } };
  refused({ file: fileWith(OWN, named) }, /seems to name people/);
});

test('a set of version 3 is read by POST, and needs a token among the headers', () => {
  const options = { file: fileWith(OWN, { api: 3 }) };
  const check = (...headers: string[]) => openData.readOptions(options, headers);
  assert.throws(() => check('accept'), /x-app-token.+ROWHOUSE_UPSTREAM_OPEN_DATA_HEADERS/);
  check('X-App-Token');
  const { method, path, body } = request(ASK, { options, described: null });
  assert.deepEqual([method, path.endsWith('/query.json')], ['POST', true]);
  assert.match(JSON.parse(String(body)).query, /^SELECT :id,.+ WHERE .+ ORDER BY :id LIMIT 200$/);
});
