/** Searches the synthetic data for portal_b, which never returns a total. */

import { dayOf } from '../data/calendar.js';
import { mix } from '../data/chance.js';
import { type Home, MICRO, type Trade } from '../data/home.js';
import { SALT } from '../data/salts.js';
import { homesInArea } from '../homes-in-area.js';
import type { Behaviour, Scene } from '../portal.js';
import { within } from '../range.js';
import { Shortlist } from '../shortlist.js';
import type { Ask } from './ask.js';
import { holds } from './ring.js';
import { type Shown, show, TYPE_CODES } from './shown.js';

export interface Found {
  /** The first rows in order; some homes appear twice. */
  readonly rows: readonly Shown[];
  /** Homes outside the ring that otherwise match. */
  readonly outside: readonly Shown[];
}

const OUTSIDE_MAX = 40;
/** After this many rows, one row from nearly a page earlier is repeated. */
const REPEAT_EVERY_ROWS = 97;
const REPEAT_BACK_ROWS = 300;

/** The first `reach` matches of a request at a time, in the portal's order. */
export async function find(
  scene: Scene,
  ask: Ask,
  atMs: number,
  behaviour: Behaviour,
  reach: number,
): Promise<Found> {
  const day = dayOf(atMs);
  const matches = new Shortlist<Shown>(reach);
  const outside = new Shortlist<Shown>(OUTSIDE_MAX);
  const trades = tradesOf(ask);
  const area = { ...ask.ring.edges, trades, atMs, soldDays: ask.soldDays ?? undefined };
  for await (const homes of homesInArea(scene, area)) {
    for (const home of homes) {
      const shown = show(home);
      if (shown === undefined || !fits(shown, ask, day)) continue;
      const list = isMeant(ask, home) ? matches : outside;
      const key = keyOf(shown, ask, behaviour);
      const rank = mix(home.hash, SALT.rank + 1) >>> 0;
      if (list.wants(key, rank)) list.take({ key, rank, shown });
    }
  }
  return { rows: withRepeats(matches.best()), outside: outside.best() };
}

const isMeant = ({ ring, zip }: Ask, { x, y, plot }: Home): boolean =>
  zip === null ? holds(ring, x / MICRO, y / MICRO) : plot.zip.zip === zip;

const tradesOf = ({ soldDays, marketFirst }: Ask): readonly Trade[] =>
  soldDays === null ? ['listings'] : marketFirst ? ['listings', 'sold'] : ['sold'];

function withRepeats(matches: readonly Shown[]): Shown[] {
  return matches.flatMap((shown, at) => {
    const before = matches[at - REPEAT_BACK_ROWS];
    return at % REPEAT_EVERY_ROWS !== 0 || before === undefined ? [shown] : [shown, before];
  });
}

/** More than any price or place: moves homes before all sales. */
const BEFORE_SALES = 1e13;

function keyOf(shown: Shown, ask: Ask, behaviour: Behaviour): number {
  const key = orderKey(shown, ask.sort, behaviour);
  return ask.marketFirst && shown.home.status !== 'sold' ? key - BEFORE_SALES : key;
}

// Prices order the search; `last-sale-date-desc` is accepted without effect, as on the real one.
function orderKey(shown: Shown, sort: string, behaviour: Behaviour): number {
  const { home } = shown;
  const price = shown.price ?? shown.asked;
  if (sort === 'price-asc') return price ?? Number.MAX_VALUE;
  if (sort === 'price-desc') return price === null ? Number.MAX_VALUE : -price;
  if (sort === 'days-on-redfin-asc') return -home.list_day;
  if (behaviour.order === 'price') return price === null ? Number.MAX_VALUE : -price;
  return behaviour.order === 'south' ? home.y : 0;
}

function fits(shown: Shown, ask: Ask, day: number): boolean {
  const { home } = shown;
  if (home.sold_day !== null && ask.soldDays !== null && day - home.sold_day > ask.soldDays) {
    return false;
  }
  if (home.status === 'pending' ? !ask.pending : home.status === 'for_sale' && !ask.active) {
    return false;
  }
  return (
    (ask.types.length === 0 || ask.types.includes(TYPE_CODES[home.type][1])) &&
    within(ask.price, shown.price ?? shown.asked) &&
    within(ask.beds, shown.beds) &&
    within(ask.baths, shown.baths) &&
    within(ask.sqft, shown.sqft) &&
    within(ask.built, shown.built) &&
    within(ask.lot, shown.lot)
  );
}
