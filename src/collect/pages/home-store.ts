/** What is remembered of homes beyond one search. The store lies behind it; collect knows no SQL. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';

/** The price or rent at which a listing was first seen, in dollars. */
export interface FirstPrice {
  readonly amount: number;
  readonly atMs: number;
}

export interface HomeStore {
  /**
   * First prices by the source's id, of the listings that were seen before; null where no history is kept of the
   * source, or it cannot be read now.
   */
  findFirstPrices(
    source: SourceName,
    kind: Kind,
    sourceIds: readonly string[],
  ): Promise<ReadonlyMap<string, FirstPrice> | null>;
}

/** Remembers nothing. */
export const NO_HOMES: HomeStore = { findFirstPrices: async () => null };
