/**
 * The requested fields of the RESO Data Dictionary in their order, without those that a feed does
 * not have, and the fields of a row that each is read for; null where it only helps to read others.
 */
import type { Kind } from '#contract/values.js';

const EVERY_KIND = {
  ListingKey: null,
  ListingId: 'extras.listing_id',
  ListingURL: null,
  StandardStatus: 'status',
  MlsStatus: 'extras.mls_status',
  PropertyType: 'property_type',
  PropertySubType: 'property_type extras.property_sub_type',
  ListPrice: 'list_price rent_monthly price_per_sqft',
  OnMarketDate: 'list_date',
  ListingContractDate: null,
  DaysOnMarket: 'days_on_market',
  BedroomsTotal: 'beds',
  BathroomsTotalInteger: 'baths',
  BathroomsFull: 'baths',
  BathroomsHalf: 'baths',
  BathroomsThreeQuarter: 'baths',
  BathroomsOneQuarter: 'baths',
  LivingArea: 'living_area_sqft price_per_sqft',
  LivingAreaUnits: 'living_area_sqft price_per_sqft',
  LotSizeSquareFeet: 'extras.lot_area_sqft',
  LotSizeAcres: null,
  YearBuilt: 'extras.year_built',
  AssociationFee: 'extras.hoa_fee_monthly',
  AssociationFeeFrequency: 'extras.hoa_fee_monthly',
  TaxAssessedValue: 'extras.tax_assessed_value',
  UnparsedAddress: 'address.line1',
  StreetNumber: 'address.line1',
  StreetDirPrefix: 'address.line1',
  StreetName: 'address.line1',
  StreetSuffix: 'address.line1',
  StreetDirSuffix: 'address.line1',
  UnitNumber: 'address.unit',
  PostalCity: 'address.city',
  City: 'address.city',
  StateOrProvince: 'address.state',
  PostalCode: 'address.zip',
  CountyOrParish: null,
  Latitude: 'location',
  Longitude: 'location',
  ListOfficeName: 'broker_name',
  ListAgentFullName: 'agent_name extras.list_agent_name',
  AttributionContact: 'extras.attribution_contact',
  OriginatingSystemName: 'extras.originating_system',
  // Without these two, a home that its seller hides might be shown.
  InternetEntireListingDisplayYN: 'status sold_date',
  InternetAddressDisplayYN: 'address.line1 location',
  ModificationTimestamp: 'extras.modified_at',
} as const;
const LISTED = { PhotosCount: 'photo_count' } as const;
const LEASED = { LeaseAmount: null, LeaseAmountFrequency: 'rent_monthly' } as const;
const CLOSED = {
  ClosePrice: 'sale_price price_per_sqft sale_to_list_ratio',
  CloseDate: 'sold_date',
} as const;

export const READ_FOR = { ...EVERY_KIND, ...LISTED, ...LEASED, ...CLOSED };
export type FieldName = keyof typeof READ_FOR;

/** The kinds of rows that the source has. */
export type MlsKind = Extract<Kind, 'listings' | 'rentals' | 'sold'>;

const namesIn = (table: Partial<typeof READ_FOR>) => Object.keys(table) as FieldName[];

export const FIELDS: Readonly<Record<MlsKind, readonly FieldName[]>> = {
  listings: namesIn({ ...EVERY_KIND, ...LISTED }),
  rentals: namesIn({ ...EVERY_KIND, ...LISTED, ...LEASED }),
  sold: namesIn({ ...EVERY_KIND, ...CLOSED }),
};

/** Without these no search can be sent or read. */
export const NEEDED: readonly FieldName[] = ['ListingKey', 'StandardStatus', 'PropertyType'];
