/** A listing as a mapping makes it. */
import type { ListingStatus, PropertyType } from '#contract/values.js';
import type { Absent } from '#domain/parsed-row.js';

/** A field of a record; one that is left out was empty, or the mapping has no column for it. */
type Given<T> = T | Absent;

export interface MappedListing {
  readonly source_id: string;
  readonly source_url?: string;
  readonly status: ListingStatus;
  readonly status_raw?: Given<string>;
  readonly list_price?: Given<number>;
  readonly list_date?: Given<string>;
  readonly beds?: Given<number>;
  readonly baths?: Given<number>;
  readonly living_area_sqft?: Given<number>;
  readonly property_type?: Given<PropertyType>;
  readonly line1?: Given<string>;
  readonly unit?: Given<string>;
  readonly city?: Given<string>;
  readonly state?: Given<string>;
  readonly zip?: Given<string>;
  readonly county?: Given<string>;
  readonly county_fips?: Given<string>;
  readonly lat?: Given<number>;
  readonly lng?: Given<number>;
  readonly year_built?: Given<number>;
  readonly lot_area_sqft?: Given<number>;
  /** The day on which the seller got the home. */
  readonly acquired_date?: Given<string>;
}

/** The fields that a mapping of listings may fill, and what they hold. */
export const LISTING_FIELDS = {
  status: 'status',
  status_raw: 'text',
  list_price: 'number',
  list_date: 'date',
  beds: 'number',
  baths: 'number',
  living_area_sqft: 'whole',
  property_type: 'type',
  line1: 'text',
  unit: 'text',
  city: 'text',
  state: 'state',
  zip: 'zip',
  county: 'text',
  county_fips: 'fips',
  lat: 'number',
  lng: 'number',
  source_url: 'url',
  year_built: 'whole',
  lot_area_sqft: 'whole',
  acquired_date: 'date',
} as const satisfies Record<Exclude<keyof MappedListing, 'source_id'>, string>;
