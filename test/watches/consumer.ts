/** A reader of the event log that knows nothing else, and what it must know after each run. */

import type { EventBody } from '#contract/operations/events.js';
import type { HomeChange } from '#contract/watches.js';
import type { Home, World } from './world.js';

/** What a consumer knows: prices by id. */
export type Known = ReadonlyMap<string, number>;

const priceOf = ({ row }: HomeChange): number =>
  (row.list_price as { readonly amount: number }).amount;

const changesIn = ({ data }: EventBody): readonly HomeChange[] =>
  (data.changes ?? []) as readonly HomeChange[];

/** Replays events over known state. Returns impossible ones: a home added twice, or unknown. */
export function replay(known: Map<string, number>, events: readonly EventBody[]): string[] {
  const wrong: string[] = [];
  for (const change of events.flatMap(changesIn)) {
    const { kind, source_id, previous_source_id } = change;
    const isKnown = known.has(source_id);
    if (kind === 'added' && isKnown) wrong.push(`${source_id} was added twice`);
    if (kind === 'changed' && !isKnown) wrong.push(`${source_id} changed and was not known`);
    if (kind === 'changed' && known.get(source_id) === priceOf(change)) {
      wrong.push(`${source_id} changed, but not its price: ${JSON.stringify(change.previous)}`);
    }
    if (kind === 'removed') {
      if (!known.delete(source_id)) wrong.push(`${source_id} was removed and was not known`);
    } else {
      if (kind === 'relisted' && previous_source_id !== null) known.delete(previous_source_id);
      known.set(source_id, priceOf(change));
    }
  }
  return wrong;
}

interface Entry {
  readonly home: Home;
  readonly missed: number;
}

/**
 * What a watch must know after a complete run, by docs/watches.md: all listed homes, and those that
 * fewer consecutive complete runs have missed than make a home removed.
 */
export class Expected {
  readonly #entries = new Map<string, Entry>();
  readonly #runsUntilRemoved: number;

  constructor(runsUntilRemoved: number) {
    this.#runsUntilRemoved = runsUntilRemoved;
  }

  /** The world as a complete run saw it. Returns what is wrong with what the consumer knows. */
  complete(homes: readonly Home[], known: Known): string[] {
    for (const [id, { home, missed }] of this.#entries) {
      this.#entries.set(id, { home, missed: missed + 1 });
    }
    for (const home of homes) this.#entries.set(home.id, { home, missed: 0 });
    for (const [id, { missed }] of this.#entries) {
      if (missed >= this.#runsUntilRemoved) this.#entries.delete(id);
    }
    const expected = [...this.#entries].flatMap(([id, entry]) => this.#missing(id, entry, known));
    const invented = [...known.keys()].filter((id) => !this.#entries.has(id));
    return [...expected, ...invented.map((id) => `${id} is invented`)];
  }

  /** What a partial run reported as new: known until complete runs miss it as often as others. */
  partial(homes: readonly Home[], events: readonly EventBody[]): void {
    const listed = new Map(homes.map((home) => [home.id, home]));
    for (const { kind, source_id } of events.flatMap(changesIn)) {
      const home = listed.get(source_id);
      if (home !== undefined && (kind === 'added' || kind === 'relisted')) {
        this.#entries.set(source_id, { home, missed: 0 });
      }
    }
  }

  #missing(id: string, { home, missed }: Entry, known: Known): string[] {
    const price = known.get(id);
    // Under another id at its address it is relisted at once, unless a partial run saw that id.
    if (price === undefined && missed > 0 && this.#hasOther(home)) return [];
    if (price === undefined) return [`${id} is missing`];
    // A partial run may have seen a newer price of a home that is missing since.
    if (missed > 0) return [];
    return price === home.price ? [] : [`${id} costs ${home.price}, not ${price}`];
  }

  #hasOther({ id, dwelling }: Home): boolean {
    return [...this.#entries.values()].some(
      ({ home, missed }) => missed === 0 && home.dwelling === dwelling && home.id !== id,
    );
  }
}

/** Ids that are removed in these events although they are listed. */
export function falseRemovals(events: readonly EventBody[], world: World, step: number): string[] {
  const listed = new Set(world.at(step).map(({ id }) => id));
  return events
    .flatMap(changesIn)
    .filter(({ kind, source_id }) => kind === 'removed' && listed.has(source_id))
    .map(({ source_id }) => source_id);
}
