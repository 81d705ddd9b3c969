import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { usd } from '#contract/field.js';
import type { ListingRow, Row, SoldRow } from '#contract/rows.js';
import { percentile, summarise } from './summary.js';

const listing = (price: number | null, perSqft: number | null = null) =>
  ({
    list_price: price === null ? null : usd(price),
    rent_monthly: null,
    price_per_sqft: perSqft,
  }) as unknown as ListingRow;

test('percentiles interpolate between the closest ranks (type 7)', () => {
  // R: quantile(c(1, 2, 3, 4, 10), c(.25, .5, .75)) and quantile(c(10, 20, 30, 40), …).
  assert.equal(percentile([1, 2, 3, 4, 10], 0.25), 2);
  assert.equal(percentile([1, 2, 3, 4, 10], 0.75), 4);
  assert.deepEqual(
    [0.25, 0.5, 0.75].map((share) => percentile([10, 20, 30, 40], share)),
    [17.5, 25, 32.5],
  );
  assert.equal(percentile([5], 0.25), 5);
  assert.equal(percentile([], 0.5), null);
});

test('percentiles lie within the values and rise with the share', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 }), (values) => {
      const sorted = [...values].sort((a, b) => a - b);
      const [low, mid, high] = [0.25, 0.5, 0.75].map((share) => percentile(sorted, share) ?? -1);
      assert.ok((sorted[0] ?? 0) <= Number(low) && Number(low) <= Number(mid));
      assert.ok(Number(mid) <= Number(high) && Number(high) <= (sorted.at(-1) ?? 0));
    }),
  );
});

test('a summary of listings counts priced rows and leaves out the rest', () => {
  const rows: Row[] = [
    listing(300_000, 100),
    listing(null, 50),
    listing(100_000),
    listing(200_001),
  ];
  assert.deepEqual(summarise('listings', rows), {
    priced_count: 3,
    median_price: usd(200_001),
    p25: usd(150_000.5),
    p75: usd(250_000.5),
    median_price_per_sqft: 75,
  });
});

test('a summary of rentals is over monthly rents', () => {
  const rent = { ...listing(null), rent_monthly: usd(1_500) } as unknown as Row;
  assert.deepEqual(
    (summarise('rentals', [rent]) as { median_price: unknown }).median_price,
    usd(1_500),
  );
});

test('auctions have no asking price: count 0 and nulls, whatever the rows', () => {
  assert.deepEqual(summarise('auctions', [listing(5, 5)]), {
    priced_count: 0,
    median_price: null,
    p25: null,
    p75: null,
    median_price_per_sqft: null,
  });
});

test('a summary of sold homes counts disclosure and spans the dates', () => {
  const sold = (amount: number | null, disclosure: string, date: string | null) =>
    ({
      sale_price: amount === null ? null : usd(amount),
      sale_price_disclosure: disclosure,
      price_per_sqft: null,
      sold_date: date,
    }) as unknown as SoldRow;
  const rows = [
    sold(100, 'public_record', '2026-10-02'),
    sold(null, 'not_disclosed', '2026-09-01'),
    sold(300, 'unknown', null),
    sold(200, 'mls_reported', '2026-11-20'),
  ];
  assert.deepEqual(summarise('sold', rows), {
    priced_count: 3,
    disclosed_count: 3,
    median_sale_price: usd(200),
    p25: usd(150),
    p75: usd(250),
    median_price_per_sqft: null,
    earliest_sold_date: '2026-09-01',
    latest_sold_date: '2026-11-20',
  });
});
