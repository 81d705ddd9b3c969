import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absent } from '#domain/parsed-row.js';
import { SourceError } from '../driver.js';
import { ASK, CONTEXT, EXPORT, kept } from './fixtures/pages.js';
import { portalB } from './index.js';

const { read, toRow } = portalB.drivers.sold;
const rows = (body = EXPORT) => read(body, ASK).rows;
const kindOf = (body: string) => {
  try {
    return `${rows(body).length} rows`;
  } catch (error) {
    return error instanceof SourceError ? error.kind : String(error);
  }
};

test('an export is a page: comment lines and homes for sale are skipped', () => {
  const dropped = rows().map((raw) => 'dropped' in toRow(raw, CONTEXT));
  assert.deepEqual(dropped, [false, false, false, false, true]);
  assert.deepEqual(read(`\uFEFF${EXPORT}`, ASK), read(EXPORT, ASK));
  assert.equal(read(EXPORT, ASK).next, null);
});

test('an exported sale says what the JSON says, less what the export does not show', () => {
  const row = kept(toRow(rows()[0], CONTEXT));
  assert.equal(row.source_id, '7000001');
  assert.equal(row.sold_date, '2026-10-02');
  assert.deepEqual(row.sale_price, { amount: 624_500, currency: 'USD' });
  assert.equal(row.sale_price_disclosure, 'mls_reported');
  assert.equal(row.property_type, 'single_family');
  assert.deepEqual(row.location, { lat: 47.41, lng: -122.21 });
  const notShown = absent('not_on_search_page');
  assert.deepEqual(
    [row.broker_name, row.extras.property_type_code, row.days_on_market],
    [notShown, notShown, notShown],
  );
});

test('an export of Texas has no sale prices: its numbers are the last asking prices', () => {
  const texan = rows(EXPORT.replaceAll(',WA,', ',TX,')).flatMap((raw) => {
    const read = toRow(raw, CONTEXT);
    return 'row' in read ? [read.row] : [];
  });
  assert.equal(texan.length, 4);
  assert.ok(
    texan.every((row) => 'absent' in row.sale_price),
    '0 sale prices expected',
  );
  assert.ok(texan.every((row) => typeof row.price_per_sqft === 'object'));
  assert.deepEqual(texan[0]?.list_price, { amount: 624_500, currency: 'USD' });
});

test('a sale that leaves its date and MLS columns blank is known from county records', () => {
  const row = kept(toRow(rows()[1], CONTEXT));
  assert.equal(row.sale_price_disclosure, 'public_record');
  assert.deepEqual(row.sold_date, absent('not_reported'));
  assert.deepEqual([row.address.line1, row.address.unit], ['302 E Pollard Ave', '#304']);
});

test('cells in quotes keep commas and quotes, and a ZIP code its leading zero', () => {
  const row = kept(toRow(rows()[2], CONTEXT));
  assert.equal(row.address.line1, '40 Harrow St Unit "B" 2');
  assert.equal(row.address.zip, '02139');
});

test('lines end in either way, also both in one export', () => {
  const { length } = EXPORT.split('\n');
  assert.deepEqual(rows(EXPORT.replaceAll('\n', '\r\n')), rows());
  for (let line = 0; line < length - 1; line += 1) {
    let at = 0;
    assert.deepEqual(rows(EXPORT.replace(/\n/g, (end) => (at++ === line ? '\r\n' : end))), rows());
  }
});

test('the shorter column names of older exports are read', () => {
  const older = EXPORT.replace('STATE OR PROVINCE,ZIP OR POSTAL CODE', 'STATE,ZIP');
  assert.notEqual(older, EXPORT);
  assert.deepEqual(rows(older), rows());
  const { state, zip } = kept(toRow(rows(older)[2], CONTEXT)).address;
  assert.deepEqual([state, zip], ['WA', '02139']);
});

test('a cell that is neither empty nor a number or date is unreadable', () => {
  const row = kept(toRow(rows()[3], CONTEXT));
  assert.deepEqual(row.sale_price, absent('unreadable', 'text "25,000"'));
  assert.deepEqual(row.sold_date, absent('unreadable', 'text "someday"'));
  assert.equal(row.property_type, 'other');
});

test('a line with more cells than columns is unreadable; blank cells at its end are not', () => {
  const [line = ''] = EXPORT.split('\n').filter((one) => one.startsWith('PAST SALE,'));
  const [first, ...rest] = rows(EXPORT.replace(line, line.replace('COASTMLS', 'COAST, INC')));
  assert.deepEqual(rest, rows().slice(1));
  const read = toRow(first, CONTEXT);
  assert.ok('dropped' in read && read.dropped === 'unreadable', JSON.stringify(read));
  assert.deepEqual(rows(EXPORT.replace(line, `${line},,`)), rows());
});

test('an export without homes is an empty page, one that broke off is down', () => {
  const header = EXPORT.slice(0, EXPORT.indexOf('\n'));
  assert.equal(kindOf(header), '0 rows');
  assert.equal(kindOf('SALE TY'), 'down');
  assert.equal(kindOf(header.slice(0, 90)), 'down');
  assert.equal(kindOf(EXPORT.slice(0, EXPORT.indexOf('COASTMLS'))), 'down');
  assert.equal(kindOf(EXPORT.slice(0, EXPORT.indexOf(', North'))), 'down');
});

test('an export that lost a column is a change of format', () => {
  for (const [column, renamed] of [
    ['PRICE,', 'AMOUNT,'],
    ['PROPERTY TYPE,', 'TYPE,'],
    ['HOA/MONTH,', 'HOA/YEAR,'],
    ['SQUARE FEET,', 'SQUARE METRES,'],
  ] as const) {
    assert.ok(EXPORT.includes(column), column);
    assert.equal(kindOf(EXPORT.replace(column, renamed)), 'changed', column);
  }
});
