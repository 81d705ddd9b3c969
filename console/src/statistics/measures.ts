/** What can be drawn of a cell, one row a measure. */
import type { StatisticsCell } from '#client/index.js';
import type { STATISTICS_KINDS } from '#contract/statistics.js';
import { cents, count, decimal, dollars, percent, shortDollars } from '../text/format.js';

type Kind = (typeof STATISTICS_KINDS)[number];

export interface Measure {
  readonly id: string;
  readonly title: string;
  readonly kinds: readonly Kind[];
  /** Null where the service shows no value. */
  value(cell: StatisticsCell): number | null;
  /** The quartiles around it. */
  range?(cell: StatisticsCell): readonly [low: number, high: number] | null;
  /** In words, and at an axis. */
  format(value: number): string;
  short(value: number): string;
  /** Its value where a period was read completely and has no such homes. */
  readonly ofNone?: number;
  /** Whether its axis begins at zero: counts and shares are compared by their height. */
  readonly fromZero: boolean;
}

const ALL: readonly Kind[] = ['sold', 'listings', 'rentals'];
const OFFERS: readonly Kind[] = ['listings', 'rentals'];

export const MEASURES: readonly [Measure, ...Measure[]] = [
  {
    id: 'median_price',
    title: 'Median price',
    kinds: ALL,
    value: ({ median_price }) => median_price?.amount ?? null,
    range: ({ p25, p75 }) => (p25 === null || p75 === null ? null : [p25.amount, p75.amount]),
    format: (value) => dollars(value),
    short: shortDollars,
    fromZero: false,
  },
  {
    id: 'price_per_sqft',
    title: 'Median price per square foot',
    kinds: ALL,
    value: ({ median_price_per_sqft: value }) => value,
    format: cents,
    short: shortDollars,
    fromZero: false,
  },
  {
    id: 'count',
    title: 'Number of homes',
    kinds: ALL,
    value: (cell) => cell.count,
    format: count,
    short: count,
    ofNone: 0,
    fromZero: true,
  },
  {
    id: 'sale_to_list',
    title: 'Sale price to asking price',
    kinds: ['sold'],
    value: ({ median_sale_to_list: value }) => value,
    format: percent,
    short: percent,
    fromZero: false,
  },
  {
    id: 'days_on_market',
    title: 'Median days on the market',
    kinds: OFFERS,
    value: ({ median_days_on_market: value }) => value,
    format: decimal,
    short: decimal,
    fromZero: true,
  },
  {
    id: 'price_cut_share',
    title: 'Share with a price cut',
    kinds: OFFERS,
    value: ({ price_cut_share: value }) => value,
    format: percent,
    short: percent,
    fromZero: true,
  },
];
