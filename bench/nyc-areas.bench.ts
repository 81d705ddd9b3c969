/**
 * Requests of a ZIP search at nyc_portal, which has its own areas and no boxes: ZIPs of all
 * boroughs in a city of homes, each collected twice with one memory, and compared with the
 * sandbox's homes.
 * Usage: npm run bench -- nyc-areas   (NYC_ZIPS=10025,11354; NYC_KIND=rentals; NYC_HOMES=25000;
 * NYC_EACH=1)
 */
import { openGeo } from '../src/app.js';
import { createSyntheticData } from '../src/sandbox/data/synthetic-data.js';
import { show } from '../src/sandbox/nyc_portal/shown.js';
import { openTestApp } from '../test/support/open-test-app.js';
import { requestsTo } from '../test/support/whole-search.js';
import { percentile, printTable } from './support/numbers.js';

const ZIPS = (
  process.env.NYC_ZIPS ??
  '10001 10003 10013 10019 10021 10025 10029 10031 10040 10301 10306 10312 10314 10452 10457 10461 10463 10467 ' +
    '10471 11201 11206 11215 11218 11226 11230 11234 11101 11354 11365 11373 11375 11385 11412 11432 11434 11691'
).split(/[ ,]+/);
const KIND = process.env.NYC_KIND === 'rentals' ? 'rentals' : 'listings';
/** Homes of the city that are for sale. */
const HOMES = Number(process.env.NYC_HOMES ?? 25_000);
/** Longer than any upstream page is kept. */
const PAUSE_MS = 3_600_000;
const WAYS = ['first', 'second'] as const;

interface Reading {
  readonly zip: string;
  readonly way: (typeof WAYS)[number];
  readonly rows: number;
  readonly requests: number;
  readonly lost: number;
  readonly partial: boolean;
}

const geo = openGeo();
const city = [...geo.zips()].filter(
  ({ zip, state, weight }) => weight > 0 && state === 'NY' && geo.inNyc(zip),
);
const whole = city.reduce((sum, { weight }) => sum + weight, 0);
const places = city.map(({ zip, weight }) => ({ zip, homes: (HOMES * weight) / whole }));
const t = await openTestApp({ limits: { JOB_DEADLINE_S: 600 }, sandbox: { places, hidden: 0 } });
const data = createSyntheticData({ seed: 1, homes: 0, places, geo, clock: t.clock });
const { api_key } = await t.account({ extra_credits: 1_000_000 });
const readings: Reading[] = [];
for (const way of WAYS) {
  for (const zip of ZIPS) {
    t.clock.advance(PAUSE_MS);
    const reading = await read(zip, way);
    readings.push(reading);
    if (process.env.NYC_EACH !== undefined) console.log(JSON.stringify(reading));
  }
}
await t.close();
report();

async function read(zip: string, way: Reading['way']): Promise<Reading> {
  const began = await requestsTo(t, 'nyc_portal');
  const seen = new Set<string>();
  let partial = false;
  let cursor = '';
  do {
    const path = `/v1/nyc_portal/${KIND}?zip=${zip}${cursor}`;
    const { result, error } = (await t.settled(path, api_key)).json();
    if (result === null || result === undefined) throw new Error(JSON.stringify(error));
    partial ||= result.completeness !== 'complete';
    for (const row of result.data) seen.add(row.source_id);
    cursor = result.next_cursor === null ? '' : `&cursor=${result.next_cursor}`;
  } while (cursor !== '');
  const requests = (await requestsTo(t, 'nyc_portal')) - began;
  const truth = truthOf(zip);
  const lost = truth.filter((id) => !seen.has(id)).length;
  return { zip, way, rows: truth.length, requests, lost, partial };
}

/** The ids of the homes of a ZIP that the portal shows now. */
function truthOf(zip: string): string[] {
  const edges = { west: -74.4, south: 40.3, east: -73.5, north: 41.1 };
  return [...data.homesIn(edges, KIND)]
    .filter(({ plot, status }) => plot.zip.zip === zip && status !== 'pending')
    .flatMap((home) => {
      const shown = show(home);
      return shown === undefined ? [] : [String(shown.id)];
    });
}

function report(): void {
  const rows = WAYS.map((way) => {
    const mine = readings.filter((one) => one.way === way);
    const requests = mine.map((one) => one.requests);
    const sum = (of: (one: Reading) => number) => mine.reduce((all, one) => all + of(one), 0);
    return [
      `${KIND}, ${way}`,
      mine.length,
      sum((one) => one.rows),
      sum((one) => one.requests),
      percentile(requests, 50),
      Math.max(...requests),
      sum((one) => one.lost),
      sum((one) => Number(one.partial)),
    ].map(String);
  });
  printTable('|ZIPs|rows|requests|median|worst|lost|partial'.split('|'), rows);
}
