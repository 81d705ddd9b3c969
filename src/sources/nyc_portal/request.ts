/**
 * The request for one page: a named GraphQL operation with its input written into the query text.
 * Newer servers reject enum values sent as variables, so there are no variables at all.
 */
import type { Filters, Subfilter } from '#domain/search.js';
import {
  type AreaAsk,
  pageNumber,
  priceRange,
  type Question,
  type UpstreamRequest,
} from '../driver.js';

/** The source accepts up to 500 rows per page, and shows about 1,000 of one search. */
export const PAGE_ROWS = 500;
export const PAGES_MAX = 2;

interface Operation {
  readonly name: string;
  readonly status: string;
  /** The prefix of the edge types' names. */
  readonly edge: string;
  readonly members: string;
}

/** Members that both kinds of rows are read from. Photos are only counted, never requested. */
const HOME_MEMBERS =
  'id areaName street unit displayUnit zipCode state urlPath status buildingType sourceType ' +
  'sourceGroupLabel price bedroomCount fullBathroomCount halfBathroomCount livingAreaSize ' +
  'furnished mediaAssetCount geoPoint { latitude longitude } priceDelta priceChangedAt ' +
  'isNewDevelopment';

export const OPERATIONS = {
  listings: {
    name: 'searchSales',
    status: 'saleStatus',
    edge: 'Sale',
    members: `${HOME_MEMBERS} saleType monthlyMaintenance monthlyTaxes monthlyCommonCharges soldPrice`,
  },
  rentals: {
    name: 'searchRentals',
    status: 'rentalStatus',
    edge: 'Rental',
    members: `${HOME_MEMBERS} noFee netEffectivePrice monthsFree availableAt totalMonthlyPrice leaseTermMonths`,
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type NycKind = keyof typeof OPERATIONS;

/** The source's own order is used if no sort is requested. */
const OWN_ORDER = 'attribute: RECOMMENDED, direction: DESCENDING';
const ORDERS: Readonly<Record<string, string>> = {
  newest: 'attribute: LISTED_AT, direction: DESCENDING',
  price_high: 'attribute: PRICE, direction: DESCENDING',
  price_low: 'attribute: PRICE, direction: ASCENDING',
};

export const requestFor =
  (kind: NycKind) =>
  (question: Question): UpstreamRequest => ({
    method: 'POST',
    path: '/',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      operationName: OPERATIONS[kind].name,
      query: queryOf(OPERATIONS[kind], question),
      variables: {},
    }),
  });

function queryOf({ name, status, edge, members }: Operation, question: Question): string {
  const order = ORDERS[question.filters.sort ?? ''] ?? OWN_ORDER;
  return (
    `query ${name} { ${name}(input: { filters: { ${filtersOf(status, question)} }, ` +
    `sorting: { ${order} }, page: ${pageNumber(question)}, perPage: ${PAGE_ROWS}, adStrategy: NONE }) ` +
    '{ totalCount pageInfo { currentPage totalPages hasNextPage } edges { __typename ' +
    ['Organic', 'Featured', 'Sponsored']
      .map((type) => `... on ${type}${edge}Edge { node { ...Home } }`)
      .join(' ') +
    ` } } } fragment Home on Search${edge}Listing { ${members} }`
  );
}

/** Sizes, years, ZIPs and home types have no filter here: collect checks them in every row. */
function filtersOf(status: string, { area, filters, subfilter }: Question): string {
  return [
    `areas: [${placesOf(area).join(', ')}]`,
    `${status}: ACTIVE`,
    ...priceFilter(filters, subfilter),
    ...bedroomRange(filters, subfilter),
    // The whole number below the requested one: extra homes are filtered out after reading.
    ...range('bathrooms', Math.floor(filters.baths_min ?? 0), null),
  ].join(', ');
}

/** The source takes its own area codes and no map boxes. */
function placesOf(area: AreaAsk): readonly string[] {
  if (area.by !== 'named_place') throw new TypeError(`nyc_portal supports places, not ${area.by}`);
  return area.ids;
}

function priceFilter(filters: Filters, subfilter: Subfilter): readonly string[] {
  const { min, max } = priceRange({ filters, subfilter });
  return range('price', min, max);
}

function bedroomRange(filters: Filters, { beds }: Subfilter): readonly string[] {
  const [min, max] = beds ?? [0, null];
  return range('bedrooms', Math.max(filters.beds_min ?? 0, min), max);
}

/** A bound that excludes nothing is left out: a minimum price of 0 might hide homes without one. */
function range(name: string, min: number, max: number | null): readonly string[] {
  const bounds = [
    ...(min > 0 ? [`lowerBound: ${min}`] : []),
    ...(max === null ? [] : [`upperBound: ${max}`]),
  ];
  return bounds.length === 0 ? [] : [`${name}: { ${bounds.join(', ')} }`];
}
