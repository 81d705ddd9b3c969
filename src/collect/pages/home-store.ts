/** What is known of homes beyond one search. The store implements it; collect has no SQL. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';

/** The price or rent at which a listing was first seen, in dollars. */
export interface FirstPrice {
  readonly amount: number;
  readonly atMs: number;
  /** When the listing started then, YYYY-MM-DD; null where the source did not say. */
  readonly list_date: string | null;
}

export interface HomeStore {
  /**
   * First prices by the source's id, of the listings seen before; null where no history of the
   * source is stored, or it cannot be read now.
   */
  findFirstPrices(
    source: SourceName,
    kind: Kind,
    sourceIds: readonly string[],
  ): Promise<ReadonlyMap<string, FirstPrice> | null>;
}

/** Stores nothing. */
export const NO_HOMES: HomeStore = { findFirstPrices: async () => null };
