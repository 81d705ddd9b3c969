/** The requested fields of the RESO Data Dictionary, without those that a feed does not have. */
import type { Kind } from '#contract/values.js';

const EVERY_KIND = [
  'ListingKey',
  'ListingId',
  'ListingURL',
  'StandardStatus',
  'MlsStatus',
  'PropertyType',
  'PropertySubType',
  'ListPrice',
  'OnMarketDate',
  'ListingContractDate',
  'DaysOnMarket',
  'BedroomsTotal',
  'BathroomsTotalInteger',
  'BathroomsFull',
  'BathroomsHalf',
  'BathroomsThreeQuarter',
  'BathroomsOneQuarter',
  'LivingArea',
  'LivingAreaUnits',
  'LotSizeSquareFeet',
  'LotSizeAcres',
  'YearBuilt',
  'AssociationFee',
  'AssociationFeeFrequency',
  'TaxAssessedValue',
  'UnparsedAddress',
  'StreetNumber',
  'StreetDirPrefix',
  'StreetName',
  'StreetSuffix',
  'StreetDirSuffix',
  'UnitNumber',
  'PostalCity',
  'City',
  'StateOrProvince',
  'PostalCode',
  'CountyOrParish',
  'Latitude',
  'Longitude',
  'ListOfficeName',
  'ListAgentFullName',
  'AttributionContact',
  'OriginatingSystemName',
  'InternetEntireListingDisplayYN',
  'InternetAddressDisplayYN',
  'ModificationTimestamp',
] as const;
const LISTED = ['PhotosCount'] as const;
const LEASED = ['LeaseAmount', 'LeaseAmountFrequency'] as const;
const CLOSED = ['ClosePrice', 'CloseDate'] as const;

export type FieldName =
  | (typeof EVERY_KIND)[number]
  | (typeof LISTED)[number]
  | (typeof LEASED)[number]
  | (typeof CLOSED)[number];

/** The kinds of rows that the source has. */
export type MlsKind = Extract<Kind, 'listings' | 'rentals' | 'sold'>;

export const FIELDS: Readonly<Record<MlsKind, readonly FieldName[]>> = {
  listings: [...EVERY_KIND, ...LISTED],
  rentals: [...EVERY_KIND, ...LISTED, ...LEASED],
  sold: [...EVERY_KIND, ...CLOSED],
};

/** Without these no search can be sent or read. */
export const NEEDED: readonly FieldName[] = ['ListingKey', 'StandardStatus', 'PropertyType'];

/** The fields that each dictionary field is read for; the others only help to read these. */
export const READ_FOR: { readonly [F in FieldName]?: string } = {
  StandardStatus: 'status',
  MlsStatus: 'extras.mls_status',
  PropertyType: 'property_type',
  PropertySubType: 'property_type extras.property_sub_type',
  ListPrice: 'list_price rent_monthly price_per_sqft',
  ClosePrice: 'sale_price price_per_sqft sale_to_list_ratio',
  CloseDate: 'sold_date',
  LeaseAmountFrequency: 'rent_monthly',
  OnMarketDate: 'list_date',
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
  City: 'address.city',
  PostalCity: 'address.city',
  StateOrProvince: 'address.state',
  PostalCode: 'address.zip',
  Latitude: 'location',
  Longitude: 'location',
  ListOfficeName: 'broker_name',
  ListAgentFullName: 'agent_name extras.list_agent_name',
  PhotosCount: 'photo_count',
  ListingId: 'extras.listing_id',
  OriginatingSystemName: 'extras.originating_system',
  AttributionContact: 'extras.attribution_contact',
  // Without these two, a home that its seller hides might be shown.
  InternetEntireListingDisplayYN: 'status sold_date',
  InternetAddressDisplayYN: 'address.line1 location',
  ModificationTimestamp: 'extras.modified_at',
};
