/** The fields of the RESO Data Dictionary that are asked for. What a feed does not have is left out. */
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

/** Without these no search can be asked or read. */
export const NEEDED: readonly FieldName[] = ['ListingKey', 'StandardStatus', 'PropertyType'];
