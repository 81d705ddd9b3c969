/** A sale as it is stored: a mapped record of a file. */
import type { PropertyType } from '#contract/values.js';
import type { Absent } from '#domain/parsed-row.js';

/** A field of a record; if omitted, it was empty or the mapping has no column for it. */
type Given<T> = T | Absent;

export interface ImportedSale {
  readonly source_id: string;
  readonly source_url?: string;
  readonly sold_date?: Given<string>;
  readonly sale_price?: Given<number>;
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
  readonly property_type_raw?: Given<string>;
  readonly year_built?: Given<number>;
  readonly lot_area_sqft?: Given<number>;
  readonly parcel_id?: Given<string>;
  readonly document_id?: Given<string>;
  readonly neighborhood?: Given<string>;
  /** Whether it was a sale at arm's length, as far as the file says; left out where it does not. */
  readonly arms_length?: Given<boolean>;
  /** The file's own code of what kind of sale it was. */
  readonly sale_code?: Given<string>;
}

/** A sale and its origin, which is incomplete while a file is being imported. */
export interface Stored extends ImportedSale {
  readonly dataset?: string;
  readonly file_sha256?: string;
  readonly imported_at?: string;
  readonly licence?: string;
  readonly licence_url?: string;
  readonly attribution?: string;
  readonly line?: number;
}

/** The fields that a mapping may fill, and their types. */
export const SALE_FIELDS = {
  sold_date: 'date',
  sale_price: 'number',
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
  property_type_raw: 'text',
  year_built: 'whole',
  lot_area_sqft: 'whole',
  parcel_id: 'text',
  document_id: 'text',
  neighborhood: 'text',
  arms_length: 'flag',
  sale_code: 'text',
} as const satisfies Record<Exclude<keyof ImportedSale, 'source_id'>, string>;
