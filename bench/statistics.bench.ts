/**
 * Statistics of a ZIP and of its county over ten years, beside the same figures computed by one
 * statement over all rows. `ROWHOUSE_BENCH_ROWS` sets how many sales (300,000 by default).
 */
import { loadavg } from 'node:os';
import type { StatisticsQuery } from '#contract/operations/statistics.js';
import { showStatistics } from '#service/areas/show-statistics.js';
import { fileOf, importInto, readyMapping } from '../test/support/import-file.js';
import { openTestApp } from '../test/support/open-test-app.js';
import { median, show } from './support/numbers.js';

const ROWS = Number(process.env.ROWHOUSE_BENCH_ROWS ?? 300_000);
const CALLS = 20;
const ZIPS = 70;
const DAYS = 3_640;
const FIRST_ZIP = 98_001;
const COUNTY = '53033';

const t = await openTestApp({ idle: true });
const lines = Array.from({ length: ROWS }, (_row, at) => {
  const day = new Date(t.clock.nowMs() - (10 + ((at * 7_919) % DAYS)) * 864e5);
  const date = day.toISOString().slice(0, 10).replaceAll('-', '');
  const zip = FIRST_ZIP + ((at * 31) % ZIPS);
  return `${7e9 + at},${date},${1e5 + ((at * 7_919) % 1e6)},3,2,${600 + (at % 3_000)},5000,1970,${zip},47.5,-122.2`;
});
const header = 'id,date,price,bedrooms,bathrooms,sqft_living,sqft_lot,yr_built,zipcode,lat,long';
const file = fileOf('sales.csv', `${header}\n${lines.join('\n')}\n`);
await importInto(t, readyMapping('king-county-wa-sales') as object, file);

/** The median of calls one after the other, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** An account without grants, which keeps its access. */
const READER = { account_id: 'bench' };
const WAITER = { readmit: () => [] };

const from = new Date(t.clock.nowMs() - DAYS * 864e5).toISOString().slice(0, 7);
const areas: readonly (readonly [string, Partial<StatisticsQuery>, string])[] = [
  ['a ZIP', { zip: String(FIRST_ZIP) }, `zip = '${FIRST_ZIP}'`],
  ['its county', { county: 'King', state: 'WA' }, `county_fips = '${COUNTY}'`],
];
console.log(`${ROWS} sales of ten years, load ${loadavg()[0]?.toFixed(1)}`);
for (const [name, place, where] of areas) {
  const query = { ...place, kind: 'sold', from } as StatisticsQuery;
  const body = await showStatistics(t.app, READER, query, WAITER);
  const counted = body.series
    .flatMap(({ periods }) => periods.flatMap(({ cells }) => cells))
    .reduce((sum, { count }) => sum + count, 0);
  const own = await timed(() => showStatistics(t.app, READER, query, WAITER));
  const scan = await timed(() =>
    t.app.db.rows(
      `select date_trunc('month', day::timestamp) as month, count(*),
         percentile_cont(array[0.25, 0.5, 0.75]) within group (order by price),
         percentile_cont(0.5) within group (order by price / sqft)
       from dataset_rows where ${where} group by 1`,
    ),
  );
  console.log(
    `${name}, ${counted} sales: ${show(own)} ms; one statement over its rows: ${show(scan)} ms; ratio ${show(own / scan)}`,
  );
}
await t.close();
