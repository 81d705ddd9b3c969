/**
 * Filters of the benchmark's questions, decided by the truth alone: neither a portal's search nor
 * the service's filters are used, so that a mistake of theirs is found.
 */
import type { TruthRow } from '../portal.js';
import type { QuestionFilters } from './plan.js';

/** What decides about a row; undefined or null where the portal does not show it. */
const VALUES = {
  min_price: ({ price }) => price,
  max_price: ({ price }) => price,
  beds_min: ({ beds, beds_most }) => beds ?? beds_most,
  sqft_min: ({ sqft }) => sqft,
  year_built_min: ({ built }) => built,
  property_type: ({ type }) => type,
} as const satisfies Record<
  keyof QuestionFilters,
  (row: TruthRow) => number | string | null | undefined
>;

/** Whether a home fits; `unknown`: the portal does not show a value that a filter needs. */
export type FilterFit =
  | { readonly fit: 'fits' | 'unknown' }
  | { readonly fit: 'outside'; readonly filter: keyof QuestionFilters };

/** Compares a home with all filters; one that excludes it decides, whatever is unknown. */
export function fitOf(filters: QuestionFilters, row: TruthRow): FilterFit {
  let fit: 'fits' | 'unknown' = 'fits';
  for (const [name, asked] of Object.entries(filters)) {
    const filter = name as keyof QuestionFilters;
    const value = VALUES[filter](row);
    if (value === undefined || value === null) fit = 'unknown';
    else if (!isAllowed(filter, asked, value)) return { fit: 'outside', filter };
  }
  return { fit };
}

function isAllowed(filter: keyof QuestionFilters, asked: unknown, value: number | string): boolean {
  if (Array.isArray(asked)) return asked.includes(value);
  const [bound, known] = [Number(asked), Number(value)];
  return filter === 'max_price' ? known <= bound : known >= bound;
}
