/** What this source's rows normally contain: every answer is compared with this table. */
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
} from '../expectations.js';
import { listOf, momentOf, numberOr, type Raw, rawOf, textOr } from '../raw-values.js';
import { namesKnownStatus, namesKnownType, namesTypeInWords, propertyType } from './codes.js';
import { LOT_MEMBERS } from './lot.js';
import { NEWS } from './news.js';
import { TWINS } from './twins.js';
import { asView, isHome, viewOf } from './view.js';

/** Land has no rooms, and its rows no members for them. */
const isDwelling = (view: RowView): boolean =>
  isHome(view) && propertyType(asView(view)) !== 'land';
/** A row as the page shows it; older forms have only the home's facts. */
const isCard = (view: RowView): boolean =>
  isHome(view) && view.card !== view.info && rawOf(view.card).zpid !== undefined;
const isDetailed = (view: RowView): boolean => isHome(view) && asView(view).detailed;
const isDetailedHome = (view: RowView): boolean => isDetailed(view) && isDwelling(view);
/** The card of a home without homeInfo: it has all the data. */
const isBare = (view: RowView): boolean => isHome(view) && !asView(view).detailed;
const isBuilding = (view: RowView): boolean => asView(view).form === 'building';
/** A card of the list, which has its address in parts; map cards have it in one line. */
const isInList = (view: RowView): boolean =>
  isCard(view) && rawOf(view.card).addressStreet !== undefined;
const showsImage = (view: RowView): boolean => isInList(view) && rawOf(view.card).hasImage === true;
const hasPhotos = ({ card }: RowView): boolean => {
  const { carouselPhotos, carouselPhotosComposable: composed } = rawOf(card);
  return listOf(carouselPhotos ?? rawOf(composed).photoData).length > 0;
};
const unitsOf = (view: RowView): readonly unknown[] => listOf(rawOf(view.card).units);
const hasUnits = (view: RowView): boolean => unitsOf(view).length > 0;
const isPlaced = (view: RowView): boolean => asView(view).form !== 'community';
/** Rents and rooms of a building's units: "$2,800+" and "Studio". */
const RENT = /\$\s?\d|unknown/i;
const ROOMS = /^(?:studio|\d+(?:\.\d+)?)$/i;
const someUnit = (name: string, form: RegExp) => (view: RowView) =>
  unitsOf(view).some((unit) => form.test(textOr(rawOf(unit)[name]) ?? ''));
/** A number on the cards of homes. */
const onCard = (
  name: string,
  fields: string,
  share: number,
  applies: MemberExpectation['applies'] & object,
): MemberExpectation => ({
  ...member(`card.${name}`, fields, share, (view) => applies(view) && isDwelling(view)),
  has: ({ card }) => numberOr(rawOf(card)[name]) !== undefined,
});
const inPoint = (name: string): MemberExpectation => ({
  ...member(`card.latLong.${name}`, 'location', 0.8, isBare),
  has: ({ card }) => numberOr(rawOf(rawOf(card).latLong)[name]) !== undefined,
});
const names =
  (...members: readonly string[]) =>
  (view: RowView): boolean =>
    members.some(
      (name) => rawOf(view.info)[name] !== undefined || rawOf(view.card)[name] !== undefined,
    );

const EVERY_KIND: readonly MemberExpectation[] = [
  // Plans of a builder's homes have no street and ZIP yet.
  ...carried([
    member(
      'card.addressStreet | info.streetAddress | card.address',
      'address.line1',
      0.98,
      isPlaced,
    ),
    member('card.addressCity | info.city | card.address', 'address.city', 0.98, isPlaced),
    member('card.addressState | info.state | card.address', 'address.state', 0.98, isPlaced),
    member('card.addressZipcode | info.zipcode | card.address', 'address.zip', 0.98, isPlaced),
  ]),
  member('card.latLong | info.latitude', 'location', 0.98),
  member('card.beds | info.bedrooms', 'beds', 0.9, isDwelling),
  member('card.baths | info.bathrooms', 'baths', 0.9, isDwelling),
  member('info.homeStatus | card.statusType | card.rawHomeStatusCd', 'status', 0.97, {
    has: (view) => namesKnownStatus(asView(view)),
    carried: true,
  }),
  member('info.homeType | card.homeType', 'property_type extras.home_type_raw', 0.97, {
    applies: names('homeType'),
    has: (view) => namesKnownType(asView(view)),
    carried: true,
  }),
  // Members of one card occur together.
  member('card.addressZipcode', 'address.zip', 0.97, {
    applies: isInList,
    has: ({ card }) => textOr(rawOf(card).addressZipcode) !== undefined,
    carried: true,
    steady: true,
  }),
];

const AGES = 'list_date days_on_market extras.days_on_zillow';

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
    AGES,
    0.9,
    isDetailed,
  ),
  member('info.timeOnZillow | info.daysOnZillow', AGES, 0.9, {
    applies: isDetailed,
    has: ({ info, card }) =>
      [info, card].some((part) =>
        [rawOf(part).timeOnZillow, rawOf(part).daysOnZillow].some(
          (age) => (numberOr(age) ?? -1) >= 0,
        ),
      ),
  }),
  member('info.zestimate | card.zestimate', 'extras.zestimate', 0.6, isDetailedHome),
  member('info.rentZestimate | card.rentZestimate', 'extras.rent_zestimate', 0.6, isDetailedHome),
  member('info.taxAssessedValue', 'extras.tax_assessed_value', 0.6, isDetailedHome),
  ...LOT_MEMBERS,
  member('card.detailUrl | info.detailUrl | card.hdpUrl | info.hdpUrl', 'source_url', 0.97, isCard),
];

/** The page addresses of homes, buildings and communities. */
const PAGE = /_zpid|_plid|\/(?:b|apartments|community)\//;

/** Fields without which a page of homes is worthless. */
const REQUIRED: Readonly<Record<string, FieldExpectation>> = {
  status: { required: true },
  'address.line1': { form: STREET_LINE },
  'address.city': { required: true, form: NAME },
  'address.state': { required: true },
  'address.zip': { required: true },
  location: { share: 0.9, differs_with: 'address.line1' },
  beds: { share: 0.9, possible: [0, 60], differs_with: 'living_area_sqft' },
  baths: { share: 0.9, possible: [0.25, 40], differs_with: 'living_area_sqft' },
  source_url: { differs_with: 'source_id', form: PAGE },
  property_type: { required: true },
};
/** Possible sizes, from a cottage to a hotel, and estimates of lots and palaces. */
const DESCRIBED: Readonly<Record<string, FieldExpectation>> = {
  living_area_sqft: { share: 0.85, possible: [100, 60_000] },
  'extras.days_on_zillow': { possible: [0, 30_000] },
  'extras.zestimate': { possible: [500, 300_000_000] },
  'extras.rent_zestimate': { possible: [5, 300_000] },
  'extras.tax_assessed_value': { possible: [50, 300_000_000] },
  'extras.lot_area_sqft': { possible: [100, 500_000_000] },
};

/** Estimates follow prices, if a source has them. */
const estimated = (beside: string): Readonly<Record<string, FieldExpectation>> => ({
  'extras.zestimate': { ...DESCRIBED['extras.zestimate'], share: 0.55, differs_with: beside },
  'extras.rent_zestimate': {
    ...DESCRIBED['extras.rent_zestimate'],
    share: 0.5,
    differs_with: beside,
  },
  'extras.tax_assessed_value': { ...DESCRIBED['extras.tax_assessed_value'], share: 0.5 },
});

const price = (paths: string, fields: string): MemberExpectation =>
  member(paths, fields, 0.95, isHome);

const shared = { view: (raw: Raw) => viewOf(raw, 0) as unknown as RowView, twins: TWINS };

/** From a yard to a ranch: square feet that are called acres are beyond both. */
const LOT_RATIO = ratio('extras.lot_area_sqft', 'living_area_sqft', [0.02, 50_000], [0.02, 50_000]);

/** Ratios of estimates and sizes to the price of the same home. */
const ratiosTo = (to: string): readonly Ratio[] => [
  ratio(to, 'living_area_sqft', [25, 6_000], [1, 60_000]),
  ratio('extras.zestimate', to, [0.5, 2], [0.3, 3]),
  ratio('extras.rent_zestimate', to, [0.0003, 0.05], [0.00002, 0.5]),
  ratio('extras.tax_assessed_value', to, [0.02, 4], [0.002, 5]),
  ratio('living_area_sqft', 'beds', [150, 1_800], [40, 8_000]),
  LOT_RATIO,
];

/** The table of each kind. */
export const EXPECTATIONS = {
  listings: {
    ...shared,
    fields: {
      ...REQUIRED,
      ...DESCRIBED,
      ...estimated('list_price'),
      list_price: {
        share: 0.97,
        required: true,
        possible: [100, 300_000_000],
        differs_with: 'living_area_sqft',
      },
      broker_name: { share: 0.6, form: BRAND },
      agent_name: { form: BRAND },
      photo_count: { share: 0.8, possible: [0, 500] },
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
      member('card.carouselPhotos | photoData', 'photo_count', 0.97, {
        applies: showsImage,
        has: hasPhotos,
      }),
      member('card.info6String | info.info6String', 'agent_name'),
      ...NEWS,
    ],
  },
  rentals: {
    ...shared,
    fields: {
      ...REQUIRED,
      ...DESCRIBED,
      rent_monthly: { share: 0.97, required: true, possible: [20, 300_000] },
      broker_name: { form: BRAND },
      agent_name: { form: BRAND },
      'extras.building_name': { form: BRAND },
      'extras.units': { required: true },
      source_id: { required: true },
    },
    ratios: [
      ratio('rent_monthly', 'living_area_sqft', [0.3, 40], [0.02, 400]),
      ratio('living_area_sqft', 'beds', [130, 1_800], [40, 8_000]),
      ratio('extras.rent_zestimate', 'rent_monthly', [0.3, 3], [0.05, 20]),
      LOT_RATIO,
    ],
    members: [
      ...EVERY_KIND,
      price('card.unformattedPrice | info.price | card.price', 'rent_monthly price_per_sqft'),
      member('info.homeType', 'property_type extras.home_type_raw', 0.97, isDetailed),
      member('card.statusText', 'property_type', 0.9, {
        applies: isBare,
        has: (view) => namesTypeInWords(asView(view)),
      }),
      onCard('beds', 'beds', 0.9, isBare),
      onCard('baths', 'baths', 0.9, isBare),
      onCard('area', 'living_area_sqft price_per_sqft', 0.6, isInList),
      inPoint('latitude'),
      inPoint('longitude'),
      member('card.lotId', 'source_id', 0.95, {
        applies: isBuilding,
        carried: true,
        has: ({ card }) => (numberOr(rawOf(card).lotId) ?? 0) > 0,
      }),
      member('card.units', 'extras.units', 0.95, { applies: isBuilding, has: hasUnits }),
      member('units.price', 'extras.units', 0.95, {
        applies: hasUnits,
        has: someUnit('price', RENT),
      }),
      member('units.beds', 'extras.units', 0.95, {
        applies: hasUnits,
        has: someUnit('beds', ROOMS),
      }),
      member('card.brokerName | info.brokerName', 'broker_name'),
      member('card.info6String | info.info6String', 'agent_name'),
      member('card.carouselPhotos | card.carouselPhotosComposable', 'photo_count'),
      member('info.rentZestimate | card.rentZestimate', 'extras.rent_zestimate'),
      member('card.availabilityDate | info.availabilityDate', 'extras.available_date'),
      ...NEWS,
    ],
  },
  sold: {
    ...shared,
    fields: {
      ...REQUIRED,
      ...DESCRIBED,
      ...estimated('sale_price'),
      sold_date: { share: 0.98 },
      sale_price: { possible: [100, 300_000_000] },
    },
    ratios: ratiosTo('sale_price'),
    members: [
      ...EVERY_KIND,
      ...DETAILS,
      member('info.dateSold', 'sold_date', 0.95, {
        applies: isDetailed,
        has: ({ info }) => Number(momentOf(rawOf(info).dateSold)) > 0,
      }),
    ],
  },
} as const satisfies Readonly<Record<string, Expectations>>;
