/** Homes that appear, change, leave and return by seed and step, and a source that shows most. */
import assert from 'node:assert/strict';
import type { SourceClient } from '#collect/upstream/source-client.js';
import { DAY_MS } from '#contract/durations.js';
import { createSyntheticData } from '#sandbox/data/synthetic-data.js';
import { saleRow } from '#sandbox/portal_a/home-rows.js';
import { type Shown, show } from '#sandbox/portal_a/shown.js';
import { pageNumber, SourceError } from '#sources/driver.js';
import { Chance } from '../sim/chance.js';
import { geography } from '../support/geography.js';
import { sourceStub } from '../support/source-stub.js';
import { testClock } from '../support/test-clock.js';

export interface Home {
  /** The source's number of the listing; a home that is listed again may get another. */
  readonly id: string;
  /** Number of the dwelling: its address. */
  readonly dwelling: number;
  readonly price: number;
}

const PAGE_ROWS = 41;
const LISTED_SHARE = 0.8;
const START_MS = Date.parse('2026-11-21T12:00:00Z');

/** Dwellings of the synthetic data, each with an address of its own. */
const DWELLING_CARDS: readonly Shown[] = [
  ...createSyntheticData({
    seed: 1,
    homes: 0,
    places: [{ zip: '78704', homes: 160 }],
    geo: geography(),
    clock: testClock(START_MS),
  }).homesIn({ west: -98, south: 30, east: -97, north: 31 }, 'listings'),
]
  .filter(({ form, channel, type }) => form === 'home' && channel === 'agent' && type !== 'land')
  .map(show);
const DWELLINGS = DWELLING_CARDS.length;

/** What is listed at each step: a walk of the seed, kept as far as it was asked. */
export class World {
  readonly #chance: Chance;
  readonly #steps: (readonly Home[])[] = [];
  #numbers = 10_000_000;

  constructor(seed: number) {
    this.#chance = new Chance(seed, 'world');
    const first = Array.from({ length: DWELLINGS }, (_one, dwelling) => dwelling)
      .filter(() => this.#chance.happens(LISTED_SHARE))
      .map((dwelling) => this.#listed(dwelling));
    this.#steps.push(first);
  }

  at(step: number): readonly Home[] {
    while (this.#steps.length <= step) this.#steps.push(this.#next(this.#steps.at(-1) ?? []));
    return this.#steps[step] ?? [];
  }

  #listed(dwelling: number): Home {
    this.#numbers += 1;
    return {
      id: String(this.#numbers),
      dwelling,
      price: 200_000 + 1_000 * this.#chance.below(600),
    };
  }

  #next(before: readonly Home[]): readonly Home[] {
    const chance = this.#chance;
    const here = new Map(before.map((home) => [home.dwelling, home]));
    const after: Home[] = [];
    for (let dwelling = 0; dwelling < DWELLINGS; dwelling += 1) {
      const home = here.get(dwelling);
      if (home === undefined) {
        if (chance.happens(0.04)) after.push(this.#listed(dwelling));
      } else if (chance.happens(0.02)) {
        // Withdrawn; some are listed in the same moment under a new number.
        if (chance.happens(0.3)) after.push(this.#listed(dwelling));
      } else {
        const price = chance.happens(0.03)
          ? home.price - 1_000 * (1 + chance.below(20))
          : home.price;
        after.push({ ...home, price });
      }
    }
    return after;
  }
}

/** How often the source fails, and how. */
export interface Rates {
  /** A page is not answered. */
  down: number;
  /** A page lacks a row that the source counts: the reading is partial. */
  short: number;
}

/** A source of a world; `step` is where the world stands. */
export function clientOf(
  world: World,
  step: () => number,
  rates: Rates,
  seed: number,
  nowMs: () => number,
): SourceClient {
  const chance = new Chance(seed, 'source');
  return sourceStub(async (source, _driver, question) => {
    if (chance.happens(rates.down)) {
      throw new SourceError('down', `${source} was not reached in time.`);
    }
    const homes = world.at(step());
    const page = pageNumber(question);
    const from = (page - 1) * PAGE_ROWS;
    const shown = homes.slice(from, from + PAGE_ROWS);
    const isShort = chance.happens(rates.short);
    const rows = (isShort ? shown.slice(1) : shown).map((home) => cardOf(home, nowMs()));
    const next = from + shown.length < homes.length ? { page: page + 1 } : null;
    return { page: { rows, total: homes.length, next }, readAtMs: nowMs() };
  });
}

/** The card of portal_a for a dwelling, under the number and at the price of its listing. */
const cardOf = ({ id, dwelling, price }: Home, nowMs: number) => {
  const shown = DWELLING_CARDS[dwelling] ?? assert.fail(`there is no dwelling ${dwelling}`);
  return saleRow(
    { ...shown, id: Number(id), price },
    { today: Math.floor(nowMs / DAY_MS), hidden: 0 },
  );
};
