/** Iterates over the homes of an area and yields to the event loop in between. */

import type { Home, HomeEdges, Plot, Trade } from './data/home.js';
import type { Scene } from './portal.js';

/** Homes between two yields to the event loop: a few milliseconds. */
const TURN_HOMES = 4_000;

export interface SandboxArea extends HomeEdges {
  readonly trades: readonly Trade[];
  /** The time of the data. */
  readonly atMs: number;
  /** How many days sold homes go back. */
  readonly soldDays?: number | undefined;
  /** Whether a ZIP is included; all are when absent. */
  readonly wants?: (plot: Plot) => boolean;
}

/** The homes of all ZIPs that may have one in the area, in lists; some lie outside it. */
export async function* homesInArea(
  scene: Scene,
  area: SandboxArea,
): AsyncIterable<readonly Home[]> {
  let looked = 0;
  for (const plot of scene.data.plotsIn(area)) {
    if (area.wants?.(plot) === false) continue;
    for (const trade of area.trades) {
      const homes = scene.data.homesOf(plot, trade, area.atMs, area.soldDays);
      yield homes;
      looked += homes.length;
    }
    if (looked < TURN_HOMES) continue;
    looked = 0;
    await scene.turn();
  }
}
