/** The methods that query a source: one for every row of the contract's route tables. */
import { camelCase, LOOKUP_ROUTES, SEARCH_ROUTES } from '#contract/routes.js';
import type { HomeAnswer, SearchAnswer, SearchRow } from './answers.js';
import { RowhouseError } from './errors.js';
import type { SearchOptions } from './job.js';
import type { HomeParams, LookupPath, QueryParams, RoutePath, SearchParams } from './params.js';

/** Default for the pages of one chain: a million rows. */
export const PAGES_MAX = 10_000;

export interface ChainOptions<P extends RoutePath> extends Omit<SearchOptions, 'idempotencyKey'> {
  /** Ends the chain after this many pages; 10,000 when left out. */
  readonly pagesMax?: number | undefined;
  /** Called with each page before its rows: `page.result.next_cursor` is where to resume. */
  readonly onPage?: ((page: SearchAnswer<P>) => void) | undefined;
}

/** One search route. `timeoutMs` is per page; each page is a call with its own charge. */
export interface SearchOf<P extends RoutePath> {
  /** One page: waits for the job and returns the finished envelope. Throws RowhouseError. */
  (params: SearchParams<P>, options?: SearchOptions): Promise<SearchAnswer<P>>;
  /** The pages from `params.cursor` on, each requested when it is consumed. */
  pages(
    params: SearchParams<P>,
    options?: ChainOptions<P>,
  ): AsyncGenerator<SearchAnswer<P>, void, undefined>;
  /** The rows of these pages, one by one. */
  rows(
    params: SearchParams<P>,
    options?: ChainOptions<P>,
  ): AsyncGenerator<SearchRow<P>, void, undefined>;
}

type Camel<S extends string> = S extends `${infer A}_${infer B}`
  ? `${A}${Capitalize<Camel<B>>}`
  : S;
type Segment<P = RoutePath> = P extends `/${infer S}/${string}` ? S : never;
type NameIn<S extends string, P = RoutePath> = P extends `/${S}/${infer N}` ? N : never;

/** `/SOURCE_NAME/listings` is `sourceName.listings`. */
export type RouteSearches = {
  readonly [S in Segment as Camel<S>]: {
    readonly [N in NameIn<S>]: SearchOf<Extract<RoutePath, `/${S}/${N}`>>;
  };
};

/** The lookups, named the same way, beside the searches of their source. */
export type Lookups = {
  readonly [S in Segment<LookupPath> as Camel<S>]: {
    readonly [N in NameIn<S, LookupPath>]: Lookup<Extract<LookupPath, `/${S}/${N}`>>;
  };
};

/** The home at an address, at a page of the source, or with an id. Throws RowhouseError. */
type Lookup<P extends LookupPath> = (
  params: HomeParams,
  options?: SearchOptions,
) => Promise<HomeAnswer<P>>;

/** Requests one page of a route; the types of Search give its input and output. */
type AskPage = (path: RoutePath, params: QueryParams, options: SearchOptions) => Promise<AnyPage>;
type AnyPage = SearchAnswer<RoutePath>;
type AnyChain = ChainOptions<RoutePath>;

type AskHome = (
  path: LookupPath,
  params: HomeParams,
  options: SearchOptions,
) => Promise<HomeAnswer>;

/** The methods by group and name, as the types say. */
export function methodsOf(ask: AskPage, askHome: AskHome): RouteSearches & Lookups {
  const groups: Record<string, Record<string, unknown>> = {};
  const add = (path: string, method: unknown) => {
    const [, segment = '', name = ''] = path.split('/');
    const group = camelCase(segment);
    groups[group] = { ...groups[group], [name]: method };
  };
  for (const { path } of SEARCH_ROUTES) add(path, searchOf(ask, path));
  for (const { path } of LOOKUP_ROUTES) {
    add(path, (params: HomeParams, options: SearchOptions = {}) => askHome(path, params, options));
  }
  return groups as unknown as RouteSearches & Lookups;
}

function searchOf(ask: AskPage, path: RoutePath) {
  const one = (params: QueryParams, options: SearchOptions = {}) => ask(path, params, options);
  const pages = (params: QueryParams, options: AnyChain = {}) =>
    pagesOf(ask, path, params, options);
  const rows = (params: QueryParams, options: AnyChain = {}) => rowsOf(pages(params, options));
  return Object.assign(one, { pages, rows });
}

async function* pagesOf(
  ask: AskPage,
  path: RoutePath,
  params: QueryParams,
  { pagesMax = PAGES_MAX, onPage, ...options }: AnyChain,
): AsyncGenerator<AnyPage, void, undefined> {
  if (!(pagesMax >= 0)) {
    const message = 'pagesMax must be a number of 0 or more: nothing was requested.';
    throw new RowhouseError({ code: 'invalid_option', message });
  }
  let next = params;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await ask(path, next, options);
    onPage?.(page);
    yield page;
    const { next_cursor } = page.result;
    if (next_cursor === null) return;
    next = { ...params, cursor: next_cursor };
  }
}

async function* rowsOf(pages: AsyncGenerator<AnyPage, void, undefined>) {
  for await (const page of pages) yield* page.result.data;
}
