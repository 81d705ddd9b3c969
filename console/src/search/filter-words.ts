/** The filters of a search in words: "$300,000 to $500,000", "3+ beds", "condo or townhouse". */
import type { ParamName } from '#contract/params.js';
import { count, dollars } from '../text/format.js';
import { routeOr, spaced } from '../text/labels.js';
import { type Draft, filterParams, queryOf } from './draft.js';

export const SORT_LABELS: Readonly<Record<string, string>> = {
  newest: 'newest first',
  price_high: 'highest price first',
  price_low: 'lowest price first',
};

type Values = Partial<Record<ParamName, string>>;

/** Each filter that is set, and with `sort` the order too. */
export function filterWords(draft: Draft, { sort: withSort = false } = {}): string[] {
  const accepted = filterParams(routeOr(draft.routeId));
  const sent = queryOf(draft).filter(([name]) => accepted.includes(name));
  const set: Values = Object.fromEntries(sent);
  const sorted = withSort && set.sort !== undefined ? (SORT_LABELS[set.sort] ?? set.sort) : null;
  return [...WORDS.map((word) => word(set)), sorted].filter((text) => text !== null);
}

const WORDS: readonly ((set: Values) => string | null)[] = [
  (set) => between(set.min_price, set.max_price, (amount) => dollars(Number(amount))),
  ({ beds_min: beds }) => (beds === undefined ? null : `${beds}+ beds`),
  ({ baths_min: baths }) => (baths === undefined ? null : `${baths}+ baths`),
  (set) => between(set.sqft_min, set.sqft_max, (sqft) => `${count(Number(sqft))} sqft`),
  ({ property_type: types }) => either(types, {}),
  (set) => {
    const years = between(set.year_built_min, set.year_built_max, (year) => year);
    return years === null ? null : `built ${years}`;
  },
  ({ arms_length: answers }) => {
    const words = either(answers, { true: 'yes', false: 'no', unknown: 'not stated' });
    return words === null ? null : `sale at arm's length: ${words}`;
  },
  ({ sold_within_days: days }) => (days === undefined ? null : `sold within ${days} days`),
];

/** "1 to 2", "1 or more", "2 or less". */
function between(
  low: string | undefined,
  high: string | undefined,
  text: (value: string) => string,
): string | null {
  if (low === undefined) return high === undefined ? null : `${text(high)} or less`;
  return high === undefined ? `${text(low)} or more` : `${text(low)} to ${text(high)}`;
}

/** "condo, land or other". */
function either(values: string | undefined, labels: Readonly<Record<string, string>>) {
  if (values === undefined) return null;
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    values.split(',').map((value) => labels[value] ?? spaced(value)),
  );
}
