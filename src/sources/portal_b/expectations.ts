/** What this source's sold rows normally are: the table that every answer is compared with. */
import {
  type Expectations,
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
import { isRaw } from '../raw-values.js';
import { propertyType as homeType, knowsFineType, knowsType, typesAgree } from './codes.js';
import { isGiven, valueIn } from './values.js';

/** A price by area is rounded to dollars. */
const PER_AREA_SLACK = 0.03;
/** Bathrooms are counted whole and in parts of a half or less. */
const BATHS_SLACK = 0.6;

/** The export has no members of its own for brokers, ids and fine types. */
const isAnswer = (view: RowView): boolean =>
  ['propertyId', 'listingId', 'propertyType', 'listingType'].some((name) => name in view);
/** Land has no rooms, and its rows no members for them. */
const isDwelling = (view: RowView): boolean => homeType(view) !== 'land';
/** Homes that most often have dues. */
const SHARED: ReadonlySet<unknown> = new Set(['condo', 'townhouse']);
const isAmount = (sent: unknown): boolean => Number(valueIn(sent)) > 0;
const isReported = (view: RowView): boolean => 'mlsId' in view && valueIn(view.mlsId) !== undefined;

const MEMBERS: readonly MemberExpectation[] = [
  member('price', 'sale_price price_per_sqft', 0.9),
  member('soldDate', 'sold_date', 0.6),
  member('soldDate', 'sold_date', 0.9, isReported),
  member('beds', 'beds', 0.75, isDwelling),
  member('baths', 'baths', 0.75, isDwelling),
  member('sqFt', 'living_area_sqft price_per_sqft', 0.75, isDwelling),
  member('yearBuilt', 'extras.year_built', 0.85, isDwelling),
  member('lotSize', 'extras.lot_area_sqft', 0.6),
  {
    ...member('lotSize', 'extras.lot_area_sqft', 0.85),
    applies: (view) => homeType(view) === 'single_family',
    has: ({ lotSize }) => isAmount(lotSize),
  },
  member('dom', 'days_on_market', undefined, isAnswer),
  member('hoa', 'extras.hoa_fee_monthly', 0.9, isAnswer),
  {
    ...member('hoa', 'extras.hoa_fee_monthly', 0.6),
    applies: (view) => isAnswer(view) && SHARED.has(homeType(view)),
    has: ({ hoa }) => isAmount(hoa),
  },
  member('uiPropertyType | propertyType', 'property_type', 0.97),
  {
    ...member('uiPropertyType | propertyType', 'property_type', 0.96),
    applies: ({ uiPropertyType, propertyType }) =>
      uiPropertyType !== undefined || propertyType !== undefined,
    has: knowsType,
  },
  {
    ...member('propertyType', 'extras.property_type_code', 0.9, isAnswer),
    has: knowsFineType,
  },
  member('streetLine', 'address.line1', 0.97),
  member('city', 'address.city', 0.97),
  member('state', 'address.state', 0.97),
  member('zip | postalCode', 'address.zip', 0.97),
  member('latLong', 'location', 0.95),
  member('listingBroker | sellingBroker', 'broker_name', 0.9, isAnswer),
  {
    ...member('listingBroker', 'broker_name', 0.9),
    applies: (view) => isAnswer(view) && isReported(view),
    has: ({ listingBroker: broker }) => isGiven(isRaw(broker) ? broker.name : broker),
  },
  {
    ...member('mlsStatus', 'extras.mls_status', 0.9, isReported),
    has: (view) => isGiven(view.mlsStatus),
  },
];

const TWINS: readonly Twin[] = [
  {
    members: 'price by sqFt and pricePerSqFt',
    fields: ['sale_price', 'living_area_sqft', 'price_per_sqft'],
    agree: (view) => {
      const [price, area] = [valueIn(view.price), valueIn(view.sqFt)];
      if (typeof price !== 'number' || typeof area !== 'number' || area <= 0) return null;
      return near(price / area, valueIn(view.pricePerSqFt), PER_AREA_SLACK);
    },
  },
  {
    members: 'baths and fullBaths with partialBaths',
    fields: ['baths'],
    agree: (view) => {
      const [baths, full] = [valueIn(view.baths), valueIn(view.fullBaths)];
      if (typeof baths !== 'number' || typeof full !== 'number' || baths <= 0) return null;
      const partial = valueIn(view.partialBaths);
      const parts = typeof partial === 'number' ? partial : 0;
      return baths >= full - BATHS_SLACK && baths <= full + Math.max(parts, 1) + BATHS_SLACK;
    },
  },
  {
    // The street line repeats the unit: "506 E Howell St Unit W303".
    members: 'unitNumber and streetLine',
    fields: ['address.unit'],
    agree: (view) => {
      const [unit, street] = [valueIn(view.unitNumber), valueIn(view.streetLine)];
      if (typeof unit !== 'string' || typeof street !== 'string') return null;
      const code = /[^\s#]+$/.exec(unit.trim())?.[0];
      return code === undefined ? null : street.toLowerCase().includes(code.toLowerCase());
    },
  },
  {
    members: 'dom and whole days',
    fields: ['days_on_market'],
    agree: (view) => {
      const days = valueIn(view.dom);
      return typeof days === 'number' ? Number.isInteger(days) : null;
    },
  },
  {
    members: 'zip and postalCode',
    fields: ['address.zip'],
    agree: (view) => same(zipText(view.zip), zipText(view.postalCode)),
  },
  {
    // A home's page keeps the ZIP that it was first listed with: single rows differ.
    members: 'zip and url',
    fields: [],
    agree: (view) => same(zipText(view.zip), inUrl(view, /-(\d{5})\/(?:[^/]+\/)?home\//)),
  },
  {
    members: 'state and url',
    fields: [],
    agree: (view) => same(valueIn(view.state), inUrl(view, /(?:^|\.com)\/([A-Z]{2})\//)),
  },
  {
    members: 'propertyId and url',
    fields: [],
    agree: (view) => {
      const id = valueIn(view.propertyId);
      return same(typeof id === 'number' ? String(id) : id, inUrl(view, /\/home\/(\d+)/));
    },
  },
  {
    members: 'propertyType and uiPropertyType',
    fields: ['property_type'],
    agree: (view) => typesAgree(view),
  },
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
    source_url: { required: true, varied: VARIED, form: /\/home\/\d/ },
    sold_date: { share: 0.7, required: true, varied: VARIED_COUNTS },
    sale_price: { share: 0.97, required: true, median: [8_000, 60_000_000] },
    beds: { share: 0.8, required: true, median: [0, 8], varied: VARIED_COUNTS },
    baths: { share: 0.8, required: true, median: [1, 8], varied: VARIED_COUNTS },
    living_area_sqft: { share: 0.8, required: true, median: [250, 9_000], varied: VARIED },
    property_type: { share: 0.98, required: true },
    'address.line1': { required: true, varied: VARIED, form: STREET_LINE },
    'address.city': { required: true, form: NAME },
    'address.state': { required: true },
    'address.zip': { required: true },
    location: { required: true, varied: VARIED },
    days_on_market: { median: [0, 500], varied: VARIED },
    'extras.year_built': { share: 0.85, median: [1850, 2035], varied: VARIED_COUNTS },
    'extras.mls_status': { form: NAME },
    'extras.lot_area_sqft': { median: [300, 900_000], varied: VARIED },
    'extras.hoa_fee_monthly': { median: [8, 6_000], varied: VARIED },
    broker_name: { varied: VARIED_COUNTS, form: NAME },
  },
  ratios: [
    { field: 'sale_price', to: 'living_area_sqft', median: [10, 8_000] },
    { field: 'living_area_sqft', to: 'beds', median: [150, 1_800] },
    { field: 'extras.hoa_fee_monthly', to: 'sale_price', median: [0.000005, 0.006] },
    { field: 'extras.lot_area_sqft', to: 'living_area_sqft', median: [0.15, 300] },
  ],
};
