/**
 * The search routes, one row each (interface-v1, "Route table" and "Query parameters by route").
 * Behaviour is read off the row: a route is added here and nowhere else.
 */
import type { LimitName } from './limits.js';
import type { LocationForm, ParamName } from './params.js';
import type { Kind, SourceName } from './values.js';

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
  /** How long a complete page is fresh: the name of the setting. */
  readonly cache: LimitName;
}

const AREA = ['zip', 'bbox', 'lat', 'lng', 'radius_mi'] as const;
const CITY = ['city', 'state'] as const;
const HOME = ['beds_min', 'baths_min', 'sqft_min', 'sqft_max', 'property_type', 'cursor'] as const;
const PRICE = ['min_price', 'max_price'] as const;

export const SEARCH_ROUTES = [
  {
    id: 'R1',
    path: '/portal_a/listings',
    source: 'portal_a',
    kind: 'listings',
    forms: ['zip', 'city', 'bbox', 'circle'],
    params: [...AREA, ...CITY, ...PRICE, ...HOME],
    sorts: [],
    sold_windows: [],
    bbox_sqmi_max: 2_500,
    cache: 'CACHE_LISTINGS_S',
  },
] as const satisfies readonly SearchRoute[];

export type RouteId = (typeof SEARCH_ROUTES)[number]['id'];

/** Path of the job route below BASE_PATH; the request id follows. */
export const JOBS_PATH = '/jobs/';

/** The route row with this id. */
export function routeById(id: string): SearchRoute | undefined {
  return SEARCH_ROUTES.find((route) => route.id === id);
}
