/**
 * The row and extras schemas as tables: order, type, nullability and meaning of every field. The
 * types of rows.ts and extras.ts say the same to the compiler; a test holds the two together.
 */
import type { Field, FieldType } from './rows.js';
import {
  type Kind,
  LISTING_KINDS,
  LISTING_STATUSES,
  PROPERTY_TYPES,
  SALE_PRICE_DISCLOSURES,
  type SourceName,
} from './values.js';

const must = (name: string, type: FieldType, meaning: string): Field => ({
  name,
  type,
  nullable: false,
  meaning,
});
const may = (name: string, type: FieldType, meaning: string): Field => ({
  name,
  type,
  nullable: true,
  meaning,
});

const IDENTITY: readonly Field[] = [
  must('source', 'string', 'Source of the row; tolerate unknown values.'),
  must('source_id', 'string', "The source's own ID for the home or building."),
  must('source_url', 'string', 'Page of the home or building on the source site.'),
];

const HOME: readonly Field[] = [
  may('price_per_sqft', 'number', 'Price or rent divided by living area.'),
  may('beds', 'number', 'Bedrooms; 0 is a studio, null a building with mixed units.'),
  may('baths', 'number', 'Bathrooms as the source counts them.'),
  may('living_area_sqft', 'integer', 'Living area in square feet.'),
  may('property_type', PROPERTY_TYPES, 'Home type.'),
  must('address', 'address', 'Street address; hidden parts are empty strings with a note.'),
  may('location', 'location', 'Map point.'),
  may('broker_name', 'string', 'Listing brokerage; on sold rows the one at the time of sale.'),
];

export const LISTING_FIELDS: readonly Field[] = [
  ...IDENTITY,
  must('listing_kind', LISTING_KINDS, 'A building lists its units together.'),
  must('status', LISTING_STATUSES, 'Listing status.'),
  may('list_price', 'money', 'Asking price; null on rentals.'),
  may('rent_monthly', 'money', 'Monthly rent; for a building the lowest rent listed.'),
  must('rent_is_from_price', 'boolean', 'True when rent_monthly is the lowest of several.'),
  may('list_date', 'date', 'Date the current listing started.'),
  may('days_on_market', 'integer', 'Days since the current listing started.'),
  ...HOME,
  may('agent_name', 'string', 'Listing agent; null when the source hides it.'),
  may('photo_count', 'integer', 'Number of photos; photos are never returned or stored.'),
  must('extras', 'extras', 'Fields only the source has.'),
];

export const SOLD_FIELDS: readonly Field[] = [
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
];

export const ADDRESS_FIELDS: readonly Field[] = [
  must('line1', 'string', 'Street line; empty when the source hides it.'),
  may('unit', 'string', 'Unit designation.'),
  must('city', 'string', 'City.'),
  must('state', 'string', 'Two-letter state code.'),
  must('zip', 'string', 'Five-digit ZIP code.'),
  may('county', 'string', 'County name.'),
  may('county_fips', 'string', 'Five-digit county FIPS code.'),
];

const PORTAL_A_HOME: readonly Field[] = [
  may('home_type_raw', 'string', "Source's own home type."),
  may('days_on_zillow', 'integer', 'Days on the source; on sold rows days since the sale.'),
  may('zestimate', 'money', "Source's value estimate."),
  may('rent_zestimate', 'money', "Source's rent estimate."),
  may('tax_assessed_value', 'money', 'Assessed value.'),
];
const PORTAL_A_LISTING: readonly Field[] = [
  ...PORTAL_A_HOME,
  may('building_name', 'string', 'Name of the building.'),
  must('units', 'units', 'Unit types of a rental building; [] when none.'),
];

const AUCTION: readonly Field[] = [
  may('property_type_raw', 'string', "Source's home type code."),
  may('listing_status_raw', 'string', "Source's own status of the auction."),
  may('sale_type', 'string', 'Kind of sale; new kinds may appear.'),
  may('auction_start', 'date_time', 'Start of the auction, UTC.'),
  may('auction_end', 'date_time', 'End of the auction, UTC; null for in-person auctions.'),
  may('online_auction', 'boolean', 'True online; false in person.'),
  may('starting_bid', 'money', 'Opening bid; not a price.'),
  may('current_bid', 'money', 'Highest bid so far.'),
  may('bid_count', 'integer', 'Bids so far.'),
  may('estimated_value', 'money', "Source's own value estimate."),
  may('occupancy', ['OCCUPIED', 'VACANT', 'UNKNOWN'], 'Whether somebody lives there.'),
  may('year_built', 'integer', 'Year built.'),
  may('lot_size_raw', 'number', 'Lot size without a unit, as the source shows it.'),
  may('first_listed_date', 'date', 'Date first listed.'),
  may('financing_available', 'boolean', 'Seller offers financing.'),
  may('buyer_premium', 'boolean', 'Buyer pays a premium on top of the winning bid.'),
];
const NYC_PORTAL: readonly Field[] = [
  may('property_type_raw', 'string', "Source's building type."),
  may('neighborhood', 'string', 'Neighborhood.'),
  may('sale_type', 'string', 'Kind of sale; null on rentals.'),
  may('monthly_maintenance', 'money', 'Co-op maintenance, property taxes included.'),
  may('monthly_taxes', 'money', 'Monthly property taxes of condos and houses.'),
  may('monthly_common_charges', 'money', 'Condo common charges.'),
  may('no_fee', 'boolean', 'Rentals: tenant pays no broker fee.'),
  may('net_effective_rent', 'money', 'Rentals: monthly rent after free months.'),
  may('months_free', 'number', 'Rentals: free months.'),
  may('available_date', 'date', 'Rentals: move-in date.'),
  may('furnished', 'boolean', 'Whether the home is furnished.'),
];
const PORTAL_B_SOLD: readonly Field[] = [
  may('property_type_code', 'integer', "Source's own numeric type code."),
  may('mls_status', 'string', 'MLS status text the source shows.'),
  may('year_built', 'integer', 'Year built.'),
  may('lot_area_sqft', 'integer', 'Lot area in square feet.'),
  may('hoa_fee_monthly', 'money', 'Monthly HOA dues.'),
];

type ExtrasFields = { readonly [S in SourceName]?: { readonly [K in Kind]?: readonly Field[] } };

export const EXTRAS_FIELDS: ExtrasFields = {
  portal_a: { listings: PORTAL_A_LISTING, rentals: PORTAL_A_LISTING, sold: PORTAL_A_HOME },
  portal_b: { sold: PORTAL_B_SOLD },
  nyc_portal: { listings: NYC_PORTAL, rentals: NYC_PORTAL },
  auction: { auctions: AUCTION },
};

/** The fields of a row of this kind, in wire order. */
export const rowFields = (kind: Kind): readonly Field[] =>
  kind === 'sold' ? SOLD_FIELDS : LISTING_FIELDS;

/** The extras fields of one source and kind, in wire order; empty when it has none. */
export const extrasFields = (source: SourceName, kind: Kind): readonly Field[] =>
  EXTRAS_FIELDS[source]?.[kind] ?? [];
