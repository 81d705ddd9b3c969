/** The filters of a search in words, wherever the search has a title. */
import { ORDERED_PAIRS, type ParamName } from '#contract/params.js';
import { count, dollars, shortDollars } from '../text/format.js';
import { routeOr, spaced } from '../text/labels.js';
import { type Draft, filterParams, queryOf } from './draft.js';

/** ["≥ $1.5M", "3+ beds", "condo or townhouse", "newest first"]; empty without filters. */
export function filterWords(draft: Draft): string[] {
  const values = new Map(queryOf(draft));
  return filterParams(routeOr(draft.routeId)).flatMap((name) => {
    const pair = ORDERED_PAIRS.find((each) => each.some((end) => end === name));
    const value = values.get(name);
    if (pair === undefined) return value === undefined ? [] : (WORDS[name]?.(value) ?? []);
    const [low, high] = pair.map((end) => values.get(end));
    // The first of a pair that is set speaks for both.
    if (value === undefined || (name === pair[1] && low !== undefined)) return [];
    return RANGES[pair[0]](low, high);
  });
}

type End = string | undefined;

const RANGES: Readonly<Record<(typeof ORDERED_PAIRS)[number][0], (low: End, high: End) => string>> =
  {
    min_price: (low, high) => rangeWords(amountText, low, high),
    sqft_min: (low, high) => `${rangeWords(countText, low, high)} sqft`,
    year_built_min: (low, high) => `built ${rangeWords(String, low, high)}`,
  };

const WORDS: Readonly<Partial<Record<ParamName, (value: string) => string>>> = {
  beds_min: (value) => `${value}+ beds`,
  baths_min: (value) => `${value}+ baths`,
  property_type: (value) => listWords(value),
  arms_length: (value) =>
    `arm's length: ${listWords(value.replace('true', 'yes').replace('false', 'no').replace('unknown', 'not stated'))}`,
  sold_within_days: (value) => `sold within ${daysText(Number(value))}`,
  sort: (value) => SORT_WORDS[value] ?? `${spaced(value)} first`,
};

/** Also the options of the form. */
export const SORT_WORDS: Readonly<Record<string, string>> = {
  newest: 'newest first',
  price_high: 'highest price first',
  price_low: 'lowest price first',
};

function rangeWords(textOf: (value: string) => string, low: End, high: End): string {
  if (high === undefined) return `≥ ${textOf(low ?? '')}`;
  return low === undefined ? `≤ ${textOf(high)}` : `${textOf(low)}–${textOf(high)}`;
}

const SHORT_DIGITS = 3;

/** Short only where that is exact: "$1.5M", but "$1,234,500". */
function amountText(value: string): string {
  const amount = Number(value);
  return Number(amount.toPrecision(SHORT_DIGITS)) === amount
    ? shortDollars(amount)
    : dollars(amount);
}

const countText = (value: string): string => count(Number(value));

const listWords = (list: string): string => list.split(',').map(spaced).join(' or ');

const DAYS_PER_YEAR = 365;

/** "90 days", "1 year". */
export function daysText(days: number): string {
  const years = days / DAYS_PER_YEAR;
  if (!Number.isInteger(years)) return `${days} days`;
  return years === 1 ? '1 year' : `${years} years`;
}
