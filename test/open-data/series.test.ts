/**
 * Files of public figures become market series: what is read of a line, what is counted, and what
 * is shown of it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MEASURES } from '#contract/series.js';
import { presetsIn } from '#service/datasets/open-sets.js';
import { SERIES_FILE } from '#sources/open/series.js';
import { findSeries } from '#store/market-series.js';
import { asking } from '../support/ask-admin.js';
import { type FileServer, fileServer } from '../support/file-server.js';
import { addSet, LONG, openSeriesApp, seriesIn, setOf } from '../support/series.js';

let t: Awaited<ReturnType<typeof openSeriesApp>>;
let server: FileServer;
let version = 1;
before(async () => {
  t = await openSeriesApp();
  server = await fileServer('');
});
after(async () => {
  await server.close();
  await t.close();
});

/** Another file at the same address. */
function serve(content: string | Buffer): void {
  version += 1;
  server.content = Buffer.from(content);
  server.etag = `"${version}"`;
}

const long = (...lines: string[]) => `${['zip,month,price,sold', ...lines].join('\n')}\n`;

test('one line a region and month: values are found by region, measure and period, with dataset and licence', async () => {
  serve(
    long(
      '78701,2026-01,500000,12',
      '78701,2026-02,510000.5,9',
      '78704,2026-01,"$400,000",7',
      '1001,2026-01,300000,4',
    ),
  );
  const added = await addSet(t, setOf(server.url));
  assert.equal(added.result, 'imported');
  const { rows, regions, earliest, latest } = added.report;
  assert.deepEqual(
    { rows, regions, earliest, latest },
    {
      rows: 8,
      regions: 3,
      earliest: '2026-01-01',
      latest: '2026-02-01',
    },
  );
  assert.deepEqual(await seriesIn(t, '78701'), ['2026-01-01 500000', '2026-02-01 510000.5']);
  assert.deepEqual(await seriesIn(t, '78704'), ['2026-01-01 400000']);
  assert.deepEqual(
    await seriesIn(t, '01001'),
    ['2026-01-01 300000'],
    'zeros in front are restored',
  );
  const found = await findSeries(t.app.db, {
    region_kind: 'zip',
    region: '78701',
    measures: ['homes_sold'],
    from: '2026-02-01',
    to: '2026-02-01',
  });
  assert.deepEqual(found, [
    {
      measure: 'homes_sold',
      period: '2026-02-01',
      value: 9,
      dataset: 'figures',
      licence: 'Free with attribution',
      licence_url: 'https://bureau.example.invalid/terms',
      attribution: 'A bureau, figures',
    },
  ]);
});

test('what is missing or unreadable is counted by cause, and never zero', async () => {
  serve(
    long(
      '78701,2026-01,,12',
      '78701,2026-02,n/a,9',
      '78701,2026-03,about 5,-3',
      '78701,2026-04,0,1',
      '78701,2026-04,1,1',
      '00000,2026-01,1,1',
      ',2026-01,1,1',
      '78704,January,1,1',
      '78704,2026-13,1,1',
      '78704,2026-05,1',
      ...Array.from({ length: 12 }, (_one, at) => `78702,20${at + 10}-01,100,1`),
    ),
  );
  const { report } = await addSet(t, setOf(server.url, { ...LONG, missing: ['n/a'] }));
  assert.deepEqual(
    Object.fromEntries(
      report.dropped.map(({ cause, records, lines }) => [cause, [records, lines]]),
    ),
    {
      'the region and period of an earlier line': [1, [6]],
      'a region that does not exist': [1, [7]],
      'no region in its column': [1, [8]],
      'an unreadable period': [2, [9, 10]],
      'another number of values than the header': [1, [11]],
    },
  );
  assert.deepEqual(
    report.measures.map(({ measure, values, missing, unreadable }) => [
      measure,
      values,
      missing,
      unreadable,
    ]),
    [
      ['median_sale_price', 13, 2, 1],
      ['homes_sold', 15, 0, 1],
    ],
  );
  assert.deepEqual(await seriesIn(t, '78701'), ['2026-04-01 0']);
});

test('one column a period, compressed: periods come from the names of columns', async () => {
  serve(
    gzipSync(
      'RegionID,RegionName,2025-12-31,2026-01-31,2026-02-28\n1,78701,1,2.5,\n2,78704,,3,4\n3,1001,5,6,7\n',
    ),
  );
  const wide = {
    format: 'csv',
    region: { kind: 'zip', column: 'RegionName' },
    period: { by: 'month', columns: '^(?<year>\\d{4})-(?<month>\\d\\d)-\\d\\d$' },
    measure: 'rent_index',
  };
  const { report } = await addSet(t, setOf(server.url, wide));
  assert.deepEqual([report.rows, report.measures[0]?.missing], [7, 2]);
  assert.deepEqual(await seriesIn(t, '78701', ['rent_index']), ['2025-12-01 1', '2026-01-01 2.5']);
  assert.deepEqual(await seriesIn(t, '78701'), [], 'the earlier series were replaced wholly');
  server.content = gzipSync('RegionID,RegionName,one\n1,78701,1\n');
  server.etag = '"none"';
  await assert.rejects(addSet(t, setOf(server.url, wide)), /No column of the file is named like/);
});

test('tabs, a pattern for the region, lines of one kind, and periods from a month on', async () => {
  serve(
    [
      'Published by a bureau',
      '"REGION"\t"KIND"\t"END"\t"PPSF"',
      '"Zip Code: 78701"\t"-1"\t"2026-01-31"\t"400"',
      '"Zip Code: 78701"\t"6"\t"2026-01-31"\t"999"',
      '"Zip Code: 78701"\t"-1"\t"2011-01-31"\t"100"',
    ].join('\r\n'),
  );
  const { report } = await addSet(
    t,
    setOf(server.url, {
      format: 'tsv',
      region: { kind: 'zip', column: 'REGION', pattern: '(\\d{5})$' },
      period: { by: 'month', column: 'END', pattern: '^(?<year>\\d{4})-(?<month>\\d\\d)' },
      measures: { price_per_sqft: { column: 'PPSF', times: 2 } },
      where: { KIND: ['-1'] },
      from: '2012-01',
    }),
  );
  assert.deepEqual([report.records, report.excluded, report.rows], [1, 2, 1]);
  assert.deepEqual(await seriesIn(t, '78701', ['price_per_sqft']), ['2026-01-01 800']);
});

test('counties by name or code, cities with their state, and states', async () => {
  const by = (region: object) => ({
    ...LONG,
    region,
    period: { by: 'year', column: 'year', pattern: '^(?<year>\\d{4})$' },
    measures: { price_index: 'value' },
  });
  const cases = [
    [{ kind: 'county_fips', column: 'name', state: 'st' }, 'Travis County', '48453'],
    [{ kind: 'county_fips', column: 'name' }, '48453', '48453'],
    [{ kind: 'city', column: 'name', state: 'st' }, 'Austin', 'austin, TX'],
    [{ kind: 'state', column: 'name' }, 'tx', 'TX'],
  ] as const;
  for (const [region, name, stored] of cases) {
    serve(`name,st,year,value\n${name},TX,2025,101\n`);
    await addSet(t, setOf(server.url, by(region)));
    assert.deepEqual(await seriesIn(t, stored, ['price_index'], region.kind), ['2025-01-01 101']);
  }
  serve('name,st,year,value\nHartford County,CT,2025,101\n');
  await assert.rejects(
    addSet(t, setOf(server.url, by(cases[0][0]))),
    /a region that does not exist/,
    'several counties answer to this name',
  );
});

test('list and show name what was added; remove ends it', async () => {
  serve(long('78701,2026-01,500000,12'));
  await addSet(t, setOf(server.url));
  const ask = asking(t);
  const { json: list } = await ask('GET', '/open');
  const own = (list as { sets: { name: string; rows: number }[] }).sets.find(
    ({ name }) => name === 'figures',
  );
  assert.equal(own?.rows, 2);
  const { json: shown } = await ask('GET', '/open/figures');
  const { measures, regions, earliest, latest } = shown as Record<string, unknown>;
  assert.deepEqual([regions, earliest, latest], [1, '2026-01-01', '2026-01-01']);
  assert.deepEqual(
    (measures as { measure: string }[]).map(({ measure }) => measure),
    ['median_sale_price', 'homes_sold'],
  );
  const { status } = await ask('POST', '/open/figures/remove');
  assert.equal(status, 200);
  assert.deepEqual(await seriesIn(t, '78701'), []);
  assert.equal((await ask('POST', '/open/figures/remove')).status, 404);
});

test('a description lists every mistake at once', async () => {
  const wrong = (more: object) => addSet(t, setOf(server.url, { ...LONG, ...more }));
  await assert.rejects(
    wrong({ measures: { mood: 'a', homes_sold: 7 }, format: 'xlsx', speed: 1 }),
    /no member "mood".*|no member "speed"/,
  );
  await assert.rejects(
    wrong({
      region: { kind: 'city', column: 'a', pattern: '(' },
      period: { by: 'month', columns: '^(?<year>\\d+)$' },
    }),
    (error: Error) =>
      [
        '"series/measure" is missing',
        '"series/measures" is for files with one line',
        '"series/region/state" is missing',
        '"series/region/pattern" is not a regular expression',
        '"series/period/columns" has no group "month"',
      ].every((part) => error.message.includes(part)),
  );
  const { series: _series, ...rest } = setOf(server.url);
  await assert.rejects(addSet(t, { ...rest, mapping: {} }), /needs "series".*has no "mapping"/);
});

test('the document names every member of a description and every measure with its unit', () => {
  // Columns of a table are as wide as their longest cell.
  const document = readFileSync('docs/open-data.md', 'utf8').replaceAll(/ +\|/g, ' |');
  const members = Object.keys(SERIES_FILE.properties as object).filter(
    (name) => name !== 'measure',
  );
  for (const name of members) assert.match(document, new RegExp(`^\\| \`${name}\` +\\|`, 'm'));
  for (const [name, description] of Object.entries(MEASURES)) {
    const row = `| \`${name}\` | ${description.replace(/\.$/, '')} |`;
    assert.ok(document.includes(row), `docs/open-data.md lacks: ${row}`);
  }
});

test('every set of series that comes with the service is valid and names its licence', () => {
  const sets = presetsIn(t.app.openSets.presets).filter(({ protocol }) => protocol === 'file');
  assert.deepEqual(
    sets.map(({ name, may_redistribute }) => [name, may_redistribute]),
    [
      ['fhfa-zip-price-index', true],
      ['realtor-zip-inventory', false],
      ['redfin-county-market', false],
      ['redfin-zip-market', false],
      ['zillow-zip-home-values', false],
      ['zillow-zip-rents', false],
    ],
  );
});
