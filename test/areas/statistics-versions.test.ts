/** Statistics as of a day rest on the version of a dataset that was current on it. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import type { StatisticsBody } from '#contract/operations/statistics.js';
import { removeDataset } from '#service/datasets/show-datasets.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { dropEndedImports } from '#store/imports.js';
import { fileOf, importInto } from '../support/import-file.js';
import { sharedApp } from '../support/open-test-app.js';

/** No file but the last has a sale in 78613. */
const PLACES = ['zip=78704', 'zip=78613', 'city=Austin&state=TX', 'county=Travis&state=TX'];
const MAPPING = {
  dataset: 'travis',
  key: ['id'],
  fields: {
    sold_date: 'sold',
    sale_price: 'price',
    zip: 'zip',
    city: 'city',
    state: { value: 'TX' },
    county_fips: { value: '48453' },
  },
};

const t = sharedApp({ idle: true });
let key: string;
before(async () => {
  key = (await t.account()).api_key;
});

const dayOf = (daysAgo: number) =>
  new Date(t.clock.nowMs() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Sales of a year; `fits` chooses them and `price` prices them. */
function fileWith(fits: (nth: number) => boolean, price: (nth: number) => number, zips = '78745') {
  const lines = Array.from({ length: 600 }, (_one, nth) => nth)
    .filter(fits)
    .map((nth) => {
      const zip = nth % 4 === 0 ? zips : '78704';
      const month = String(1 + (nth % 12)).padStart(2, '0');
      return `${nth},2025-${month}-1${nth % 9},${price(nth)},${zip},Austin`;
    });
  return fileOf('travis.csv', `id,sold,price,zip,city\n${lines.join('\n')}\n`);
}

const series = async (asOf?: string) => {
  const bodies = PLACES.map(async (place) => {
    const time = asOf === undefined ? '' : `&as_of=${asOf}`;
    const path = `/v1/statistics?${place}&kind=sold&from=2025-01&to=2025-12${time}`;
    const answer = await t.get(path, key);
    assert.equal(answer.statusCode, 200, answer.body);
    const { series: own, not_known_then } = answer.json<StatisticsBody>();
    return { own, not_known_then };
  });
  return Promise.all(bodies);
};
const monthsStored = async () => {
  const [row] = await t.app.db.rows<{ n: number }>(
    'select count(*)::integer as n from sale_months',
  );
  return row?.n ?? 0;
};

const usual = (nth: number) => 200_000 + nth * 1_000;
/** Each file, and what it changes from the one before. */
const FILES = [
  fileWith((nth) => nth % 12 < 9, usual),
  // Three months more, and no sale of February any more.
  fileWith((nth) => nth % 12 !== 1, usual),
  // February is back, and the prices of June changed.
  fileWith(
    () => true,
    (nth) => usual(nth) + (nth % 12 === 5 ? 50_000 : 0),
    '78613',
  ),
];

test('each day has the figures that its version had, also after the rows were dropped', async () => {
  const known: { day: string; figures: Awaited<ReturnType<typeof series>> }[] = [];
  for (const [nth, file] of FILES.entries()) {
    await importInto(t, MAPPING, file);
    // Before the cleanup the rows of the version that was replaced are still there.
    for (const { day, figures } of known) assert.deepEqual(await series(day), figures, day);
    known.push({ day: dayOf(0), figures: await series() });
    const stored = await monthsStored();
    t.clock.advance(2 * DAY_MS);
    if (nth > 0) await cleanUpOnce(t.app);
    if (nth > 0) assert.ok((await monthsStored()) < stored, 'equal months are stored once');
  }
  assert.equal(new Set(known.map(({ figures }) => JSON.stringify(figures))).size, FILES.length);
  for (const { day, figures } of known) assert.deepEqual(await series(day), figures, day);
  const [before_] = await series(dayOf(30));
  assert.deepEqual([before_?.own, before_?.not_known_then], [[], ['travis']]);
  const tables = await t.app.db.rows(
    `select 1 from pg_inherits where inhparent = 'dataset_rows'::regclass`,
  );
  assert.equal(tables.length, 1, 'the rows of the current version alone');
});

test('a version that was replaced a moment ago is read before its rows are dropped', async () => {
  const then = await series();
  const day = dayOf(0);
  t.clock.advance(2 * DAY_MS);
  await importInto(t, MAPPING, FILES[0] ?? fileWith(() => true, usual));
  assert.notDeepEqual(await series(), then);
  assert.deepEqual(await series(day), then);
});

test('of a removed dataset no version is left', async () => {
  await removeDataset(t.app, 'records', 'travis');
  assert.deepEqual((await series(dayOf(3)))[0]?.own, []);
  t.clock.advance(DAY_MS);
  await cleanUpOnce(t.app);
  assert.equal(await monthsStored(), 0);
  const imports = await t.app.db.rows('select import_id from imports');
  assert.deepEqual(imports, []);
  // Ended again, nothing is found.
  assert.equal(await dropEndedImports(t.app.db, new Date(8.64e15), new Date(0), 10), 0);
});
