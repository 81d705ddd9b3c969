/** What is known of places beyond one search. The store implements it; collect has no SQL. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { Box } from '#domain/box.js';
import type { Extent, LearnedExtent, PlaceName } from '#domain/extent.js';
import type { SourcePlace } from '#sources/driver.js';

/**
 * What is known of a place at a source: its token, or that the source has none, that its token
 * answers for another place, that homes of the area lie outside it, or that the lookup failed.
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

/** The result of reading an area by its place and by boxes. */
export interface PlaceAudit {
  /** Homes of the area that boxes show. */
  readonly homes: number;
  /** Those of them that the place does not show. */
  readonly outside: number;
}

export interface PlaceStore {
  /** The box of a ZIP's imported outline; null when there is none, or it cannot be read now. */
  findOutline(zip: string): Promise<Box | null>;
  /** The learned extent of a place's rows; null when unknown, or it cannot be read now. */
  findExtent(source: SourceName, kind: Kind, place: PlaceName): Promise<LearnedExtent | null>;
  /** What is known of a place at a source; null when unknown, or it cannot be read now. */
  findPlace(source: SourceName, place: PlaceName): Promise<KnownPlace | null>;
  /** Stores what was found of a place. */
  keepPlace(source: SourceName, place: PlaceName, found: PlaceStatus): Promise<void>;
  /** Stores an audit of a place; a place that leaves out homes is no longer used. */
  keepAudit(source: SourceName, place: PlaceName, audit: PlaceAudit): Promise<void>;
  /**
   * How a source takes areas if not in its usual way: one of its driver's spellings, or `place`
   * where it knows its own places but no boxes. Null for the usual way, if unknown, or if it cannot
   * be read now.
   */
  findAreaForm(source: SourceName): Promise<string | null>;
  /** Stores how a source takes areas; null for its usual way. */
  keepAreaForm(source: SourceName, form: string | null): Promise<void>;
  /** Takes learned extents to write later; `covered` is the place whose whole cover was read. */
  noteExtents(
    source: SourceName,
    kind: Kind,
    extents: readonly Extent[],
    covered: PlaceName | null,
  ): void;
}

/** Stores nothing. */
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
