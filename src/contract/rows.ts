/** The typed rows of every route (interface-v1, "Row: sale listing and rental" and "Row: sold"). */
import type { ExtrasOf } from './extras.js';
import type {
  Address,
  Kind,
  ListingKind,
  ListingStatus,
  Location,
  Money,
  PropertyType,
  SalePriceDisclosure,
  SourceName,
} from './values.js';

export interface ListingRow<S extends SourceName = SourceName, K extends Kind = Kind> {
  readonly source: S;
  readonly source_id: string;
  readonly source_url: string;
  readonly listing_kind: ListingKind;
  readonly status: ListingStatus;
  readonly list_price: Money | null;
  readonly rent_monthly: Money | null;
  readonly rent_is_from_price: boolean;
  readonly list_date: string | null;
  readonly days_on_market: number | null;
  readonly price_per_sqft: number | null;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly living_area_sqft: number | null;
  readonly property_type: PropertyType | null;
  readonly address: Address;
  readonly location: Location | null;
  readonly broker_name: string | null;
  readonly agent_name: string | null;
  readonly photo_count: number | null;
  readonly extras: ExtrasOf<S, K>;
}

export interface SoldRow<S extends SourceName = SourceName> {
  readonly source: S;
  readonly source_id: string;
  readonly source_url: string;
  readonly sold_date: string | null;
  readonly sale_price: Money | null;
  readonly sale_price_disclosure: SalePriceDisclosure;
  readonly list_price: Money | null;
  readonly list_date: string | null;
  readonly sale_to_list_ratio: number | null;
  readonly days_on_market: number | null;
  readonly price_per_sqft: number | null;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly living_area_sqft: number | null;
  readonly property_type: PropertyType | null;
  readonly address: Address;
  readonly location: Location | null;
  readonly broker_name: string | null;
  readonly extras: ExtrasOf<S, 'sold'>;
}

/** The row type of one source and kind. */
export type RowOf<S extends SourceName, K extends Kind> = K extends 'sold'
  ? SoldRow<S>
  : ListingRow<S, K>;

export type Row = ListingRow | SoldRow;

/** How a field is written on the wire: what the conformance suite and OpenAPI read. */
export type FieldType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'date_time'
  | 'money'
  | 'address'
  | 'location'
  | 'units'
  | 'extras'
  | readonly string[];

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly meaning: string;
}
