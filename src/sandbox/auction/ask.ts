/** Reads the one GraphQL operation that the auction portal accepts. */

import type { HomeEdges } from '../data/home.js';
import { badInput, type GraphError } from '../graph-error.js';
import { type JsonMembers, membersOf, readJson } from '../text.js';

/** The search: requests with equal texts have equal results. */
export interface Ask {
  /** Null without a box. */
  readonly edges: HomeEdges | null;
  /** Names in lower case; null when not requested. */
  readonly state: string | null;
  readonly county: string | null;
  readonly city: string | null;
  /** Only scheduled and running auctions; otherwise closed ones too. */
  readonly active: boolean;
  /** Soonest auction first. */
  readonly soonest: boolean;
}

export interface PageAsk {
  readonly ask: Ask;
  readonly limit: number;
  readonly offset: number;
}

const LIMIT_MAX = 500;
const LIMIT_DEFAULT = 20;
const SOONEST = 'auction_date_order';

/** The requested page, or the request's error; `boxes`: whether the portal supports boxes. */
export function readAsk(body: string, boxes: boolean): PageAsk | GraphError {
  const root = membersOf(readJson(body));
  const name = root?.['operationName'];
  if (root === undefined || typeof name !== 'string' || name === '') {
    return refused('an operation needs a name');
  }
  const filters = membersOf(membersOf(root['variables'])?.['filters']);
  if (filters === undefined) return badInput('variables.filters is missing');
  const asksBox = filters['geo_location_box'] !== undefined;
  if (asksBox && !boxes) {
    return { code: 'GRAPHQL_VALIDATION_FAILED', message: 'geo_location_box is not a filter' };
  }
  const edges = asksBox ? readBox(filters['geo_location_box']) : null;
  if (edges === undefined) return badInput('geo_location_box is "south,west,north,east"');
  const limit = wholeOf(filters, 'limit', LIMIT_DEFAULT);
  const offset = wholeOf(filters, 'offset', 0);
  if (limit === undefined || limit === 0 || offset === undefined) {
    return badInput('limit and offset are whole numbers');
  }
  if (limit > LIMIT_MAX) return refused(`no more than ${LIMIT_MAX} rows at once`);
  const { sort } = filters;
  return {
    ask: {
      edges,
      state: nameIn(filters['property_state']),
      county: nameIn(filters['property_county']),
      city: nameIn(filters['property_city']),
      active: filters['listing_type'] === 'active',
      soonest: typeof sort === 'string' && sort.split(',').includes(SOONEST),
    },
    limit,
    offset,
  };
}

const refused = (message: string): GraphError => ({ code: 'GRAPH_RESILIENCY_ERROR', message });

const nameIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : null;

function readBox(text: unknown): HomeEdges | undefined {
  if (typeof text !== 'string') return undefined;
  const parts = text.split(',', 5).map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [south = Number.NaN, west = Number.NaN, north = Number.NaN, east = Number.NaN] = parts;
  if (parts.length !== 4 || !(south <= north) || !(west <= east)) return undefined;
  if (Math.abs(south) > 90 || Math.abs(north) > 90) return undefined;
  return { south, west, north, east };
}

/** A whole number from 0, as a number or as text. */
function wholeOf(filters: JsonMembers, name: string, missing: number): number | undefined {
  const value = filters[name] ?? missing;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}
