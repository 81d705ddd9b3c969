/** Searches the synthetic data for portal_a: counts every match, and keeps those on its pages. */

import { dayOf } from '../data/calendar.js';
import { mix, unit } from '../data/chance.js';
import { type Home, lies, type Plot } from '../data/home.js';
import { SALT } from '../data/salts.js';
import { homesInArea } from '../homes-in-area.js';
import type { Behaviour, Scene } from '../portal.js';
import { isOpen, within } from '../range.js';
import { Shortlist } from '../shortlist.js';
import type { Ask } from './ask.js';
import { leavesOut, type Region } from './regions.js';
import { GAP, type Shown, show } from './shown.js';

export const PAGE_ROWS = 41;
export const PAGES_MAX = 20;
const ROWS_MAX = PAGE_ROWS * PAGES_MAX;
/** Rows from outside the search that a last page may have. */
const RELAXED_MAX = 3;
const BACKUP_SHARE = 0.25;

export interface Found {
  readonly total: number;
  readonly first: readonly Shown[];
  /** Homes that do not match, for a last page with room. */
  readonly relaxed: readonly Shown[];
}

/** Counts the matches of a request at a time; lists as many as the pages can show, in order. */
export async function find(
  scene: Scene,
  ask: Ask,
  atMs: number,
  behaviour: Behaviour,
  region: Region | null,
): Promise<Found> {
  const day = dayOf(atMs);
  const matches = new Shortlist<Shown>(ROWS_MAX);
  const others = new Shortlist<Shown>(RELAXED_MAX);
  const area = { ...ask.edges, trades: ask.trades, atMs, soldDays: ask.withinDays ?? undefined };
  const wants = (plot: Plot) => region === null || region.zips.has(plot.zip.zip);
  let total = 0;
  for await (const homes of homesInArea(scene, { ...area, wants })) {
    for (const home of homes) {
      if (region !== null && leavesOut(region, home)) continue;
      const shown = lies(home, ask.edges) ? show(home) : undefined;
      const rank = mix(home.hash, SALT.rank) >>> 0;
      if (shown !== undefined && fits(shown, ask, day)) {
        total += 1;
        const key = keyOf(shown, ask.sort, behaviour);
        if (matches.wants(key, rank)) matches.take({ key, rank, shown });
      } else if (home.form === 'home' && others.wants(0, rank)) {
        others.take({ key: 0, rank, shown: shown ?? show(home) });
      }
    }
  }
  return { total, first: matches.best(), relaxed: others.best() };
}

// A home's own hash ranks it, so every search lists its matches in the same relative order.
function keyOf(shown: Shown, sort: string, behaviour: Behaviour): number {
  const { home, price } = shown;
  if (sort === 'days') return -(home.sold_day ?? home.list_day);
  if (sort === 'priced') return price === null ? Number.MAX_VALUE : -price;
  if (sort === 'pricea') return price ?? Number.MAX_VALUE;
  if (behaviour.order === 'price') return price === null ? Number.MAX_VALUE : -price;
  return behaviour.order === 'south' ? home.y : 0;
}

function fits(shown: Shown, ask: Ask, day: number): boolean {
  const { home } = shown;
  return (
    fitsStatus(shown, ask) &&
    (home.status === 'for_rent' || home.status === 'sold' || ask.channels.includes(home.channel)) &&
    !ask.typesOff.includes(home.type) &&
    (ask.withinDays === null || day - (home.sold_day ?? home.list_day) <= ask.withinDays) &&
    within(ask.sqft, shown.area) &&
    within(ask.built, home.year_built) &&
    within(ask.lot, home.lot_sqft) &&
    (home.form === 'building' ? fitsFlats(home, ask) : fitsRooms(shown, ask))
  );
}

function fitsStatus(shown: Shown, ask: Ask): boolean {
  if (shown.home.status !== 'pending' || ask.pending) return true;
  return ask.backup && unit(shown.hash, GAP.backup) < BACKUP_SHARE;
}

function fitsRooms(shown: Shown, ask: Ask): boolean {
  const prices = shown.home.status === 'for_rent' ? ask.rent : ask.price;
  return (
    within(prices, shown.price) && within(ask.beds, shown.beds) && within(ask.baths, shown.baths)
  );
}

// A building matches when one of its flats does; it never states their number of baths.
function fitsFlats(home: Home, ask: Ask): boolean {
  if (!isOpen(ask.baths)) return false;
  if (isOpen(ask.beds) && isOpen(ask.rent)) return true;
  return home.flats.some((flat) => within(ask.beds, flat.beds) && within(ask.rent, flat.rent));
}
