/**
 * False alarms: collections of an unchanged source that fail or are partial. A seed draws areas and
 * filters over every route; the real code collects from the sandbox's portals, in this process.
 * Usage: npm run bench -- alarms      (ALARMS=10000 ALARMS_SEED=1)
 */
import { performance } from 'node:perf_hooks';
import { FieldHistory } from '#collect/checks/field-history.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { ASKED_PROPERTY_TYPES } from '#contract/values.js';
import type { AskedPlace, Filters } from '#domain/search.js';
import { findArea } from '#geo/find-area.js';
import { openState } from '#sandbox/state.js';
import { SourceError } from '#sources/driver.js';
import { driverOf } from '#sources/index.js';
import { openGeo } from '../src/app.js';
import { collectChanged, NO_CHANGE } from '../test/mutations/collect-changed.js';
import { askPortal, CLOCK } from '../test/mutations/world.js';
import { chanceFrom } from './support/chance.js';

const COLLECTIONS = Number(process.env.ALARMS ?? '10000');
const SEED = Number(process.env.ALARMS_SEED ?? '1');
const PAGE_ROWS = 100;
const HOMES_OF_ZIP = [3, 12, 40, 150, 600];
/** All five boroughs of the one city that has a source of its own, and places elsewhere. */
const ZIPS =
  '10025 10024 11215 11201 10314 10463 11375 78704 78745 77002 85004 60614 21201 21224'.split(' ');

/** One for all collections, as in a service: what is learned must raise no alarm either. */
const history = new FieldHistory();
const geo = openGeo();
const { next: random, pick } = chanceFrom(SEED);
const state = openState({
  seed: SEED,
  homes: 0,
  places: ZIPS.map((zip, index) => ({
    zip,
    homes: HOMES_OF_ZIP[index % HOMES_OF_ZIP.length] ?? 1,
  })),
  geo,
  clock: CLOCK,
});

/** Expected reasons of dropped rows: a page without rows is partial if a filter is uncheckable. */
const EXPECTED: ReadonlySet<string> = new Set([
  'not_applicable',
  'not_reported',
  'not_disclosed',
  'hidden_by_source',
]);

const causes = new Map<string, number>();
const byRoute = new Map<
  string,
  { collections: number; rows: number; failed: number; partial: number; unverified: number }
>();
const began = performance.now();
for (let nth = 0; nth < COLLECTIONS; nth += 1) await collectOne(pick(SEARCH_ROUTES));
const seconds = (performance.now() - began) / 1000;

console.log(
  'route                 collections    rows  failed  partial  nothing delivered but rows without a value',
);
for (const [route, { collections, rows, failed, partial, unverified }] of [...byRoute].sort()) {
  const numbers = [collections, rows, failed, partial, unverified].map((count) =>
    String(count).padStart(8),
  );
  console.log(`${route.padEnd(25)}${numbers.join('')}`);
}
for (const [cause, count] of [...causes].sort(([, a], [, b]) => b - a))
  console.log(`${count} × ${cause}`);
console.log(`${COLLECTIONS} collections in ${seconds.toFixed(0)} s`);

if ([...byRoute.values()].some(({ failed, partial }) => failed + partial > 0)) process.exitCode = 1;

async function collectOne(route: SearchRoute): Promise<void> {
  const { source, kind } = route;
  const driver = driverOf(source, kind);
  const portal = state.portals.get(source);
  if (driver?.over !== 'http' || portal === undefined) return;
  const area = findArea(geo, route, placeFor(route));
  const world = { source, kind, driver, geo, area, elsewhere: area };
  const counts = byRoute.get(route.id) ?? {
    collections: 0,
    rows: 0,
    failed: 0,
    partial: 0,
    unverified: 0,
  };
  byRoute.set(route.id, counts);
  counts.collections += 1;
  try {
    const answer = (request: Parameters<typeof askPortal>[1]) => askPortal(portal, request);
    const page = await collectChanged({ ...world, answer }, NO_CHANGE, filtersFor(route), {
      pageRows: PAGE_ROWS,
      history,
    });
    counts.rows += page.rows.length;
    if (page.completeness === 'complete') return;
    const isExpected = page.field_notes.every(
      ({ field, reason }) => field !== 'data' || EXPECTED.has(reason),
    );
    counts[isExpected ? 'unverified' : 'partial'] += 1;
    if (isExpected) return;
    for (const { field, reason, detail } of page.field_notes) {
      if (field === 'data' && reason !== 'not_applicable') count(`${route.id} partial: ${detail}`);
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    counts.failed += 1;
    count(`${route.id} failed: ${error.message}`);
  }
}

/** Numbers are left out, so that equal causes are one line. */
function count(cause: string): void {
  const key = cause.replaceAll(/\d[\d,]*/g, 'N');
  causes.set(key, (causes.get(key) ?? 0) + 1);
}

function placeFor(route: SearchRoute): AskedPlace {
  const all = route.nyc_only === true ? ZIPS.filter((zip) => geo.inNyc(zip)) : ZIPS;
  const zip = geo.zip(pick(all));
  if (zip === undefined) throw new Error('the geography lacks a ZIP of this bench');
  const { lat, lng, city, state: code, zip: name } = zip;
  const reach = pick([0.004, 0.01, 0.03]);
  const [x, y] = [lng + (random() - 0.5) * reach, lat + (random() - 0.5) * reach];
  const form = pick(route.forms);
  if (form === 'bbox') return { form, bbox: [x - reach, y - reach, x + reach, y + reach] };
  if (form === 'circle') return { form, lat: y, lng: x, radius_mi: pick([0.3, 1, 2.5]) };
  if (form === 'city' && geo.city(city, code) !== undefined) return { form, city, state: code };
  return { form: 'zip', zip: name };
}

/** None, one or two of the filters that the route takes. */
function filtersFor({ params, sold_windows, sorts }: SearchRoute): Filters {
  const values: Readonly<Partial<Record<string, () => unknown>>> = {
    min_price: () => pick([1_500, 200_000, 600_000]),
    max_price: () => pick([4_000, 900_000, 3_000_000]),
    beds_min: () => pick([1, 2, 4]),
    baths_min: () => pick([1, 1.5, 3]),
    sqft_min: () => pick([500, 1_200]),
    sqft_max: () => pick([900, 4_000]),
    year_built_min: () => pick([1950, 2005]),
    year_built_max: () => pick([1970, 2015]),
    property_type: () => [pick(ASKED_PROPERTY_TYPES)],
    sort: () => pick(sorts),
  };
  const known = params.filter((name) => name in values && (name !== 'sort' || sorts.length > 0));
  const chosen = new Set([pick(known), pick(known)].slice(0, pick([0, 1, 1, 2])));
  return {
    ...(sold_windows.length > 0 ? { sold_within_days: pick(sold_windows) } : {}),
    ...Object.fromEntries([...chosen].map((name) => [name, values[name]?.()])),
  };
}
