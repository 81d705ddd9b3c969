/** A search: a caller's parsed request. */
import type { BoundName } from '#contract/params.js';
import type { ArmsLength, AskedPropertyType, PropertyType } from '#contract/values.js';

/** Bounds of facts by their parameters; both ends are inclusive. */
export type SearchBounds = { readonly [N in BoundName]?: number | undefined };

export interface Filters extends SearchBounds {
  readonly property_type?: readonly AskedPropertyType[];
  readonly arms_length?: readonly ArmsLength[];
  readonly sort?: string;
  readonly sold_within_days?: number;
}

/**
 * What a part of a search requests besides its filters: a half-open band of prices in dollars,
 * exact bedrooms (a null upper bound means "and more"), or some of the home types.
 */
export interface Subfilter {
  readonly price?: readonly [min: number, below: number | null];
  readonly beds?: readonly [min: number, max: number | null];
  readonly property_types?: readonly PropertyType[];
}

/** A location form as sent: values parsed, place not yet looked up. */
export type AskedPlace =
  | { readonly form: 'zip'; readonly zip: string }
  | { readonly form: 'city'; readonly city: string; readonly state: string }
  | { readonly form: 'county'; readonly county: string; readonly state: string }
  | { readonly form: 'bbox'; readonly bbox: readonly [number, number, number, number] }
  | {
      readonly form: 'circle';
      readonly lat: number;
      readonly lng: number;
      readonly radius_mi: number;
    };

/** The inputs of a search in the order of result.query, typed. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>;
