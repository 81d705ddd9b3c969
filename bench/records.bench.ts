/**
 * Imports of files and pages of their rows: rows a second into the table, beside the engine's own
 * COPY of the same rows into a bare table, and the time of a page, on the engine under test.
 * `ROWHOUSE_BENCH_ROWS` sets how many rows (a million by default).
 */

import { fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TableArea, TableQuery } from '#domain/table.js';
import { importFile, type ReceivedFile } from '#service/datasets/import-file.js';
import { readyMapping } from '../test/support/import-file.js';
import { openTestApp } from '../test/support/open-test-app.js';
import { copySeconds } from './support/copy-baseline.js';

const ROWS = Number(process.env.ROWHOUSE_BENCH_ROWS ?? 1_000_000);
const PAGES = 100;
const HEADER = 'id,date,price,bedrooms,bathrooms,sqft_living,sqft_lot,yr_built,zipcode,lat,long\n';
const [WEST, SOUTH, WIDTH, HEIGHT] = [-122.5, 47.15, 1.2, 0.63];
const ZIPS = 70;

/** The same file for the same numbers: a linear congruential generator. */
function* numbers(): Generator<number, never> {
  let state = 1;
  for (;;) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

/** Sales over a county; homes of a ZIP lie together. */
async function* csv(): AsyncGenerator<Buffer> {
  const random = numbers();
  const draw = () => random.next().value;
  yield Buffer.from(HEADER);
  for (let at = 0; at < ROWS; at += 1_000) {
    let text = '';
    for (let nth = at; nth < Math.min(ROWS, at + 1_000); nth += 1) {
      const [x, y] = [draw(), draw()];
      const zip = 98_001 + Math.floor(x * 10) * 7 + Math.floor(y * 7);
      const day = new Date(Date.UTC(2024, 0, 1) + Math.floor(draw() * 700) * 864e5);
      const date = day.toISOString().slice(0, 10).replaceAll('-', '');
      text += `${7_000_000_000 + nth},${date},${1e5 + Math.floor(draw() * 1e6)},${1 + Math.floor(draw() * 5)},${1 + Math.floor(draw() * 12) / 4},${600 + Math.floor(draw() * 3000)},5000,${1900 + Math.floor(draw() * 120)},${zip},${(SOUTH + y * HEIGHT).toFixed(5)},${(WEST + x * WIDTH).toFixed(5)}\n`;
    }
    yield Buffer.from(text);
  }
}

const t = await openTestApp({ idle: true, limits: { IMPORT_BYTES_MAX: 2 ** 40 } });
const path = join(mkdtempSync(join(tmpdir(), 'rowhouse-bench-')), 'bench.csv');
await writeFile(path, csv());
const fd = openSync(path, 'r');
const file: ReceivedFile = { name: 'bench.csv', bytes: fstatSync(fd).size, sha256: 'bench', fd };
rmSync(dirname(path), { recursive: true });
const engine = t.app.embedded ? 'embedded' : 'PostgreSQL';
const rss = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 250);
let peak = 0;
const cpu = process.cpuUsage();
const began = performance.now();
const { report } = await importFile(t.app, {
  source: 'records',
  mapping: readyMapping('king-county-wa-sales'),
  file,
  dataset: null,
  check: false,
  signal: new AbortController().signal,
});
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpu);
clearInterval(rss);
console.log(
  `${engine}, load ${loadavg()[0]?.toFixed(1)}: ${report.rows} rows in ${seconds.toFixed(1)} s, ${Math.round(report.rows / seconds)} rows/s, ${((user + system) / 1e6).toFixed(1)} s of processor time here, peak ${Math.round(peak / 2 ** 20)} MB`,
);
const copied = await copySeconds(t);
console.log(
  `baseline, COPY of the same rows into a bare table: ${copied.toFixed(1)} s, ${Math.round(report.rows / copied)} rows/s; the import takes ${(seconds / copied).toFixed(1)} times as long`,
);

const random = numbers();
const draw = () => random.next().value;
function box(width: number, height: number): TableArea {
  const w = Math.round((WEST + draw() * (WIDTH - width)) * 1e6);
  const s = Math.round((SOUTH + draw() * (HEIGHT - height)) * 1e6);
  return { by: 'box', box: { w, s, e: w + width * 1e6, n: s + height * 1e6 } };
}
const AREAS: Readonly<Record<string, () => TableArea>> = {
  zip: () => ({ by: 'postal_code', postal_code: String(98_001 + Math.floor(draw() * ZIPS)) }),
  county: () => ({ by: 'county', fips: ['53033'] }),
  'box 1 mi': () => box(0.02, 0.015),
  'box 3 mi': () => box(0.058, 0.04),
  'box 10 mi': () => box(0.2, 0.14),
  'box 40 mi': () => box(1, 0.5),
};
const table = t.app.tables.table('records');
const all: number[] = [];
for (const [name, area] of Object.entries(AREAS)) {
  for (const sort of ['newest', 'price_high', 'price_low'] as const) {
    for (const filters of [{}, { min_price: 900_000, beds_min: 3 }]) {
      const times: number[] = [];
      for (let nth = 0; nth < PAGES; nth += 1) {
        const query: TableQuery = {
          area: area(),
          filters,
          since: '2024-06-01',
          sort,
          after: null,
          limit: 101,
        };
        const at = performance.now();
        await table.find(query);
        times.push(performance.now() - at);
      }
      all.push(...times);
      print(`${name}, ${sort}${'min_price' in filters ? ', filtered' : ''}`, times);
    }
  }
  const counts: number[] = [];
  for (let nth = 0; nth < PAGES; nth += 1) {
    const at = performance.now();
    await table.count({
      area: area(),
      filters: {},
      since: '2024-06-01',
      sort: 'newest',
      after: null,
      limit: 101,
    });
    counts.push(performance.now() - at);
  }
  print(`${name}, count`, counts);
}
print('all pages', all);
await t.close();

function print(name: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  console.log(`${name.padEnd(34)} p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}`);
}
