/**
 * A few ZIPs in place of the geography pack, for the tests of this module. It has no tests; its
 * name keeps it out of the build.
 */
import assert from 'node:assert/strict';
import type { Clock } from '#base/clock.js';
import { DAY_MS } from '#contract/durations.js';
import type { CountyName, Geo, Zip } from '#geo/geo.js';
import { createSyntheticData } from './data/synthetic-data.js';
import type { Behaviour, GroundTruthQuery, Portal, Scene } from './portal.js';

export const START_MS = Date.UTC(2026, 6, 15, 12);

/** A clock that stops until it is advanced; sleeping ends only with the signal. */
export function handClock(): Clock & { passDays(days: number): void } {
  let now = START_MS;
  return {
    nowMs: () => now,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) resolve();
        else signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    passDays(days) {
      now += days * DAY_MS;
    },
  };
}

/** Two adjacent Houston ZIPs, a small town, and New York with a neighbour across the river. */
const ZIPS: readonly Zip[] = [
  zip('10001', 40.7507, -73.9972, 'New York', 'NY', 9_000, 0.1),
  zip('11201', 40.6937, -73.9898, 'Brooklyn', 'NY', 9_000, 0),
  zip('07302', 40.7221, -74.0465, 'Jersey City', 'NJ', 9_000, 0),
  zip('77002', 29.7567, -95.3656, 'Houston', 'TX', 15_000, 0.3),
  zip('77003', 29.7495, -95.3455, 'Houston', 'TX', 15_000, 0.3),
  zip('87112', 35.0989, -106.5117, 'Albuquerque', 'NM', 30_000, 0.3),
];

/** The two Houston ZIPs, with a margin. */
export const HOUSTON = { west: -95.42, south: 29.7, east: -95.29, north: 29.81 };
/** The Albuquerque ZIP, with a margin. */
export const ALBUQUERQUE = { west: -106.6, south: 35, east: -106.4, north: 35.2 };
/** All of the New York ZIPs and their neighbour. */
export const NEW_YORK = { west: -74.2, south: 40.5, east: -73.7, north: 40.9 };

const COUNTIES: Readonly<Record<string, CountyName>> = {
  '77002': { fips: '48201', name: 'Harris County', state: 'TX' },
  '87112': { fips: '35001', name: 'Bernalillo County', state: 'NM' },
};

export const fewZips: Geo = {
  version: 'few',
  zip: (code) => ZIPS.find((known) => known.zip === code),
  zips: () => ZIPS,
  zipsIn: () => ZIPS,
  state: () => true,
  city: () => undefined,
  county: () => undefined,
  countyName: () => undefined,
  onLand: () => true,
  countyOf: () => undefined,
  countyOfZip: (code) => COUNTIES[code],
  zipsOfCounty: (fips) =>
    ZIPS.filter(({ county_fips }) => county_fips === fips).map(({ zip }) => zip),
  boxMeetsCounty: () => true,
  statesNear: () => [],
  densityPoints: () => [],
  inNyc: (code) => code === '10001' || code === '11201',
  boxMeetsNyc: () => false,
  circleMeetsNyc: () => false,
};

type Shown = Pick<Parameters<typeof createSyntheticData>[0], 'places' | 'towers'>;

/** A portal over a few homes, with its clock, its data and its ground truth. */
export function openScene(
  open: (scene: Scene) => Portal,
  shown: Shown,
  behaviour: Partial<Behaviour>,
) {
  const clock = handClock();
  const data = createSyntheticData({ seed: 5, homes: 0, geo: fewZips, clock, ...shown });
  const set: Behaviour = { order: 'none', relaxed: 0, hidden: 0.01, boxes: false, ...behaviour };
  const portal = open({ data, behaviour: () => set, turn: async () => {} });
  const groundTruth = async (question: GroundTruthQuery) => {
    const ids: string[] = [];
    for await (const { id } of portal.groundTruth(question)) ids.push(id);
    return ids.sort();
  };
  return { clock, data, portal, groundTruth };
}

/** An equal request is answered with equal bytes, by the same portal and by another like it. */
export async function expectEqualBytes<T>(
  open: (homes: number) => T,
  ask: (portal: T) => Promise<unknown>,
): Promise<void> {
  const first = open(900);
  const texts = [];
  for (const portal of [first, first, open(900)]) texts.push(JSON.stringify(await ask(portal)));
  assert.equal(texts[0], texts[1]);
  assert.equal(texts[0], texts[2]);
}

function zip(
  code: string,
  lat: number,
  lng: number,
  city: string,
  state: string,
  half: number,
  weight: number,
): Zip {
  const x = Math.round(lng * 1e6);
  const y = Math.round(lat * 1e6);
  const cover = { w: x - half, s: y - half, e: x + half, n: y + half };
  return { zip: code, lat, lng, city, state, county_fips: null, cover, weight };
}
