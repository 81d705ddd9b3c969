/** A second implementation of the contract's query rules, as the oracle of what is accepted. */
import assert from 'node:assert/strict';
import { LOCATION_FORMS, type ParamName } from '#contract/params.js';
import type { SearchRoute } from '#contract/routes.js';
import type { Answer } from '../support/open-test-app.js';

const QUERY_MAX = 2_048;

/** A search is taken exactly when the contract allows its query. */
export function checkSearch(route: SearchRoute, target: string, answer: Answer): void {
  const query = target.slice(target.indexOf('?') + 1);
  const taken = answer.statusCode < 300;
  if (query.length > QUERY_MAX) {
    assert.equal(answer.statusCode, 414, target.slice(0, 100));
    return;
  }
  const sent = target.includes('?') ? [...new URLSearchParams(query)] : [];
  const names = sent.map(([name]) => name);
  const wrong =
    new Set(names).size < names.length ||
    sent.some(([name, value]) => !isAllowed(route, name, value)) ||
    !isOnePlace(route, names);
  if (wrong) assert.ok(!taken, `taken: ${target}`);
  if (taken || wrong) return;
  const { code, param } = answer.json<{ error: { code: string; param: string | null } }>().error;
  // A well-formed query may name no place or one too large, reversed bounds or a foreign cursor.
  const mayBe = [
    'location_too_large',
    'invalid_cursor',
    'unsupported_or_invalid_query',
    'collection_unavailable',
  ];
  assert.ok(mayBe.includes(code), `${code} ${param}: ${target}`);
}

const isWhole = (text: string, min: number, max: number): boolean =>
  /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
const isDecimal = (text: string, min: number, max: number): boolean =>
  /^-?\d+(\.\d+)?$/.test(text) && Number(text) >= min && Number(text) <= max;

/** Interface-v1, "Query parameters by route", read a second time. */
function isAllowed(route: SearchRoute, name: string, value: string): boolean {
  if (!(route.params as readonly string[]).includes(name)) return false;
  const rules: Record<string, () => boolean> = {
    zip: () => /^[0-9]{5}$/.test(value),
    city: () => [...value].length >= 2 && value.length <= 160,
    county: () => value.length > 0,
    state: () => /^[a-z]{2}$/i.test(value),
    bbox: () =>
      value.split(',').length === 4 && value.split(',').every((one) => isDecimal(one, -180, 180)),
    lat: () => isDecimal(value, -90, 90),
    lng: () => isDecimal(value, -180, 180),
    radius_mi: () => isDecimal(value, 0.1, 10),
    baths_min: () => isDecimal(value, 0, 10),
    beds_min: () => isWhole(value, 0, 10),
    year_built_min: () => isWhole(value, 1700, 2100),
    year_built_max: () => isWhole(value, 1700, 2100),
    sort: () => (route.sorts as readonly string[]).includes(value),
    sold_within_days: () => route.sold_windows.some((days) => Number(value) === days),
    cursor: () => value.length > 0 && value.length <= QUERY_MAX,
    arms_length: () =>
      isSet(value) && value.split(',').every((one) => /^(?:true|false|unknown)$/.test(one)),
    property_type: () => isSet(value) && value !== '',
  };
  return (rules[name] ?? (() => isWhole(value, 0, Number.MAX_SAFE_INTEGER)))();
}

const isSet = (value: string): boolean =>
  new Set(value.split(',')).size === value.split(',').length;

function isOnePlace({ forms }: SearchRoute, names: readonly string[]): boolean {
  const all = new Set<string>(Object.values(LOCATION_FORMS).flat());
  const sent = names.filter((name) => all.has(name));
  return forms.some((form) => {
    const wanted: readonly ParamName[] = LOCATION_FORMS[form];
    return wanted.length === sent.length && wanted.every((name) => sent.includes(name));
  });
}
