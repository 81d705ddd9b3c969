/** What a mapping may fill of a home that was sold or is for sale, and the types that follow. */
import type { ListingStatus, PropertyType } from '#contract/values.js';
import type { Absent } from '#domain/parsed-row.js';

/** The values of the kinds of fields. */
interface ValueOfKind {
  readonly text: string;
  readonly date: string;
  readonly number: number;
  readonly whole: number;
  readonly type: PropertyType;
  readonly status: ListingStatus;
  readonly state: string;
  readonly zip: string;
  readonly fips: string;
  readonly url: string;
  readonly flag: boolean;
}
export type FieldKind = keyof ValueOfKind;

/** A field of a record; if omitted, it was empty or the mapping has no column for it. */
export type Mapped<Fields extends Readonly<Record<string, FieldKind>>> = {
  readonly [Name in keyof Fields as Exclude<Name, 'source_url'>]?:
    | ValueOfKind[Fields[Name]]
    | Absent;
} & {
  readonly source_id: string;
  readonly source_url?: string;
};

/** In an order that stays: where a mapping has no key, it is part of what names a sale. */
export const HOME_FIELDS = {
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
} as const satisfies Record<string, FieldKind>;
