/** What this source's nodes normally are: the table that every answer is compared with. */
import {
  type Expectations,
  type FieldExpectation,
  type MemberExpectation,
  member,
  NAME,
  near,
  type RowView,
  STREET_LINE,
  same,
  type Twin,
  VARIED,
  VARIED_COUNTS,
} from '../expectations.js';
import { textOr } from '../raw-values.js';
import { knowsBuildingType } from './building.js';
import { knowsStatus } from './to-row.js';

/** The least that a rent is after its free months. */
const NET_RENT_SHARE_MIN = 0.4;

/** The source shows units as "#4C" and "GARDEN-APT": what is left distinguishes them. */
const bareUnit = (text: string | undefined): string | undefined =>
  text?.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
/** A net rent is rounded to dollars. */
const NET_RENT_SLACK = 0.02;
/** A home has fewer half bathrooms than this. */
const HALF_BATHS_MAX = 12;
const SALES: ReadonlySet<unknown> = new Set(['RESALE', 'SPONSOR_UNIT', 'UNKNOWN']);
const isAmount = (value: unknown): boolean => typeof value === 'number' && value > 0;
/** What stands in place of the unit of a whole house. */
const WHOLE = 'HOUSE';
const isIn =
  (...types: readonly string[]) =>
  ({ buildingType }: RowView): boolean =>
    types.includes(textOr(buildingType) ?? '');

/** Every node carries every member that was asked for, empty or not. */
const CARRIED = 0.99;

const BOTH_KINDS: readonly MemberExpectation[] = [
  member('street', 'address.line1', CARRIED),
  member('zipCode', 'address.zip', CARRIED),
  member('state', 'address.state', CARRIED),
  member('displayUnit | unit', 'address.unit', CARRIED),
  {
    ...member('displayUnit', 'address.unit', 0.9),
    applies: ({ unit }) => textOr(unit) !== undefined && textOr(unit) !== WHOLE,
    has: ({ displayUnit }) => textOr(displayUnit) !== undefined,
  },
  {
    ...member('halfBathroomCount', 'baths', 0.95),
    has: ({ halfBathroomCount: half }) => typeof half === 'number',
  },
  member('geoPoint.latitude', 'location', 0.98),
  member('bedroomCount', 'beds', CARRIED),
  member('fullBathroomCount', 'baths', CARRIED),
  member('halfBathroomCount', 'baths', CARRIED),
  member('livingAreaSize', 'living_area_sqft price_per_sqft', CARRIED),
  member('mediaAssetCount', 'photo_count', CARRIED),
  member('sourceGroupLabel', 'broker_name', CARRIED),
  member('areaName', 'extras.neighborhood', CARRIED),
  member('furnished', 'extras.furnished', CARRIED),
  member('buildingType', 'property_type extras.property_type_raw', CARRIED),
  {
    ...member('buildingType', 'property_type', 0.97),
    applies: (view) => textOr(view.buildingType) !== undefined,
    has: (view) => knowsBuildingType(textOr(view.buildingType) ?? ''),
  },
  {
    ...member('status', 'status', 0.98),
    applies: (view) => textOr(view.status) !== undefined,
    has: (view) => knowsStatus(textOr(view.status) ?? ''),
  },
];

const FIELDS: Readonly<Record<string, FieldExpectation>> = {
  status: { required: true },
  source_id: { required: true, form: /^\d+$/ },
  source_url: { required: true, varied: VARIED, form: /\/(?:building|rental|sale)\/./ },
  'address.line1': { share: 0.97, required: true, varied: VARIED, form: STREET_LINE },
  'address.zip': { share: 0.98, required: true },
  'address.state': { share: 0.98, required: true },
  location: { share: 0.97, required: true, varied: VARIED },
  beds: { share: 0.93, required: true, median: [0, 8], varied: VARIED_COUNTS },
  baths: { share: 0.9, required: true, median: [1, 8], varied: VARIED_COUNTS },
  living_area_sqft: { share: 0.45, median: [250, 9_000], varied: VARIED },
  property_type: { share: 0.98, required: true },
  photo_count: { share: 0.95, median: [0, 150], varied: VARIED },
  broker_name: { share: 0.85, varied: VARIED_COUNTS, form: NAME },
  'extras.neighborhood': { share: 0.98, form: NAME },
  'extras.furnished': { share: 0.95, share_true: [0, 0.5] },
};

const TWINS: readonly Twin[] = [
  {
    members: 'price and netEffectivePrice',
    fields: ['rent_monthly', 'extras.net_effective_rent', 'price_per_sqft'],
    agree: ({ price, netEffectivePrice: net }) => {
      if (typeof price !== 'number' || typeof net !== 'number' || price <= 0 || net <= 0)
        return null;
      return net <= price && net >= price * NET_RENT_SHARE_MIN;
    },
  },
  {
    members: 'netEffectivePrice and monthsFree',
    fields: ['extras.net_effective_rent', 'extras.months_free'],
    agree: freeMonthsAgree,
  },
  {
    members: 'unit and displayUnit',
    fields: ['address.unit'],
    agree: ({ unit, displayUnit }) => same(bareUnit(textOr(unit)), bareUnit(textOr(displayUnit))),
  },
  {
    members: 'halfBathroomCount and its size',
    fields: ['baths'],
    agree: ({ halfBathroomCount: half }) =>
      typeof half === 'number' ? half <= HALF_BATHS_MAX : null,
  },
];

/** A net rent is the rent of the lease less its free months, spread over all of them. */
function freeMonthsAgree({ price, netEffectivePrice: net, monthsFree, leaseTermMonths }: RowView) {
  if (typeof price !== 'number' || typeof monthsFree !== 'number') return null;
  if (typeof leaseTermMonths !== 'number') return null;
  if (leaseTermMonths <= monthsFree) return false;
  return near(net, (price * (leaseTermMonths - monthsFree)) / leaseTermMonths, NET_RENT_SLACK);
}

const shared = { view: (raw: Readonly<Record<string, unknown>>) => raw, twins: TWINS };

/** The table of each kind. */
export const EXPECTATIONS = {
  listings: {
    ...shared,
    members: [
      ...BOTH_KINDS,
      member('price', 'list_price price_per_sqft', CARRIED),
      member('saleType', 'extras.sale_type', CARRIED),
      {
        ...member('saleType', 'extras.sale_type', 0.9),
        applies: ({ saleType }) => textOr(saleType) !== undefined,
        has: ({ saleType }) => SALES.has(saleType),
      },
      {
        ...member(
          'monthlyMaintenance',
          'extras.monthly_maintenance',
          0.85,
          isIn('CO_OP', 'CONDOP'),
        ),
        has: ({ monthlyMaintenance: dues }) => isAmount(dues),
      },
      {
        ...member('monthlyCommonCharges', 'extras.monthly_common_charges', 0.8, isIn('CONDO')),
        has: ({ monthlyCommonCharges: dues }) => isAmount(dues),
      },
      member('monthlyMaintenance', 'extras.monthly_maintenance', CARRIED),
      member('monthlyTaxes', 'extras.monthly_taxes', CARRIED),
      member('monthlyCommonCharges', 'extras.monthly_common_charges', CARRIED),
    ],
    fields: {
      ...FIELDS,
      list_price: { share: 0.98, required: true, median: [60_000, 90_000_000], varied: VARIED },
      'extras.sale_type': { share: 0.85 },
      'extras.monthly_maintenance': { share: 0.6, median: [100, 40_000], varied: VARIED },
      'extras.monthly_taxes': { share: 0.6, median: [30, 60_000], varied: VARIED },
      'extras.monthly_common_charges': { share: 0.5, median: [50, 40_000], varied: VARIED },
    },
    ratios: [
      { field: 'list_price', to: 'living_area_sqft', median: [100, 7_500] },
      { field: 'living_area_sqft', to: 'beds', median: [130, 1_800] },
      { field: 'extras.monthly_maintenance', to: 'list_price', median: [0.0002, 0.02] },
      { field: 'extras.monthly_taxes', to: 'list_price', median: [0.00005, 0.01] },
      { field: 'extras.monthly_common_charges', to: 'list_price', median: [0.00005, 0.01] },
    ],
  },
  rentals: {
    ...shared,
    members: [
      ...BOTH_KINDS,
      member('price', 'rent_monthly price_per_sqft', CARRIED),
      member('noFee', 'extras.no_fee', CARRIED),
      member('availableAt', 'extras.available_date', CARRIED),
      member('netEffectivePrice', 'extras.net_effective_rent'),
      member('monthsFree', 'extras.months_free'),
    ],
    fields: {
      ...FIELDS,
      rent_monthly: { share: 0.98, required: true, median: [500, 60_000], varied: VARIED_COUNTS },
      'extras.no_fee': { share: 0.95 },
      'extras.available_date': { share: 0.6, varied: VARIED_COUNTS },
      'extras.net_effective_rent': { median: [400, 60_000] },
      'extras.months_free': { median: [0, 13] },
    },
    ratios: [
      { field: 'rent_monthly', to: 'living_area_sqft', median: [0.3, 150] },
      { field: 'living_area_sqft', to: 'beds', median: [130, 1_800] },
    ],
  },
} as const satisfies Readonly<Record<string, Expectations>>;
