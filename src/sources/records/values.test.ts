/** Values of files as sales: ids, numbers, dates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PropertyType } from '#contract/values.js';
import { isAbsent } from '#domain/parsed-row.js';
import { fileOf, readyMapping } from '../../../test/support/import-file.js';

import { anyDate } from '../mapping/dates.js';
import type { ImportedSale } from '../mapping/sale.js';
import { readMapping } from './records-of.js';
import { saleToRow } from './to-row.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const FIELDS = { sold_date: 'sold', zip: 'zip', sale_price: 'price' };

/** The sales of records, in their order. */
async function salesOf(mapping: object, records: readonly object[]): Promise<ImportedSale[]> {
  const read = readMapping({ dataset: 'd', fields: FIELDS, ...mapping });
  const text = records
    .map((record) => JSON.stringify({ sold: '2026-06-01', zip: '97201', ...record }))
    .join('\n');
  const sales: ImportedSale[] = [];
  for await (const { raw, dropped } of read.records(fileOf('x.ndjson', text), NOW_MS)) {
    assert.equal(dropped, null);
    sales.push(raw as ImportedSale);
  }
  return sales;
}

const idsOf = async (key: readonly string[], records: readonly object[]): Promise<string[]> =>
  (await salesOf({ key }, records)).map(({ source_id }) => source_id);

test('sales whose key starts with an empty column retain distinct names', async () => {
  const [first, second, again, named] = await idsOf(
    ['id', 'sold'],
    [
      { id: '', price: 1 },
      { id: '', price: 2 },
      { id: null, price: 1 },
      { id: 'A1', price: 1 },
    ],
  );
  assert.notEqual(first, second);
  assert.equal(first, again);
  assert.match(String(first), /^d:[0-9a-f]{24}$/);
  assert.equal(named, 'd:A1~2026-06-01');
});

test('values of a key never run together', async () => {
  const pairs = [
    ['1-2', '3'],
    ['1', '2-3'],
    ['1~2', '3'],
    ['1', '2~3'],
    ['1~', '3'],
    ['1', '~3'],
    ['1', ''],
    ['1 2', '3'],
    ['1', '2 3'],
  ];
  const ids = await idsOf(
    ['book', 'page'],
    pairs.map(([book, page]) => ({ book, page, price: 1 })),
  );
  assert.equal(new Set(ids).size, pairs.length, ids.join(' '));
});

test('no column of people names a sale', () => {
  for (const key of ['grantor', 'OWNER NAME', 'Buyer_1']) {
    assert.throws(
      () => readMapping({ dataset: 'd', fields: FIELDS, key: [key] }),
      new RegExp(`"${key}" seems to name people`),
    );
  }
  assert.throws(() => readMapping({ dataset: 'd', fields: FIELDS, key: 'id' }), /must be a list/);
  for (const name of ['king-county-wa-sales', 'nyc-rolling-sales', 'cook-county-il-sales']) {
    assert.equal(readMapping(readyMapping(name)).dataset, name);
  }
});

const priceOf = async (price: string | number): Promise<number | string | undefined> => {
  const [sale] = await salesOf({}, [{ price }]);
  const read = sale?.sale_price;
  return isAbsent(read) ? read.absent : read;
};

test('numbers are read as people and programs write them', async () => {
  const spelled: readonly (readonly [text: string | number, value: number])[] = [
    ['350000', 350_000],
    ['350.000', 350],
    ['.25', 0.25],
    ['-.5', -0.5],
    ['5.', 5],
    ['2.5E-1', 0.25],
    ['2.5e3', 2_500],
    ['1e+3', 1_000],
    ['1,234,567', 1_234_567],
    ['$1,234,567.89', 1_234_567.89],
    ['$ 1,200', 1_200],
    ['-$1,200', -1_200],
    ['$-1,200', -1_200],
    ['1,200 $', 1_200],
    ['1 234.5', 1_234.5],
    ['1\u00a0234\u00a0567', 1_234_567],
    ['(1,200)', -1_200],
    ['($1,200.50)', -1_200.5],
    [2e21, 2e21],
    [1e-7, 1e-7],
  ];
  for (const [text, value] of spelled) assert.equal(await priceOf(text), value, String(text));
});

test('a number that may mean another is not read', async () => {
  const odd = [
    '1.234,50',
    '1.234.567',
    '350,00',
    '1,23,456',
    '1234,567',
    ',5',
    '1,234 567',
    '12 34',
    '(-5)',
    '(5',
    '--5',
    '.',
    '$',
    '1e999',
    '-1e999',
    '0x10',
    'Infinity',
    '5 acres',
  ];
  for (const text of odd) assert.equal(await priceOf(text), 'unreadable', text);
});

test('a whole number that has lost digits names neither a sale nor a parcel', async () => {
  const text = (id: string) => `{"sold":"2026-06-01","zip":"97201","id":${id},"price":${id}}`;
  const ids = ['9007199254740992', '9007199254740993', '"9007199254740993"', '42'];
  const fields = { sold_date: 'sold', zip: 'zip', parcel_id: 'id' };
  const read = readMapping({ dataset: 'd', key: ['id', 'price'], fields });
  const sales: ImportedSale[] = [];
  for await (const { raw } of read.records(fileOf('x.ndjson', ids.map(text).join('\n')), NOW_MS)) {
    sales.push(raw as ImportedSale);
  }
  assert.deepEqual(
    sales.map(({ parcel_id }) => parcel_id ?? null),
    [null, null, '9007199254740993', '42'],
  );
  assert.doesNotMatch(sales[0]?.source_id ?? '', /9007199254740992/);
  assert.equal(sales[3]?.source_id, 'd:42~42');
});

test('a mapping with a number that JSON has changed is rejected, where the number is a text', () => {
  const large = JSON.parse('9007199254740993') as number;
  const fields = { sold_date: 'sold', zip: 'zip' };
  for (const [where, more] of [
    ['missing', { missing: ['NA', large] }],
    ['in of drop_when', { drop_when: [{ column: 'id', in: [large] }] }],
    ['value of parcel_id', { fields: { ...fields, parcel_id: { value: large } } }],
    ['map of parcel_id', { fields: { ...fields, parcel_id: { column: 'id', map: { A: large } } } }],
  ] as const) {
    assert.throws(
      () => readMapping({ dataset: 'd', fields, ...more }),
      new RegExp(`"${where}" has a whole number above 2\\^53, .* write it in quotes`),
    );
  }
  readMapping({ dataset: 'd', fields, missing: [-1, 999_999], drop_when: [] });
});

test('a number that a factor makes endless is unreadable', async () => {
  const fields = { ...FIELDS, sale_price: { column: 'price', times: 1e10 } };
  const [sale] = await salesOf({ fields }, [{ price: '1e300' }]);
  const read = sale?.sale_price;
  assert.ok(isAbsent(read) && read.absent === 'unreadable');
});

test('the year may stand first; eight, twelve and fourteen digits are a date before they are milliseconds', () => {
  const dates: readonly (readonly [text: string, day: string | null])[] = [
    ['20260630', '2026-06-30'],
    ['2026/06/30', '2026-06-30'],
    ['2026/6/3 00:00:00+00', '2026-06-03'],
    ['2026/30/06', null],
    ['202606301230', '2026-06-30'],
    ['202606302359', '2026-06-30'],
    ['20260630123059', '2026-06-30'],
    ['20260630123059.0', '2026-06-30'],
    ['1782864000000', '2026-07-01'],
    ['1782864000000.0', '2026-07-01'],
    ['946684800000', '2000-01-01'],
    // The 30th of no month, and the 61st minute of no hour: milliseconds of 1976.
    ['202613301230', '1976-06-03'],
    ['202606301261', '1976-06-02'],
    ['-86400000000', '1967-04-07'],
    ['20261330123059', null],
    ['20260230', null],
    ['2026063012', null],
  ];
  for (const [text, day] of dates) assert.equal(anyDate(text), day, text);
});

test('0 bathrooms are an unknown number, and land has no rooms; 0 bedrooms are a studio', () => {
  const rooms = (property_type: PropertyType) => {
    const sale = { source_id: 'd:1', sold_date: '2026-06-01', property_type, beds: 0, baths: 0 };
    const read = saleToRow(sale, { collectedAtMs: NOW_MS, siteBase: '' });
    assert.ok('row' in read);
    return [read.row.beds, read.row.baths].map((one) => (isAbsent(one) ? one.absent : one));
  };
  assert.deepEqual(rooms('condo'), [0, 'not_reported']);
  assert.deepEqual(rooms('land'), ['not_applicable', 'not_applicable']);
});

test('ZIPs of files have their leading zeros, with or without four more digits', async () => {
  const written = ['2101', 2101, '02101-', '02101-1234', '02101 1234', '021011234', '00000', 'x'];
  const sales = await salesOf(
    {},
    written.map((zip) => ({ zip, price: 1 })),
  );
  assert.deepEqual(
    sales.map(({ zip }) => (isAbsent(zip) ? zip.absent : zip)),
    [...Array<string>(6).fill('02101'), 'not_reported', 'unreadable'],
  );
});

test('an endlessly nested value is missing, and the record is read', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const text = `{"sold":"2026-06-01","zip":"97201","price":${deep}}`;
  const read = readMapping({ dataset: 'd', fields: FIELDS });
  const sales: unknown[] = [];
  for await (const { raw } of read.records(fileOf('x.ndjson', text), NOW_MS)) sales.push(raw);
  const [sale] = sales as ImportedSale[];
  assert.deepEqual([sales.length, sale?.zip, sale?.sale_price], [1, '97201', undefined]);
});

test('a text of a million characters that a map does not name is looked up at once', async () => {
  const map = { 'R1*': 'single_family' };
  const fields = { ...FIELDS, property_type: { column: 'use', map, else: 'other' } };
  const records = ['x', 'R1'].map((use) => ({ price: 1, use: use + 'A'.repeat(1_000_000) }));
  const types = (await salesOf({ fields }, records)).map(({ property_type: type }) => type);
  assert.deepEqual(types, ['other', 'single_family']);
});
