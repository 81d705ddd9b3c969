/**
 * What a page alone cannot prove. A page may lack a member, or have one value on all its rows, because of the place
 * or of what was asked for; a source that changed shows the same in every place. So a suspicion counts once pages of
 * unlike places raised it with none between them that says otherwise. What one account has seen by itself concerns
 * its own searches only: no account can make another account's search fail.
 */

/** Where a page was read, and for whom. */
export interface Witness {
  /** Pages of two places have other homes: the ZIP, or else the city or neighbourhood, that most of its rows lie in. */
  readonly place: string;
  /** The area that was asked for: all pages of one search tell of one place. */
  readonly area: string;
  /** The account that asked; empty where the service itself did. */
  readonly asker: string;
}

/** Unlike places that have to show the same. */
export const PLACES_MIN = 3;
/** Accounts that have to have seen it before it concerns the searches of all. */
export const ASKERS_MIN = 3;
/** Pages that are remembered of one suspicion. */
const WITNESSES_MAX = 50;

/** Those pages that count in a search of `asker`. */
export function countedFor<W extends Pick<Witness, 'asker'>>(
  witnesses: readonly W[],
  asker: string,
): readonly W[] {
  const ofAll = distinct(witnesses.map((one) => one.asker)) >= ASKERS_MIN;
  return ofAll ? witnesses : witnesses.filter((one) => one.asker === asker);
}

/** The unlike places of those pages that count in a search of `asker`. */
export function placesFor(witnesses: readonly Witness[], asker: string): number {
  const counted = countedFor(witnesses, asker);
  return Math.min(
    distinct(counted.map(({ place }) => place)),
    distinct(counted.map(({ area }) => area)),
  );
}

const distinct = (values: readonly string[]): number => new Set(values).size;

/** The suspicions of values, by the field that they are of. */
export class Suspicions {
  readonly #open = new Map<string, { readonly value: string; readonly seen: Witness[] }>();

  /** Records that a page shows `value` where others differ; whether unlike places confirm it. */
  raise(name: string, value: string, witness: Witness): boolean {
    const known = this.#open.get(name);
    const seen = known?.value === value ? known.seen : [];
    seen.push(witness);
    if (seen.length > WITNESSES_MAX) seen.shift();
    this.#open.set(name, { value, seen });
    return placesFor(seen, witness.asker) >= PLACES_MIN;
  }

  /** A page says otherwise. */
  clear(name: string): void {
    this.#open.delete(name);
  }
}
