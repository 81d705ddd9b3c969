/** The filters of a search in words, wherever the search has a title. */
import { ORDERED_PAIRS, type ParamName } from '#contract/params.js';
import { routeOr, spaced } from '../text/labels.js';
import { type Draft, filterParams, queryOf } from './draft.js';
import { type Brief, NUMBER_FILTERS } from './filter-table.js';

/** ["≥ $1.5M", "3+ beds", "condo or townhouse", "newest first"]; empty without filters. */
export function filterWords(draft: Draft): string[] {
  const values = new Map(queryOf(draft));
  return filterParams(routeOr(draft.routeId)).flatMap((name) => {
    const value = values.get(name);
    if (value === undefined) return [];
    const brief = NUMBER_FILTERS.find((one) => one.name === name)?.brief ?? null;
    if (brief === null) return CHOICE_WORDS[name]?.(value) ?? [];
    const pair = ORDERED_PAIRS.find((each) => each.some((end) => end === name));
    if (pair === undefined) return words(brief, brief.textOf(value));
    const [low, high] = pair.map((end) => values.get(end));
    // The first of a pair that is set speaks for both.
    if (name === pair[1] && low !== undefined) return [];
    return words(brief, rangeWords(brief.textOf, low, high));
  });
}

const words = ({ before, after }: Brief, text: string): string => before + text + after;

/** Filters by one or several values of a list. */
const CHOICE_WORDS: Readonly<Partial<Record<ParamName, (value: string) => string>>> = {
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

type End = string | undefined;

function rangeWords(textOf: Brief['textOf'], low: End, high: End): string {
  if (high === undefined) return `≥ ${textOf(low ?? '')}`;
  return low === undefined ? `≤ ${textOf(high)}` : `${textOf(low)}–${textOf(high)}`;
}

const listWords = (list: string): string => list.split(',').map(spaced).join(' or ');

const DAYS_PER_YEAR = 365;

/** "90 days", "1 year". */
export function daysText(days: number): string {
  const years = days / DAYS_PER_YEAR;
  if (!Number.isInteger(years)) return `${days} days`;
  return years === 1 ? '1 year' : `${years} years`;
}
