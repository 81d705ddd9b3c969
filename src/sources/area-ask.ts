/** The forms in which sources are queried for areas. */
import type { AreaOf } from '#domain/area.js';
import type { Box } from '#domain/box.js';

/** A point in degrees, longitude first as in GeoJSON. */
export type LngLat = readonly [lng: number, lat: number];

/** How a source is queried for an area. Its rows are checked against the requested area again. */
export type AreaAsk =
  /**
   * `place` is the token of the source's own place to request inside the box, `called` what people
   * call it: "78704", "st paul, MN".
   */
  | { readonly by: 'box'; readonly box: Box; readonly place?: string; readonly called?: string }
  /** A closed ring: its first point is repeated last. `box` is the smallest box around it. */
  | { readonly by: 'polygon'; readonly ring: readonly LngLat[]; readonly box: Box }
  | { readonly by: 'postal_code'; readonly postal_code: string }
  /** A city by its names, the usual one first, or by the ZIPs whose post office has its name. */
  | AreaOf<'city'>
  /** A county by its codes and full names ("Travis County"); a former one is several. */
  | {
      readonly by: 'county';
      readonly fips: readonly string[];
      readonly names: readonly string[];
      readonly state: string | null;
    }
  /** A state by its postal code, or a county or city in it by its usual name. */
  | {
      readonly by: 'state';
      readonly state: string;
      /** In full: "Travis County". */
      readonly county?: string;
      readonly city?: string;
    }
  /** A circle; `box` is the smallest box around it. */
  | (AreaOf<'circle'> & { readonly box: Box })
  /** The source's own places, by their ids. */
  | { readonly by: 'named_place'; readonly ids: readonly string[] }
  /** The source takes no area: it returns all its rows. */
  | { readonly by: 'everything' };

export type AreaForm = Exclude<AreaAsk['by'], 'everything'>;
