/** What is remembered of places beyond one search. The store lies behind it; collect knows no SQL. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { Extent, LearnedExtent, PlaceName } from '#domain/extent.js';

export interface PlaceStore {
  /** What is known of where a place's rows are; null when nothing is, or it cannot be read now. */
  findExtent(source: SourceName, kind: Kind, place: PlaceName): Promise<LearnedExtent | null>;
  /** Takes what a reading has learned, to be written later; `covered` is the place whose whole cover was read. */
  noteExtents(
    source: SourceName,
    kind: Kind,
    extents: readonly Extent[],
    covered: PlaceName | null,
  ): void;
}

/** Remembers nothing. */
export const NO_PLACES: PlaceStore = {
  findExtent: async () => null,
  noteExtents: () => undefined,
};
