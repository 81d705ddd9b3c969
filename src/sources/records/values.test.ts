/** Values of files as sales: names of sales, numbers, dates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fileOf, readyMapping } from '../../../test/support/import-file.js';

import { readMapping } from './read-mapping.js';
import type { Sale } from './sale.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const FIELDS = { sold_date: 'sold', zip: 'zip', sale_price: 'price' };

/** The sales of records, in their order. */
async function salesOf(mapping: object, records: readonly object[]): Promise<Sale[]> {
  const read = readMapping({ dataset: 'd', fields: FIELDS, ...mapping });
  const text = records
    .map((record) => JSON.stringify({ sold: '2026-06-01', zip: '97201', ...record }))
    .join('\n');
  const sales: Sale[] = [];
  for await (const { raw, dropped } of read.records(fileOf('x.ndjson', text), NOW_MS)) {
    assert.equal(dropped, null);
    sales.push(raw as Sale);
  }
  return sales;
}

const idsOf = async (key: readonly string[], records: readonly object[]): Promise<string[]> =>
  (await salesOf({ key }, records)).map(({ source_id }) => source_id);

test('sales whose key begins with an empty column keep names of their own', async () => {
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
