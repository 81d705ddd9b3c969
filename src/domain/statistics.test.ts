/** Cells of statistics, against a second computation that sorts and counts in the plainest way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  byListing,
  emptyCell,
  HOMES_FOR_MEDIAN_MIN,
  type ListingSpan,
  laterMonth,
  listingCells,
  monthsFrom,
  periodsOf,
  type SummedSale,
  saleCells,
} from './statistics.js';

/** Numbers that repeat with a seed. */
function* numbersFrom(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

const TYPES = ['condo', 'single_family', null];

function salesOf(seed: number, count: number): SummedSale[] {
  const random = numbersFrom(seed);
  const next = (below: number) => Math.floor(random.next().value * below);
  return Array.from(
    { length: count },
    (): SummedSale => [
      next(10) === 0 ? null : 100_000 + next(900_000),
      next(8) === 0 ? null : 500 + next(3_000),
      TYPES[next(3)] ?? null,
      next(6) === 0 ? null : next(8),
      next(3) === 0 ? null : next(4) > 0,
      next(3) === 0 ? null : 100_000 + next(900_000),
    ],
  );
}

/** The middle of a list: of an even one, between its two middle values. */
function middle(values: number[]): number {
  values.sort((a, b) => a - b);
  const half = values.length / 2;
  const [low, high] = [values[Math.ceil(half) - 1], values[Math.floor(half)]];
  return Math.round((((low ?? 0) + (high ?? 0)) / 2) * 100) / 100;
}

test('counts and medians of each month agree with the plainest computation', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const months = ['2025-11', '2025-12', '2026-01'].map((month, at) => ({
      month,
      sales: salesOf(seed * 10 + at, seed % 17),
    }));
    const cells = saleCells(months, 'month', null);
    for (const { month, sales } of months) {
      const cell = cells.find(({ period }) => period === month) ?? emptyCell(month);
      const used = sales.filter((sale) => sale[4] !== false && sale[0] !== null);
      const ratios = used.flatMap(([price, , , , , list]) => (price && list ? price / list : []));
      const asked = cell.median_sale_to_list;
      if (ratios.length < HOMES_FOR_MEDIAN_MIN) assert.equal(asked, null);
      else assert.ok(Math.abs((asked ?? 0) - middle(ratios)) < 0.011, `${asked}`);
      assert.equal(cell.count, sales.length);
      assert.equal(cell.priced_count, used.length);
      const prices = used.map((sale) => sale[0] ?? 0);
      const median = prices.length < HOMES_FOR_MEDIAN_MIN ? null : middle(prices);
      assert.equal(cell.median_price, median);
    }
  }
});

test('groups divide a quarter: their counts add up, and no bedrooms above five stand alone', () => {
  const sales = salesOf(7, 400);
  const months = [
    { month: '2026-01', sales: sales.slice(0, 150) },
    { month: '2026-03', sales: sales.slice(150) },
  ];
  const [whole] = saleCells(months, 'quarter', null);
  for (const group of ['property_type', 'beds'] as const) {
    const cells = saleCells(months, 'quarter', group);
    assert.equal(
      cells.reduce((sum, { count }) => sum + count, 0),
      whole?.count,
    );
    assert.ok(cells.every(({ period }) => period === '2026-01'));
  }
  const beds = saleCells(months, 'quarter', 'beds').map(({ group }) => group);
  assert.deepEqual(beds, [null, '0', '1', '2', '3', '4', '5+']);
});

test('four priced sales have counts and no median', () => {
  const sales = Array.from({ length: 4 }, (): SummedSale => [300_000, 1_500, null, null, null]);
  const [cell] = saleCells([{ month: '2026-01', sales }], 'month', null);
  assert.deepEqual([cell?.count, cell?.priced_count], [4, 4]);
  assert.deepEqual(
    [cell?.median_price, cell?.p25, cell?.median_price_per_sqft],
    [null, null, null],
  );
});

const span = (of: Partial<ListingSpan> & Pick<ListingSpan, 'from' | 'to'>): ListingSpan => ({
  listing: 'a',
  price: 500_000,
  list_date: null,
  is_removed: false,
  sqft: null,
  property_type: null,
  beds: null,
  ...of,
});

test('a listing counts in each month that it was offered in, at its last price of the month', () => {
  const spans = [
    span({ from: '2026-01-20', to: '2026-02-10', list_date: '2026-01-18' }),
    span({
      from: '2026-02-11',
      to: '2026-03-02',
      price: 450_000,
      is_removed: true,
      list_date: '2026-01-18',
    }),
  ];
  const cells = listingCells(byListing(spans), periodsOf('2025-12', '2026-04', 'month'), null);
  assert.deepEqual(
    cells.map((cell) => [
      cell.period,
      cell.count,
      cell.new_count,
      cell.removed_count,
      cell.price_cut_share,
    ]),
    [
      ['2026-01', 1, 1, 0, 0],
      ['2026-02', 1, 0, 0, 1],
      ['2026-03', 1, 0, 1, 0],
    ],
  );
});

test('a lower price after a removal is that of a new listing, and no cut', () => {
  const spans = [
    span({ from: '2026-01-20', to: '2026-02-10', is_removed: true }),
    span({ from: '2026-03-11', to: '2026-03-20', price: 450_000 }),
  ];
  const [, cell] = listingCells(byListing(spans), periodsOf('2026-02', '2026-03', 'month'), null);
  assert.deepEqual([cell?.period, cell?.count, cell?.price_cut_share], ['2026-03', 1, 0]);
});

test('a lower price with a later listing date is that of a new listing, and no cut', () => {
  const before = span({ from: '2026-01-20', to: '2026-02-10', list_date: '2026-01-18' });
  const cutOf = (list_date: string) => {
    const after = span({ from: '2026-03-11', to: '2026-03-20', price: 450_000, list_date });
    const [, cell] = listingCells(
      byListing([before, after]),
      periodsOf('2026-02', '2026-03', 'month'),
      null,
    );
    return cell?.price_cut_share;
  };
  assert.deepEqual(['2026-01-19', '2026-03-10'].map(cutOf), [1, 0]);
});

test('days on the market need five removed listings whose start is known', () => {
  const spans = Array.from({ length: 6 }, (_one, at) =>
    span({
      listing: `l${at}`,
      from: '2026-03-01',
      to: '2026-03-31',
      is_removed: true,
      list_date: at === 0 ? null : `2026-03-0${at}`,
    }),
  );
  const periods = periodsOf('2026-03', '2026-03', 'month');
  assert.equal(listingCells(byListing(spans), periods, null)[0]?.median_days_on_market, 28);
  assert.equal(
    listingCells(byListing(spans.slice(1, 5)), periods, null)[0]?.median_days_on_market,
    null,
  );
});

test('periods are whole months and quarters, leap days and turns of years among them', () => {
  assert.deepEqual(periodsOf('2024-02', '2024-02', 'month'), [
    { period: '2024-02', first: '2024-02-01', last: '2024-02-29' },
  ]);
  assert.deepEqual(periodsOf('2025-11', '2026-01', 'quarter'), [
    { period: '2025-10', first: '2025-10-01', last: '2025-12-31' },
    { period: '2026-01', first: '2026-01-01', last: '2026-03-31' },
  ]);
  assert.equal(laterMonth('2026-01', -13), '2024-12');
  assert.equal(monthsFrom('2025-11', '2026-01'), 3);
});
