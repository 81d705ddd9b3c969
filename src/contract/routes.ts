/**
 * The routes, read from the manifests of the sources (src/sources/NAME/manifest.ts): behaviour is
 * derived from the row, and a route is added there and nowhere else.
 */
import { MANIFESTS } from '../sources/manifests.js';
import type { LookupRouteOf, SearchRouteOf } from './manifest.js';
import type { SourceName } from './sources.js';

export type SearchRoute = SearchRouteOf<SourceName>;
export type LookupRoute = LookupRouteOf<SourceName>;

type Manifest = (typeof MANIFESTS)[number];

const [FIRST, ...OTHERS] = MANIFESTS;

/** Every search route, in the order of the manifests. */
export const SEARCH_ROUTES: readonly [
  ...(typeof MANIFESTS)[0]['routes'],
  ...Manifest['routes'][number][],
] = [...FIRST.routes, ...OTHERS.flatMap(({ routes }): Manifest['routes'][number][] => [...routes])];
export type RouteId = (typeof SEARCH_ROUTES)[number]['id'];

/** Every lookup route. */
export const LOOKUP_ROUTES: readonly Manifest['lookups'][number][] = MANIFESTS.flatMap(
  ({ lookups }): Manifest['lookups'][number][] => [...lookups],
);

/** A route whose calls become jobs. */
export type Route = SearchRoute | LookupRoute;

export const isLookup = (route: Route): route is LookupRoute => 'kinds' in route;

/** Path of the job route below BASE_PATH; the request id follows. */
export const JOBS_PATH = '/jobs/';

/** Formats of a finished job's rows: the suffix of the job's path, and the media type. */
export const ROW_FORMATS = {
  csv: 'text/csv; charset=utf-8; header=present',
  geojson: 'application/geo+json',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type RowFormat = keyof typeof ROW_FORMATS;
/** Text formats. */
export type TextFormat = Exclude<RowFormat, 'parquet'>;

/** Path of the OpenAPI document, which needs no key. */
export const OPENAPI_PATH = '/openapi.json';

/** Path of the MCP endpoint, outside the versioned paths: its protocol has its own versions. */
export const MCP_PATH = '/mcp';

/** Where a visitor of a demo gets a key (docs/demo.md); unknown on every other service. */
export const VISIT_PATH = '/demo/keys';

/** A name of the contract in JavaScript's style: `nyc_portal` is `nycPortal`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The client method of a path below BASE_PATH: `/nyc_portal/rentals` is `nycPortal.rentals`. */
export const methodOf = (path: string): string => camelCase(path.slice(1)).replace('/', '.');

const ROUTES: readonly Route[] = [...SEARCH_ROUTES, ...LOOKUP_ROUTES];

/** The route row with this id. */
export const routeById = (id: string): Route | undefined => ROUTES.find((route) => route.id === id);

/** The ids of all routes of a source. */
export const routeIdsOf = (source: SourceName): string[] =>
  ROUTES.filter((route) => route.source === source).map(({ id }) => id);

/** The search route with this id. */
export const searchRouteById = (id: string): SearchRoute | undefined =>
  SEARCH_ROUTES.find((route) => route.id === id);
