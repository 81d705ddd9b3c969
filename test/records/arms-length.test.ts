/** The filter on sales at arm's length, over a file that says yes, no, or nothing. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileOf, importInto } from '../support/import-file.js';
import { chain, sharedSales } from '../support/sales.js';

const MAPPING = {
  dataset: 'qualified',
  key: ['id'],
  fields: {
    sold_date: 'sold',
    sale_price: { column: 'price', min: 1_000 },
    arms_length: { column: 'code', map: { Q: 'true', U: 'false' } },
    sale_code: 'code',
    zip: 'zip',
    state: { value: 'TX' },
  },
};
/** Sales of each kind: of three codes, and of a nominal price without a code. */
const CODES = ['Q', 'U', '', 'Q', 'U', 'Q'];
const EXPECTED: readonly (readonly [asked: string, ids: readonly string[]])[] = [
  ['true', ['0', '3', '5']],
  ['false', ['1', '4', '6']],
  ['unknown', ['2']],
  ['true,unknown', ['0', '2', '3', '5']],
  ['unknown,false,true', ['0', '1', '2', '3', '4', '5', '6']],
];

const sales = sharedSales();
before(async () => {
  const sold = new Date(sales.t.app.clock.nowMs() - 5 * 86_400_000).toISOString().slice(0, 10);
  const lines = CODES.map((code, id) => `${id},${sold},${300_000 + id},${code},78704`);
  const file = `id,sold,price,code,zip\n${lines.join('\n')}\n${CODES.length},${sold},10,,78704\n`;
  await importInto(sales.t, MAPPING, fileOf('qualified.csv', file));
});

for (const [asked, ids] of EXPECTED) {
  test(`arms_length=${asked} selects those sales alone, and counts them`, async () => {
    const { rows, first } = await chain(sales, `zip=78704&arms_length=${asked}`);
    const found = rows.map(({ source_id }) => source_id.replace('qualified:', ''));
    assert.deepEqual(found.toSorted(), ids);
    assert.equal(first.reported_total, ids.length);
  });
}

test('another word is rejected, with the words that are accepted', async () => {
  const url = '/v1/records/sold?zip=78704&arms_length=yes';
  const { statusCode, body } = await sales.t.get(url, sales.account.api_key);
  assert.equal(statusCode, 422);
  assert.match(body, /arms_length must be a comma-separated list .* true, false, unknown/);
});

test('a route whose source does not say it has no such parameter', async () => {
  const url = '/v1/portal_a/sold?zip=78704&arms_length=true';
  const { statusCode } = await sales.t.get(url, sales.account.api_key);
  assert.equal(statusCode, 422);
});
