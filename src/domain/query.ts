/** Reading a query string: returns typed inputs or an API error (docs/api.md#inputs). */
import {
  BOUND_NAMES,
  LOCATION_FORMS,
  type LocationForm,
  type ParamName,
  RANGES,
} from '#contract/params.js';
import type { SearchRoute } from '#contract/routes.js';
import { apiError, invalidQuery } from './api-error.js';
import { readValue } from './query-values.js';
import { rejectReversed } from './ranges.js';
import type { AskedPlace, Filters, Query } from './search.js';

export interface ReadQuery {
  readonly location: AskedPlace;
  readonly filters: Filters;
  readonly cursor: string | null;
  /** The parsed inputs in the route's order, as result.query returns them. */
  readonly normalizedQuery: Query;
}

const DEFAULT_SOLD_WINDOW_DAYS = 90;

/**
 * Reads the query of a search route. `text` is the raw query string without the question mark.
 * Throws the API error of the first broken rule: sent twice, unknown or out of range, location
 * rule.
 */
export function readQuery(route: SearchRoute, text: string): ReadQuery {
  const sent = uniqueParameters(route.params, text);
  const values = new Map<ParamName, string | number | readonly (string | number)[]>();
  for (const [name, raw] of sent) {
    const param = route.params.find((known) => known === name);
    if (param === undefined) throw unknownParameter(name, route.params);
    values.set(param, readValue(route, param, raw));
  }
  rejectReversed(Object.fromEntries(values));
  const location = readLocation(route, values);
  if (route.sold_windows.length > 0 && !values.has('sold_within_days')) {
    values.set('sold_within_days', DEFAULT_SOLD_WINDOW_DAYS);
  }
  const normalizedQuery = Object.fromEntries(
    route.params.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : [])),
  ) as Query;
  return {
    location,
    filters: filtersOf(values),
    cursor: stringOf(values.get('cursor')),
    normalizedQuery,
  };
}

/**
 * Splits a query string; a repeated name is rejected before any value is read. The API error names
 * it if it is one of the route's `inputs`.
 */
export function uniqueParameters(inputs: readonly string[], text: string): Map<string, string> {
  const sent = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (sent.has(name)) {
      const param = inputs.includes(name) ? name : null;
      throw apiError('duplicate_parameter', {
        param,
        message: `"${name.slice(0, 40)}" was sent more than once. Send it once.`,
      });
    }
    sent.set(name, value);
  }
  return sent;
}

/** 422 for a parameter that is none of `known`. */
export const unknownParameter = (name: string, known: readonly string[], of = 'route') =>
  invalidQuery(
    null,
    `"${name.slice(0, 40)}" is not a parameter of this ${of}. It accepts ${known.join(', ') || 'none'}.`,
  );

type Values = ReadonlyMap<ParamName, unknown>;

/** A place in one of these forms. */
export type PlaceOf<F extends LocationForm> = Extract<AskedPlace, { form: F }>;

/** Parameters of a place, as sent or as read by their types. */
export type SentPlace = Readonly<
  Partial<Record<(typeof LOCATION_FORMS)[LocationForm][number], string | number | undefined>>
>;

/** A place in exactly one of these forms, complete. Throws the API error of the first mistake. */
export function readPlace<const F extends LocationForm>(
  sent: SentPlace,
  forms: readonly F[],
): PlaceOf<F> {
  const values = new Map<ParamName, unknown>();
  for (const name of new Set(Object.values(LOCATION_FORMS).flat())) {
    const raw = sent[name];
    if (raw === undefined) continue;
    values.set(name, readValue({ sorts: [], sold_windows: [] }, name, String(raw)));
  }
  // Only these forms are accepted.
  return readLocation({ forms }, values) as PlaceOf<F>;
}

/** Exactly one complete form of location, with no input of another (docs/api.md#inputs). */
function readLocation(route: Pick<SearchRoute, 'forms'>, values: Values): AskedPlace {
  const all = Object.values(LOCATION_FORMS).flat() as ParamName[];
  const sent = new Set(all.filter((name) => values.has(name)));
  const form = route.forms.find((candidate) => {
    const names: readonly ParamName[] = LOCATION_FORMS[candidate];
    return names.length === sent.size && names.every((name) => sent.has(name));
  });
  if (form === undefined) throw locationRequired(route);
  return locationOf(form, values);
}

function locationRequired(route: Pick<SearchRoute, 'forms'>) {
  const forms = route.forms.map((form) => LOCATION_FORMS[form].join(' with '));
  return apiError('location_required', {
    param: 'location',
    message: `Send exactly one complete location form: ${forms.join('; or ')}.`,
  });
}

function locationOf(form: LocationForm, values: Values): AskedPlace {
  const word = (name: ParamName) => String(values.get(name));
  const number = (name: ParamName) => Number(values.get(name));
  switch (form) {
    case 'zip':
      return { form, zip: word('zip') };
    case 'city':
      return { form, city: word('city'), state: word('state') };
    case 'county':
      return { form, county: word('county'), state: word('state') };
    case 'bbox':
      return { form, bbox: values.get('bbox') as [number, number, number, number] };
    case 'circle':
      return { form, lat: number('lat'), lng: number('lng'), radius_mi: number('radius_mi') };
  }
}

const FILTER_NAMES = [
  ...BOUND_NAMES,
  'sort',
  'sold_within_days',
] as const satisfies readonly (ParamName & keyof Filters)[];

const LIST_FILTERS = ['property_type', 'arms_length'] as const satisfies readonly (ParamName &
  keyof Filters)[];

const LOWER_BOUNDS: ReadonlySet<string> = new Set(Object.values(RANGES).map(([low]) => low));

/** Whether an input is a lower bound of 0, which filters nothing. */
export const asksForNothing = (name: string, value: unknown): boolean =>
  value === 0 && LOWER_BOUNDS.has(name);

/** Filters in their normal form: a lower bound of 0 filters nothing, so it is left out. */
function filtersOf(values: Values): Filters {
  const filters: Record<string, unknown> = {};
  for (const name of FILTER_NAMES) {
    const value = values.get(name);
    if (value !== undefined && !asksForNothing(name, value)) filters[name] = value;
  }
  for (const name of LIST_FILTERS) {
    const list = values.get(name) as readonly string[] | undefined;
    if (list !== undefined) filters[name] = [...list].sort();
  }
  return filters;
}

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
