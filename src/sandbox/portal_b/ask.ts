/** Reads the query of portal_b's search. Unknown names are silently ignored. */
import type { Geo } from '#geo/geo.js';
import { MICRO } from '../data/home.js';
import type { Range } from '../range.js';
import { regionOf } from './regions.js';
import { type Ring, readRing } from './ring.js';

/** The search: requests with equal texts have equal results. */
export interface Ask {
  readonly ring: Ring;
  /** The only ZIP of the search, when a region was requested; else null. */
  readonly zip: string | null;
  /** Sold within this many days; null searches homes for sale. */
  readonly soldDays: number | null;
  /** Whether a search for sales lists homes on the market first. */
  readonly marketFirst: boolean;
  readonly pending: boolean;
  readonly active: boolean;
  /** Home types by the portal's filter numbers; none means all. */
  readonly types: readonly number[];
  readonly price: Range;
  readonly beds: Range;
  readonly baths: Range;
  readonly sqft: Range;
  readonly built: Range;
  readonly lot: Range;
  readonly sort: string;
}

export interface PageAsk {
  readonly ask: Ask;
  readonly rows: number;
  readonly start: number;
  readonly nearby: boolean;
}

const PAGE_ROWS_MAX = 350;
const WINDOWS: ReadonlySet<string> = new Set(['7', '30', '90', '180', '365', '730', '1095']);
const TYPE_FILTER_MAX = 8;
/** A search for sales has all three: a window, this status and this kind of market. */
const SALES_STATUS = '9';
const SALES_MARKET = '99';
const PENDING_STATUSES: ReadonlySet<string> = new Set(['130', '131']);
const SOURCE_FLAGS = /^[1-7](,[1-7])*$/;

/** The requested page, or undefined when the arguments are invalid. */
export function readAsk(geo: Geo, query: URLSearchParams, fault?: string): PageAsk | undefined {
  const area = areaOf(geo, query, fault);
  const window = query.get('sold_within_days');
  const rows = count(query, 'num_homes', PAGE_ROWS_MAX);
  const pageNumber = count(query, 'page_number', 1);
  const start = count(query, 'start', 0);
  const types = (query.get('uipt') ?? '').split(',').filter((text) => text !== '');
  if (area === undefined || (window !== null && !WINDOWS.has(window))) return undefined;
  if (
    rows === undefined ||
    rows === 0 ||
    rows > PAGE_ROWS_MAX ||
    start === undefined ||
    !pageNumber
  )
    return undefined;
  if (types.some((text) => !(Number(text) >= 1 && Number(text) <= TYPE_FILTER_MAX))) {
    return undefined;
  }
  if (!SOURCE_FLAGS.test(query.get('sf') ?? '1')) return undefined;
  const ranges = readRanges(query);
  if (ranges === undefined) return undefined;
  const status = query.get('status') ?? SALES_STATUS;
  const isOfSales = query.get('mpt') === SALES_MARKET && query.get('status') === SALES_STATUS;
  return {
    ask: {
      ...area,
      soldDays: window === null || !isOfSales ? null : Number(window),
      marketFirst: fault === 'market_first',
      pending: PENDING_STATUSES.has(status),
      active: status !== '130',
      types: types.map(Number).sort((a, b) => a - b),
      ...ranges,
      sort: query.get('ord') ?? '',
    },
    rows,
    // Paging needs both: a start other than its page's is ignored.
    start: start === (pageNumber - 1) * rows ? start : 0,
    nearby: query.get('include_nearby_homes') === 'true',
  };
}

/** Parameters of the area, supported or not. */
export const AREA_PARAMETERS: ReadonlySet<string> = new Set([
  'user_poly',
  'viewport',
  'poly',
  'region_id',
  'region_type',
]);
/** The parameters that select an area; a fault leaves only one of the supported names. */
const AREA_NAMES = ['user_poly', 'region_id', 'viewport'] as const;
const ONLY: Readonly<Record<string, string>> = {
  only_viewport: 'viewport',
  only_poly: 'poly',
  only_region: 'region_id',
};

/** Faults of this portal alone: what it mixes into sales, and which area names it supports. */
export const FAULTS = ['market_first', ...Object.keys(ONLY)];

/** The area it silently uses when it supports none of the names: New York. */
const DEFAULT_AREA = '40.92:40.49:-73.7:-74.26';

/** The requested area; undefined when the text of a supported name is invalid. */
function areaOf(
  geo: Geo,
  query: URLSearchParams,
  fault = '',
): Pick<Ask, 'ring' | 'zip'> | undefined {
  const known: readonly string[] = ONLY[fault] === undefined ? AREA_NAMES : [ONLY[fault]];
  const name = known.find((one) => query.has(one));
  const text = query.get(name ?? '') ?? DEFAULT_AREA;
  const found = name === 'region_id' ? regionOf(geo, query) : undefined;
  if (found !== undefined) {
    const { w, s, e, n } = found.cover;
    const [x, y] = [e - w, n - s];
    const around = [n + y, s - y, e + x, w - x].map((edge) => edge / MICRO);
    const ring = viewport(around.join(':'));
    return ring && { ring, zip: found.zip };
  }
  const isRing = name === 'user_poly' || name === 'poly';
  const ring = isRing ? readRing(text) : viewport(name === 'viewport' ? text : DEFAULT_AREA);
  return ring && { ring, zip: null };
}

/** "N:S:E:W" as a ring. */
function viewport(text: string): Ring | undefined {
  const [n, s, e, w] = text.split(':');
  const corners = [`${w} ${s}`, `${e} ${s}`, `${e} ${n}`, `${w} ${n}`, `${w} ${s}`];
  return readRing(corners.join(','));
}

type Ranges = Pick<Ask, 'price' | 'beds' | 'baths' | 'sqft' | 'built' | 'lot'>;

function readRanges(query: URLSearchParams): Ranges | undefined {
  const edge = (name: string): number | null => {
    const text = query.get(name);
    return text === null || text === '' ? null : Number(text);
  };
  const range = (min: string, max: string): Range => ({ min: edge(min), max: edge(max) });
  const ranges: Ranges = {
    price: range('min_price', 'max_price'),
    beds: range('num_beds', 'max_num_beds'),
    baths: range('num_baths', 'max_num_baths'),
    sqft: range('min_listing_approx_size', 'max_listing_approx_size'),
    built: range('min_year_built', 'max_year_built'),
    lot: range('min_parcel_size', 'max_parcel_size'),
  };
  const wrong = Object.values(ranges).some(
    ({ min, max }: Range) => Number.isNaN(min ?? 0) || Number.isNaN(max ?? 0),
  );
  return wrong ? undefined : ranges;
}

/** A whole number from 0, or undefined for anything else. */
function count(query: URLSearchParams, name: string, missing: number): number | undefined {
  const text = query.get(name);
  if (text === null) return missing;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
