/** What this source's rows normally are: the table that every answer is compared with. */
import {
  type Expectations,
  type FieldExpectation,
  type MemberExpectation,
  member,
  near,
  type Ratio,
  type RowView,
  same,
  type Twin,
} from '../expectations.js';
import { numberOr, type Raw, rawOf, textOr } from '../raw-values.js';
import {
  namesKnownStatus,
  namesKnownType,
  propertyType,
  statusGroup,
  typeAgrees,
} from './codes.js';
import { type View, viewOf } from './view.js';

const DAY_MS = 86_400_000;
/** Days counted from an age and days sent may begin at other midnights. */
const DAYS_SLACK = 1;
/** Sale prices are rounded for display: "$1.08M". */
const ROUNDED = 0.06;
const DEGREES_SLACK = 0.01;

const asView = (view: RowView) => view as unknown as View;
const isHome = (view: RowView): boolean => asView(view).form === 'home';
/** Land has no rooms, and its rows no members for them. */
const isDwelling = (view: RowView): boolean =>
  isHome(view) && propertyType(asView(view)) !== 'land';
/** A row as the page shows it; older shapes are the home's facts alone. */
const isCard = (view: RowView): boolean =>
  isHome(view) && view.card !== view.info && card(view).zpid !== undefined;
const isDetailed = (view: RowView): boolean => isHome(view) && asView(view).detailed;
const names =
  (...members: readonly string[]) =>
  (view: RowView): boolean =>
    members.some(
      (name) => rawOf(view.info)[name] !== undefined || rawOf(view.card)[name] !== undefined,
    );

const EVERY_KIND: readonly MemberExpectation[] = [
  member('card.addressStreet | info.streetAddress | card.address', 'address.line1', 0.98),
  member('card.addressCity | info.city | card.address', 'address.city', 0.98),
  member('card.addressState | info.state | card.address', 'address.state', 0.98),
  member('card.addressZipcode | info.zipcode | card.address', 'address.zip', 0.98),
  member('card.latLong | info.latitude', 'location', 0.98),
  member('card.beds | info.bedrooms', 'beds', 0.9, isDwelling),
  member('card.baths | info.bathrooms', 'baths', 0.9, isDwelling),
  {
    ...member('info.homeStatus | card.statusType | card.rawHomeStatusCd', 'status', 0.97),
    has: (view) => namesKnownStatus(asView(view)),
  },
  {
    ...member('info.homeType | card.homeType', 'property_type extras.home_type_raw', 0.97),
    applies: names('homeType'),
    has: (view) => namesKnownType(asView(view)),
  },
];

const DETAILS: readonly MemberExpectation[] = [
  member('info.homeType | card.homeType', 'property_type extras.home_type_raw', 0.97, isDetailed),
  member(
    'card.area | info.livingArea',
    'living_area_sqft price_per_sqft',
    0.85,
    (view) => isDetailed(view) && isDwelling(view),
  ),
  member(
    'info.timeOnZillow | card.timeOnZillow | info.daysOnZillow | card.daysOnZillow',
    'list_date days_on_market extras.days_on_zillow',
    0.9,
    isDetailed,
  ),
  member('info.zestimate | card.zestimate', 'extras.zestimate', 0.6, isDetailed),
  member('info.rentZestimate | card.rentZestimate', 'extras.rent_zestimate', 0.6, isDetailed),
  member('info.taxAssessedValue', 'extras.tax_assessed_value', 0.6, isDetailed),
  member('card.detailUrl | info.detailUrl | card.hdpUrl | info.hdpUrl', 'source_url', 0.97, isCard),
];

/** What a page of homes is worth nothing without. */
const REQUIRED: Readonly<Record<string, FieldExpectation>> = {
  status: { required: true },
  'address.line1': { required: true, varied: true },
  'address.city': { required: true },
  'address.state': { required: true },
  'address.zip': { required: true },
  location: { required: true, varied: true },
  beds: { required: true, median: [0, 8] },
  baths: { required: true, median: [1, 8] },
  property_type: { required: true },
};
const DESCRIBED: Readonly<Record<string, FieldExpectation>> = {
  living_area_sqft: { median: [250, 9_000], varied: true },
  'extras.days_on_zillow': { median: [0, 4_000] },
  'extras.zestimate': { median: [15_000, 60_000_000], varied: true },
  'extras.rent_zestimate': { median: [250, 60_000], varied: true },
  'extras.tax_assessed_value': { median: [3_000, 60_000_000], varied: true },
};

/** Estimates of homes for sale and sold; few rentals have them. */
const ESTIMATED: Readonly<Record<string, FieldExpectation>> = {
  'extras.zestimate': { ...DESCRIBED['extras.zestimate'], share: 0.55 },
  'extras.rent_zestimate': { ...DESCRIBED['extras.rent_zestimate'], share: 0.5 },
  'extras.tax_assessed_value': { ...DESCRIBED['extras.tax_assessed_value'], share: 0.5 },
};

const card = (view: RowView): Raw => rawOf(view.card);
const info = (view: RowView): Raw => rawOf(view.info);

const PRICES = ['list_price', 'rent_monthly', 'sale_price', 'price_per_sqft'];
const AGES = ['list_date', 'days_on_market', 'extras.days_on_zillow'];

const TWINS: readonly Twin[] = [
  {
    members: 'unformattedPrice and price',
    fields: PRICES,
    agree: (view) =>
      isHome(view) ? near(card(view).unformattedPrice, shownPrice(view), 0.001) : null,
  },
  {
    members: 'unformattedPrice and soldPrice',
    fields: PRICES,
    agree: (view) => near(exactPrice(view), roundedPrice(textOr(card(view).soldPrice)), ROUNDED),
  },
  {
    members: 'unformattedPrice and homeInfo.price',
    fields: PRICES,
    agree: (view) =>
      isHome(view) ? near(card(view).unformattedPrice, info(view).price, 0.001) : null,
  },
  { members: 'the price and its currency', fields: PRICES, agree: inDollars },
  { members: 'the price and its period', fields: PRICES, agree: byTheMonth },
  pair('beds', 'beds', 'bedrooms', (a, b) => near(a, b, 0)),
  pair('baths', 'baths', 'bathrooms', (a, b) => near(a, b, 0)),
  {
    ...pair('area', 'area', 'livingArea', (a, b) => near(a, b, 0.02)),
    fields: ['living_area_sqft', 'price_per_sqft'],
  },
  pair('address.zip', 'addressZipcode', 'zipcode', (a, b) => same(zip5(a), zip5(b))),
  pair('address.state', 'addressState', 'state', same),
  pair('address.city', 'addressCity', 'city', same),
  {
    members: 'latLong and homeInfo.latitude',
    fields: ['location'],
    agree: (view) => {
      const point = rawOf(card(view).latLong);
      const [lat, lng] = [info(view).latitude, info(view).longitude];
      if (![point.latitude, point.longitude, lat, lng].every(isNumber)) return null;
      return (
        Math.abs(Number(point.latitude) - Number(lat)) <= DEGREES_SLACK &&
        Math.abs(Number(point.longitude) - Number(lng)) <= DEGREES_SLACK
      );
    },
  },
  {
    members: 'zpid and homeInfo.zpid',
    fields: [],
    agree: (view) => (isHome(view) ? same(idText(card(view).zpid), idText(info(view).zpid)) : null),
  },
  {
    members: 'zpid and detailUrl',
    fields: [],
    agree: (view) => {
      const url = textOr(card(view).detailUrl);
      const zpid = idText(card(view).zpid);
      if (!isHome(view) || url === undefined || !/^\d+$/.test(zpid ?? '')) return null;
      return /\/(\d+)_zpid/.exec(url)?.[1] === zpid;
    },
  },
  {
    // A home's page keeps the ZIP that it was first listed with: single rows differ.
    members: 'addressZipcode and detailUrl',
    fields: [],
    agree: (view) => {
      const zip = /-[A-Z]{2}-(\d{5})\/\d+_zpid/.exec(textOr(card(view).detailUrl) ?? '')?.[1];
      return same(zip, zip5(card(view).addressZipcode));
    },
  },
  {
    members: 'addressStreet and homeInfo.streetAddress',
    fields: [],
    agree: (view) => {
      const [shown, exact] = [card(view).addressStreet, info(view).streetAddress].map(houseNumber);
      return card(view) === info(view) ? null : same(shown, exact);
    },
  },
  {
    members: 'the street and detailUrl',
    fields: [],
    agree: (view) => {
      const inUrl = /\/homedetails\/(\d+)-/.exec(textOr(card(view).detailUrl) ?? '')?.[1];
      return same(houseNumber(textOr(card(view).addressStreet, info(view).streetAddress)), inUrl);
    },
  },
  {
    members: 'homeType and statusText',
    fields: ['property_type'],
    agree: (view) => typeAgrees(asView(view)),
  },
  {
    members: 'timeOnZillow and daysOnZillow',
    fields: AGES,
    agree: (view) => {
      const [ms, days] = [numberOr(info(view).timeOnZillow), numberOr(info(view).daysOnZillow)];
      if (ms === undefined || days === undefined || ms < 0 || days < 0) return null;
      return Math.abs(ms / DAY_MS - days) <= DAYS_SLACK + 1;
    },
  },
  {
    members: 'statusType and homeStatus',
    fields: [],
    agree: (view) => same(statusGroup(card(view).statusType), statusGroup(info(view).homeStatus)),
  },
];

/** A member of the card and the same of its homeInfo. */
function pair(
  field: string,
  onCard: string,
  inInfo: string,
  agree: (a: unknown, b: unknown) => boolean | null,
): Twin {
  return {
    members: `${onCard} and homeInfo.${inInfo}`,
    fields: [field],
    agree: (view) =>
      card(view) === info(view) ? null : agree(card(view)[onCard], info(view)[inInfo]),
  };
}

/** The number that a street line begins with. */
const houseNumber = (street: unknown): string | undefined =>
  /^(\d+)\b(?!-)/.exec(textOr(street) ?? '')?.[1];
const isNumber = (value: unknown): boolean => typeof value === 'number';
const zip5 = (value: unknown): string | undefined => textOr(value)?.slice(0, 5);
const idText = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : textOr(value);

/** An exact display price of a home: "$224,900", "$2,600/mo". */
function shownPrice(view: RowView): number | undefined {
  const figure = /^\$\s?(\d[\d,]*(?:\.\d{1,2})?)(?:\/mo)?$/i.exec(
    textOr(card(view).price) ?? '',
  )?.[1];
  return figure === undefined ? undefined : Number(figure.replaceAll(',', ''));
}

const exactPrice = (view: RowView): number | undefined =>
  numberOr(card(view).unformattedPrice, info(view).price);

/** "$1.08M", "$825K", "$650,000". */
function roundedPrice(text: string | undefined): number | undefined {
  const [, figure, unit] = /^\$\s?(\d[\d,]*(?:\.\d+)?)([KM])?$/i.exec(text ?? '') ?? [];
  if (figure === undefined) return undefined;
  const scale = { k: 1_000, m: 1_000_000 }[unit?.toLowerCase() ?? ''] ?? 1;
  return Number(figure.replaceAll(',', '')) * scale;
}

/** Whether what stands before the figure is the dollar, and the row names no other currency. */
function inDollars(view: RowView): boolean | null {
  const text = textOr(card(view).price, card(view).soldPrice);
  const sign = textOr(card(view).countryCurrency);
  if (sign !== undefined && sign !== '$') return false;
  const shown = /^(?:from\s+)?([^\d\s]+)\s?\d/i.exec(text ?? '')?.[1];
  return shown === undefined ? null : shown === '$';
}

/** Whether the period of a price, where it names one, is a month. */
function byTheMonth(view: RowView): boolean | null {
  const period = /\d\+?\s*\/\s*([a-z]+)/i.exec(textOr(card(view).price) ?? '')?.[1];
  return period === undefined ? null : /^mo/i.test(period);
}

const price = (paths: string, fields: string): MemberExpectation =>
  member(paths, fields, 0.95, isHome);

const shared = { view: (raw: Raw) => viewOf(raw, 0) as unknown as RowView, twins: TWINS };

/** What estimates and sizes are beside the price of the same home. */
const ratiosTo = (to: string): readonly Ratio[] => [
  { field: to, to: 'living_area_sqft', median: [10, 8_000] },
  { field: 'extras.zestimate', to, median: [0.3, 3] },
  { field: 'extras.rent_zestimate', to, median: [0.001, 0.03] },
  { field: 'extras.tax_assessed_value', to, median: [0.1, 4] },
  { field: 'living_area_sqft', to: 'beds', median: [150, 1_800] },
];

/** The table of each kind. */
export const EXPECTATIONS = {
  listings: {
    ...shared,
    fields: {
      ...REQUIRED,
      ...DESCRIBED,
      ...ESTIMATED,
      list_price: { share: 0.97, required: true, median: [12_000, 60_000_000], varied: true },
      broker_name: { share: 0.6, varied: true },
      photo_count: { share: 0.8, median: [0, 150], varied: true },
      days_on_market: { share: 0.85 },
      list_date: { share: 0.85 },
    },
    ratios: ratiosTo('list_price'),
    members: [
      ...EVERY_KIND,
      ...DETAILS,
      price('card.unformattedPrice | info.price', 'list_price price_per_sqft'),
      member('card.brokerName | info.brokerName', 'broker_name', 0.6, isHome),
      member('card.carouselPhotos | card.carouselPhotosComposable', 'photo_count', 0.75, isHome),
      member('card.info6String | info.info6String', 'agent_name'),
    ],
  },
  rentals: {
    ...shared,
    fields: {
      ...REQUIRED,
      ...DESCRIBED,
      rent_monthly: { share: 0.97, required: true, median: [200, 60_000] },
    },
    ratios: [
      { field: 'rent_monthly', to: 'living_area_sqft', median: [0.3, 40] },
      { field: 'living_area_sqft', to: 'beds', median: [130, 1_800] },
      { field: 'extras.rent_zestimate', to: 'rent_monthly', median: [0.3, 3] },
    ],
    members: [
      ...EVERY_KIND,
      price('card.unformattedPrice | info.price | card.price', 'rent_monthly price_per_sqft'),
      member('card.brokerName | info.brokerName', 'broker_name'),
      member('card.info6String | info.info6String', 'agent_name'),
      member('card.carouselPhotos | card.carouselPhotosComposable', 'photo_count'),
      member('info.rentZestimate | card.rentZestimate', 'extras.rent_zestimate'),
    ],
  },
  sold: {
    ...shared,
    fields: {
      ...REQUIRED,
      ...DESCRIBED,
      ...ESTIMATED,
      sold_date: { share: 0.98, required: true },
      sale_price: { required: true, median: [8_000, 60_000_000] },
    },
    ratios: ratiosTo('sale_price'),
    members: [
      ...EVERY_KIND,
      ...DETAILS,
      member('info.dateSold | card.dateSold', 'sold_date', 0.95, isDetailed),
    ],
  },
} as const satisfies Readonly<Record<string, Expectations>>;
