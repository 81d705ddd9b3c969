/** A question about homes: parameters of `GET /v1/homes` as texts, as a link and as chips. */
import { HOME_SORTS, type HomeSort } from '#contract/area-homes.js';
import { LOCATION_FORMS, type LocationForm } from '#contract/params.js';
import { ALL_FORMS, type Draft, EMPTY_DRAFT, givenForm, withRoute } from '../search/draft.js';
import { NUMBER_FILTERS } from '../search/filter-table.js';
import type { Suggestion } from '../search/places.js';

/** Parameters by name. */
export type HomesAsk = Readonly<Record<string, string>>;

const PLACES: readonly string[] = [...new Set(Object.values(LOCATION_FORMS).flat())];
const KNOWN: readonly string[] = [
  'kind',
  'property_type',
  'sort',
  ...PLACES,
  ...NUMBER_FILTERS.map(({ name }) => name),
];

/** Reads the part of a link after the question mark; ignores what it does not know. */
export const readAsk = (query: string): HomesAsk =>
  Object.fromEntries([...new URLSearchParams(query)].filter(([name]) => KNOWN.includes(name)));

export const writeAsk = (ask: HomesAsk): string =>
  `#/homes?${new URLSearchParams({ ...ask }).toString().replaceAll('%2C', ',')}`;

export const kindOf = ({ kind }: HomesAsk): 'listings' | 'rentals' =>
  kind === 'rentals' ? 'rentals' : 'listings';

export const sortOf = ({ sort }: HomesAsk): HomeSort =>
  HOME_SORTS.find((one) => one === sort) ?? 'newest';

/** The form of its place; null without a place. */
export const formOf = (ask: HomesAsk): LocationForm | null => givenForm(ask, ALL_FORMS) ?? null;

/** Its place alone. */
export const placeOf = (ask: HomesAsk): HomesAsk => {
  const form = formOf(ask);
  const names: readonly string[] = form === null ? [] : LOCATION_FORMS[form];
  return Object.fromEntries(Object.entries(ask).filter(([name]) => names.includes(name)));
};

export const withoutPlace = (ask: HomesAsk): HomesAsk =>
  Object.fromEntries(Object.entries(ask).filter(([name]) => !PLACES.includes(name)));

/** The same question about another place. */
export const atPlace = (ask: HomesAsk, { kind, name, state }: Suggestion): HomesAsk => ({
  ...withoutPlace(ask),
  [kind]: name,
  ...(kind !== 'zip' && { state }),
});

/** "78704", "Austin, TX", "Travis County, TX"; null for a place without a name. */
export function placeName(ask: HomesAsk): string | null {
  const { zip = '', city = '', county = '', state = '' } = ask;
  switch (formOf(ask)) {
    case 'zip':
      return zip;
    case 'city':
      return `${city}, ${state.toUpperCase()}`;
    case 'county':
      return `${county} County, ${state.toUpperCase()}`;
    case 'bbox':
    case 'circle':
    case null:
      return null;
  }
}

/** The place as a search of a route; null without a place. */
export function draftOf(ask: HomesAsk, routeId = EMPTY_DRAFT.routeId): Draft | null {
  const form = formOf(ask);
  if (form === null) return null;
  return withRoute({ ...EMPTY_DRAFT, form, values: placeOf(ask) }, routeId);
}

/** The question with a change; an empty text takes the parameter away. */
export function withAsk(ask: HomesAsk, changes: Readonly<Record<string, string>>): HomesAsk {
  const all = Object.entries({ ...ask, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}
