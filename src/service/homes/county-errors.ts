/**
 * The error of estimates in a county, with the trend of its prices and the bounds of intervals.
 * The first call in a county asks for it; it is computed in the background and stored.
 */
import { ownTurn } from '#base/own-turn.js';
import {
  COMPARABLES_AGE_DAYS_MAX,
  type NoError,
  type PriceKind,
  TESTED_SALES_MIN,
} from '#contract/comparables.js';
import { DAY_MS } from '#contract/durations.js';
import type { CountyErrorBody } from '#contract/operations/comparables.js';
import { METHOD_VERSION } from '#domain/comparables/estimate.js';
import { type Bounds, learnBounds, shareHeld } from '#domain/comparables/interval.js';
import { errorsOf, type Test, testSales } from '#domain/comparables/test-sales.js';
import { learnTrend, type Trend } from '#domain/comparables/trend.js';
import { isoDay } from '#domain/days.js';
import { askForCounty, claimCounty, findCounty, storeCounty } from '#store/county-errors.js';
import { now, type Parts, secondsFromNow } from '../app.js';
import type { Look } from '../work/run-every.js';
import {
  type ComparableParts,
  findOfCounty,
  type ShownSale,
  salesVersion,
} from './find-comparables.js';

/** What is stored of a county. */
export interface CountyResult {
  readonly method: string;
  readonly trend: Trend | null;
  readonly bounds: readonly Bounds[];
  /** Null for too few tests. */
  readonly error: CountyErrorBody | null;
}

/** How many sales of the last year are tested: an even share of more. */
const TESTED_MAX = 1_000;
/** A result is computed again after this time, and when the sales have changed. */
const RESULT_S = 7 * 86_400;
/** A county that a process has claimed is free for another after this time. */
const CLAIM_S = 1_800;
const LOOK_EVERY_MS = 10_000;
/** Digits of a share. */
const DIGITS = 4;

/** The result of a county, or why there is none; asks for a missing one. */
export async function countyResult(
  app: Parts<'clock' | 'db'>,
  kind: PriceKind,
  countyFips: string,
): Promise<CountyResult | NoError> {
  const row = await findCounty<CountyResult>(app.db, countyFips, kind);
  if (row === undefined) await askForCounty(app.db, countyFips, kind, now(app));
  const result = row?.result ?? null;
  return result === null || result.method !== METHOD_VERSION ? 'not_computed' : result;
}

/** Computes the counties that were asked for, one at a time. */
export const countyErrors = (app: ComparableParts): Look => ({
  name: 'the error of a county',
  everyMs: LOOK_EVERY_MS,
  look: () => computeNext(app),
});

/** Computes one county; false when none is due. */
export async function computeNext(app: ComparableParts): Promise<boolean> {
  const version = `${METHOD_VERSION} ${salesVersion(app)}`;
  const claimed = await claimCounty(app.db, version, {
    at: now(app),
    claimedSince: secondsFromNow(app, -CLAIM_S),
    staleAt: secondsFromNow(app, -RESULT_S),
  });
  if (claimed === undefined) return false;
  const result = await computeCounty(app, claimed.kind, claimed.county_fips);
  await storeCounty(app.db, claimed, { version, result, at: now(app) });
  return true;
}

async function computeCounty(
  app: ComparableParts,
  kind: PriceKind,
  countyFips: string,
): Promise<CountyResult> {
  const today = Math.floor(app.clock.nowMs() / DAY_MS);
  const yearAgo = today - COMPARABLES_AGE_DAYS_MAX;
  const days = { from: yearAgo - COMPARABLES_AGE_DAYS_MAX, before: today };
  const sales = await findOfCounty(app, kind, countyFips, days);
  const lastYear = sales.filter(({ day }) => day >= yearAgo);
  const every = Math.max(1, Math.ceil(lastYear.length / TESTED_MAX));
  const tests: Test<ShownSale>[] = [];
  await ownTurn();
  for (const test of testSales(
    lastYear.filter((_sale, at) => at % every === 0),
    sales,
  )) {
    if (test !== null) tests.push(test);
    await ownTurn();
  }
  return {
    method: METHOD_VERSION,
    trend: learnTrend(sales, today, COMPARABLES_AGE_DAYS_MAX),
    bounds: learnBounds(tests),
    error: errorOf(tests, countyFips, now(app)),
  };
}

function errorOf(
  tests: readonly Test<ShownSale>[],
  countyFips: string,
  at: Date,
): CountyErrorBody | null {
  // Each half of the tests has the bounds of the other.
  const held = tests.length < 2 * TESTED_SALES_MIN ? null : shareHeld(tests);
  if (held === null) return null;
  const errors = errorsOf(tests);
  const days = tests.map(({ sale }) => sale.day);
  return {
    county_fips: countyFips,
    tested: tests.length,
    from: dateOf(Math.min(...days)),
    to: dateOf(Math.max(...days)),
    median_absolute_error: rounded(errors.median_absolute_error),
    within_5_percent: rounded(errors.within_5_percent),
    within_10_percent: rounded(errors.within_10_percent),
    within_20_percent: rounded(errors.within_20_percent),
    bias: rounded(errors.bias),
    interval_held: rounded(held),
    method: METHOD_VERSION,
    computed_at: at.toISOString(),
  };
}

const rounded = (share: number): number => Number(share.toFixed(DIGITS));

const dateOf = (day: number): string => isoDay(day * DAY_MS);
