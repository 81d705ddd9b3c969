/** What this source's sold rows normally contain: every answer is compared with this table. */

import { discloses } from '#domain/disclosure.js';
import {
  BRAND,
  carried,
  type Expectations,
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
import { unitsAgree } from '../home-values.js';
import { isRaw } from '../raw-values.js';
import { stateOf } from './address.js';
import { propertyType as homeType, knowsFineType, knowsType, typesAgree } from './codes.js';
import { showsAskedPrice } from './price.js';
import { isGiven, valueIn } from './values.js';

/** A price per area is rounded to whole dollars, which matters if it is small. */
const PER_AREA_SLACK = 0.03;
const PER_AREA_ROUNDED = 0.51;
/** Bathrooms are counted whole and in parts of a half or less. */
const BATHS_SLACK = 0.6;

/** The export has no members for brokers, ids and fine types. */
const isAnswer = (view: RowView): boolean =>
  ['propertyId', 'listingId', 'propertyType', 'listingType'].some((name) => name in view);
/** Land has no rooms, and its rows no members for them. */
const isDwelling = (view: RowView): boolean => homeType(view) !== 'land';
const isAnswerOfHome = (view: RowView): boolean => isAnswer(view) && isDwelling(view);
/** Types of homes that usually have dues. */
const SHARED: ReadonlySet<unknown> = new Set(['condo', 'townhouse']);
const isAmount = (sent: unknown): boolean => isGiven(sent) && Number(valueIn(sent)) > 0;
const isReported = (view: RowView): boolean => isGiven(view.mlsId);
/** Rows have no sale price where the law hides it. */
const isPublic = (view: RowView): boolean => discloses(stateOf(view));

const MEMBERS: readonly MemberExpectation[] = [
  member('price', 'sale_price price_per_sqft', 0.9, isPublic),
  member('price', 'list_price'),
  member('originalPrice', 'extras.original_list_price'),
  member('previousPrice', 'extras.previous_list_price'),
  member('soldDate', 'sold_date', 0.6),
  member('soldDate', 'sold_date', 0.9, isReported),
  member('beds', 'beds', 0.75, isDwelling),
  member('baths', 'baths', 0.75, isDwelling),
  member('sqFt', 'living_area_sqft price_per_sqft', 0.75, isDwelling),
  member('yearBuilt', 'extras.year_built', 0.85, isDwelling),
  member('lotSize', 'extras.lot_area_sqft', 0.6),
  member('lotSize', 'extras.lot_area_sqft', 0.85, {
    applies: (view) => homeType(view) === 'single_family',
    has: ({ lotSize }) => isAmount(lotSize),
  }),
  member('dom', 'days_on_market', undefined, isAnswer),
  // Every row of an answer has its value objects, even empty; the export omits empty columns.
  ...carried([
    member('price', 'sale_price price_per_sqft', 0.9, (view) => isAnswer(view) && isPublic(view)),
    member('beds', 'beds', 0.75, isAnswerOfHome),
    member('baths', 'baths', 0.75, isAnswerOfHome),
    member('sqFt', 'living_area_sqft price_per_sqft', 0.75, isAnswerOfHome),
    member('yearBuilt', 'extras.year_built', 0.85, isAnswerOfHome),
    member('lotSize', 'extras.lot_area_sqft', 0.6, isAnswer),
    member('hoa', 'extras.hoa_fee_monthly', 0.9, isAnswer),
    member('listingBroker | sellingBroker', 'broker_name', 0.9, isAnswer),
  ]),
  member('hoa', 'extras.hoa_fee_monthly', 0.6, {
    applies: (view) => isAnswer(view) && SHARED.has(homeType(view)),
    has: ({ hoa }) => isAmount(hoa),
  }),
  ...carried([member('uiPropertyType | propertyType', 'property_type', 0.97)]),
  member('uiPropertyType | propertyType', 'property_type', 0.96, {
    applies: ({ uiPropertyType, propertyType }) =>
      uiPropertyType !== undefined || propertyType !== undefined,
    has: knowsType,
  }),
  member('propertyType', 'extras.property_type_code', 0.9, {
    applies: isAnswer,
    has: knowsFineType,
  }),
  ...carried([
    member('streetLine', 'address.line1', 0.97),
    member('city', 'address.city', 0.97),
    member('state', 'address.state', 0.97),
    member('zip | postalCode', 'address.zip', 0.97),
    member('latLong', 'location', 0.95),
  ]),
  member('listingBroker', 'broker_name', 0.9, {
    applies: (view) => isAnswer(view) && isReported(view),
    has: ({ listingBroker: broker }) => isGiven(isRaw(broker) ? broker.name : broker),
  }),
  member('mlsStatus', 'extras.mls_status', 0.9, {
    applies: isReported,
    has: (view) => isGiven(view.mlsStatus),
  }),
];

/** For the sale price, or for the last asking price if that replaces it. */
const perArea = (field: 'sale_price' | 'list_price'): Twin => ({
  members: 'price by sqFt and pricePerSqFt',
  fields: [field, 'living_area_sqft', 'price_per_sqft'],
  agree: (view) => {
    if (showsAskedPrice(view, stateOf(view)) !== (field === 'list_price')) return null;
    const [price, area] = [valueIn(view.price), valueIn(view.sqFt)];
    if (typeof price !== 'number' || typeof area !== 'number' || area <= 0) return null;
    const sent = valueIn(view.pricePerSqFt);
    if (typeof sent !== 'number') return null;
    if (Math.abs(sent - price / area) <= PER_AREA_ROUNDED) return true;
    return near(price / area, sent, PER_AREA_SLACK);
  },
});

const TWINS: readonly Twin[] = [
  perArea('sale_price'),
  perArea('list_price'),
  twin('baths and fullBaths with partialBaths', 'baths', (view) => {
    const [baths, full] = [valueIn(view.baths), valueIn(view.fullBaths)];
    if (typeof baths !== 'number' || typeof full !== 'number' || baths <= 0) return null;
    const partial = valueIn(view.partialBaths);
    const parts = typeof partial === 'number' ? partial : 0;
    return baths >= full - BATHS_SLACK && baths <= full + Math.max(parts, 1) + BATHS_SLACK;
  }),
  // The street line may repeat the unit or not: "506 E Howell St Unit W303".
  twin(
    'unitNumber and streetLine',
    '',
    (view) => unitsAgree(valueIn(view.unitNumber), valueIn(view.streetLine)),
    { often: true },
  ),
  twin('dom and whole days', 'days_on_market', (view) => {
    const days = valueIn(view.dom);
    return typeof days === 'number' ? Number.isInteger(days) : null;
  }),
  twin('zip and postalCode', 'address.zip', (view) =>
    same(zipText(view.zip), zipText(view.postalCode)),
  ),
  // A home's page keeps the ZIP of its first listing.
  twin(
    'zip and url',
    '',
    (view) => same(zipText(view.zip), inUrl(view, /-(\d{5})\/(?:[^/]+\/)?home\//)),
    { often: true },
  ),
  twin('state and url', '', (view) =>
    same(valueIn(view.state), inUrl(view, /(?:^|\.com)\/([A-Z]{2})\//)),
  ),
  twin('the street and url', '', (view) => {
    const street = valueIn(view.streetLine);
    const number = typeof street === 'string' ? /^(\d+)\b(?!-)/.exec(street)?.[1] : undefined;
    return same(number, inUrl(view, /\/(\d+)-[^/]*-\d{5}\//));
  }),
  twin('propertyId and url', '', (view) => {
    const id = valueIn(view.propertyId);
    return same(typeof id === 'number' ? String(id) : id, inUrl(view, /\/home\/(\d+)/));
  }),
  twin('propertyType and uiPropertyType', 'property_type', (view) => typesAgree(view)),
];

const zipText = (value: unknown): string | undefined => {
  const zip = valueIn(value);
  return typeof zip === 'string' ? zip.slice(0, 5) : undefined;
};

function inUrl(view: RowView, part: RegExp): string | undefined {
  const url = valueIn(view.url);
  return typeof url === 'string' ? part.exec(url)?.[1] : undefined;
}

export const EXPECTATIONS: Expectations = {
  view: (raw) => raw,
  members: MEMBERS,
  twins: TWINS,
  fields: {
    source_url: { required: true, differs_with: 'source_id', form: /\/home\/\d/ },
    sold_date: { share: 0.7 },
    sale_price: { share: 0.97, possible: [100, 300_000_000], differs_with: 'living_area_sqft' },
    list_price: { possible: [100, 300_000_000], differs_with: 'living_area_sqft' },
    beds: { share: 0.8, possible: [0, 60], differs_with: 'living_area_sqft' },
    baths: { share: 0.8, possible: [0.25, 40], differs_with: 'living_area_sqft' },
    living_area_sqft: { share: 0.8, possible: [100, 60_000], differs_with: 'sale_price' },
    property_type: { share: 0.98, required: true },
    'address.line1': { form: STREET_LINE },
    'address.city': { required: true, form: NAME },
    'address.state': { required: true },
    'address.zip': { required: true },
    location: { differs_with: 'address.line1' },
    days_on_market: { possible: [0, 30_000] },
    'extras.year_built': { share: 0.85, possible: [1700, 2035] },
    'extras.mls_status': { form: NAME },
    'extras.lot_area_sqft': { possible: [10, 100_000_000] },
    'extras.hoa_fee_monthly': { possible: [1, 30_000] },
    'extras.original_list_price': { possible: [100, 300_000_000] },
    'extras.previous_list_price': { possible: [100, 300_000_000] },
    broker_name: { form: BRAND },
  },
  ratios: [
    ratio('sale_price', 'living_area_sqft', [25, 6_000], [1, 60_000]),
    ratio('list_price', 'living_area_sqft', [25, 6_000], [1, 60_000]),
    ratio('living_area_sqft', 'beds', [150, 1_800], [40, 8_000]),
    ratio('extras.hoa_fee_monthly', 'sale_price', [0.00005, 0.006], [0.000002, 0.1]),
    ratio('extras.original_list_price', 'sale_price', [0.4, 2.5], [0.05, 20]),
    ratio('extras.previous_list_price', 'sale_price', [0.4, 2.5], [0.05, 20]),
    ratio('extras.lot_area_sqft', 'living_area_sqft', [0.3, 100], [0.02, 50_000]),
  ],
};
