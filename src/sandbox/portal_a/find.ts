/** Searches the world for portal_a: counts every match and keeps the first that can be paged to. */
import type { Habits, Scene } from '../portal.js';
import { mix, unit } from '../world/chance.js';
import { type Home, lies, type Plot, type Trade } from '../world/home.js';
import { SALT } from '../world/salts.js';
import type { Ask, Range } from './ask.js';
import { GAP, type Shown, show } from './shown.js';

export const PAGE_ROWS = 41;
export const PAGES_MAX = 20;
const ROWS_MAX = PAGE_ROWS * PAGES_MAX;
/** Homes looked at before other work of the process gets its turn: a few milliseconds. */
export const TURN_HOMES = 4_000;
/** Rows from outside that a last page may carry. */
const RELAXED_MAX = 3;
const BACKUP_SHARE = 0.25;

export interface Found {
  readonly total: number;
  readonly first: readonly Shown[];
  /** Homes that do not match, for a last page with room. */
  readonly relaxed: readonly Shown[];
}

interface Ranked {
  readonly key: number;
  readonly rank: number;
  readonly shown: Shown;
}

/** All matches of an ask on a day, in the portal's order, as many as its pages can show. */
export async function find(scene: Scene, ask: Ask, day: number, habits: Habits): Promise<Found> {
  const matches = new Shortlist(ROWS_MAX);
  const others = new Shortlist(RELAXED_MAX);
  let total = 0;
  let looked = 0;
  const sift = (plot: Plot, trade: Trade): number => {
    const homes = scene.world.homesOf(plot, trade, day, ask.withinDays ?? undefined);
    for (const home of homes) {
      const shown = lies(home, ask.edges) ? show(home) : undefined;
      const rank = mix(home.hash, SALT.rank) >>> 0;
      if (shown !== undefined && fits(shown, ask, day)) {
        total += 1;
        const key = keyOf(shown, ask.sort, habits);
        if (matches.wants(key, rank)) matches.take({ key, rank, shown });
      } else if (home.form === 'home' && others.wants(0, rank)) {
        others.take({ key: 0, rank, shown: shown ?? show(home) });
      }
    }
    return homes.length;
  };
  for (const plot of scene.world.plotsIn(ask.edges)) {
    for (const trade of ask.trades) looked += sift(plot, trade);
    if (looked < TURN_HOMES) continue;
    looked = 0;
    await scene.turn();
  }
  return { total, first: matches.best(), relaxed: others.best() };
}

/** The first few of many, without keeping the many. */
class Shortlist {
  private kept: Ranked[] = [];
  private readonly size: number;
  private last: Ranked | undefined;

  constructor(size: number) {
    this.size = size;
  }

  wants(key: number, rank: number): boolean {
    if (this.last === undefined) return true;
    return key < this.last.key || (key === this.last.key && rank <= this.last.rank);
  }

  take(ranked: Ranked): void {
    this.kept.push(ranked);
    if (this.kept.length >= this.size * 2) this.trim();
  }

  best(): readonly Shown[] {
    this.trim();
    return this.kept.map((ranked) => ranked.shown);
  }

  private trim(): void {
    this.kept.sort((a, b) => a.key - b.key || a.rank - b.rank || a.shown.id - b.shown.id);
    if (this.kept.length < this.size) return;
    this.kept.length = this.size;
    this.last = this.kept.at(-1);
  }
}

// A home's own hash ranks it, so every search shows its matches in the same relative order.
function keyOf(shown: Shown, sort: string, habits: Habits): number {
  const { home, price } = shown;
  if (sort === 'days') return -(home.sold_day ?? home.list_day);
  if (sort === 'priced') return price === null ? Number.MAX_VALUE : -price;
  if (sort === 'pricea') return price ?? Number.MAX_VALUE;
  if (habits.order === 'price') return price === null ? Number.MAX_VALUE : -price;
  return habits.order === 'south' ? home.y : 0;
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

// A building answers when one of its flats does; it never says how many baths they have.
function fitsFlats(home: Home, ask: Ask): boolean {
  if (!isOpen(ask.baths)) return false;
  if (isOpen(ask.beds) && isOpen(ask.rent)) return true;
  return home.flats.some((flat) => within(ask.beds, flat.beds) && within(ask.rent, flat.rent));
}

const isOpen = (range: Range): boolean => (range.min ?? 0) <= 0 && range.max === null;

/** Both edges belong to the range; what is unknown is in no range but the open one. */
function within(range: Range, value: number | null): boolean {
  if (value === null) return isOpen(range);
  return (range.min === null || value >= range.min) && (range.max === null || value <= range.max);
}
