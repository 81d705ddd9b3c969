/** Searches the synthetic data for the auction portal. */

import { dayOf } from '../data/calendar.js';
import { mix } from '../data/chance.js';
import { lies } from '../data/home.js';
import { SALT } from '../data/salts.js';
import { homesInArea } from '../homes-in-area.js';
import type { Behaviour, Scene } from '../portal.js';
import { Shortlist } from '../shortlist.js';
import type { Ask } from './ask.js';
import { type Shown, show } from './shown.js';

export interface Found {
  readonly total: number;
  readonly rows: readonly Shown[];
  /** Homes outside the box, which a last page may carry. */
  readonly outside: readonly Shown[];
}

const OUTSIDE_MAX = 2;

/** All matches of an ask at a moment counted, the first `reach` of them in the portal's order. */
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
  for await (const homes of homesInArea(scene, { ...ask.edges, trades: ['listings'], atMs })) {
    for (const home of homes) {
      const shown = show(home, day);
      if (shown === undefined) continue;
      if (ask.active && shown.sale.status === 'AUCTION_CLOSED') continue;
      const inside = lies(home, ask.edges);
      if (inside) total += 1;
      const key = keyOf(shown, ask, behaviour);
      const rank = mix(home.hash, SALT.rank + 1) >>> 0;
      const list = inside ? matches : outside;
      if (list.wants(key, rank)) list.take({ key, rank, shown });
    }
  }
  return { total, rows: matches.best(), outside: outside.best() };
}

// What waits for a date comes last.
function keyOf({ home, sale }: Shown, ask: Ask, behaviour: Behaviour): number {
  if (ask.soonest) return sale.startMs ?? Number.MAX_VALUE;
  if (behaviour.order === 'price') return -(home.price ?? 0);
  return behaviour.order === 'south' ? home.y : 0;
}
