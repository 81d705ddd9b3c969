/** `$metadata`: the fields of a listing with their types, as XML. */

const TEXT =
  'ListingKey ListingId ListingURL StandardStatus MlsStatus PropertyType PropertySubType ' +
  'LeaseAmountFrequency LivingAreaUnits AssociationFeeFrequency UnparsedAddress StreetNumber ' +
  'StreetDirPrefix StreetName StreetSuffix StreetDirSuffix UnitNumber PostalCity City ' +
  'StateOrProvince PostalCode CountyOrParish ListOfficeName ListAgentFullName ' +
  'AttributionContact OriginatingSystemName';
const WHOLE =
  'DaysOnMarket BedroomsTotal BathroomsTotalInteger BathroomsFull BathroomsHalf ' +
  'BathroomsThreeQuarter BathroomsOneQuarter YearBuilt PhotosCount';
const DECIMAL =
  'ListPrice ClosePrice LeaseAmount LivingArea LotSizeSquareFeet LotSizeAcres AssociationFee ' +
  'TaxAssessedValue Latitude Longitude';

const typed = (names: string, type: string): [string, string][] =>
  names.split(' ').map((name) => [name, type]);

/** The fields of a listing and their types. */
export const FIELD_TYPES: ReadonlyMap<string, string> = new Map([
  ...typed(TEXT, 'Edm.String'),
  ...typed(WHOLE, 'Edm.Int64'),
  ...typed(DECIMAL, 'Edm.Decimal'),
  ...typed('CloseDate OnMarketDate ListingContractDate', 'Edm.Date'),
  ...typed('InternetEntireListingDisplayYN InternetAddressDisplayYN', 'Edm.Boolean'),
  ...typed('ModificationTimestamp', 'Edm.DateTimeOffset'),
]);

export const METADATA = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">',
  '<edmx:DataServices><Schema Namespace="sandbox" xmlns="http://docs.oasis-open.org/odata/ns/edm">',
  '<EntityType Name="Property"><Key><PropertyRef Name="ListingKey"/></Key>',
  ...[...FIELD_TYPES].map(([name, type]) => `<Property Name="${name}" Type="${type}"/>`),
  '</EntityType>',
  '</Schema></edmx:DataServices></edmx:Edmx>',
].join('\n');
