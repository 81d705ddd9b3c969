/**
 * The search routes, one row each (interface-v1, "Route table" and "Query parameters by route").
 * Behaviour is read off the row: a route is added here and nowhere else.
 */
import type { LocationForm, LookupParam, ParamName } from './params.js';
import type { Kind, SourceName } from './values.js';

/** The settings that say how long a page is fresh (src/base/limits.ts). */
export type CacheSetting = 'CACHE_LISTINGS_S' | 'CACHE_SOLD_S' | 'CACHE_AUCTION_S';

export interface SearchRoute {
  readonly id: string;
  /** Path below BASE_PATH. */
  readonly path: `/${string}`;
  readonly source: SourceName;
  readonly kind: Kind;
  readonly forms: readonly LocationForm[];
  readonly params: readonly ParamName[];
  readonly sorts: readonly string[];
  readonly sold_windows: readonly number[];
  /** Largest bbox in square miles (decisions §2, area limits). */
  readonly bbox_sqmi_max: number;
  /** Only places in New York City are accepted. */
  readonly nyc_only?: true;
  /** How long a complete page is fresh: the name of the setting. */
  readonly cache: CacheSetting;
  /** Credits that a complete call costs, at least 1. */
  readonly price: number;
}

const AREA = ['zip', 'bbox', 'lat', 'lng', 'radius_mi'] as const;
const CITY = ['city', 'state'] as const;
const HOME = ['beds_min', 'baths_min', 'sqft_min', 'sqft_max', 'property_type', 'cursor'] as const;
const PRICE = ['min_price', 'max_price'] as const;
const YEAR = ['year_built_min', 'year_built_max'] as const;

const ANYWHERE = ['zip', 'city', 'bbox', 'circle'] as const;
const WITH_COUNTY = ['zip', 'city', 'county', 'bbox', 'circle'] as const;
const SORTS = ['newest', 'price_high', 'price_low'] as const;

const PORTAL_A = {
  source: 'portal_a',
  forms: ANYWHERE,
  sorts: [],
  bbox_sqmi_max: 2_500,
} as const;
const NYC_PORTAL = {
  source: 'nyc_portal',
  forms: WITH_COUNTY,
  sorts: SORTS,
  sold_windows: [],
  bbox_sqmi_max: 1_500,
  nyc_only: true,
  cache: 'CACHE_LISTINGS_S',
  price: 1,
} as const;

export const SEARCH_ROUTES = [
  {
    id: 'portal_a_listings',
    path: '/portal_a/listings',
    kind: 'listings',
    ...PORTAL_A,
    params: [...AREA, ...CITY, ...PRICE, ...HOME],
    sold_windows: [],
    cache: 'CACHE_LISTINGS_S',
    price: 1,
  },
  {
    id: 'portal_a_sold',
    path: '/portal_a/sold',
    kind: 'sold',
    ...PORTAL_A,
    params: [...AREA, ...CITY, ...PRICE, ...HOME, 'sold_within_days'],
    sold_windows: [7, 14, 30, 90, 180, 365, 730, 1095],
    cache: 'CACHE_SOLD_S',
    price: 1,
  },
  {
    id: 'portal_a_rentals',
    path: '/portal_a/rentals',
    kind: 'rentals',
    ...PORTAL_A,
    params: [...AREA, ...CITY, ...PRICE, ...HOME],
    sold_windows: [],
    cache: 'CACHE_LISTINGS_S',
    price: 1,
  },
  {
    id: 'auction_listings',
    path: '/auction/listings',
    source: 'auction',
    kind: 'auctions',
    forms: WITH_COUNTY,
    params: [...AREA, ...CITY, 'county', ...HOME, ...YEAR, 'sort'],
    sorts: ['newest'],
    sold_windows: [],
    bbox_sqmi_max: 25_000,
    cache: 'CACHE_AUCTION_S',
    price: 1,
  },
  {
    id: 'nyc_portal_listings',
    path: '/nyc_portal/listings',
    kind: 'listings',
    ...NYC_PORTAL,
    params: [...AREA, ...CITY, 'county', ...PRICE, ...HOME, ...YEAR, 'sort'],
  },
  {
    id: 'nyc_portal_rentals',
    path: '/nyc_portal/rentals',
    kind: 'rentals',
    ...NYC_PORTAL,
    params: [...AREA, ...CITY, 'county', ...PRICE, ...HOME, 'sort'],
  },
  {
    id: 'portal_b_sold',
    path: '/portal_b/sold',
    source: 'portal_b',
    kind: 'sold',
    forms: ['zip', 'bbox', 'circle'],
    params: [...AREA, ...PRICE, ...HOME, ...YEAR, 'sort', 'sold_within_days'],
    sorts: SORTS,
    sold_windows: [7, 30, 90, 180, 365, 730, 1095],
    bbox_sqmi_max: 2_500,
    cache: 'CACHE_SOLD_S',
    price: 1,
  },
] as const satisfies readonly SearchRoute[];

/** A route that finds one home (decisions §5): exactly one of its parameters is sent. */
export interface LookupRoute {
  readonly id: string;
  readonly path: `/${string}`;
  readonly source: SourceName;
  /** Kinds in which the home is looked for, in this order; the row is of the first that has it. */
  readonly kinds: readonly Kind[];
  readonly params: readonly LookupParam[];
  readonly cache: CacheSetting;
  /** Credits that a complete call costs, at least 1. */
  readonly price: number;
}

export const LOOKUP_ROUTES = [
  {
    id: 'portal_a_home',
    path: '/portal_a/home',
    source: 'portal_a',
    kinds: ['listings', 'rentals', 'sold'],
    params: ['address', 'url', 'source_id'],
    cache: 'CACHE_LISTINGS_S',
    price: 1,
  },
] as const satisfies readonly LookupRoute[];

/** A route whose calls become jobs. */
export type Route = SearchRoute | LookupRoute;

export const isLookup = (route: Route): route is LookupRoute => 'kinds' in route;

/** Path of the job route below BASE_PATH; the request id follows. */
export const JOBS_PATH = '/jobs/';

/** The rows of a finished job in other formats: the name behind the job's path, and the media type. */
export const ROW_FORMATS = {
  csv: 'text/csv; charset=utf-8; header=present',
  geojson: 'application/geo+json',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const;
export type RowFormat = keyof typeof ROW_FORMATS;

/** Path of the page on the caller's own account. */
export const ACCOUNT_PATH = '/account';

/** Path of the page on the health of the sources. */
export const SOURCES_PATH = '/sources';

/** Path of the OpenAPI document, which needs no key. */
export const OPENAPI_PATH = '/openapi.json';

const ROUTES: readonly Route[] = [...SEARCH_ROUTES, ...LOOKUP_ROUTES];

/** The route row with this id. */
export const routeById = (id: string): Route | undefined => ROUTES.find((route) => route.id === id);

/** The search route with this id. */
export const searchRouteById = (id: string): SearchRoute | undefined =>
  SEARCH_ROUTES.find((route) => route.id === id);
