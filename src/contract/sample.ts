/**
 * A sample: a page with one row of synthetic data for every route of a source, in
 * src/sources/NAME/samples.ts. The examples of the OpenAPI document are made from them.
 */
import { type Field, type FieldsOf, usd } from './field.js';
import type { RowWithExtras } from './fields.js';
import type { HomeExtras } from './home-extras.js';
import type { SourceManifest } from './manifest.js';
import type { FieldNote, Summary } from './page-parts.js';
import type { Kind, Money, NoteReason } from './values.js';

export interface Sample<R> {
  readonly query: Readonly<Record<string, unknown>>;
  readonly next_cursor: string | null;
  readonly collected_at: string;
  readonly summary: Summary;
  readonly row: R;
  /** A reason for every null of the row. */
  readonly field_notes: readonly FieldNote[];
}

type ExtrasIn<M extends SourceManifest, K extends Kind> = M['extras'][K] extends readonly Field[]
  ? FieldsOf<M['extras'][K]> & HomeExtras<K>
  : never;

/** A sample of every route of a source, by the id of the route. */
export type SamplesOf<M extends SourceManifest> = {
  readonly [R in M['routes'][number] as R['id']]: Sample<
    RowWithExtras<M['name'], R['kind'], ExtrasIn<M, R['kind']>>
  >;
};

/** Notes of one reason on several fields, whose names are separated by spaces. */
export const notes = (
  reason: NoteReason,
  fields: string,
  detail: string | null = null,
): FieldNote[] => fields.split(' ').map((field) => ({ field, reason, detail }));

/** A listing whose earlier prices nobody knows. */
export const NO_PRICE_CHANGE = {
  price_change: null,
  price_change_percent: null,
  price_change_since: null,
  price_change_origin: null,
} as const;

/** Its notes, for this reason in words. */
export const noPriceChange = (detail: string): FieldNote[] => {
  const fields = Object.keys(NO_PRICE_CHANGE).map((name) => `extras.${name}`);
  return notes('not_applicable', fields.join(' '), detail);
};

/** The statistics of a page without prices. */
export const NO_PRICES = {
  priced_count: 0,
  median_price: null,
  p25: null,
  p75: null,
  median_price_per_sqft: null,
} as const;

/** The statistics of a page with one price. */
export const onePrice = (price: Money, median_price_per_sqft: number | null) => ({
  priced_count: 1,
  median_price: price,
  p25: price,
  p75: price,
  median_price_per_sqft,
});

/** A page with one sale. */
export const soldPage = (price: Money, median_price_per_sqft: number, day: string) => ({
  query: { zip: SEATTLE.zip, sold_within_days: 90 },
  next_cursor: null,
  collected_at: '2026-11-20T14:02:03.122Z',
  summary: {
    priced_count: 1,
    disclosed_count: 1,
    median_sale_price: price,
    p25: price,
    p75: price,
    median_price_per_sqft,
    earliest_sold_date: day,
    latest_sold_date: day,
  },
});

/** The places of samples, behind the street of an address. */
export const AUSTIN = {
  city: 'Austin',
  state: 'TX',
  zip: '78704',
  county: 'Travis County',
  county_fips: '48453',
} as const;
export const SEATTLE = {
  city: 'Seattle',
  state: 'WA',
  zip: '98103',
  county: 'King County',
  county_fips: '53033',
} as const;

/** A sold home that several sources show. */
export const SOLD_HOME = {
  sold_date: '2026-10-12',
  sale_price: usd(606_500),
  sale_price_disclosure: 'public_record',
  list_price: null,
  list_date: null,
  sale_to_list_ratio: null,
  days_on_market: null,
  price_per_sqft: 285.82,
  beds: 3,
  baths: 4,
  living_area_sqft: 2122,
  property_type: 'single_family',
  address: { line1: '8815 S Pebblewick Pl', unit: null, ...SEATTLE },
  location: { lat: 47.70449, lng: -122.345987 },
} as const;

/** A page with it alone. */
export const SOLD_PAGE = soldPage(
  SOLD_HOME.sale_price,
  SOLD_HOME.price_per_sqft,
  SOLD_HOME.sold_date,
);
