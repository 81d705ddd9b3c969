/** The filters by a number: one row has the words of a chip, of a title, and the limits of each. */
import { type BoundName, PARAMS } from '#contract/params.js';
import { count, dollars, shortDollars } from '../text/format.js';

export interface NumberFilter {
  readonly name: string;
  /** For a menu. */
  readonly title: string;
  /** Around a field: "up to $ 600000". */
  readonly chip: readonly [before: string, after: string];
  /** In a title: "≤ $600K", "built 1990–2000"; null where no search of a source has it. */
  readonly brief: Brief | null;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export interface Brief {
  /** Around a value or a range. */
  readonly before: string;
  readonly after: string;
  textOf(value: string): string;
}

/** A parameter of searches. */
function ofSearch(
  name: BoundName,
  title: string,
  chip: NumberFilter['chip'],
  [before, textOf, after]: readonly [string, Brief['textOf'], string],
): NumberFilter {
  const { type, min, max } = PARAMS[name];
  const step = type === 'integer' ? 1 : HALF;
  return { name, title, chip, brief: { before, after, textOf }, min, max, step };
}

const HALF = 0.5;

/** A parameter of `GET /v1/homes` alone, in days or percent. */
const ofHomes = (
  name: string,
  title: string,
  chip: NumberFilter['chip'],
  max: number,
): NumberFilter => ({ name, title, chip, brief: null, min: 1, max, step: 1 });

const DAYS_MAX = 365;
const PERCENT_MAX = 99;

const SHORT_DIGITS = 3;

/** Short only where that is exact: "$1.5M", but "$1,234,500". */
function amountText(value: string): string {
  const amount = Number(value);
  return Number(amount.toPrecision(SHORT_DIGITS)) === amount
    ? shortDollars(amount)
    : dollars(amount);
}

const countText = (value: string): string => count(Number(value));

const PRICE = ['', amountText, ''] as const;
const AREA = ['', countText, ' sqft'] as const;
const YEAR = ['built ', String, ''] as const;

export const NUMBER_FILTERS: readonly NumberFilter[] = [
  ofSearch('min_price', 'Lowest price', ['from $', ''], PRICE),
  ofSearch('max_price', 'Highest price', ['up to $', ''], PRICE),
  ofSearch('beds_min', 'Bedrooms', ['', 'or more bedrooms'], ['', String, '+ beds']),
  ofSearch('baths_min', 'Bathrooms', ['', 'or more bathrooms'], ['', String, '+ baths']),
  ofSearch('sqft_min', 'Smallest area', ['from', 'sqft'], AREA),
  ofSearch('sqft_max', 'Largest area', ['up to', 'sqft'], AREA),
  ofSearch('year_built_min', 'Earliest year built', ['built in', 'or later'], YEAR),
  ofSearch('year_built_max', 'Latest year built', ['built in', 'or before'], YEAR),
  ofHomes('price_cut_within_days', 'Price cut', ['price cut in the last', 'days'], DAYS_MAX),
  ofHomes('price_cut_min_percent', 'Size of the cut', ['cut by', '% or more'], PERCENT_MAX),
  ofHomes('new_within_days', 'New', ['listed in the last', 'days'], DAYS_MAX),
  ofHomes('seen_within_days', 'Last seen', ['seen in the last', 'days'], DAYS_MAX),
];
