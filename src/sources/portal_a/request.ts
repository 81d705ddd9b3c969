/** The request for one page of one box: the source's search state, without its defaults. */
import { ASKED_PROPERTY_TYPES, type PropertyType } from '#contract/values.js';
import { edgesAsked } from '#domain/box.js';
import type { Filters, Subfilter } from '#domain/search.js';
import {
  boxOf,
  NO_PROFILE,
  pageNumber,
  priceRange,
  type Question,
  type SourceProfile,
  type UpstreamRequest,
} from '../driver.js';
import { asksPages, pageRequest, stateCall } from './entries.js';
import { regionOf } from './places.js';

/** Rows per page. */
export const PAGE_ROWS = 41;
/** Pages that the source shows of one search, whatever its total. */
export const PAGES_MAX = 20;

/** A sold search without a period covers 90 days. */
const SOLD_DAYS_DEFAULT = 90;
/** The source counts bathrooms in halves. */
const BATH_STEPS = 2;

type Kind = 'listings' | 'rentals' | 'sold';
type Switch = { readonly value: boolean | string };
type Range = { readonly min: number | null; readonly max: number | null };
type FilterState = Readonly<Record<string, Switch | Range>>;

const OFF: Switch = { value: false };
const ON: Switch = { value: true };

/** Listings that a search for sale shows by default; other kinds switch them off. */
const FOR_SALE_OFF: FilterState = {
  isForSaleByAgent: OFF,
  isForSaleByOwner: OFF,
  isNewConstruction: OFF,
  isComingSoon: OFF,
  isAuction: OFF,
  isForSaleForeclosure: OFF,
};

/** Pending homes are excluded from a search for sale: the source's default, as on its site. */
const KIND_FILTERS: Readonly<Record<Kind, FilterState>> = {
  listings: {},
  rentals: { ...FOR_SALE_OFF, isForRent: ON },
  sold: { ...FOR_SALE_OFF, isRecentlySold: ON },
};

const TYPE_SWITCHES = {
  single_family: 'isSingleFamily',
  condo: 'isCondo',
  townhouse: 'isTownhouse',
  multi_family: 'isMultiFamily',
  land: 'isLotLand',
  manufactured: 'isManufactured',
  apartment: 'isApartment',
} as const;

/** The source's own periods; 6m is 182 days, so it includes 180. */
const SOLD_WINDOWS: readonly (readonly [days: number, value: string])[] = [
  [7, '7'],
  [14, '14'],
  [30, '30'],
  [90, '90'],
  [180, '6m'],
  [365, '12m'],
  [730, '24m'],
  [1095, '36m'],
];

const SORTS: Readonly<Record<string, string>> = {
  newest: 'days',
  price_high: 'priced',
  price_low: 'pricea',
};

/** Without a sort the source's own order is used. */
const sortOf = ({ sort }: Filters): FilterState => {
  const value = sort === undefined ? undefined : SORTS[sort];
  return value === undefined ? {} : { sortSelection: { value } };
};

/** The request for a page of a question, at the entry that the operator chose. */
export const requestFor =
  (kind: Kind) =>
  (question: Question, { options }: SourceProfile = NO_PROFILE): UpstreamRequest => {
    const { area } = question;
    const state = {
      pagination: { currentPage: pageNumber(question) },
      isMapVisible: true,
      isListVisible: true,
      mapBounds: edgesAsked(boxOf(question)),
      ...regionMember(question),
      filterState: filterState(kind, question),
    };
    return asksPages(options)
      ? pageRequest(state, area.by === 'box' ? area.called : undefined)
      : stateCall(state, WANTS, { isDebugRequest: false });
  };

const WANTS = { cat1: ['listResults', 'mapResults'], cat2: ['total'] };

/** The box clips the region: the answer is their intersection. */
const regionMember = ({ area }: Question) =>
  area.by === 'box' && area.place !== undefined ? { regionSelection: regionOf(area.place) } : {};

const filterState = (kind: Kind, { filters, subfilter }: Question): FilterState => ({
  ...sortOf(filters),
  ...KIND_FILTERS[kind],
  ...priceFilter(kind, filters, subfilter),
  ...sizeFilters(filters, subfilter),
  ...typeFilters(filters, subfilter),
  ...(kind === 'sold' ? { doz: { value: windowOf(filters) } } : {}),
});

function priceFilter(kind: Kind, filters: Filters, subfilter: Subfilter): FilterState {
  const { min, max } = priceRange({ filters, subfilter });
  return range(kind === 'rentals' ? 'monthlyPayment' : 'price', min, max);
}

function sizeFilters(filters: Filters, subfilter: Subfilter): FilterState {
  const baths = Math.floor((filters.baths_min ?? 0) * BATH_STEPS) / BATH_STEPS;
  return {
    ...bedsFilter(filters.beds_min ?? 0, subfilter),
    ...range('baths', baths, null),
    ...range('sqft', filters.sqft_min ?? 0, filters.sqft_max ?? null),
    ...range('built', filters.year_built_min ?? 0, filters.year_built_max ?? null),
  };
}

/** Exactly no bedrooms is {0, 0}: an open lower end would not mean studios. */
function bedsFilter(fewest: number, { beds }: Subfilter): FilterState {
  if (!beds) return range('beds', fewest, null);
  const [min, max] = [Math.max(fewest, beds[0]), beds[1]];
  return max === null ? range('beds', min, null) : { beds: { min, max } };
}

/**
 * All types are on by default, and unwanted ones are switched off. Apartments and condos share a
 * third switch; it stays on for either of them, since an extra home is filtered out after reading
 * and a missing one is lost.
 */
function typeFilters(filters: Filters, subfilter: Subfilter): FilterState {
  const asked = filters.property_type ?? [];
  const wanted: readonly PropertyType[] = subfilter.property_types ?? asked;
  if (wanted.length === 0) return {};
  const unwanted = ASKED_PROPERTY_TYPES.filter((type) => !wanted.includes(type));
  const eitherWanted = wanted.includes('apartment') || wanted.includes('condo');
  return {
    ...Object.fromEntries(unwanted.map((type) => [TYPE_SWITCHES[type], OFF])),
    ...(eitherWanted ? {} : { isApartmentOrCondo: OFF }),
  };
}

function windowOf(filters: Filters): string {
  const days = filters.sold_within_days ?? SOLD_DAYS_DEFAULT;
  return SOLD_WINDOWS.find(([window]) => window >= days)?.[1] ?? '36m';
}

/** A range that excludes nothing is omitted: a minimum price of 0 would hide homes without one. */
const range = (id: string, min: number, max: number | null): FilterState =>
  min <= 0 && max === null ? {} : { [id]: { min: min <= 0 ? null : min, max } };
