/** What an import and a check judge: the whole file, and its first records. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showImported } from '../../src/cli/show-imported.js';
import { fileOf, importInto } from '../support/import-file.js';
import { MAPPING, rejected, salesFile, sharedSales } from '../support/sales.js';

const sales = sharedSales();

const BAD = 1_200;
const GOOD = 1_300;

/** A file whose first lines are changed. */
const fileWith = (change: (line: string) => string): string =>
  salesFile(sales.t, BAD + GOOD)
    .split('\n')
    .map((line, nth) => (nth > 0 && nth <= BAD ? change(line) : line))
    .join('\n');
const undated = () => fileWith((line) => line.replace(/,\d{4}-\d\d-\d\d,/, ',,'));
const cheap = () => fileWith((line) => line.replace(/^([^,]+,[^,]+,)\d*/, '$15'));
const CHEAP = { ...MAPPING, drop_when: [{ column: 'price', below: 10 }] };

test('a file sorted by price, whose first records the mapping leaves out, is imported', async () => {
  const { report } = await importInto(sales.t, CHEAP, fileOf('sales.csv', cheap()));
  assert.deepEqual([report.rows, report.dropped[0]?.records], [GOOD, BAD]);
});

test('a file sorted by date, whose first records have none, is imported', async () => {
  const { report } = await importInto(sales.t, MAPPING, fileOf('sales.csv', undated()));
  assert.deepEqual([report.rows, report.unreadable], [GOOD, BAD]);
});

test('a file is judged over all its records, and no row of one that is rejected is stored', async () => {
  const loaded = async () =>
    (await sales.t.app.db.rows(`select 1 from imports where state <> 'ended'`)).length;
  const before = await loaded();
  const lines = undated().split('\n');
  const [header, ...rest] = lines.slice(0, -400);
  const latest = [header, ...rest.reverse()].join('\n');
  const message = await rejected(sales.t, MAPPING, latest);
  assert.match(message, /^1200 of the 2101 records are unreadable, so nothing was imported/);
  const none = {
    ...MAPPING,
    drop_when: [
      { column: 'price', below: 1e9 },
      { column: 'price', in: [''] },
    ],
  };
  assert.match(
    await rejected(sales.t, none, salesFile(sales.t, BAD)),
    /^None of the 1200 records is a row, so nothing was imported/,
  );
  assert.equal(await loaded(), before);
});

test('the report shows the page of a home where the file names one, and none where it does not', async () => {
  const check = (mapping: object) =>
    importInto(sales.t, mapping, fileOf('sales.csv', salesFile(sales.t, 20)), { check: true });
  const pageIn = async (mapping: object) => (await check(mapping)).report.examples[0]?.source_url;
  const { home_url: _page, ...without } = MAPPING as typeof MAPPING & { home_url?: string };
  assert.equal(await pageIn(without), null);
  const home_url = 'https://county.example/sales';
  assert.equal(await pageIn({ ...without, home_url }), home_url);
});

test('a check says what it has judged', async () => {
  const check = (content: string) =>
    importInto(sales.t, MAPPING, fileOf('sales.csv', content), { check: true });
  const some = await check(undated());
  assert.deepEqual(
    [some.result, some.judged, some.report.records, some.report.rows],
    ['checked', 'first_records', 1_000, 0],
  );
  const shown = showImported({ ...some });
  assert.match(shown, /^Checked the first 1000 records, nothing was stored: test-county, 0 rows/);
  assert.match(
    shown,
    /^1000 of them are unreadable\. The rest of the file was not checked: an import/m,
  );
  const all = await check(salesFile(sales.t, 1_000));
  assert.equal(all.judged, 'whole_file');
  assert.match(
    showImported({ ...all }),
    /^Checked the complete file, nothing was stored: test-county/,
  );
  assert.ok(!showImported({ ...all }).includes('rest of the file'));
  const short = undated().split('\n').slice(0, 100).join('\n');
  await assert.rejects(check(short), /99 of the 99 records are unreadable/);
});
