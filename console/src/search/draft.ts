/** Contents of the search form: route, location form, and texts as typed. */
import {
  LOCATION_FORMS,
  type LocationForm,
  ORDERED_PAIRS,
  PARAMS,
  type ParamName,
  type ParamRule,
} from '#contract/params.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { routeOr } from '../text/labels.js';
import { plainAmount } from './amounts.js';

export interface Draft {
  readonly routeId: string;
  readonly form: LocationForm;
  readonly values: Readonly<Partial<Record<ParamName, string>>>;
  /** A drawn shape, of which the box is sent; homes outside are left out of what is shown. */
  readonly shape?: string;
}

export const EMPTY_DRAFT: Draft = { routeId: SEARCH_ROUTES[0].id, form: 'zip', values: {} };

const LOCATION_PARAMS = new Set<ParamName>(Object.values(LOCATION_FORMS).flat());

/** The first of the forms whose inputs are all given. */
export const givenForm = <F extends LocationForm>(
  given: Readonly<Partial<Record<string, string>>>,
  forms: readonly F[],
): F | undefined =>
  forms.find((form) => LOCATION_FORMS[form].every((name) => given[name] !== undefined));

export const ALL_FORMS = Object.keys(LOCATION_FORMS) as LocationForm[];

/** The filters that a route accepts, in its order. */
export const filterParams = (route: SearchRoute): ParamName[] =>
  route.params.filter((name) => !LOCATION_PARAMS.has(name) && name !== 'cursor');

/** The query of a draft: inputs that are empty or not accepted by its route are left out. */
export function queryOf(draft: Draft): [ParamName, string][] {
  const route = routeOr(draft.routeId);
  const form = route.forms.includes(draft.form) ? draft.form : 'zip';
  const names = [...LOCATION_FORMS[form], ...filterParams(route)];
  return names.flatMap((name): [ParamName, string][] => {
    const typed = draft.values[name]?.trim() ?? '';
    const value = PARAMS[name].type === 'integer' ? plainAmount(typed) : typed;
    return value === '' ? [] : [[name, value]];
  });
}

/**
 * "in Austin, TX", "in 78704", "in the box", "within 2 miles of 30.2672, -97.7431", or of the name
 * of a place where a route's example has one for it.
 */
export function areaText({ form, values, shape }: Draft): string {
  const {
    zip = '',
    city = '',
    county = '',
    state = '',
    radius_mi = '',
    lat = '',
    lng = '',
  } = values;
  switch (form) {
    case 'zip':
      return `in ${zip}`;
    case 'city':
      return `in ${city}, ${state.toUpperCase()}`;
    case 'county':
      return `in ${county}, ${state.toUpperCase()}`;
    case 'bbox':
      return shape === undefined ? 'in the box' : 'in the box around the shape';
    case 'circle':
      return `within ${radius_mi} miles of ${placeAt(lat, lng)}`;
  }
}

function placeAt(lat: string, lng: string): string {
  const routes = SEARCH_ROUTES as readonly SearchRoute[];
  const here = routes.find(
    ({ starter }) => starter?.values.lat === lat && starter.values.lng === lng,
  );
  return here?.starter?.place ?? `${lat}, ${lng}`;
}

/** The draft on another route; the location stays if that route accepts its form. */
export function withRoute(draft: Draft, routeId: string): Draft {
  const route = routeOr(routeId);
  const values = { ...draft.values };
  if (values.sort !== undefined && !route.sorts.includes(values.sort)) delete values.sort;
  if (!route.sold_windows.includes(Number(values.sold_within_days))) delete values.sold_within_days;
  return { ...draft, routeId, form: route.forms.includes(draft.form) ? draft.form : 'zip', values };
}

export function withValues(draft: Draft, changes: Draft['values'], form = draft.form): Draft {
  const { shape, ...others } = draft;
  const values = { ...draft.values, ...changes };
  // Another box is no longer that of the shape.
  const kept = shape !== undefined && values.bbox === draft.values.bbox;
  return { ...others, form, values, ...(kept && { shape }) };
}

/** Validation errors by input, shown next to it before anything is sent. */
export function problemsOf(draft: Draft): Partial<Record<ParamName, string>> {
  const route = routeOr(draft.routeId);
  const problems: Partial<Record<ParamName, string>> = {};
  const sent = new Map(queryOf(draft));
  for (const name of LOCATION_FORMS[route.forms.includes(draft.form) ? draft.form : 'zip']) {
    if (!sent.has(name)) problems[name] = `Enter ${PARAMS[name].description}.`;
  }
  for (const [name, value] of sent) {
    if (!fits(PARAMS[name], value)) problems[name] = `Must be ${PARAMS[name].description}.`;
  }
  for (const [low, high] of ORDERED_PAIRS) {
    if (Number(sent.get(low)) > Number(sent.get(high))) {
      problems[high] = 'The maximum is below the minimum.';
    }
  }
  if (sent.has('bbox') && problems.bbox === undefined) {
    const area = squareMiles(sent.get('bbox') ?? '');
    if (area > route.bbox_sqmi_max) {
      problems.bbox = `The box covers ${Math.round(area).toLocaleString('en-US')} square miles; the maximum is ${route.bbox_sqmi_max.toLocaleString('en-US')}. Draw a smaller box.`;
    }
  }
  return problems;
}

function fits(rule: ParamRule, value: string): boolean {
  switch (rule.type) {
    case 'text':
      return rule.pattern.test(value);
    case 'integer':
      return /^\d+$/.test(value) && Number(value) >= rule.min && Number(value) <= rule.max;
    case 'decimal':
      return (
        /^-?\d+(\.\d+)?$/.test(value) && Number(value) >= rule.min && Number(value) <= rule.max
      );
    case 'bbox':
      return isBox(value);
    case 'list':
    case 'choice':
      return true;
  }
}

function isBox(value: string): boolean {
  const [west = NaN, south = NaN, east = NaN, north = NaN, ...more] = value.split(',').map(Number);
  const inside = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90;
  return more.length === 0 && inside && west < east && south < north;
}

const MILES_PER_DEGREE = 69.09;

/** Area of a "west,south,east,north" box in square miles. */
export function squareMiles(box: string): number {
  const [west = 0, south = 0, east = 0, north = 0] = box.split(',').map(Number);
  const middle = ((south + north) / 2) * (Math.PI / 180);
  return (east - west) * (north - south) * MILES_PER_DEGREE ** 2 * Math.cos(middle);
}
