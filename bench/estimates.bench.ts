/**
 * The error of estimates on the King County sample: 1,500 sales of its last 90 days, each from the
 * 365 days before it, beside two baselines. The method's constants were fitted to sales of the 90
 * days before those, which are printed too; intervals are learned from these alone.
 * Usage: ROWHOUSE_TEST_SAMPLES=… npm run bench -- estimates   (ESTIMATES=1500; a smaller number is
 * faster)
 */
import { performance } from 'node:perf_hooks';
import { COMPARABLES_AGE_DAYS_MAX } from '#contract/comparables.js';
import { milesBetween } from '#domain/box.js';
import { mayHaveSay, NEAR_MAX } from '#domain/comparables/choose.js';
import { estimatePrice } from '#domain/comparables/estimate.js';
import { holds, learnBounds, type Tested } from '#domain/comparables/interval.js';
import { errorsOf, testSales } from '#domain/comparables/test-sales.js';
import { learnTrend } from '#domain/comparables/trend.js';
import { hashText, unit } from '../src/sandbox/data/chance.js';
import {
  type KingSale,
  kingCountyFile,
  NO_KING_COUNTY,
  readKingCounty,
} from './support/king-county.js';
import { median, printTable } from './support/numbers.js';

const COUNT = Number(process.env.ESTIMATES ?? 1_500);
const PERIOD_DAYS = 90;
const NEAREST = 5;
const DECILES = 10;
const TIMED = 100;

const HEADER = 'method|sales|median error|within 5 %|10 %|20 %|bias'.split('|');
const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)} %`;

const path = kingCountyFile();
if (path === null) console.log(NO_KING_COUNTY);
else await measure(path);

async function measure(file: string): Promise<void> {
  const basic = await readKingCounty(file, false);
  const assessed = await readKingCounty(file, true);
  const last = Math.max(...basic.map(({ day }) => day));
  const tested = drawn(basic, last);
  const fitted = drawn(basic, last - PERIOD_DAYS);
  const rows = [
    row(
      'median price per area of the ZIP',
      tested.map((sale) => byZip(sale, basic)),
    ),
    row(
      'median price per area of the nearest five',
      tested.map((sale) => byNearest(sale, basic)),
    ),
  ];
  const coverages: string[][] = [];
  for (const [name, sales] of [
    ['basic facts', basic],
    ["and the assessor's", assessed],
  ] as const) {
    const before = testsOf(drawn(sales, last - PERIOD_DAYS), sales);
    const tests = testsOf(drawn(sales, last), sales);
    rows.push(row(`${name}: fitted to`, before), row(`${name}: not seen`, tests));
    const bounds = learnBounds(before);
    const held = (some: readonly Tested[]) =>
      percent(some.filter((one) => holds(one, bounds)).length / some.length);
    for (const by of ['price', 'estimate'] as const) {
      coverages.push([`${name}, by ${by}`, held(tests), ...decilesOf(tests, by).map(held)]);
    }
  }
  console.log(`${tested.length} sales of ${PERIOD_DAYS} days; ${fitted.length} of those before`);
  printTable(HEADER, rows);
  console.log('  Share of prices that the interval of 80 % held, in all and by decile');
  const numbers = Array.from({ length: DECILES }, (_decile, at) => String(at + 1));
  printTable(['interval', 'all', ...numbers], coverages);
  time(tested, basic);
}

/** Sales of the period that ends on a day; the same on every run. */
function drawn(sales: readonly KingSale[], last: number): KingSale[] {
  return sales
    .filter(({ day }) => day <= last && day > last - PERIOD_DAYS)
    .map((sale) => ({ sale, chance: unit(hashText(`${sale.home} ${sale.day}`, 1), 1) }))
    .sort((a, b) => a.chance - b.chance)
    .slice(0, COUNT)
    .map(({ sale }) => sale);
}

function testsOf(tested: readonly KingSale[], sales: readonly KingSale[]): Tested[] {
  return [...testSales(tested, sales)].filter((test) => test !== null);
}

type Compared = Pick<Tested, 'price' | 'estimate'>;

function row(name: string, tests: readonly Compared[]): string[] {
  const errors = errorsOf(tests);
  return [
    name,
    String(tests.length),
    percent(errors.median_absolute_error, 2),
    percent(errors.within_5_percent),
    percent(errors.within_10_percent),
    percent(errors.within_20_percent),
    percent(errors.bias, 1),
  ];
}

function areaOf({ facts }: KingSale): number {
  return facts.living_area_sqft ?? 0;
}

function perArea(sale: KingSale): number {
  return sale.price / areaOf(sale);
}

function byZip(sale: KingSale, sales: readonly KingSale[]): Compared {
  const near = sales.filter((one) => one.zip === sale.zip && mayHaveSay(one, sale.day));
  return { price: sale.price, estimate: median(near.map(perArea)) * areaOf(sale) };
}

function byNearest(sale: KingSale, sales: readonly KingSale[]): Compared {
  const near = sales
    .filter((one) => mayHaveSay(one, sale.day))
    .map((one) => ({ one, miles: milesBetween(sale.lat, sale.lng, one.lat, one.lng) }))
    .sort((a, b) => a.miles - b.miles)
    .slice(0, NEAREST);
  return {
    price: sale.price,
    estimate: median(near.map(({ one }) => perArea(one))) * areaOf(sale),
  };
}

function decilesOf(tests: readonly Tested[], by: 'price' | 'estimate'): Tested[][] {
  const sorted = [...tests].sort((a, b) => a[by] - b[by]);
  const start = (nth: number) => Math.floor((nth * sorted.length) / DECILES);
  return Array.from({ length: DECILES }, (_decile, nth) =>
    sorted.slice(start(nth), start(nth + 1)),
  );
}

/** One estimate as the service makes it, from the nearest sales. */
function time(tested: readonly KingSale[], sales: readonly KingSale[]): void {
  const last = Math.max(...sales.map(({ day }) => day));
  const trend = learnTrend(sales, last, COMPARABLES_AGE_DAYS_MAX);
  const times = tested.slice(0, TIMED).map((sale) => {
    const near = sales
      .map((one) => ({ one, miles: milesBetween(sale.lat, sale.lng, one.lat, one.lng) }))
      .sort((a, b) => a.miles - b.miles)
      .slice(0, NEAR_MAX)
      .map(({ one }) => one);
    const began = performance.now();
    estimatePrice(sale, last, near, trend);
    return performance.now() - began;
  });
  console.log(`  one estimate: ${median(times).toFixed(1)} ms`);
}
