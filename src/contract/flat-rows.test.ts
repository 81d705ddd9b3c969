import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extrasFields } from './extras.js';
import { rowFields } from './fields.js';
import { csvColumns, csvHeader, csvLine, toFeature } from './flat-rows.js';
import { SEARCH_ROUTES } from './routes.js';
import type { ListingRow } from './rows.js';

const ROW: ListingRow<'portal_a', 'rentals'> = {
  source: 'portal_a',
  source_id: '42',
  source_url: 'https://portal-a.example.invalid/42',
  listing_kind: 'building',
  status: 'for_rent',
  list_price: null,
  rent_monthly: { amount: 1850.5, currency: 'USD' },
  rent_is_from_price: true,
  list_date: '2026-11-01',
  days_on_market: 20,
  price_per_sqft: null,
  beds: null,
  baths: 1.5,
  living_area_sqft: null,
  property_type: 'apartment',
  address: {
    line1: '1 Main St, "The Oaks"',
    unit: null,
    city: 'Austin',
    state: 'TX',
    zip: '78704',
    county: null,
    county_fips: '48453',
  },
  location: { lat: 30.25, lng: -97.75 },
  broker_name: '@properties',
  agent_name: null,
  photo_count: 0,
  extras: {
    home_type_raw: null,
    days_on_zillow: 20,
    zestimate: null,
    rent_zestimate: { amount: 1900, currency: 'USD' },
    tax_assessed_value: null,
    building_name: '=1+1',
    units: [{ beds: 1, rent_from: { amount: 1850.5, currency: 'USD' } }],
    lot_area_sqft: null,
    last_price_change: { amount: -50, currency: 'USD' },
    last_price_change_date: '2026-10-29',
    available_date: '2026-12-01',
    open_house: null,
    open_house_date: null,
    home_id: null,
    price_change: null,
    price_change_percent: null,
    price_change_since: null,
    price_change_origin: null,
  },
};

/** Parses RFC 4180 text; written from the RFC, independently of the writer. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
    } else if (text[at] === ',' || (text[at] === '\r' && text[at + 1] === '\n')) {
      line.push(cell);
      cell = '';
      if (text[at] === ',') continue;
      lines.push(line);
      line = [];
      at += 1;
    } else cell += text[at];
  }
  assert.deepEqual([cell, line], ['', []], 'the text ends with a line end');
  return lines;
}

function read(row: object): Record<string, string> {
  const columns = csvColumns('portal_a', 'rentals');
  const [names = [], cells = [], ...more] = readCsv(csvHeader(columns) + csvLine(columns, row));
  assert.equal(more.length, 0);
  assert.equal(cells.length, names.length);
  return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
}

test('the columns of portal_a listings, in their order: the promise to readers of the files', () => {
  assert.equal(
    csvColumns('portal_a', 'listings').join(' '),
    'source source_id source_url listing_kind status list_price.amount list_price.currency ' +
      'rent_monthly.amount rent_monthly.currency rent_is_from_price list_date days_on_market ' +
      'price_per_sqft beds baths living_area_sqft property_type address.line1 address.unit ' +
      'address.city address.state address.zip address.county address.county_fips location.lat ' +
      'location.lng broker_name agent_name photo_count extras.home_type_raw ' +
      'extras.days_on_zillow extras.zestimate.amount extras.zestimate.currency ' +
      'extras.rent_zestimate.amount extras.rent_zestimate.currency ' +
      'extras.tax_assessed_value.amount extras.tax_assessed_value.currency ' +
      'extras.building_name extras.units extras.lot_area_sqft ' +
      'extras.last_price_change.amount extras.last_price_change.currency ' +
      'extras.last_price_change_date extras.available_date extras.open_house ' +
      'extras.open_house_date extras.home_id extras.price_change.amount ' +
      'extras.price_change.currency extras.price_change_percent extras.price_change_since ' +
      'extras.price_change_origin',
  );
});

test('every route has a column for every field of its row and extras tables, and none twice', () => {
  for (const { source, kind } of SEARCH_ROUTES) {
    const columns = csvColumns(source, kind);
    assert.equal(new Set(columns).size, columns.length);
    const fields = [
      ...rowFields(kind).flatMap(({ name }) => (name === 'extras' ? [] : [name])),
      ...extrasFields(source, kind).map(({ name }) => `extras.${name}`),
    ];
    for (const field of fields)
      assert.ok(
        columns.some((column) => column === field || column.startsWith(`${field}.`)),
        `${source} ${kind}: ${field}`,
      );
  }
});

test('a row is read back from its line: dots for members, JSON for arrays, empty for null', () => {
  const cells = read(ROW);
  assert.equal(cells['address.line1'], '1 Main St, "The Oaks"');
  assert.equal(cells['rent_monthly.amount'], '1850.5');
  assert.equal(cells['rent_monthly.currency'], 'USD');
  assert.equal(cells['list_price.amount'], '');
  assert.equal(cells.rent_is_from_price, 'true');
  assert.equal(cells.photo_count, '0');
  assert.equal(cells['extras.rent_zestimate.amount'], '1900');
  assert.deepEqual(JSON.parse(cells['extras.units'] ?? ''), ROW.extras.units);
});

test('a text that starts like a formula gets an apostrophe; a negative number does not', () => {
  const cells = read(ROW);
  assert.equal(cells['extras.building_name'], "'=1+1");
  assert.equal(cells.broker_name, "'@properties");
  assert.equal(cells['location.lng'], '-97.75');
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
    assert.equal(read({ ...ROW, broker_name: `${start}x` }).broker_name, `'${start}x`);
  assert.equal(read({ ...ROW, broker_name: 'a=b' }).broker_name, 'a=b');
});

test('any text survives the line, and no text can add a cell or a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const guard = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? "'" : '';
      assert.equal(read({ ...ROW, broker_name: text }).broker_name, guard + text);
    }),
  );
});

test('a member that a row lacks, and one inherited by name, are empty cells', () => {
  const { extras: _gone, ...rest } = ROW;
  const columns = ['extras.zestimate.amount', 'constructor', 'address.toString', 'beds'];
  assert.equal(csvLine(columns, { ...rest, beds: 2 }), ',,,2\r\n');
});

test('a feature has the point as longitude and latitude, and plain properties named as the columns', () => {
  const columns = csvColumns('portal_a', 'rentals');
  const feature = toFeature(columns, ROW);
  assert.equal(feature.type, 'Feature');
  assert.deepEqual(feature.geometry, { type: 'Point', coordinates: [-97.75, 30.25] });
  const { properties } = feature;
  assert.deepEqual(
    Object.keys(properties),
    columns.filter((name) => name !== 'location.lat' && name !== 'location.lng'),
  );
  for (const value of Object.values(properties))
    assert.ok(value === null || typeof value !== 'object', 'maps style by plain values');
  assert.equal(properties['rent_monthly.amount'], 1850.5);
  assert.equal(properties['list_price.amount'], null);
  assert.equal(properties['address.city'], 'Austin');
  assert.equal(properties.rent_is_from_price, true);
  assert.equal(properties['extras.building_name'], '=1+1', 'no spreadsheet reads it');
  assert.deepEqual(JSON.parse(String(properties['extras.units'])), ROW.extras.units);
  assert.equal(toFeature(columns, { ...ROW, location: null }).geometry, null);
});
