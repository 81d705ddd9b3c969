/** The load of a simulated fleet: calls that come by chance. */
import type { Chance } from '../support/chance.js';
import { type Fleet, type Simulated, Simulation } from './fleet.js';

/** Calls that come by chance at a rate to every edge, for pages of which some are asked often. */
export interface Load {
  readonly callsPerS: number;
  readonly popularity: Popularity;
  /** Time from empty caches that only fills them; null for caches after a long time. */
  readonly warmMs: number | null;
  /** Time that is simulated. */
  readonly seconds: number;
}

/** Pages by how often they are asked for: the nth as 1/n. */
export class Popularity {
  readonly #sums: Float64Array;

  constructor(pages: number) {
    this.#sums = new Float64Array(pages);
    let sum = 0;
    for (let place = 0; place < pages; place += 1) {
      sum += 1 / (place + 1);
      this.#sums[place] = sum;
    }
  }

  get pages(): number {
    return this.#sums.length;
  }

  pick(chance: Chance): number {
    const wanted = chance.next() * (this.#sums.at(-1) ?? 0);
    let [low, high] = [0, this.#sums.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The share of calls that ask for a page. */
  shareOf(page: number): number {
    return 1 / (page + 1) / (this.#sums.at(-1) ?? 1);
  }

  /** The share of calls at a rate that find no page younger than `freshMs`, in the long run. */
  missShare(callsPerS: number, freshMs: number): number {
    let missed = 0;
    for (let page = 0; page < this.#sums.length; page += 1) {
      const share = this.shareOf(page);
      missed += share / (1 + callsPerS * share * (freshMs / 1000));
    }
    return missed;
  }
}

/** The time between two calls at a rate, in milliseconds. */
export const gapMs = (chance: Chance, perS: number): number =>
  (-Math.log(1 - chance.next()) / perS) * 1000;

/** Simulates a load on a fleet. */
export function simulate(fleet: Fleet, load: Load, chance: Chance): Simulated {
  const simulation = new Simulation(fleet);
  const next = (): readonly [number, number] => [
    Math.floor(chance.next() * fleet.edges),
    load.popularity.pick(chance),
  ];
  if (load.warmMs === null) {
    for (let page = 0; page < load.popularity.pages; page += 1) {
      simulation.settle(page, load.callsPerS * load.popularity.shareOf(page), chance);
    }
  } else {
    for (let at = -load.warmMs; at < 0; at += gapMs(chance, load.callsPerS)) {
      simulation.warm(...next(), at);
    }
  }
  const { events } = simulation;
  const arrive = () => {
    if (events.nowMs >= load.seconds * 1000) return;
    simulation.call(...next());
    events.at(events.nowMs + gapMs(chance, load.callsPerS), arrive);
  };
  events.at(gapMs(chance, load.callsPerS), arrive);
  events.runUntil(load.seconds * 1000);
  return simulation.result(load.seconds);
}
