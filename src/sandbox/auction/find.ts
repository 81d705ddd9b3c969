/** Searches the synthetic data for the auction portal. */

import type { Geo } from '#geo/geo.js';
import { dayOf } from '../data/calendar.js';
import { mix } from '../data/chance.js';
import { type Home, lies, type Plot, WORLD } from '../data/home.js';
import { addressOf } from '../data/names.js';
import { SALT } from '../data/salts.js';
import { homesInArea } from '../homes-in-area.js';
import type { Behaviour, Scene } from '../portal.js';
import { Shortlist } from '../shortlist.js';
import type { Ask } from './ask.js';
import { countyName, inOtherChannel, type Shown, show } from './shown.js';

export interface Found {
  readonly total: number;
  readonly rows: readonly Shown[];
  /** Homes outside the box, which a last page may include. */
  readonly outside: readonly Shown[];
}

const OUTSIDE_MAX = 2;

/** Whether homes of a ZIP can be in the requested state and county. */
export function mayAnswer(geo: Geo, { state, county }: Ask, { zip }: Plot): boolean {
  if (state !== null && zip.state.toLowerCase() !== state) return false;
  return county === null || countyName(geo, zip.zip).toLowerCase() === county;
}

const isOfCity = ({ city }: Ask, home: Home): boolean =>
  city === null || addressOf(home).city.toLowerCase() === city;

/** Counts all matches of a request at a time; lists the first `reach` in the portal's order. */
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
  let total = 0;
  const area = { ...(ask.edges ?? WORLD), trades: ['listings'] as const, atMs };
  const wants = (plot: Plot) => mayAnswer(scene.data.geo, ask, plot);
  for await (const homes of homesInArea(scene, { ...area, wants })) {
    for (const home of homes) {
      const shown = show(home, day);
      if (shown === undefined) continue;
      if (ask.active && shown.sale.status === 'AUCTION_CLOSED') continue;
      const inside = lies(home, ask.edges ?? WORLD) && isOfCity(ask, home);
      const other = inOtherChannel(shown, behaviour.channels ?? 0);
      for (const one of other === undefined ? [shown] : [shown, other]) {
        if (inside) total += 1;
        const key = keyOf(one, ask, behaviour);
        const rank = mix(one.home.hash ^ Number(one === other), SALT.rank + 1) >>> 0;
        const list = inside ? matches : outside;
        if (list.wants(key, rank)) list.take({ key, rank, shown: one });
      }
    }
  }
  return { total, rows: matches.best(), outside: outside.best() };
}

// Sales that wait for a date come last.
function keyOf({ home, sale }: Shown, ask: Ask, behaviour: Behaviour): number {
  if (ask.soonest) return sale.startMs ?? Number.MAX_VALUE;
  if (behaviour.order === 'price') return -(home.price ?? 0);
  return behaviour.order === 'south' ? home.y : 0;
}
