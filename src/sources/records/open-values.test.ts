/**
 * What public sets need of a mapping: months without a day, sales at arm's length, nominal prices,
 * no people.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOr } from '#domain/parsed-row.js';
import { fileOf } from '../../../test/support/import-file.js';
import { dateReader } from '../mapping/dates.js';
import { readMapping } from './records-of.js';
import { saleToRow } from './to-row.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const CONTEXT = { collectedAtMs: NOW_MS, siteBase: 'https://records.example.invalid' };

/** The rows of records under a mapping of some fields; what is dropped is the cause. */
async function rowsOf(fields: object, records: readonly object[]) {
  const read = readMapping({ dataset: 'd', fields: { zip: 'zip', ...fields } });
  const text = records.map((record) => JSON.stringify({ zip: '32801', ...record })).join('\n');
  const rows = [];
  for await (const { raw, dropped } of read.records(fileOf('x.ndjson', text), NOW_MS)) {
    const parsed = dropped === null ? saleToRow(raw, CONTEXT) : { dropped };
    rows.push('row' in parsed ? parsed.row : dropped);
  }
  return rows;
}

const MONTHLY = { sold_date: { columns: ['yr', 'mo'], join: '-', date: 'YYYY-M' } };

test('a month without a day is never the first of the month', async () => {
  const [row, zero, future] = await rowsOf(MONTHLY, [
    { yr: 2024, mo: 5 },
    { yr: 2024, mo: '05' },
    { yr: 2026, mo: 12 },
  ]);
  assert.ok(typeof row === 'object' && row !== null);
  assert.deepEqual(row.sold_date, {
    absent: 'not_reported',
    detail: 'The file has the month only: extras.sold_month.',
  });
  assert.equal(valueOr(row.extras.sold_month), '2024-05');
  assert.ok(typeof zero === 'object' && zero !== null);
  assert.equal(valueOr(zero.extras.sold_month), '2024-05');
  assert.equal(future, 'a sale date in the future');
});

test('a date with a day has its month beside it', async () => {
  const [row] = await rowsOf({ sold_date: 'sold' }, [{ sold: '2024-05-17' }]);
  assert.ok(typeof row === 'object' && row !== null);
  assert.deepEqual([row.sold_date, row.extras.sold_month], ['2024-05-17', '2024-05']);
});

test('years of two digits are of this century up to 49; a pattern needs a year and a month', () => {
  const read = dateReader('YYMMDD');
  const days = ['240531', '000229', '491231', '500101', '991231', '240231', '24', ''];
  assert.deepEqual(
    days.map((text) => read?.(text)),
    ['2024-05-31', '2000-02-29', '2049-12-31', '1950-01-01', '1999-12-31', null, null, null],
  );
  assert.equal(dateReader('YYYY-M')?.('2024-13'), null);
  for (const pattern of ['YYYY', 'MM-DD', 'D', ''])
    assert.equal(dateReader(pattern), null, pattern);
});

const SOLD = { sold_date: 'sold', sale_price: { column: 'price', min: 1_000 } };

test("the source's code says whether a sale was at arm's length; its absence says nothing", async () => {
  const map = { '01': 'true', '02': 'true' };
  const fields = { ...SOLD, arms_length: { column: 'q', map, else: 'false' }, sale_code: 'q' };
  const sold = { sold: '2024-05-17', price: 400_000 };
  const rows = await rowsOf(
    fields,
    ['01', '11', ''].map((q) => ({ ...sold, q })),
  );
  assert.deepEqual(
    rows.map((row) =>
      typeof row === 'object' && row !== null
        ? [valueOr(row.extras.arms_length), valueOr(row.extras.sale_code)]
        : row,
    ),
    [
      [true, '01'],
      [false, '11'],
      [null, null],
    ],
  );
});

test("a price below the floor is withheld, and the sale is not at arm's length", async () => {
  const prices = [10, 999.99, 1_000, '$1', 0, ''];
  const rows = await rowsOf(
    SOLD,
    prices.map((price) => ({ sold: '2024-05-17', price })),
  );
  const read = rows.map((row) =>
    typeof row === 'object' && row !== null
      ? [valueOr(row.sale_price)?.amount ?? null, valueOr(row.extras.arms_length)]
      : row,
  );
  assert.deepEqual(read, [
    [null, false],
    [null, false],
    [1_000, null],
    [null, false],
    [null, false],
    [null, null],
  ]);
});

test('columns that name people are rejected wherever a mapping reads them', () => {
  const people = [
    'OWNER',
    'OwnerName1',
    'OWN_NAME',
    'OWN1',
    'OWNNME1',
    'own_addr1',
    'BUYER_1',
    'Seller',
    'GRANTOR',
    'grantee_name',
    'TAXPAYER',
    'tax_payer_city',
    'MAIL_ADDR',
    'MAILING_ZIP',
    'CARE_OF',
    'lessee',
    'borrower',
    'TRUSTEE_NAME',
  ];
  const mapping = { dataset: 'd', fields: { sold_date: 'sold', zip: 'zip' } };
  for (const column of people) {
    const ways = [
      { ...mapping, fields: { ...mapping.fields, line1: column } },
      { ...mapping, key: [column] },
      { ...mapping, drop_when: [{ column, in: ['x'] }] },
      {
        ...mapping,
        fields: { ...mapping.fields, source_url: { template: `https://x/{${column}}` } },
      },
    ];
    for (const way of ways) assert.throws(() => readMapping(way), /seems to name people/, column);
  }
  for (const column of ['OwnDate', 'DOWNTOWN', 'TOWN', 'township', 'lesson', 'unknown_1']) {
    readMapping({ ...mapping, key: [column] });
  }
});
