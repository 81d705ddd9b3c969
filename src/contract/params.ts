/** Every query parameter: type and bounds (docs/api.md#inputs). */
import { CURSOR_CHARS_MAX, RADIUS_MI_MAX, RADIUS_MI_MIN } from './limits.js';
import { ARMS_LENGTH, ASKED_PROPERTY_TYPES } from './values.js';

interface NumberRule {
  readonly type: 'integer' | 'decimal';
  readonly min: number;
  readonly max: number;
  readonly description: string;
}

export type ParamRule =
  | NumberRule
  | { readonly type: 'text'; readonly pattern: RegExp; readonly description: string }
  | { readonly type: 'bbox'; readonly description: string }
  | { readonly type: 'list'; readonly items: readonly string[]; readonly description: string }
  | { readonly type: 'choice'; readonly description: string };

/** Amounts without a bound in the contract end where sources end: at 32 bits. */
const BIG = 2_147_483_647;

const whole = (min: number, max: number, description: string): NumberRule => ({
  type: 'integer',
  min,
  max,
  description,
});
const decimal = (min: number, max: number, description: string): NumberRule => ({
  type: 'decimal',
  min,
  max,
  description,
});
const text = (pattern: RegExp, description: string) =>
  ({ type: 'text', pattern, description }) as const;

/** The name of a place. */
const NAME = /^(?=.*\p{L})(?!\s)[^\p{Cc}]{2,80}(?<!\s)$/u;

export const PARAMS = {
  zip: text(/^\d{5}$/, 'a ZIP code of five digits'),
  city: text(NAME, 'a city name of 2 to 80 characters without leading or trailing spaces'),
  state: text(/^[A-Za-z]{2}$/, 'a state code of two letters'),
  county: text(NAME, 'a county name of 2 to 80 characters without leading or trailing spaces'),
  bbox: {
    type: 'bbox',
    description: 'west,south,east,north in decimal degrees, west < east and south < north',
  },
  lat: decimal(-90, 90, 'a latitude from -90 to 90'),
  lng: decimal(-180, 180, 'a longitude from -180 to 180'),
  radius_mi: decimal(RADIUS_MI_MIN, RADIUS_MI_MAX, 'a radius from 0.1 to 10 miles'),
  min_price: whole(0, BIG, `whole dollars from 0 to ${BIG}`),
  max_price: whole(0, BIG, `whole dollars from 0 to ${BIG}`),
  beds_min: whole(0, 10, 'a whole number from 0 to 10'),
  baths_min: decimal(0, 10, 'a number from 0 to 10'),
  sqft_min: whole(0, BIG, `whole square feet from 0 to ${BIG}`),
  sqft_max: whole(0, BIG, `whole square feet from 0 to ${BIG}`),
  property_type: {
    type: 'list',
    items: ASKED_PROPERTY_TYPES,
    description: `a comma-separated list without repeats of ${ASKED_PROPERTY_TYPES.join(', ')}`,
  },
  year_built_min: whole(1700, 2100, 'a year from 1700 to 2100'),
  year_built_max: whole(1700, 2100, 'a year from 1700 to 2100'),
  arms_length: {
    type: 'list',
    items: ARMS_LENGTH,
    description: `a comma-separated list without repeats of ${ARMS_LENGTH.join(', ')}`,
  },
  sort: { type: 'choice', description: 'one of the sorts of this route' },
  sold_within_days: { type: 'choice', description: 'one of the day windows of this route' },
  // Any text: a damaged cursor has an error code of its own.
  cursor: text(
    new RegExp(`^[\\s\\S]{1,${CURSOR_CHARS_MAX}}$`),
    'the next_cursor of the previous page',
  ),
} as const satisfies Record<string, ParamRule>;

export type ParamName = keyof typeof PARAMS;

/** The inputs of a lookup: exactly one is sent (docs/errors.md#lookup_required). */
export const LOOKUP_PARAMS = {
  address: text(
    /^(?=.*\p{L})(?=.*\d)(?!\s)[^\p{Cc}]{5,200}(?<!\s)$/u,
    'a street address with its ZIP code, or with its city and state',
  ),
  url: text(/^https?:\/\/[\x21-\x7e]{4,500}$/, 'the http or https address of a page of the home'),
  source_id: text(/^[\x21-\x7e]{1,64}$/, "the source's own ID of the home"),
} as const satisfies Record<string, ParamRule & { readonly type: 'text' }>;

export type LookupParam = keyof typeof LOOKUP_PARAMS;

/** The parameters that bound a fact of a home; both bounds are inclusive. */
export const RANGES = {
  price: ['min_price', 'max_price'],
  beds: ['beds_min', null],
  baths: ['baths_min', null],
  living_area_sqft: ['sqft_min', 'sqft_max'],
  year_built: ['year_built_min', 'year_built_max'],
} as const satisfies Record<string, readonly [low: ParamName, high: ParamName | null]>;

/** A fact of a home that is searched by bounds. */
export type RangeFact = keyof typeof RANGES;
export const RANGE_FACTS = Object.keys(RANGES) as RangeFact[];

/** A parameter that is a bound. */
export type BoundName = NonNullable<(typeof RANGES)[RangeFact][number]>;
export const BOUND_NAMES: readonly BoundName[] = Object.values(RANGES)
  .flat()
  .filter((name) => name !== null);

/** Pairs whose first must not exceed the second; the API error names the second. */
export const ORDERED_PAIRS = Object.values(RANGES).filter((pair) => pair[1] !== null);

/** The location forms: each is complete or absent (docs/api.md#inputs). */
export const LOCATION_FORMS = {
  zip: ['zip'],
  city: ['city', 'state'],
  county: ['county', 'state'],
  bbox: ['bbox'],
  circle: ['lat', 'lng', 'radius_mi'],
} as const satisfies Record<string, readonly ParamName[]>;

export type LocationForm = keyof typeof LOCATION_FORMS;

/** Groups of parameters that routes accept together, in the order of their rows. */
export const PARAM_GROUPS = {
  area: ['zip', 'bbox', 'lat', 'lng', 'radius_mi'],
  city: ['city', 'state'],
  price: ['min_price', 'max_price'],
  home: ['beds_min', 'baths_min', 'sqft_min', 'sqft_max', 'property_type', 'cursor'],
  year: ['year_built_min', 'year_built_max'],
} as const satisfies Record<string, readonly ParamName[]>;
