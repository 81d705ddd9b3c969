/**
 * The benchmark of real sales, on a file of made-up ones: what it counts, and that it says when it
 * has no file.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSales, SALES_HEADER, salesFile } from '../../bench/support/sales-areas.js';
import { geography } from '../support/geography.js';

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-sales-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Two ZIPs side by side, 100 sales each on a grid. */
function salesIn(path: string): void {
  const lines = ['98102', '98112'].flatMap((zip, nth) =>
    Array.from({ length: 100 }, (_sale, at) => {
      const [lat, lng] = [
        47.62 + (at % 10) * 0.002,
        -122.33 + nth * 0.025 + Math.floor(at / 10) * 0.002,
      ];
      return `"${zip}${at}","20150101T000000",${300_000 + at},3,"${zip}",${lat.toFixed(4)},${lng.toFixed(4)}`;
    }),
  );
  mkdirSync(join(path, 'records'));
  writeFileSync(
    join(path, 'records', 'kc_house_data.csv'),
    ['"id","date","price","bedrooms","zipcode","lat","long"', ...lines].join('\n'),
  );
}

test('without the folder of samples the benchmark has no sales', () => {
  const before = process.env.ROWHOUSE_TEST_SAMPLES;
  process.env.ROWHOUSE_TEST_SAMPLES = join(folder, 'none');
  assert.equal(salesFile(), null);
  process.env.ROWHOUSE_TEST_SAMPLES = before ?? '';
});

test('the floor is a request a page of 41, which places reach; the square is dearer; no way loses a home', async () => {
  salesIn(folder);
  const before = process.env.ROWHOUSE_TEST_SAMPLES;
  process.env.ROWHOUSE_TEST_SAMPLES = folder;
  const path = salesFile();
  process.env.ROWHOUSE_TEST_SAMPLES = before ?? '';
  assert.ok(path !== null);
  const rows = await readSales(path, geography());
  const column = (row: readonly string[], name: string) => row[SALES_HEADER.indexOf(name)];
  const named = new Map(rows.map((row) => [row[0] ?? '', row]));
  const requests = (name: string) => Number(column(named.get(name) ?? [], 'requests'));
  for (const row of rows) {
    assert.deepEqual(row.slice(1, 4), ['2', '200', '6'], row.join(' '));
    assert.deepEqual([column(row, 'lost'), column(row, 'doubled')], ['0', '0'], row.join(' '));
  }
  assert.equal(requests('places'), 6);
  assert.equal(requests('places, looked up'), 10);
  assert.ok(requests('square, nothing known') > 6);
  assert.ok(requests('outlines, 0.0 % outside') < requests('square, nothing known'));
});
