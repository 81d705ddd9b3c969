import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd } from '#contract/field.js';
import { absent } from '#domain/parsed-row.js';
import { CONTEXT, kept, rawRow } from './fixtures/pages.js';
import { soldToRow } from './to-row.js';

const sold = (id: string) => kept(soldToRow(rawRow('sold', id), CONTEXT));
test('a sale price is the exact number, never the rounded text or another listing of the home', () => {
  const row = sold('6000001');
  assert.deepEqual(row.sale_price, usd(1_075_000));
  assert.equal(row.sale_price_disclosure, 'unknown');
  assert.equal(row.price_per_sqft, 716.67);
  assert.equal(row.extras.days_on_zillow, 3);
});

test('a sale has the date of its day in Pacific time, summer and winter', () => {
  assert.equal(sold('6000001').sold_date, '2026-10-02');
  assert.equal(sold('6000005').sold_date, '2026-01-10');
});

test('a sale without a moment has the date of its words', () => {
  assert.equal(sold('6000004').sold_date, '2026-10-02');
});

test('a price that the law hides is not disclosed, and the note names the state', () => {
  const row = sold('6000002');
  assert.equal(row.sale_price_disclosure, 'not_disclosed');
  assert.deepEqual(
    row.sale_price,
    absent('not_disclosed', 'TX is a non-disclosure state: sale prices are not public.'),
  );
  assert.deepEqual(row.price_per_sqft, absent('not_disclosed'));
});

test('a missing price elsewhere is not disclosed either, and is never filled in', () => {
  const row = sold('6000003');
  assert.deepEqual(row.sale_price, absent('not_disclosed', 'The source shows no sale price.'));
  assert.equal(row.sale_price_disclosure, 'not_disclosed');
});

test('the listing before the sale is not on the search page', () => {
  const row = sold('6000001');
  for (const field of [row.list_price, row.list_date, row.sale_to_list_ratio, row.days_on_market]) {
    assert.deepEqual(field, absent('not_on_search_page', 'A sold card shows the sale only.'));
  }
  assert.deepEqual(row.broker_name, absent('not_on_search_page'));
});
