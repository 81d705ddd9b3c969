/** The figures of two sets of rows, and how they differ. */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { PROPERTY_TYPES } from '#contract/values.js';
import { type Column, columnsOf, numberOf, PRICE_FIELD, priceOf } from '../results/fields.js';
import { homeKeyOf } from '../results/homes-of-rows.js';
import { type Quartiles, quartilesOf } from '../results/statistics.js';
import { cents, count, counted, decimal, dollars } from '../text/format.js';
import { spaced } from '../text/labels.js';

interface Measure {
  readonly name: string;
  /** Words for a larger and a smaller value. */
  readonly words: readonly [more: string, less: string];
  format(value: number): string;
  /** A difference of two values. */
  amount(value: number): string;
  /** Whether a difference in per cent means something: not of years. */
  readonly relative: boolean;
}

const money = (value: number): string => dollars(Math.round(value));
const priced = (name: string): Measure => ({
  name,
  words: ['higher', 'lower'],
  format: money,
  amount: money,
  relative: true,
});

const MEASURES: readonly Measure[] = [
  ...Object.values(PRICE_FIELD).flatMap((name) => (name === null ? [] : [priced(name)])),
  { ...priced('price_per_sqft'), format: cents, amount: cents },
  {
    name: 'living_area_sqft',
    words: ['larger', 'smaller'],
    format: count,
    amount: (value) => `${count(value)} sqft`,
    relative: true,
  },
  {
    name: 'beds',
    words: ['more', 'fewer'],
    format: decimal,
    amount: decimal,
    relative: true,
  },
  {
    name: 'days_on_market',
    words: ['more', 'fewer'],
    format: count,
    amount: (value) => counted(Math.round(value), 'day'),
    relative: true,
  },
  {
    name: 'extras.year_built',
    words: ['newer', 'older'],
    format: (value) => `${Math.round(value)}`,
    amount: (value) => counted(Math.round(value), 'year'),
    relative: false,
  },
];

export interface Figure extends Measure {
  readonly column: Column;
  readonly left: Quartiles;
  readonly right: Quartiles;
}

/** The measures that the route has: the list price of a sold home is not its price. */
export function figuresOf(
  route: SearchRoute,
  left: readonly Row[],
  right: readonly Row[],
): Figure[] {
  const columns = columnsOf(route);
  const price = PRICE_FIELD[route.kind];
  const others = new Set<string | null>(
    Object.values(PRICE_FIELD).filter((name) => name !== price),
  );
  if (price === null) others.add('price_per_sqft');
  return MEASURES.flatMap((measure) => {
    const column = columns.find(({ name }) => name === measure.name);
    if (column === undefined || others.has(measure.name)) return [];
    const quartiles = (rows: readonly Row[]) =>
      quartilesOf(rows.map((row) => numberOf(row, column)));
    return [{ ...measure, column, left: quartiles(left), right: quartiles(right) }];
  });
}

export interface Difference {
  /** "+12.3%"; null where it means nothing. */
  readonly percent: string | null;
  /** "$110,000 higher", "the same". */
  readonly words: string;
}

/** The right median compared with the left one; null where one is missing. */
export function differenceOf({ left, right, ...measure }: Figure): Difference | null {
  if (left.median === null || right.median === null) return null;
  const by = right.median - left.median;
  const amount = measure.amount(Math.abs(by));
  // What rounds to nothing is no difference.
  if (amount === measure.amount(0)) return { percent: null, words: 'the same' };
  const percent = measure.relative ? percentText(left.median, right.median) : null;
  return { percent, words: `${amount} ${measure.words[by > 0 ? 0 : 1]}` };
}

const PERCENT = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** How far one value is from another: "+12.3%", "-4%". */
export const percentText = (from: number | null, to: number | null): string | null =>
  from === null || to === null || from <= 0 ? null : PERCENT.format(to / from - 1);

export interface Group {
  readonly name: string;
  readonly left: GroupSide;
  readonly right: GroupSide;
}

interface GroupSide {
  readonly homes: number;
  readonly median: number | null;
}

const UNKNOWN = 'not known';
const MANY_BEDS = 5;

/** Homes by type, in the order of the contract. */
export const byType = (kind: SearchRoute['kind'], left: readonly Row[], right: readonly Row[]) =>
  grouped(kind, left, right, [...PROPERTY_TYPES.map(spaced), UNKNOWN], ({ property_type }) =>
    property_type === null ? UNKNOWN : spaced(property_type),
  );

/** Homes by bedrooms: studio to five or more. */
export const byBeds = (kind: SearchRoute['kind'], left: readonly Row[], right: readonly Row[]) =>
  grouped(kind, left, right, BEDS, ({ beds }) =>
    beds === null ? UNKNOWN : (BEDS[Math.min(MANY_BEDS, Math.floor(beds))] ?? UNKNOWN),
  );
const BEDS = ['studio', '1', '2', '3', '4', '5 or more', UNKNOWN];

function grouped(
  kind: SearchRoute['kind'],
  left: readonly Row[],
  right: readonly Row[],
  names: readonly string[],
  nameOf: (row: Row) => string,
): Group[] {
  const sideOf = (rows: readonly Row[], name: string): GroupSide => {
    const found = rows.filter((row) => nameOf(row) === name);
    return {
      homes: found.length,
      median: quartilesOf(found.map((row) => priceOf(row, kind))).median,
    };
  };
  return names
    .map((name) => ({ name, left: sideOf(left, name), right: sideOf(right, name) }))
    .filter((group) => group.left.homes + group.right.homes > 0);
}

/** Homes that are on both sides. */
export function inBoth(left: readonly Row[], right: readonly Row[]): number {
  const keys = new Set(left.map(homeKeyOf));
  return new Set(right.map(homeKeyOf).filter((key) => keys.has(key))).size;
}
