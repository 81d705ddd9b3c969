/**
 * Figures of an area by period: of sales, and of homes that were for sale or for rent. Pure: what
 * was read comes in, cells come out.
 */
import { groupBy } from '#base/group-by.js';
import { DAY_MS } from '#contract/durations.js';
import type { CellGroup, Period } from '#contract/statistics.js';
import { lastDayOf, startsLater } from './days.js';
import { percentile } from './summary.js';

/** A sale as it is summed up (store/schema.sql). */
export type SummedSale = readonly [
  price: number | null,
  sqft: number | null,
  property_type: string | null,
  beds: number | null,
  arms_length: boolean | null,
  /** The last asking price before the sale; left out where nobody knows it. */
  list_price?: number | null,
];

export interface MonthOfSales {
  /** YYYY-MM. */
  readonly month: string;
  readonly sales: readonly SummedSale[];
}

/** A state of a listing, from the first to the last day that it was seen. */
export interface ListingSpan {
  /** Names the listing at its source. */
  readonly listing: string;
  /** Dollars. */
  readonly price: number | null;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly list_date: string | null;
  /** Whether it was withdrawn or sold after `to`. */
  readonly is_removed: boolean;
  readonly sqft: number | null;
  readonly property_type: string | null;
  readonly beds: number | null;
}

/** No median rests on fewer homes. */
export const HOMES_FOR_MEDIAN_MIN = 5;

/** Homes with this many bedrooms and more are one group. */
export const BEDS_GROUP_MAX = 5;

/** The figures of one cell; money in dollars, null below the floor or where nothing says. */
export interface Figures {
  readonly count: number;
  readonly priced_count: number;
  readonly median_price: number | null;
  readonly p25: number | null;
  readonly p75: number | null;
  readonly median_price_per_sqft: number | null;
}

export interface Cell extends Figures {
  /** YYYY-MM: the month, or the first month of the quarter. */
  readonly period: string;
  /** The value that the cell's homes share; null for all homes, or homes without the value. */
  readonly group: string | null;
  /** Sales that their publisher does not call at arm's length: their prices are not used. */
  readonly not_arms_length_count: number | null;
  readonly median_sale_to_list: number | null;
  readonly new_count: number | null;
  readonly removed_count: number | null;
  readonly price_cut_share: number | null;
  readonly median_days_on_market: number | null;
}

const MONTHS_PER_YEAR = 12;
const MONTHS_PER_QUARTER = 3;

const numberOf = (month: string): number =>
  Number(month.slice(0, 4)) * MONTHS_PER_YEAR + Number(month.slice(5, 7)) - 1;
const nameOf = (nth: number): string =>
  `${String(Math.floor(nth / MONTHS_PER_YEAR)).padStart(4, '0')}-${String((nth % MONTHS_PER_YEAR) + 1).padStart(2, '0')}`;

/** A month some months later; earlier for a negative number. */
export const laterMonth = (month: string, months: number): string =>
  nameOf(numberOf(month) + months);

/** How many months a range has, both ends included. */
export const monthsFrom = (from: string, to: string): number => numberOf(to) - numberOf(from) + 1;

/** The period of a month. */
export const periodOf = (month: string, by: Period): string =>
  by === 'month'
    ? month
    : nameOf(Math.floor(numberOf(month) / MONTHS_PER_QUARTER) * MONTHS_PER_QUARTER);

/** The last month of the period of a month. */
export const lastMonthOf = (month: string, by: Period): string =>
  by === 'month' ? month : laterMonth(periodOf(month, by), MONTHS_PER_QUARTER - 1);

/** The periods of a range, in order, each with its first and its last day. */
export function periodsOf(
  from: string,
  to: string,
  by: Period,
): { readonly period: string; readonly first: string; readonly last: string }[] {
  const step = by === 'month' ? 1 : MONTHS_PER_QUARTER;
  const [start, end] = [numberOf(periodOf(from, by)), numberOf(to)];
  const found = [];
  for (let nth = start; nth <= end; nth += step) {
    const [first, last] = [nameOf(nth), nameOf(nth + step - 1)];
    found.push({ period: first, first: `${first}-01`, last: lastDayOf(last) });
  }
  return found;
}

/** Figures that only sales have, and those that only listings have. */
const NOT_KNOWN = {
  not_arms_length_count: null,
  median_sale_to_list: null,
  new_count: null,
  removed_count: null,
  price_cut_share: null,
  median_days_on_market: null,
};

/** The cells of sales: every period that has some, each group of it apart. */
export function saleCells(
  months: readonly MonthOfSales[],
  by: Period,
  group: CellGroup | null,
): Cell[] {
  const cells = new Map<string, SummedSale[]>();
  for (const { month, sales } of months) {
    const period = periodOf(month, by);
    for (const sale of sales) add(cells, period, groupOf(group, sale[2], sale[3]), sale);
  }
  return inOrder(cells).map(({ period, group: value, homes }) => {
    // A price between relatives or of a forced sale says nothing of the market.
    const fair = homes.filter(([, , , , arms]) => arms !== false);
    return {
      period,
      group: value,
      ...figuresOf(
        homes.length,
        fair.map(([price, sqft]) => ({ price, sqft })),
      ),
      ...NOT_KNOWN,
      not_arms_length_count: homes.length - fair.length,
      median_sale_to_list: saleToList(fair),
    };
  });
}

/** Median of the sale price by the last asking price, of the sales with both. */
function saleToList(sales: readonly SummedSale[]): number | null {
  const ratios = sales.flatMap(([price, , , , , list]) => (price && list ? price / list : []));
  return ratios.length < HOMES_FOR_MEDIAN_MIN ? null : ratioOf(percentile(sorted(ratios), 0.5));
}

/** The states of each listing, oldest first. */
export type ListingHistory = readonly ListingSpan[];

/** The cells of listings: homes that were offered on some day of a period, at their last price. */
export function listingCells(
  listings: readonly ListingHistory[],
  periods: ReturnType<typeof periodsOf>,
  group: CellGroup | null,
): Cell[] {
  return periods.flatMap(({ period, first, last }) => {
    const cells = new Map<string, Offered[]>();
    for (const own of listings) {
      const offered = offeredIn(own, first, last);
      if (offered === null) continue;
      add(cells, period, groupOf(group, offered.span.property_type, offered.span.beds), offered);
    }
    return inOrder(cells).map(({ group: value, homes }) => {
      const removed = homes.filter(({ span }) => span.is_removed && span.to <= last);
      const prices = homes.map(({ span: { price, sqft } }) => ({ price, sqft }));
      const days = removed.flatMap(({ span }) => daysOnMarket(span) ?? []);
      return {
        period,
        group: value,
        ...figuresOf(homes.length, prices),
        ...NOT_KNOWN,
        new_count: homes.filter(({ span: { list_date } }) => isWithin(list_date, first, last))
          .length,
        removed_count: removed.length,
        price_cut_share: shareOf(homes.filter(({ is_cut }) => is_cut).length, homes.length),
        median_days_on_market:
          days.length < HOMES_FOR_MEDIAN_MIN ? null : percentile(sorted(days), 0.5),
      };
    });
  });
}

/** The cell of a period without homes. */
export const emptyCell = (period: string): Cell => ({
  period,
  group: null,
  ...figuresOf(0, []),
  ...NOT_KNOWN,
});

interface Offered {
  /** The last state of the period. */
  readonly span: ListingSpan;
  /** Whether the price was reduced in the period. */
  readonly is_cut: boolean;
}

/** The states of a source, of which the earliest come first, by listing. */
export const byListing = (spans: readonly ListingSpan[]): ListingHistory[] => [
  ...groupBy(spans, ({ listing }) => listing).values(),
];

function offeredIn(own: readonly ListingSpan[], first: string, last: string): Offered | null {
  const span = own.findLast(({ from, to }) => from <= last && to >= first);
  if (span === undefined) return null;
  const is_cut = own.some(({ from, price, list_date }, at) => {
    const before = own[at - 1];
    if (before === undefined || before.is_removed || !isWithin(from, first, last)) return false;
    if (startsLater(list_date, before.list_date)) return false;
    return before.price !== null && price !== null && price < before.price;
  });
  return { span, is_cut };
}

const isWithin = (day: string | null, first: string, last: string): boolean =>
  day !== null && day >= first && day <= last;

function daysOnMarket({ list_date, to }: ListingSpan): number | null {
  if (list_date === null || list_date > to) return null;
  return Math.round((Date.parse(to) - Date.parse(list_date)) / DAY_MS);
}

function groupOf(group: CellGroup | null, type: string | null, beds: number | null): string | null {
  if (group === null) return null;
  if (group === 'property_type') return type;
  if (beds === null) return null;
  return beds >= BEDS_GROUP_MAX ? `${BEDS_GROUP_MAX}+` : String(Math.floor(beds));
}

/** Periods and groups in one key: a period has seven characters, so the rest is the group. */
const PERIOD_CHARS = 7;
const NO_VALUE = '';

function add<T>(cells: Map<string, T[]>, period: string, group: string | null, home: T): void {
  const key = period + (group ?? NO_VALUE);
  const own = cells.get(key);
  if (own === undefined) cells.set(key, [home]);
  else own.push(home);
}

function inOrder<T>(
  cells: ReadonlyMap<string, T[]>,
): { period: string; group: string | null; homes: readonly T[] }[] {
  return [...cells]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, homes]) => ({
      period: key.slice(0, PERIOD_CHARS),
      group: key.slice(PERIOD_CHARS) || null,
      homes,
    }));
}

function figuresOf(
  count: number,
  homes: readonly { readonly price: number | null; readonly sqft: number | null }[],
): Figures {
  const prices = sorted(homes.flatMap(({ price }) => price ?? []));
  const perSqft = sorted(
    homes.flatMap(({ price, sqft }) => (price === null || !sqft ? [] : price / sqft)),
  );
  const isEnough = prices.length >= HOMES_FOR_MEDIAN_MIN;
  const at = (share: number) => (isEnough ? rounded(percentile(prices, share)) : null);
  return {
    count,
    priced_count: prices.length,
    median_price: at(0.5),
    p25: at(0.25),
    p75: at(0.75),
    median_price_per_sqft:
      perSqft.length >= HOMES_FOR_MEDIAN_MIN ? rounded(percentile(perSqft, 0.5)) : null,
  };
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const CENTS = 100;
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * CENTS) / CENTS;
const SHARE_DIGITS = 10_000;
const ratioOf = (value: number | null): number | null =>
  value === null ? null : Math.round(value * SHARE_DIGITS) / SHARE_DIGITS;
const shareOf = (part: number, all: number): number | null => ratioOf(part / all);
