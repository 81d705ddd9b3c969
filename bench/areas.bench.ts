/**
 * Upstream requests of a whole search by the form of its area: ZIPs, cities, circles and boxes at a
 * source with pages of 41 rows, beside the floor of one request per 41 rows. Each search is
 * collected twice without the source's places (first with nothing known, then with what that
 * taught) and three times with them, the third after an audit of its place. Rows are checked
 * against the sandbox.
 * Usage: npm run bench -- areas   (AREAS_ZIPS=40, AREAS_CITIES=10, AREAS_SHAPES=10,
 * AREAS_SEEDS=1,2; AREAS_EACH=1 prints every search; AREAS_WAY=places: with places only;
 * AREAS_WAY=sales: real sales only)
 * Real sales come from the folder in ROWHOUSE_TEST_SAMPLES, if it has them.
 */
import { auditPlace } from '#collect/places/audit-place.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { START } from '#domain/position.js';
import { searchOfTask } from '#service/search/collect-task.js';
import { flushLearned } from '#service/search/learned-places.js';
import { openGeo } from '../src/app.js';
import { openTestApp, type TestApp } from '../test/support/open-test-app.js';
import { type DrawnArea, drawAreas, openTruth, sandboxOf } from './support/drawn-areas.js';
import { percentile, printTable } from './support/numbers.js';
import { NO_SALES, readSales, SALES_HEADER, salesFile } from './support/sales-areas.js';

const number = (name: string, value: number) => Number(process.env[name] ?? value);
const COUNTS = {
  zip: number('AREAS_ZIPS', 40),
  city: number('AREAS_CITIES', 10),
  circle: number('AREAS_SHAPES', 10),
  box: number('AREAS_SHAPES', 10),
};
const SEEDS = (process.env.AREAS_SEEDS ?? '1,2').split(',').map(Number);
/** The first and the second reading of each search, without places of the source and with them. */
const WAYS = [
  ['nothing known', 'learned'],
  ['places', 'places again', 'audited'],
].filter(([way]) => process.env.AREAS_WAY === undefined || process.env.AREAS_WAY === way);
const PAGE_ROWS = 41;
/** Longer than any upstream page is kept, so that no reading serves the next one. */
const PAUSE_MS = 3_600_000;

interface Reading {
  readonly area: DrawnArea;
  readonly way: string;
  readonly rows: number;
  readonly floor: number;
  readonly requests: number;
  readonly firstPage: number;
  readonly lost: number;
  readonly doubled: number;
  readonly alien: number;
}

const route = SEARCH_ROUTES.find(({ id }) => id === 'portal_a_listings');
if (route === undefined) throw new Error('the route is gone');
const geo = openGeo();
const readings: Reading[] = [];
let auditRequests = 0;
let audits = 0;
for (const seed of SEEDS) {
  const options = sandboxOf(geo, seed);
  for (const ways of WAYS) {
    const t = await openTestApp({
      limits: { JOB_DEADLINE_S: 600 },
      sandbox: options,
      ...(ways[0] === 'places' && { places: true as const }),
    });
    const truthOf = openTruth({ ...options, geo, clock: t.clock });
    const { api_key } = await t.account({ extra_credits: 1_000_000 });
    for (const area of drawAreas(geo, seed, COUNTS)) {
      for (const way of ways) {
        if (way === 'audited') await audit(t, area);
        t.clock.advance(PAUSE_MS);
        readings.push(await readWhole(t, api_key, area, way, truthOf(area)));
        t.clock.advance(PAUSE_MS);
      }
    }
    await t.close();
  }
}
if (readings.length > 0) report();
const sales = salesFile();
console.log(sales === null ? `  ${NO_SALES}` : '\n  real sales through a portal in memory');
if (sales !== null) printTable(SALES_HEADER, await readSales(sales, geo));

async function readWhole(
  t: TestApp,
  key: string,
  area: DrawnArea,
  way: string,
  truth: ReadonlySet<string>,
): Promise<Reading> {
  const before = await requestsOf(t);
  const seen = new Map<string, number>();
  let cursor: string | null = null;
  let firstPage = 0;
  do {
    const path = `/v1/portal_a/listings?${area.query}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const answer = await t.settled(path, key);
    const { result, error } = answer.json();
    if (result === null || result === undefined) throw new Error(JSON.stringify(error));
    if (cursor === null) firstPage = (await requestsOf(t)) - before;
    for (const row of result.data) seen.set(row.source_id, (seen.get(row.source_id) ?? 0) + 1);
    cursor = result.next_cursor;
  } while (cursor !== null);
  return {
    area,
    way,
    rows: truth.size,
    floor: Math.max(1, Math.ceil(truth.size / PAGE_ROWS)),
    requests: (await requestsOf(t)) - before,
    firstPage,
    lost: [...truth].filter((id) => !seen.has(id)).length,
    doubled: [...seen.values()].filter((times) => times > 1).length,
    alien: [...seen.keys()].filter((id) => !truth.has(id)).length,
  };
}

/** What the service does after some searches of ZIPs, and after the second search of a city. */
async function audit(t: TestApp, { place }: DrawnArea): Promise<void> {
  const task = { location: place, filters: {}, position: START, continued: false, freshSinceMs: 0 };
  const before = await requestsOf(t);
  const never = new AbortController().signal;
  if (route === undefined) return;
  const found = await auditPlace(searchOfTask(t.app, route, { ...task, search: '' }, never));
  await flushLearned(t.app);
  audits += found === null ? 0 : 1;
  auditRequests += (await requestsOf(t)) - before;
}

async function requestsOf(t: TestApp): Promise<number> {
  const answer = await fetch(`${t.sandbox.url}/__sandbox/stats`);
  const { sources } = (await answer.json()) as { sources: { portal_a: { requests: number } } };
  return sources.portal_a.requests;
}

function report(): void {
  const header =
    '|searches|rows|floor|requests|all/floor|median|worst|first page p50|p95|lost|doubled';
  const rows: string[][] = [];
  for (const form of ['zip', 'city', 'circle', 'box'] as const) {
    for (const way of new Set(readings.map((one) => one.way))) {
      const mine = readings.filter((one) => one.area.form === form && one.way === way);
      if (mine.length === 0) continue;
      const sum = (of: (one: Reading) => number) => mine.reduce((all, one) => all + of(one), 0);
      const ratios = mine.map((one) => one.requests / one.floor);
      const firsts = mine.map((one) => one.firstPage);
      rows.push([
        `${form}, ${way}`,
        String(mine.length),
        String(sum((one) => one.rows)),
        String(sum((one) => one.floor)),
        String(sum((one) => one.requests)),
        (sum((one) => one.requests) / sum((one) => one.floor)).toFixed(2),
        percentile(ratios, 50).toFixed(2),
        Math.max(...ratios).toFixed(2),
        String(percentile(firsts, 50)),
        String(percentile(firsts, 95)),
        String(sum((one) => one.lost)),
        String(sum((one) => one.doubled)),
      ]);
    }
  }
  printTable(header.split('|'), rows);
  console.log(`  audits: ${audits} that ended, ${auditRequests} requests`);
  for (const one of readings.filter((each) => each.lost + each.doubled + each.alien > 0)) {
    console.log(
      `  ${one.area.query} (${one.way}): ${one.lost} lost, ${one.doubled} doubled, ${one.alien} unasked of ${one.rows}`,
    );
  }
  if (process.env.AREAS_EACH !== undefined) {
    for (const { area, way, rows: all, floor, requests, firstPage } of readings)
      console.log(
        `  ${area.query} (${way}): ${requests} requests for ${all} rows, floor ${floor}, first page ${firstPage}`,
      );
  }
}
