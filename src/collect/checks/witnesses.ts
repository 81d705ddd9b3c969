/**
 * What one page cannot prove. A page may lack a member, or have one value on all its rows, because
 * of the place or of the request; a source that changed shows the same everywhere. So a suspicion
 * counts once pages of unlike places raised it, with no page between them to the contrary. What
 * only one account has seen affects its own searches only: no account can make another account's
 * search fail.
 */

/** Where a page was read, and for which account. */
export interface Witness {
  /** The ZIP of most rows, else their city or neighbourhood: other places have other homes. */
  readonly place: string;
  /** The requested area: all pages of one search count as one place. */
  readonly area: string;
  /** The account that searched; empty for the service itself. */
  readonly asker: string;
}

/** Number of unlike places that must show the same. */
export const PLACES_MIN = 3;
/** Number of accounts that must have seen it before it affects everyone's searches. */
const ASKERS_MIN = 3;
/** Pages stored per suspicion. */
const WITNESSES_MAX = 50;

/** Whether several accounts saw it; what the service read by itself, such as ahead, is of none. */
export const areOfAll = (witnesses: readonly Pick<Witness, 'asker'>[]): boolean =>
  distinct(witnesses.flatMap(({ asker }) => (asker === '' ? [] : [asker]))) >= ASKERS_MIN;

/** The pages that count in a search of `asker`. */
export function countedFor<W extends Pick<Witness, 'asker'>>(
  witnesses: readonly W[],
  asker: string,
): readonly W[] {
  return areOfAll(witnesses) ? witnesses : witnesses.filter((one) => one.asker === asker);
}

/** The number of unlike places among the pages that count in a search of `asker`. */
export function placesFor(witnesses: readonly Witness[], asker: string): number {
  const counted = countedFor(witnesses, asker);
  return Math.min(
    distinct(counted.map(({ place }) => place)),
    distinct(counted.map(({ area }) => area)),
  );
}

const distinct = (values: readonly string[]): number => new Set(values).size;

/** The suspicious values, by field. */
export class Suspicions {
  readonly #open = new Map<string, { readonly value: string; readonly seen: Witness[] }>();

  /** Records that a page shows only `value`; returns whether unlike places confirm it. */
  raise(name: string, value: string, witness: Witness): boolean {
    const known = this.#open.get(name);
    const seen = known?.value === value ? known.seen : [];
    seen.push(witness);
    if (seen.length > WITNESSES_MAX) seen.shift();
    this.#open.set(name, { value, seen });
    return placesFor(seen, witness.asker) >= PLACES_MIN;
  }

  /** Clears the suspicion: a page contradicts it. */
  clear(name: string): void {
    this.#open.delete(name);
  }
}
