/** What this source's nodes normally contain: every answer is compared with this table. */
import {
  BRAND,
  type Expectations,
  type FieldExpectation,
  type MemberExpectation,
  member,
  NAME,
  near,
  type RowView,
  ratio,
  STREET_LINE,
  same,
  type Twin,
  twin,
} from '../expectations.js';
import { plain, textOr } from '../raw-values.js';
import { knowsBuildingType } from './building.js';
import { knowsStatus } from './to-row.js';

/** A rent after its free months is at least this share. */
const NET_RENT_SHARE_MIN = 0.4;
/** The most that fees multiply a rent, and that a price was cut by, as multiples of the price. */
const TOTAL_RENT_SHARE_MAX = 3;
const PRICE_CHANGE_SHARE_MAX = 20;

/** The source shows units as "#4C" and "GARDEN-APT": letters and digits distinguish them. */
const bareUnit = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : plain(text);
/** A net rent is rounded to dollars. */
const NET_RENT_SLACK = 0.02;
/** A home has fewer half bathrooms than this. */
const HALF_BATHS_MAX = 12;
const SALES: ReadonlySet<unknown> = new Set(['RESALE', 'SPONSOR_UNIT', 'UNKNOWN']);
const isAmount = (value: unknown): boolean => typeof value === 'number' && value > 0;
/** Used instead of the unit of a whole house. */
const WHOLE = 'HOUSE';
const isIn =
  (...types: readonly string[]) =>
  ({ buildingType }: RowView): boolean =>
    types.includes(textOr(buildingType) ?? '');

/** Every node has every requested member, empty or not. */
const CARRIED = 0.99;
const sent = (paths: string, fields: string): MemberExpectation => ({
  ...member(paths, fields, CARRIED),
  carried: true,
});

const BOTH_KINDS: readonly MemberExpectation[] = [
  sent('street', 'address.line1'),
  sent('zipCode', 'address.zip'),
  sent('state', 'address.state'),
  sent('displayUnit | unit', 'address.unit'),
  member('displayUnit', 'address.unit', 0.9, {
    applies: ({ unit }) => textOr(unit) !== undefined && textOr(unit) !== WHOLE,
    has: ({ displayUnit }) => textOr(displayUnit) !== undefined,
  }),
  member('halfBathroomCount', 'baths', 0.95, {
    has: ({ halfBathroomCount: half }) => typeof half === 'number',
  }),
  member('geoPoint.latitude', 'location', 0.98),
  sent('bedroomCount', 'beds'),
  sent('fullBathroomCount', 'baths'),
  sent('halfBathroomCount', 'baths'),
  sent('livingAreaSize', 'living_area_sqft price_per_sqft'),
  sent('mediaAssetCount', 'photo_count'),
  sent('sourceGroupLabel', 'broker_name'),
  sent('areaName', 'extras.neighborhood'),
  sent('furnished', 'extras.furnished'),
  sent('priceDelta', 'extras.last_price_change'),
  sent('priceChangedAt', 'extras.price_change_timestamp'),
  sent('isNewDevelopment', 'extras.new_construction'),
  sent('buildingType', 'property_type extras.property_type_raw'),
  member('buildingType', 'property_type', 0.97, {
    applies: (view) => textOr(view.buildingType) !== undefined,
    has: (view) => knowsBuildingType(textOr(view.buildingType) ?? ''),
  }),
  member('status', 'status', 0.98, {
    applies: (view) => textOr(view.status) !== undefined,
    has: (view) => knowsStatus(textOr(view.status) ?? ''),
  }),
];

const FIELDS: Readonly<Record<string, FieldExpectation>> = {
  status: { required: true },
  source_id: { required: true, form: /^\d+$/ },
  source_url: {
    required: true,
    differs_with: 'source_id',
    form: /\/(?:building|rental|sale)\/./,
  },
  'address.line1': { share: 0.97, form: STREET_LINE },
  'address.zip': { share: 0.98, required: true },
  'address.state': { share: 0.98, required: true },
  location: { share: 0.97, differs_with: 'address.line1' },
  beds: { share: 0.93, possible: [0, 60], differs_with: 'living_area_sqft' },
  baths: { share: 0.9, possible: [0.25, 40], differs_with: 'living_area_sqft' },
  living_area_sqft: { share: 0.45, possible: [100, 60_000] },
  property_type: { share: 0.98, required: true },
  photo_count: { share: 0.95, possible: [0, 500] },
  broker_name: { share: 0.85, form: BRAND },
  'extras.neighborhood': { share: 0.98, form: NAME },
  'extras.furnished': { share: 0.95 },
};

const TWINS: readonly Twin[] = [
  twin('price and priceDelta', 'extras.last_price_change', ({ price, priceDelta: delta }) => {
    if (typeof price !== 'number' || typeof delta !== 'number' || price <= 0) return null;
    return price > delta && Math.abs(delta) <= price * PRICE_CHANGE_SHARE_MAX;
  }),
  twin(
    'price and totalMonthlyPrice',
    'extras.total_rent_monthly',
    ({ price, totalMonthlyPrice: total }) => {
      if (typeof price !== 'number' || typeof total !== 'number' || price <= 0 || total <= 0)
        return null;
      return total >= price * NET_RENT_SHARE_MIN && total <= price * TOTAL_RENT_SHARE_MAX;
    },
  ),
  twin(
    'price and netEffectivePrice',
    'rent_monthly extras.net_effective_rent price_per_sqft',
    ({ price, netEffectivePrice: net }) => {
      if (typeof price !== 'number' || typeof net !== 'number' || price <= 0 || net <= 0)
        return null;
      return net <= price && net >= price * NET_RENT_SHARE_MIN;
    },
  ),
  twin(
    'netEffectivePrice and monthsFree',
    'extras.net_effective_rent extras.months_free',
    freeMonthsAgree,
  ),
  twin('unit and displayUnit', 'address.unit', ({ unit, displayUnit }) =>
    same(bareUnit(textOr(unit)), bareUnit(textOr(displayUnit))),
  ),
  twin('halfBathroomCount and its size', 'baths', ({ halfBathroomCount: half }) =>
    typeof half === 'number' ? half <= HALF_BATHS_MAX : null,
  ),
];

/** A net rent is the lease's rent minus its free months, spread over the whole lease. */
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
      sent('price', 'list_price price_per_sqft'),
      sent('saleType', 'extras.sale_type'),
      sent('soldPrice', 'extras.close_price'),
      member('saleType', 'extras.sale_type', 0.9, {
        applies: ({ saleType }) => textOr(saleType) !== undefined,
        has: ({ saleType }) => SALES.has(saleType),
      }),
      member('monthlyMaintenance', 'extras.monthly_maintenance', 0.85, {
        applies: isIn('CO_OP', 'CONDOP'),
        has: ({ monthlyMaintenance: dues }) => isAmount(dues),
      }),
      member('monthlyCommonCharges', 'extras.monthly_common_charges', 0.8, {
        applies: isIn('CONDO'),
        has: ({ monthlyCommonCharges: dues }) => isAmount(dues),
      }),
      sent('monthlyMaintenance', 'extras.monthly_maintenance'),
      sent('monthlyTaxes', 'extras.monthly_taxes'),
      sent('monthlyCommonCharges', 'extras.monthly_common_charges'),
    ],
    fields: {
      ...FIELDS,
      list_price: {
        share: 0.98,
        required: true,
        possible: [1_000, 500_000_000],
        differs_with: 'living_area_sqft',
      },
      'extras.sale_type': { share: 0.85 },
      'extras.monthly_maintenance': { share: 0.6, possible: [10, 200_000] },
      'extras.monthly_taxes': { share: 0.6, possible: [1, 300_000] },
      'extras.monthly_common_charges': { share: 0.5, possible: [1, 200_000] },
    },
    ratios: [
      ratio('list_price', 'living_area_sqft', [150, 5_000], [10, 40_000]),
      ratio('living_area_sqft', 'beds', [130, 1_800], [40, 8_000]),
      ratio('extras.monthly_maintenance', 'list_price', [0.0005, 0.01], [0.00002, 0.2]),
      ratio('extras.monthly_taxes', 'list_price', [0.00005, 0.005], [0.0000005, 0.1]),
      ratio('extras.monthly_common_charges', 'list_price', [0.0001, 0.005], [0.000001, 0.1]),
    ],
  },
  rentals: {
    ...shared,
    members: [
      ...BOTH_KINDS,
      sent('price', 'rent_monthly price_per_sqft'),
      sent('noFee', 'extras.no_fee'),
      sent('availableAt', 'extras.available_date'),
      sent('totalMonthlyPrice', 'extras.total_rent_monthly'),
      sent('leaseTermMonths', 'extras.lease_term_months'),
      member('netEffectivePrice', 'extras.net_effective_rent'),
      member('monthsFree', 'extras.months_free'),
    ],
    fields: {
      ...FIELDS,
      rent_monthly: {
        share: 0.98,
        required: true,
        possible: [50, 500_000],
        differs_with: 'living_area_sqft',
      },
      'extras.no_fee': { share: 0.95 },
      'extras.available_date': { share: 0.6 },
      'extras.net_effective_rent': { possible: [50, 500_000] },
      'extras.months_free': { possible: [0, 36] },
      'extras.total_rent_monthly': { possible: [50, 500_000] },
      'extras.lease_term_months': { possible: [0, 120] },
    },
    ratios: [
      ratio('rent_monthly', 'living_area_sqft', [0.5, 60], [0.05, 500]),
      ratio('living_area_sqft', 'beds', [130, 1_800], [40, 8_000]),
    ],
  },
} as const satisfies Readonly<Record<string, Expectations>>;
