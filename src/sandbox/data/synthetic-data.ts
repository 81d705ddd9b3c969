/** The synthetic data: a pure function of seed, size, geography and the day of its clock. */
import { DAY_MS, MINUTE_MS } from '#contract/durations.js';
import Flatbush from 'flatbush';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#base/clock.js';
import { dayOf } from './calendar.js';
import { hashText } from './chance.js';
import {
  type HomeEdges,
  type Home,
  lies,
  MICRO,
  type Plot,
  reachOf,
  type SyntheticData,
  type Trade,
} from './home.js';
import { makePlots, type PlotOptions } from './plots.js';
import { rentalHomes } from './rentals.js';
import { listedHomes, SOLD_DAYS_MAX, soldHomes } from './sales.js';

export interface WorldOptions extends PlotOptions {
  readonly clock: Clock;
}

/** With the data's own clock beside the process's. */
interface TurnedOptions extends WorldOptions {
  readonly world?: Pick<Clock, 'nowMs'>;
}

/** Homes cached over all ZIPs, about 60 MB. */
const HOMES_CACHED_MAX = 250_000;
/** Most searches look back 90 days: earlier years of sales are not made for them. */
const SOLD_DAYS_RECENT = 95;
const SLOT_BITS = 20;
const SLOT_MASK = 2 ** SLOT_BITS - 1;
const ZIP_MASK = 2 ** 17 - 1;
const ID_FIRST = 10_000_000;
const SERIES = { sale: 0, rent: 1, building: 2 } as const;

/** Builds the map of ZIPs; homes are made on request. */
export function createSyntheticData(options: TurnedOptions): SyntheticData {
  const plots = makePlots(options);
  const index = indexOf(plots);
  const hasty = plots.filter(({ dayMs }) => dayMs !== DAY_MS);
  const cache = new LRUCache<string, readonly Home[]>({
    maxSize: HOMES_CACHED_MAX,
    sizeCalculation: (homes) => homes.length + 1,
  });
  const data: SyntheticData = {
    seed: options.seed,
    geo: options.geo,
    nowMs: () => (options.world ?? options.clock).nowMs(),
    day: () => dayOf(data.nowMs()),
    today: () => dayOf(options.clock.nowMs()),
    plotsIn: (edges) => plotsMeeting(plots, index, edges),
    homesOf(plot, trade, atMs, soldDays = SOLD_DAYS_MAX) {
      const day = Math.floor(atMs / plot.dayMs);
      const reach = soldDays <= SOLD_DAYS_RECENT ? SOLD_DAYS_RECENT : SOLD_DAYS_MAX;
      const key = `${plot.zip.zip} ${trade} ${day} ${trade === 'sold' ? reach : ''}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const homes = MAKERS[trade](plot, day, reach);
      cache.set(key, homes);
      return homes;
    },
    stamp: (atMs, holds) =>
      hasty.some(holds) ? Math.floor(atMs / MINUTE_MS) : dayOf(atMs),
    *homesIn(edges, trade, soldDays = SOLD_DAYS_MAX) {
      const atMs = data.nowMs();
      const day = dayOf(atMs);
      for (const plot of data.plotsIn(edges)) {
        for (const home of data.homesOf(plot, trade, atMs, soldDays)) {
          const since = home.sold_day === null ? 0 : day - home.sold_day;
          if (lies(home, edges) && (trade !== 'sold' || since <= soldDays)) yield home;
        }
      }
    },
  };
  return data;
}

/** `day` is a day of the ZIP, since the epoch. */
type Maker = (plot: Plot, day: number, soldDays: number) => Home[];

const MAKERS: Readonly<Record<Trade, Maker>> = {
  listings: listedHomes,
  rentals: rentalHomes,
  sold: soldHomes,
};

/**
 * A home's id on a portal: another on each portal, and stable over time. ZIP and slot are scrambled
 * bit by bit with the portal's name, so two homes never share an id.
 */
export function portalId(home: Home, portal: string): number {
  const turn = hashText(portal, 0);
  const zip = (Number(home.plot.zip.zip) ^ turn) & ZIP_MASK;
  const slot = (home.slot ^ (turn >>> 3)) & SLOT_MASK;
  return ID_FIRST + (zip * 4 + SERIES[home.series]) * (SLOT_MASK + 1) + slot;
}

function indexOf(plots: readonly Plot[]): Flatbush | undefined {
  if (plots.length === 0) return undefined;
  const index = new Flatbush(plots.length);
  for (const { zip, halfX, halfY } of plots) {
    const x = reachOf(halfX) / MICRO;
    const y = reachOf(halfY) / MICRO;
    index.add(zip.lng - x, zip.lat - y, zip.lng + x, zip.lat + y);
  }
  index.finish();
  return index;
}

function plotsMeeting(plots: readonly Plot[], index: Flatbush | undefined, edges: HomeEdges): Plot[] {
  const found = index?.search(edges.west, edges.south, edges.east, edges.north) ?? [];
  return found
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const plot = plots[at];
      return plot === undefined ? [] : [plot];
    });
}
