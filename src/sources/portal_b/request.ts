/**
 * The request for one page of one box: the source's search parameters, each only if it excludes
 * something.
 */
import { type Box, edgesAsked } from '#domain/box.js';
import type { Filters, Subfilter } from '#domain/search.js';
import { boxOf, pageNumber, priceRange, type Question, type UpstreamRequest } from '../driver.js';
import { SEARCH_CODES } from './codes.js';
import { regionOf } from './places.js';

/** The most rows that the source sends in one answer; so many are requested. */
export const PAGE_ROWS = 350;

/** A sold search without a period covers 90 days. */
const SOLD_DAYS_DEFAULT = 90;
/** The source's own periods, in days. */
const SOLD_WINDOWS = [7, 30, 90, 180, 365, 730];
const SOLD_WINDOW_MAX = 1095;
/** The source counts bathrooms in halves. */
const BATH_STEPS = 2;
/** Enough decimals to write half a microdegree exactly. */
const EDGE_DECIMALS = 7;

/** The source's own order, used if no sort is requested. */
const OWN_ORDER = 'redfin-recommended-asc';
const ORDERS: Readonly<Record<string, string>> = {
  newest: 'last-sale-date-desc',
  price_high: 'price-desc',
  price_low: 'price-asc',
};

type Parameter = readonly [name: string, value: string | number];

export function requestFor(question: Question): UpstreamRequest {
  const { filters, subfilter, spelling = SPELLINGS[0] } = question;
  const page = pageNumber(question);
  const parameters: readonly Parameter[] = [
    ['al', 1],
    ['v', 8],
    ['num_homes', PAGE_ROWS],
    ['start', (page - 1) * PAGE_ROWS],
    ['page_number', page],
    ['ord', ORDERS[filters.sort ?? ''] ?? OWN_ORDER],
    // Together these select sales: without one of them the search returns homes on the market.
    ['mpt', 99],
    ['status', 9],
    ['sold_within_days', windowOf(filters)],
    ['sf', '1,2,3,5,6,7'],
    ['include_nearby_homes', 'false'],
    ...areaOf(question, spelling),
    ...typeFilter(filters, subfilter),
    ...priceFilter(filters, subfilter),
    ...sizeFilters(filters, subfilter),
  ];
  const query = new URLSearchParams();
  for (const [name, value] of parameters) query.set(name, String(value));
  return {
    method: 'GET',
    path: `/stingray/api/gis?${query.toString()}`,
    headers: { accept: 'application/json' },
    body: null,
  };
}

/** Names for a drawn area, that of the source's own pages first. An unknown one causes no error. */
export const SPELLINGS = ['user_poly', 'viewport', 'poly'] as const;

/** The source's own place by id if requested, else the box in one of these spellings. */
function areaOf(question: Question, spelling: string): readonly Parameter[] {
  const { area } = question;
  return area.by === 'box' && area.place !== undefined
    ? regionOf(area.place)
    : [areaAs(spelling, boxOf(question))];
}

const areaAs = (spelling: string, box: Box): Parameter =>
  spelling === 'viewport' ? [spelling, viewportOf(box)] : [spelling, ringOf(box)];

/** "N:S:E:W". */
function viewportOf(box: Box): string {
  const { west, south, east, north } = edgesAsked(box);
  return [north, south, east, west].map((edge) => edge.toFixed(EDGE_DECIMALS)).join(':');
}

/** The box as a closed ring of "lng lat" corners; plain decimals, since -5e-7 is no coordinate. */
function ringOf(box: Box): string {
  const edges = edgesAsked(box);
  const [west, south, east, north] = [edges.west, edges.south, edges.east, edges.north].map(
    (edge) => edge.toFixed(EDGE_DECIMALS),
  );
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return corners.map((corner) => corner.join(' ')).join(',');
}

function windowOf(filters: Filters): number {
  const days = filters.sold_within_days ?? SOLD_DAYS_DEFAULT;
  return SOLD_WINDOWS.find((window) => window >= days) ?? SOLD_WINDOW_MAX;
}

function typeFilter(filters: Filters, subfilter: Subfilter): readonly Parameter[] {
  const wanted = subfilter.property_types ?? filters.property_type ?? [];
  const codes = new Set(wanted.flatMap((type) => SEARCH_CODES[type]));
  return codes.size === 0 ? [] : [['uipt', [...codes].sort((a, b) => a - b).join(',')]];
}

function priceFilter(filters: Filters, subfilter: Subfilter): readonly Parameter[] {
  const { min, max } = priceRange({ filters, subfilter });
  return [...atLeast('min_price', min), ...atMost('max_price', max ?? Infinity)];
}

function sizeFilters(filters: Filters, { beds }: Subfilter): readonly Parameter[] {
  const baths = Math.floor((filters.baths_min ?? 0) * BATH_STEPS) / BATH_STEPS;
  return [
    ...atLeast('num_beds', Math.max(filters.beds_min ?? 0, beds?.[0] ?? 0)),
    ...atMost('max_num_beds', beds?.[1] ?? Infinity),
    ...atLeast('num_baths', baths),
    ...atLeast('min_listing_approx_size', filters.sqft_min ?? 0),
    ...atMost('max_listing_approx_size', filters.sqft_max ?? Infinity),
    ...atLeast('min_year_built', filters.year_built_min ?? 0),
    ...atMost('max_year_built', filters.year_built_max ?? Infinity),
  ];
}

/** A minimum of 0 excludes nothing and would hide homes without a value, so it is not sent. */
const atLeast = (name: string, value: number): readonly Parameter[] =>
  value > 0 ? [[name, value]] : [];

const atMost = (name: string, value: number): readonly Parameter[] =>
  value < Infinity ? [[name, value]] : [];
