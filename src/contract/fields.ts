/**
 * The row schemas as tables: order, type, nullability and meaning of every field. Row types are
 * inferred from them. The extras of a source are in its manifest.
 */
import { about, type Field, type FieldValue, may, must } from './field.js';
import {
  type Kind,
  LISTING_KINDS,
  LISTING_STATUSES,
  PROPERTY_TYPES,
  SALE_PRICE_DISCLOSURES,
} from './values.js';

const IDENTITY = [
  must('source', 'string', 'Source of the row; tolerate unknown values.'),
  must('source_id', 'string', "The source's ID of the home or building."),
  must('source_url', 'string', 'Page of the home or building on the source site.'),
] as const;

const HOME = [
  may('price_per_sqft', 'number', 'Price or rent divided by living area.'),
  may('beds', 'number', 'Bedrooms; 0 is a studio, null a building with mixed units.'),
  may('baths', 'number', 'Bathrooms as the source counts them.'),
  may('living_area_sqft', 'integer', 'Living area in square feet.'),
  may('property_type', PROPERTY_TYPES, 'Home type.'),
  must('address', 'address', 'Street address; hidden parts are empty strings with a note.'),
  may('location', 'location', 'Map point.'),
  may('broker_name', 'string', 'Listing brokerage; on sold rows, at the time of sale.'),
] as const;

export const LISTING_FIELDS = [
  ...IDENTITY,
  must('listing_kind', LISTING_KINDS, 'A building lists its units together.'),
  must('status', LISTING_STATUSES, 'Listing status.'),
  may('list_price', 'money', 'Asking price; null on rentals.'),
  may('rent_monthly', 'money', 'Monthly rent; for a building the lowest rent listed.'),
  about(
    'rent_monthly',
    must('rent_is_from_price', 'boolean', 'True when rent_monthly is the lowest of several.'),
  ),
  may('list_date', 'date', 'Date the current listing started.'),
  may('days_on_market', 'integer', 'Days since the current listing started.'),
  ...HOME,
  may('agent_name', 'string', 'Listing agent; null when the source hides it.'),
  may('photo_count', 'integer', 'Number of photos; photos are never returned or stored.'),
  must('extras', 'extras', 'Fields only the source has.'),
] as const;

export const SOLD_FIELDS = [
  ...IDENTITY,
  may('sold_date', 'date', 'Date of the sale.'),
  may('sale_price', 'money', 'Sale price; never a list price or an estimate.'),
  must('sale_price_disclosure', SALE_PRICE_DISCLOSURES, 'Where the sale price comes from.'),
  may('list_price', 'money', 'Last asking price before the sale.'),
  may('list_date', 'date', 'Date the sold listing started.'),
  may('sale_to_list_ratio', 'number', 'sale_price divided by list_price.'),
  may('days_on_market', 'integer', 'Days from listing to the first pending date or the sale.'),
  ...HOME,
  must('extras', 'extras', 'Fields only the source has.'),
] as const;

/** The fields of a row of this kind, in wire order. */
export const rowFields = (kind: Kind): readonly Field[] =>
  kind === 'sold' ? SOLD_FIELDS : LISTING_FIELDS;

type RowWith<Table extends readonly Field[], S, E> = {
  readonly [F in Table[number] as F['name']]: F['name'] extends 'source'
    ? S
    : F['type'] extends 'extras'
      ? E
      : FieldValue<F>;
};

export type ListingRowWith<S, E> = RowWith<typeof LISTING_FIELDS, S, E>;
export type SoldRowWith<S, E> = RowWith<typeof SOLD_FIELDS, S, E>;

/** The row of a kind, from a source with these extras. */
export type RowWithExtras<S, K extends Kind, E> = K extends 'sold'
  ? SoldRowWith<S, E>
  : ListingRowWith<S, E>;
