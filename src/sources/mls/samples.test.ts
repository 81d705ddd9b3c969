/**
 * Answers recorded from the reference server of the standard: test data that is not part of the
 * project. Skipped if absent.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { isAbsent } from '#domain/parsed-row.js';
import { listOf, rawOf } from '../raw-values.js';
import { ASK, CONTEXT, kept } from './fixtures/pages.js';
import { mls } from './index.js';
import { fieldsIn } from './metadata.js';
import { soldToRow } from './to-row.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const SAMPLES = join(
  process.env.ROWHOUSE_TEST_SAMPLES ?? resolve(ROOT, '../shared/samples'),
  'mls',
);
const skip = existsSync(SAMPLES) ? false : 'no recorded answers here; set ROWHOUSE_TEST_SAMPLES';

const textOf = (file: string): string => readFileSync(join(SAMPLES, file), 'utf8');
const bodyOf = (file: string) => rawOf(rawOf(rawOf(JSON.parse(textOf(file))).response).body);

/** The pages were recorded in another order than by key. */
const rowsIn = (file: string) =>
  listOf(bodyOf(file).value)
    .map(rawOf)
    .sort((a, b) => (String(a.ListingKey) < String(b.ListingKey) ? -1 : 1));

for (const [file, kind, rows, hidden] of [
  ['bbox-active.json', 'listings', 20, 6],
  ['offmarket-statuses.json', 'listings', 60, 12],
  ['bbox-closed-page1.json', 'sold', 50, 0],
] as const) {
  test(`every row of ${file} is read`, { skip }, () => {
    const driver = mls.drivers[kind];
    const page = driver.read(JSON.stringify({ value: rowsIn(file) }), ASK);
    const read = page.rows.map((raw) => {
      const one = driver.toRow(raw, CONTEXT);
      return 'row' in one ? one.row : assert.fail(one.dropped);
    });
    assert.equal(read.length, rows);
    const withheld = read.filter(
      ({ location }) => isAbsent(location) && location.absent === 'hidden_by_source',
    );
    assert.equal(withheld.length, hidden);
  });
}

test('a recorded sale has the values that were sent', { skip }, () => {
  const [raw] = rowsIn('bbox-closed-page1.json').filter(
    ({ ClosePrice }) => ClosePrice === 2_050_000,
  );
  const row = kept(soldToRow(raw, CONTEXT));
  assert.deepEqual(
    [row.sold_date, row.sale_price, row.beds, row.baths, row.days_on_market, row.list_date],
    ['2015-05-13', { amount: 2_050_000, currency: 'USD' }, 5, 3, 23, '2015-03-06'],
  );
});

test('the recorded $metadata names the fields, and an error does not', { skip }, () => {
  const fields = fieldsIn(textOf('metadata.xml'));
  assert.ok(fields.has('InternetEntireListingDisplayYN') && fields.has('ListingURL'));
  const empty = mls.drivers.sold.read(JSON.stringify(bodyOf('empty-result.json')), ASK);
  assert.deepEqual([empty.rows.length, empty.total, empty.next], [0, 0, null]);
});
