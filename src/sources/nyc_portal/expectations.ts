/** What this source's nodes normally are: the table that every answer is compared with. */
import {
  type Expectations,
  type FieldExpectation,
  type MemberExpectation,
  member,
  type Twin,
} from '../expectations.js';
import { textOr } from '../raw-values.js';
import { knowsBuildingType } from './building.js';
import { knowsStatus } from './to-row.js';

/** The least that a rent is after its free months. */
const NET_RENT_SHARE_MIN = 0.4;

/** Every node carries every member that was asked for, empty or not. */
const CARRIED = 0.99;

const BOTH_KINDS: readonly MemberExpectation[] = [
  member('street', 'address.line1', CARRIED),
  member('zipCode', 'address.zip', CARRIED),
  member('state', 'address.state', CARRIED),
  member('displayUnit | unit', 'address.unit', CARRIED),
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
  'address.line1': { share: 0.97, required: true },
  'address.zip': { share: 0.98, required: true },
  'address.state': { share: 0.98, required: true },
  location: { share: 0.97, required: true, varied: true },
  beds: { share: 0.93, required: true, median: [0, 8] },
  baths: { share: 0.9, required: true, median: [1, 8] },
  living_area_sqft: { share: 0.45, median: [250, 9_000], varied: true },
  property_type: { share: 0.98, required: true },
  photo_count: { share: 0.95, median: [0, 150], varied: true },
  broker_name: { share: 0.85, varied: true },
  'extras.neighborhood': { share: 0.98 },
  'extras.furnished': { share: 0.95 },
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
];

const shared = { view: (raw: Readonly<Record<string, unknown>>) => raw, twins: TWINS };

/** The table of each kind. */
export const EXPECTATIONS = {
  listings: {
    ...shared,
    members: [
      ...BOTH_KINDS,
      member('price', 'list_price price_per_sqft', CARRIED),
      member('saleType', 'extras.sale_type', CARRIED),
      member('monthlyMaintenance', 'extras.monthly_maintenance', CARRIED),
      member('monthlyTaxes', 'extras.monthly_taxes', CARRIED),
      member('monthlyCommonCharges', 'extras.monthly_common_charges', CARRIED),
    ],
    fields: {
      ...FIELDS,
      list_price: { share: 0.98, required: true, median: [60_000, 90_000_000], varied: true },
      'extras.sale_type': { share: 0.85 },
      'extras.monthly_maintenance': { share: 0.6, median: [100, 40_000] },
      'extras.monthly_taxes': { share: 0.6, median: [30, 60_000] },
      'extras.monthly_common_charges': { share: 0.5, median: [50, 40_000] },
    },
    ratios: [
      { field: 'list_price', to: 'living_area_sqft', median: [100, 10_000] },
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
      rent_monthly: { share: 0.98, required: true, median: [500, 60_000] },
      'extras.no_fee': { share: 0.95 },
      'extras.available_date': { share: 0.6 },
      'extras.net_effective_rent': { median: [400, 60_000] },
      'extras.months_free': { median: [0, 13] },
    },
    ratios: [
      { field: 'rent_monthly', to: 'living_area_sqft', median: [0.3, 150] },
      { field: 'living_area_sqft', to: 'beds', median: [130, 1_800] },
    ],
  },
} as const satisfies Readonly<Record<string, Expectations>>;
