/** What the rows of a feed normally contain: every answer is compared with this table. */

import { discloses } from '#domain/disclosure.js';
import { isAbsent } from '#domain/parsed-row.js';
import {
  BRAND,
  carried,
  type Expectations,
  type FieldExpectation,
  type MemberExpectation,
  member,
  NAME,
  type Ratio,
  type RowView,
  ratio,
  STREET_LINE,
  type Twin,
  twin,
} from '../expectations.js';
import { unitsAgree } from '../home-values.js';
import { plain } from '../raw-values.js';
import { isAddressHidden, partsBegin, standsForNone, withoutCity } from './address.js';
import { knowsAreaUnits, knowsFrequency, knowsSubType, knowsType } from './codes.js';
import { FIELDS, type FieldName, type MlsKind, READ_FOR } from './fields.js';
import { helping } from './values.js';

const SENT = 0.97;
/** The share of sub-types that are in the dictionary. */
const KNOWN_SUB_TYPES = 0.6;

/** Per kind, the fields of the table that belong only to other kinds. */
const OTHER_KINDS: Readonly<Record<MlsKind, readonly string[]>> = {
  listings: [
    'rent_monthly',
    'sale_price',
    'sold_date',
    'sale_to_list_ratio',
    'extras.list_agent_name',
  ],
  rentals: [
    'list_price',
    'sale_price',
    'sold_date',
    'sale_to_list_ratio',
    'extras.list_agent_name',
  ],
  sold: ['status', 'rent_monthly', 'agent_name', 'photo_count'],
};

/** A server sends every requested field. */
const sentOf = (kind: MlsKind): readonly MemberExpectation[] =>
  carried(
    FIELDS[kind].flatMap((name) => {
      const fields = READ_FOR[name]?.split(' ') ?? [];
      const own = fields.filter((field) => !OTHER_KINDS[kind].includes(field));
      return own.length === 0 ? [] : [member(name, own.join(' '), SENT)];
    }),
  );

const membersOf = (kind: MlsKind): readonly MemberExpectation[] => [
  ...sentOf(kind),
  member('PropertyType', 'property_type', SENT, { has: knowsType }),
  member('PropertySubType', 'property_type', KNOWN_SUB_TYPES, {
    applies: ({ PropertySubType: sub }) => typeof sub === 'string',
    has: knowsSubType,
  }),
  filled('PropertySubType', 'property_type', 0.6, isText),
  ofRooms('BathroomsFull', 0.7),
  // If the total exceeds the full baths, the others are partial baths.
  {
    ...filled('BathroomsHalf', 'baths', 0.7, isNumber),
    applies: (view) =>
      !isAbsent(view.BathroomsHalf) &&
      helping(view.BathroomsFull) > 0 &&
      helping(view.BathroomsTotalInteger) > helping(view.BathroomsFull),
    has: (view) => PARTS.some((name) => helping(view[name]) > 0),
  },
  // Acres replace square feet: homes without a lot have neither.
  {
    ...filled('LotSizeSquareFeet', 'extras.lot_area_sqft', 0.7, isNumber),
    applies: ({ LotSizeSquareFeet: feet, LotSizeAcres: acres }) =>
      !isAbsent(feet) && isNumber(acres),
  },
  filled('Latitude', 'location', 0.8, isNumber),
  filled('Longitude', 'location', 0.8, isNumber),
  filled('StreetSuffix', 'address.line1', 0.7, isText),
  {
    ...filled('InternetAddressDisplayYN', 'address.line1 location', 0.9, isText),
    has: (view) => !isAddressHidden(view),
  },
  coded('LivingAreaUnits', 'living_area_sqft price_per_sqft', knowsAreaUnits),
  coded('AssociationFeeFrequency', 'extras.hoa_fee_monthly', knowsFrequency),
  ...(kind === 'rentals'
    ? [coded('LeaseAmountFrequency', 'rent_monthly price_per_sqft', knowsFrequency)]
    : []),
  ...(kind === 'sold'
    ? [
        {
          ...filled('ClosePrice', 'sale_price sale_to_list_ratio', 0.9, isNumber),
          carried: true as const,
          applies: ({ ClosePrice, StateOrProvince: state }: RowView) =>
            !isAbsent(ClosePrice) && typeof state === 'string' && discloses(state),
        },
      ]
    : []),
];

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** A field with a value on many rows, if the feed has it at all. */
function filled(
  name: FieldName,
  fields: string,
  share: number,
  is: (value: unknown) => boolean,
): MemberExpectation {
  return {
    ...member(name, fields, share, (view) => !isAbsent(view[name])),
    has: (view) => is(view[name]),
  };
}

/** A count of baths, for homes that count their bedrooms: land has neither. */
const ofRooms = (name: FieldName, share: number): MemberExpectation => ({
  ...filled(name, 'baths', share, isNumber),
  applies: (view) => !isAbsent(view[name]) && helping(view.BedroomsTotal) > 0,
});

/** A field that only helps to read another, and whose values are known. */
function coded(
  name: FieldName,
  fields: string,
  knows: (value: unknown) => boolean,
): MemberExpectation {
  return {
    ...member(name, fields, 0.9, (view) => !isEmpty(view[name])),
    has: (view) => knows(view[name]),
  };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || isAbsent(value);

const PARTS = ['BathroomsHalf', 'BathroomsThreeQuarter', 'BathroomsOneQuarter'] as const;

/** Each bathroom counts as one; partial ones may be left out. */
const BATHS_SLACK = 1;

const TWINS: readonly Twin[] = [
  twin('BathroomsTotalInteger and BathroomsFull with its parts', 'baths', (view) => {
    const [total, full] = [helping(view.BathroomsTotalInteger), helping(view.BathroomsFull)];
    if (total === 0 || full === 0) return null;
    const parts = [view.BathroomsHalf, view.BathroomsThreeQuarter, view.BathroomsOneQuarter];
    const sum = full + parts.reduce<number>((all, part) => all + helping(part), 0);
    return full <= total && Math.abs(total - sum) <= BATHS_SLACK;
  }),
  twin('LotSizeSquareFeet and LotSizeAcres', 'extras.lot_area_sqft', (view) => {
    const [feet, acres] = [helping(view.LotSizeSquareFeet), helping(view.LotSizeAcres)];
    if (feet === 0 || acres === 0) return null;
    // Acres are rounded to hundredths, by some feeds to tenths.
    return Math.abs(feet / 43_560 - acres) <= Math.max(0.051, acres * 0.05);
  }),
  twin(
    'StreetNumber with StreetName and UnparsedAddress',
    'address.line1',
    ({ StreetNumber: number, StreetName: name, UnparsedAddress: whole }) => {
      if (typeof number !== 'string' || typeof name !== 'string' || typeof whole !== 'string') {
        return null;
      }
      const begins = plain(whole).startsWith(plain(number)) || standsForNone(number, whole);
      return begins && plain(whole).includes(plain(name));
    },
  ),
  // Servers write "W" or "West", "St" or "Street", so only the beginnings are compared.
  twin('the parts of the street and UnparsedAddress', '', partsBegin),
  twin('UnitNumber and UnparsedAddress', '', ({ UnitNumber: unit, UnparsedAddress: whole }) =>
    unitsAgree(unit, typeof whole === 'string' ? withoutCity(whole) : null),
  ),
  twin(
    'PostalCode and UnparsedAddress',
    'address.zip',
    ({ PostalCode: zip, UnparsedAddress: whole }) => {
      const written =
        typeof whole === 'string' ? / (\d{5})(?:-\d{4})?$/.exec(whole)?.[1] : undefined;
      return typeof zip === 'string' && written !== undefined ? zip.startsWith(written) : null;
    },
  ),
];

const EVERY_KIND: Readonly<Record<string, FieldExpectation>> = {
  property_type: { share: 0.98, required: true },
  'address.line1': { form: STREET_LINE },
  'address.city': { share: 0.9, required: true, form: NAME },
  'address.state': { share: 0.9, required: true },
  'address.zip': { share: 0.9, required: true },
  location: { differs_with: 'address.line1' },
  beds: { share: 0.8, possible: [0, 60], differs_with: 'living_area_sqft' },
  // Partial baths are separate fields, which a licence may leave out: then there is no sum.
  baths: { share: 0.75, possible: [0.25, 40], differs_with: 'living_area_sqft' },
  living_area_sqft: { share: 0.6, possible: [100, 60_000] },
  days_on_market: { share: 0.6, possible: [0, 30_000] },
  broker_name: { share: 0.8, form: BRAND },
  'extras.mls_status': { form: NAME },
  'extras.originating_system': { form: BRAND },
  'extras.attribution_contact': { form: /@|\d{3}/ },
  'extras.listing_id': { share: 0.9, differs_with: 'source_id', form: /\d{4}/ },
  'extras.year_built': { share: 0.7, possible: [1700, 2035] },
  'extras.lot_area_sqft': { possible: [10, 100_000_000] },
  'extras.hoa_fee_monthly': { possible: [1, 30_000] },
  'extras.tax_assessed_value': { possible: [50, 300_000_000] },
  'extras.modified_at': { share: 0.9 },
};
const LISTED: Readonly<Record<string, FieldExpectation>> = {
  ...EVERY_KIND,
  status: { required: true },
  agent_name: { share: 0.6, form: BRAND },
  photo_count: { share: 0.6, possible: [0, 500] },
};

const RENT: FieldExpectation = {
  share: 0.9,
  carried: true,
  required: true,
  possible: [20, 300_000],
  differs_with: 'living_area_sqft',
};
const PRICE: FieldExpectation = {
  possible: [100, 300_000_000],
  differs_with: 'living_area_sqft',
};

const ratiosTo = (to: string): readonly Ratio[] => [
  ratio(to, 'living_area_sqft', [25, 6_000], [1, 60_000]),
  ratio('extras.tax_assessed_value', to, [0.02, 4], [0.002, 5]),
  ratio('living_area_sqft', 'beds', [150, 1_800], [40, 8_000]),
];

const tableOf = (
  kind: MlsKind,
  fields: Readonly<Record<string, FieldExpectation>>,
  ratios: readonly Ratio[],
): Expectations => ({ view: (raw) => raw, members: membersOf(kind), twins: TWINS, fields, ratios });

/** The table of each kind. */
export const EXPECTATIONS: Readonly<Record<MlsKind, Expectations>> = {
  listings: tableOf(
    'listings',
    {
      ...LISTED,
      list_price: { ...PRICE, share: 0.95, carried: true, required: true },
      list_date: { share: 0.8 },
    },
    ratiosTo('list_price'),
  ),
  rentals: tableOf('rentals', { ...LISTED, rent_monthly: RENT }, [
    ratio('rent_monthly', 'living_area_sqft', [0.3, 40], [0.02, 400]),
    ratio('living_area_sqft', 'beds', [130, 1_800], [40, 8_000]),
  ]),
  sold: tableOf(
    'sold',
    {
      ...EVERY_KIND,
      sold_date: { share: 0.97, carried: true, required: true },
      sale_price: { ...PRICE, required: true },
      list_price: { ...PRICE, share: 0.9 },
      'extras.list_agent_name': { share: 0.6, form: BRAND },
    },
    [
      ...ratiosTo('sale_price'),
      ratio('list_price', 'sale_price', [0.5, 2], [0.02, 50]),
      ratio('extras.tax_assessed_value', 'list_price', [0.1, 4], [0.002, 5]),
    ],
  ),
};
