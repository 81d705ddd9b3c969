/** A search: a caller's parsed request. */
import type { ArmsLength, AskedPropertyType, PropertyType } from '#contract/values.js';

export interface Filters {
  readonly min_price?: number;
  readonly max_price?: number;
  readonly beds_min?: number;
  readonly baths_min?: number;
  readonly sqft_min?: number;
  readonly sqft_max?: number;
  readonly property_type?: readonly AskedPropertyType[];
  readonly year_built_min?: number;
  readonly year_built_max?: number;
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
