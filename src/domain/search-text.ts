import { normalName } from './names.js';
import { asksForNothing } from './query.js';
import type { Query } from './search.js';

/** Inputs that name a place or a home in words. */
const NAMES: ReadonlySet<string> = new Set(['city', 'county', 'address']);
/** Inputs that are sets: their order has no meaning. */
const SETS: ReadonlySet<string> = new Set(['property_type', 'arms_length']);

/**
 * A search as one text: the route's id and its inputs by name, percent-encoded, for example
 * `portal_a_listings?beds_min=2&zip=78704`. It is made only from the stored query (result.query),
 * so two versions of this service agree on it (docs/lifecycle.md#the-search-of-an-idempotency-key).
 */
export function searchText(route: string, query: Query): string {
  const inputs = Object.entries(query)
    .filter(([name, value]) => !asksForNothing(name, value))
    .map(([name, value]): [string, string] => [name, valueText(name, value)])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `${route}?${new URLSearchParams(inputs).toString()}`;
}

function valueText(name: string, value: Query[string]): string {
  if (NAMES.has(name)) return normalName(String(value));
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const words = value.map(String);
  return (SETS.has(name) ? words.sort() : words).join(',');
}
