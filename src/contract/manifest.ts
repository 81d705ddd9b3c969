/**
 * The manifest of a source: everything that the interface, its documents and the console say about
 * it, as data. One file per source, src/sources/NAME/manifest.ts; src/sources/manifests.ts lists
 * them.
 */
import type { Field } from './field.js';
import type { LocationForm, LookupParam, ParamName } from './params.js';
import type { Kind } from './values.js';

/** The settings for how long a page is fresh (src/base/limits.ts). */
export type CacheSetting = 'CACHE_LISTINGS_S' | 'CACHE_SOLD_S' | 'CACHE_AUCTION_S';

/** A search route (docs/api.md#operations). */
export interface SearchRouteOf<S extends string = string> {
  /** The operation id: the path with underscores. */
  readonly id: string;
  /** Path below BASE_PATH. */
  readonly path: `/${string}`;
  readonly source: S;
  readonly kind: Kind;
  readonly forms: readonly LocationForm[];
  readonly params: readonly ParamName[];
  readonly sorts: readonly string[];
  readonly sold_windows: readonly number[];
  /** Largest bbox in square miles (docs/api.md#inputs). */
  readonly bbox_sqmi_max: number;
  /** Only places in New York City are accepted. */
  readonly nyc_only?: true;
  /** How long a complete page is fresh: the name of the setting. */
  readonly cache: CacheSetting;
  /** Credits that a complete call costs, at least 1. */
  readonly price: number;
  readonly summary: string;
  readonly description: string;
  /** Example values of parameters for which the usual examples do not fit this route. */
  readonly param_examples?: Readonly<Partial<Record<ParamName, unknown>>>;
  /** A search that shows the route's use: in the console and in `rowhouse search --help`. */
  readonly starter?: Starter;
}

export interface Starter {
  /** Without its filters, which the console shows beside them. */
  readonly words: string;
  /** The name of the place at its point. */
  readonly place?: string;
  readonly form: LocationForm;
  readonly values: Readonly<Partial<Record<ParamName, string>>>;
}

/** A route that finds one home: exactly one of its parameters is sent. */
export interface LookupRouteOf<S extends string = string> {
  readonly id: string;
  readonly path: `/${string}`;
  readonly source: S;
  /** Kinds in which the home is looked up, in order; the row is of the first that has it. */
  readonly kinds: readonly Kind[];
  readonly params: readonly LookupParam[];
  readonly cache: CacheSetting;
  /** Credits that a complete call costs, at least 1. */
  readonly price: number;
  readonly summary: string;
  readonly description: string;
  readonly param_examples: Readonly<Partial<Record<LookupParam, string>>>;
}

/** What the operator may set for a source besides its address. */
export interface UpstreamOption {
  readonly name: string;
  readonly pattern: RegExp;
  /** The accepted values: the text after "must be". */
  readonly description: string;
}

export interface SourceManifest<S extends string = string> {
  readonly name: S;
  /** The name that people see: "Portal A". */
  readonly display_name: string;
  readonly routes: readonly SearchRouteOf<S>[];
  readonly lookups: readonly LookupRouteOf<S>[];
  /** Several upstreams of it can be configured, each with rows of its own. */
  readonly feeds?: true;
  /** Its feeds are licensed: an account needs a grant for each. */
  readonly licensed?: true;
  /** Options of its upstream; absent where all upstreams are queried in the same way. */
  readonly upstream_options?: readonly UpstreamOption[];
  /** Its rows are files that the operator imports: it has no upstream. */
  readonly imports?: true;
  /** Fields that only this source has, by kind, in wire order. */
  readonly extras: { readonly [K in Kind]?: readonly Field[] };
}
