/** Reads a search of nyc_portal: the input is in the query's text or in the variables. */

import { badInput, type GraphError } from '../graph-error.js';
import type { Range } from '../range.js';
import { type JsonMembers, membersOf, readJson } from '../text.js';
import { isArea } from './areas.js';
import { argumentOf } from './graphql.js';

export type SearchField = 'searchSales' | 'searchRentals';

/** The search: requests with equal texts have equal results. */
export interface Ask {
  readonly field: SearchField;
  readonly areas: readonly number[];
  readonly statuses: readonly string[];
  readonly price: Range;
  readonly bedrooms: Range;
  readonly bathrooms: Range;
  readonly sort: Attribute;
  readonly ascending: boolean;
}

export interface PageAsk {
  readonly ask: Ask;
  readonly page: number;
  readonly perPage: number;
  /** Whether the search opted out of advertisements; a few appear anyway. */
  readonly noAds: boolean;
}

const PER_PAGE_MAX = 500;
const PER_PAGE_DEFAULT = 50;
const PAGE_MAX = 100_000;
const AREAS_MAX = 200;
const ATTRIBUTES = ['RECOMMENDED', 'LISTED_AT', 'PRICE', 'SQFT', 'INTERESTING_CHANGE_AT'] as const;
export type Attribute = (typeof ATTRIBUTES)[number];
const STATUSES: ReadonlySet<unknown> = new Set([
  'ACTIVE',
  'IN_CONTRACT',
  'SOLD',
  'CLOSED',
  'RENTED',
  'DELISTED',
  'NO_LONGER_AVAILABLE',
  'TEMPORARILY_OFF_MARKET',
]);
const NOTHING: JsonMembers = {};

/** The requested page, or the request's error. */
export function readAsk(body: string): PageAsk | GraphError {
  const root = membersOf(readJson(body));
  const query = root?.['query'];
  if (root === undefined || typeof query !== 'string') {
    return { code: 'GRAPHQL_PARSE_FAILED', message: 'query is missing' };
  }
  const field = FIELDS.find((name) => new RegExp(`\\b${name}\\s*\\(`).test(query));
  if (field === undefined) {
    return { code: 'GRAPHQL_VALIDATION_FAILED', message: 'searchSales or searchRentals' };
  }
  const variables = membersOf(root['variables']) ?? NOTHING;
  const input = argumentOf(query, field, 'input', variables);
  if (input === undefined) return badInput('input is missing or cannot be read');
  return readInput(field, input);
}

const FIELDS = ['searchSales', 'searchRentals'] as const;

function readInput(field: SearchField, input: JsonMembers): PageAsk | GraphError {
  const filters = membersOf(input['filters']) ?? NOTHING;
  const areas = listOf(filters['areas']);
  if (areas.length === 0 || areas.length > AREAS_MAX) return badInput('areas is a list of codes');
  if (!areas.every((code) => isArea(code))) return badInput('an area is unknown');
  const statuses = listOf(filters[STATUS_MEMBERS[field]] ?? 'ACTIVE');
  if (!statuses.every((status) => STATUSES.has(status))) return badInput('a status is unknown');
  const price = rangeOf(filters['price']);
  const bedrooms = rangeOf(filters['bedrooms']);
  const bathrooms = rangeOf(filters['bathrooms']);
  if (!price || !bedrooms || !bathrooms) return badInput('bounds are numbers');
  const sorting = membersOf(input['sorting']) ?? NOTHING;
  const sort = ATTRIBUTES.find((name) => name === (sorting['attribute'] ?? 'RECOMMENDED'));
  const direction = sorting['direction'] ?? 'DESCENDING';
  if (sort === undefined || (direction !== 'DESCENDING' && direction !== 'ASCENDING')) {
    return badInput('sorting has an attribute and a direction');
  }
  const page = input['page'] ?? 1;
  const perPage = input['perPage'] ?? PER_PAGE_DEFAULT;
  if (!isWhole(page, PAGE_MAX)) return badInput('page is a whole number from 1');
  if (!isWhole(perPage, PER_PAGE_MAX)) return badInput(`perPage is from 1 to ${PER_PAGE_MAX}`);
  return {
    ask: {
      field,
      areas: [...new Set(areas)].sort((a, b) => a - b),
      statuses: [...new Set(statuses.map(String))].sort(),
      price,
      bedrooms,
      bathrooms,
      sort,
      ascending: direction === 'ASCENDING',
    },
    page,
    perPage,
    noAds: input['adStrategy'] === 'NONE',
  };
}

const STATUS_MEMBERS = { searchSales: 'saleStatus', searchRentals: 'rentalStatus' } as const;

/** GraphQL accepts one value for a list of one. */
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value)
    ? (value as unknown[])
    : value === undefined || value === null
      ? []
      : [value];

const isWhole = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;

/** Bounds that may be missing or null; undefined when one is not a number. */
function rangeOf(value: unknown): Range | undefined {
  if (value === undefined || value === null) return { min: null, max: null };
  const bounds = membersOf(value);
  if (bounds === undefined) return undefined;
  const [min = null, max = null] = [bounds['lowerBound'], bounds['upperBound']];
  const fine = (bound: unknown): bound is number | null => bound === null || Number.isFinite(bound);
  return fine(min) && fine(max) ? { min, max } : undefined;
}
