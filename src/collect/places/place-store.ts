/** What is remembered of places beyond one search. The store lies behind it; collect knows no SQL. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { Box } from '#domain/box.js';
import type { Extent, LearnedExtent, PlaceName } from '#domain/extent.js';
import type { SourcePlace } from '#sources/driver.js';

/**
 * What is known of a place at a source: its token, that the source has none, that its token answers for
 * another place, that homes of the area lie outside it, or that it could not be asked.
 */
export type PlaceStatus =
  | { readonly status: 'good'; readonly place: SourcePlace }
  | { readonly status: 'none' | 'wrong' | 'leaks' | 'failed' };

export type KnownPlace = PlaceStatus & {
  readonly checkedAtMs: number;
  /** Whether all homes of the area were seen in it. */
  readonly audited: boolean;
  /** Whether the operator imported it. */
  readonly imported: boolean;
};

/** What reading an area by its place and by boxes has shown. */
export interface PlaceAudit {
  /** Homes of the area that boxes show. */
  readonly homes: number;
  /** Those of them that the place does not show. */
  readonly outside: number;
}

export interface PlaceStore {
  /** The box of a ZIP's outline; null when the operator has imported none, or it cannot be read now. */
  findOutline(zip: string): Promise<Box | null>;
  /** What is known of where a place's rows are; null when nothing is, or it cannot be read now. */
  findExtent(source: SourceName, kind: Kind, place: PlaceName): Promise<LearnedExtent | null>;
  /** What is known of a place at a source; null when nothing is, or it cannot be read now. */
  findPlace(source: SourceName, place: PlaceName): Promise<KnownPlace | null>;
  /** Keeps what was found of a place. */
  keepPlace(source: SourceName, place: PlaceName, found: PlaceStatus): Promise<void>;
  /** Keeps an audit of a place; one that leaves out homes is not used any more. */
  keepAudit(source: SourceName, place: PlaceName, audit: PlaceAudit): Promise<void>;
  /**
   * How a source is asked for areas, where that is not its usual way: one of its driver's spellings, or `place` where
   * it knows no boxes but places of its own. Null where it is, where nothing is known, or it cannot be read now.
   */
  findAreaForm(source: SourceName): Promise<string | null>;
  /** Keeps how a source is asked for areas; null for its usual way. */
  keepAreaForm(source: SourceName, form: string | null): Promise<void>;
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
  findOutline: async () => null,
  findExtent: async () => null,
  findPlace: async () => null,
  keepPlace: async () => undefined,
  keepAudit: async () => undefined,
  findAreaForm: async () => null,
  keepAreaForm: async () => undefined,
  noteExtents: () => undefined,
};
