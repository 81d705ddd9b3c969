/** Searches the New York of the synthetic data for nyc_portal. */

import { dayOf } from '../data/calendar.js';
import { mix } from '../data/chance.js';
import type { Plot } from '../data/home.js';
import { SALT } from '../data/salts.js';
import { homesInArea } from '../homes-in-area.js';
import type { Behaviour, Scene } from '../portal.js';
import { within } from '../range.js';
import { Shortlist } from '../shortlist.js';
import { areaOf, CITY_EDGES, isWithin, neighbourhoodsOf, WHOLE_CITY } from './areas.js';
import type { Ask } from './ask.js';
import { changeDay, type Shown, show } from './shown.js';

/** Rows of one search that can be paged through, whatever its total. */
export const ROWS_CAP = 1_000;

export interface Found {
  readonly total: number;
  readonly rows: readonly Shown[];
}

/** Counts all matches of a request at a time; lists the first thousand in the portal's order. */
export async function find(
  scene: Scene,
  ask: Ask,
  atMs: number,
  behaviour: Behaviour,
): Promise<Found> {
  const day = dayOf(atMs);
  const matches = new Shortlist<Shown>(ROWS_CAP);
  const trade = ask.field === 'searchRentals' ? 'rentals' : 'listings';
  const wants = (plot: Plot) => covers(ask, plot);
  let total = 0;
  const area = { ...CITY_EDGES, trades: [trade] as const, atMs, wants };
  for await (const homes of homesInArea(scene, area)) {
    for (const home of homes) {
      const shown = show(home);
      if (shown === undefined || !fits(shown, ask)) continue;
      total += 1;
      const key = keyOf(shown, ask, day, behaviour);
      const rank = mix(home.hash, SALT.rank + 1) >>> 0;
      if (matches.wants(key, rank)) matches.take({ key, rank, shown });
    }
  }
  return { total, rows: matches.best() };
}

/** Whether homes of a ZIP can be in the requested areas. */
export function covers(ask: Ask, { zip }: Plot): boolean {
  const area = areaOf(zip.zip, zip.state);
  if (area === undefined) return false;
  return (
    isAsked(ask, area) ||
    neighbourhoodsOf(zip.zip, area).some((neighbourhood) => isWithin(neighbourhood, ask.areas))
  );
}

/** Whether a whole borough is requested: the whole city includes the towns across the river. */
const isAsked = (ask: Ask, borough: number): boolean =>
  ask.areas.includes(WHOLE_CITY) || ask.areas.includes(borough);

// Bounds are checked against what the portal shows: 0 for unknown values.
const fits = (shown: Shown, ask: Ask): boolean =>
  (isAsked(ask, shown.area) ||
    (shown.neighbourhood !== undefined && isWithin(shown.neighbourhood, ask.areas))) &&
  ask.statuses.includes(shown.status) &&
  within(ask.price, shown.price) &&
  within(ask.bedrooms, shown.beds) &&
  within(ask.bathrooms, shown.fullBaths + shown.halfBaths / 2);

function keyOf(shown: Shown, ask: Ask, day: number, behaviour: Behaviour): number {
  const sign = ask.ascending ? 1 : -1;
  switch (ask.sort) {
    case 'PRICE':
      return sign * shown.price;
    case 'SQFT':
      return sign * (shown.sqft ?? 0);
    case 'LISTED_AT':
      return sign * shown.home.list_day;
    case 'INTERESTING_CHANGE_AT':
      return sign * changeDay(shown, day);
    case 'RECOMMENDED':
      if (behaviour.order === 'price') return -shown.price;
      return behaviour.order === 'south' ? shown.home.y : 0;
  }
}
