/** How sources are asked for areas. */
import type { Box } from '#domain/box.js';

/** A point in degrees, longitude first as in GeoJSON. */
export type LngLat = readonly [lng: number, lat: number];

/** How a source is asked for an area. Everything it answers is checked against the asked area again. */
export type AreaAsk =
  /**
   * `place` is the token of the source's own place whose part in the box is asked for, `called` what people call it:
   * "78704", "st paul, MN".
   */
  | { readonly by: 'box'; readonly box: Box; readonly place?: string; readonly called?: string }
  /** A closed ring: its first point again last. `box` is the smallest box around it. */
  | { readonly by: 'polygon'; readonly ring: readonly LngLat[]; readonly box: Box }
  | { readonly by: 'postal_code'; readonly postal_code: string }
  /** A city by its names, the usual one first, or by the ZIPs whose post office has its name. */
  | {
      readonly by: 'city';
      readonly names: readonly string[];
      readonly zips: readonly string[];
      readonly state: string;
    }
  /** A county by its codes and full names ("Travis County"); a former one is several. */
  | {
      readonly by: 'county';
      readonly fips: readonly string[];
      readonly names: readonly string[];
      readonly state: string | null;
    }
  /** A state by its postal code, or the part of it that is a county or city by its usual name. */
  | {
      readonly by: 'state';
      readonly state: string;
      /** In full: "Travis County". */
      readonly county?: string;
      readonly city?: string;
    }
  /** A circle; `box` is the smallest box around it. */
  | {
      readonly by: 'circle';
      readonly lat: number;
      readonly lng: number;
      readonly radius_mi: number;
      readonly box: Box;
    }
  /** Places of the source's own, by their ids. */
  | { readonly by: 'named_place'; readonly ids: readonly string[] }
  /** The source takes no area: it answers with all it has. */
  | { readonly by: 'everything' };

export type AreaForm = Exclude<AreaAsk['by'], 'everything'>;
