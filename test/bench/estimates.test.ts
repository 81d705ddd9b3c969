/** Estimates of recorded sales, where the sample is: far closer than the ZIP's median per area. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorsOf, testSales } from '#domain/comparables/test-sales.js';
import { kingCountyFile, NO_KING_COUNTY, readKingCounty } from '../../bench/support/king-county.js';

const TESTED = 100;
/** The benchmark has 8.8 % of 1,500 sales, and 14.4 % for the ZIP's median. */
const MEDIAN_ERROR_MAX = 0.115;

const path = kingCountyFile();

test('recorded sales are estimated from those before them', {
  skip: path === null && NO_KING_COUNTY,
}, async () => {
  const sales = await readKingCounty(path ?? '', false);
  const last = Math.max(...sales.map(({ day }) => day));
  const latest = sales.filter(({ day }) => day > last - 45);
  const every = Math.floor(latest.length / TESTED);
  const drawn = latest.filter((_sale, at) => at % every === 0);
  const tests = [...testSales(drawn, sales)].filter((one) => one !== null);
  assert.ok(tests.length >= TESTED, `${tests.length}`);
  const { median_absolute_error, bias } = errorsOf(tests);
  assert.ok(median_absolute_error < MEDIAN_ERROR_MAX, `${median_absolute_error}`);
  assert.ok(Math.abs(bias) < 0.05, `${bias}`);
});

test('without the folder of samples there is no file', () => {
  const before = process.env.ROWHOUSE_TEST_SAMPLES;
  process.env.ROWHOUSE_TEST_SAMPLES = '/nowhere';
  assert.equal(kingCountyFile(), null);
  if (before === undefined) delete process.env.ROWHOUSE_TEST_SAMPLES;
  else process.env.ROWHOUSE_TEST_SAMPLES = before;
});
