/** The inputs of each search route, as types read from the contract's route table. */
import type { BoundName, LOCATION_FORMS, LocationForm } from '#contract/params.js';
import type { LOOKUP_ROUTES, SEARCH_ROUTES } from '#contract/routes.js';
import type { ArmsLength, AskedPropertyType } from '#contract/values.js';

export type RouteRow = (typeof SEARCH_ROUTES)[number];
/** A search route by its path below the version segment: `/SOURCE/listings`. */
export type RoutePath = RouteRow['path'];
export type RouteAt<P extends RoutePath> = Extract<RouteRow, { readonly path: P }>;

/** A lookup route by its path below the version segment. */
export type LookupPath = LookupRow['path'];
export type LookupAt<P extends LookupPath> = Extract<LookupRow, { readonly path: P }>;
type LookupRow = (typeof LOOKUP_ROUTES)[number];

/** west, south, east, north in decimal degrees. */
export type Bbox = readonly [west: number, south: number, east: number, north: number];

interface Values extends Readonly<Record<BoundName, number>> {
  /** Five digits. */
  readonly zip: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** Parishes and boroughs also work. */
  readonly county: string;
  /** Four numbers, or the text `west,south,east,north`. */
  readonly bbox: Bbox | string;
  readonly lat: number;
  readonly lng: number;
  /** 0.1 to 10. */
  readonly radius_mi: number;
  /** Dollars; per month on rentals. */
  readonly min_price: number;
  readonly property_type: AskedPropertyType | readonly AskedPropertyType[];
  /** Several are joined: `['true', 'unknown']`. */
  readonly arms_length: ArmsLength | readonly ArmsLength[];
  /** `next_cursor` of the previous page; only with the inputs of that page. */
  readonly cursor: string;
}

type LocationName = (typeof LOCATION_FORMS)[LocationForm][number];

/** Exactly one complete location form. */
type LocationOf<F extends LocationForm> = {
  readonly [Form in F]: Pick<Values, (typeof LOCATION_FORMS)[Form][number]> & {
    readonly [Name in Exclude<LocationName, (typeof LOCATION_FORMS)[Form][number]>]?: never;
  };
}[F];

type ValueOf<P extends RoutePath, N> = N extends 'sort'
  ? RouteAt<P>['sorts'][number]
  : N extends 'sold_within_days'
    ? RouteAt<P>['sold_windows'][number]
    : N extends keyof Values
      ? Values[N]
      : never;

/** The inputs of a route: exactly one of its location forms, and its own filters only. */
export type SearchParams<P extends RoutePath> = P extends RoutePath
  ? LocationOf<RouteAt<P>['forms'][number]> & {
      readonly [N in Exclude<RouteAt<P>['params'][number], LocationName>]?:
        | ValueOf<P, N>
        | undefined;
    }
  : never;

/** One home: by its address, its page on the source, or the source's id. */
export type HomeParams =
  | { readonly address: string; readonly url?: never; readonly source_id?: never }
  | { readonly url: string; readonly address?: never; readonly source_id?: never }
  | { readonly source_id: string; readonly address?: never; readonly url?: never };

type Plain = string | number | boolean;

/** Inputs before they become a query string; undefined ones are left out. */
export type QueryParams = Readonly<Record<string, Plain | readonly Plain[] | undefined>>;

/** The query string, without the question mark; lists are joined with commas. */
export function queryText(query: QueryParams): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) pairs.append(name, String(value));
  }
  return pairs.toString();
}
