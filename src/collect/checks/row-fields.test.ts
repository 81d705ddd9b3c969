import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '#contract/rows.js';
import { absent, type ParsedRow } from '#domain/parsed-row.js';
import { withholding } from './row-fields.js';

test('a field that a kind of row does not have is not added by withholding it', () => {
  const sale = { sale_price: 5, extras: { a: 1 } } as unknown as ParsedRow<Row>;
  const why = absent('unreadable', 'why');
  const withheld = withholding(
    sale,
    new Map([
      ['sale_price', why],
      ['rent_monthly', why],
    ]),
  );
  assert.deepEqual(Object.keys(withheld), ['sale_price', 'extras']);
  assert.equal((withheld as { sale_price: unknown }).sale_price, why);
});
