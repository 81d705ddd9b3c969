import { PARAMS, type ParamName, type ParamRule } from '#contract/params.js';
import type { SearchRoute } from '#contract/routes.js';
import { outOfRange } from './api-error.js';

/** What a route accepts where its parameters are choices. */
type Choices = Pick<SearchRoute, 'sorts' | 'sold_windows'>;

export const WHOLE = /^-?\d{1,15}$/;
/** Languages print a double with up to 17 digits, after leading zeros if it is small. */
export const DECIMAL = /^-?\d{1,15}(\.\d{1,30})?$/;
const BBOX_NUMBERS = 4;

type Value = string | number | readonly (string | number)[];

/**
 * Reads one value by the rule of its parameter (docs/api.md#inputs: no exponents, no leading
 * plus, nothing empty). Throws 422 unsupported_or_invalid_query that names the parameter and what
 * it accepts.
 */
export function readValue(route: Choices, name: ParamName, raw: string): Value {
  const rule: ParamRule = PARAMS[name];
  const value = read(route, name, rule, raw);
  if (value === undefined) throw outOfRange(name, description(route, name, rule));
  if (name === 'state') return String(value).toUpperCase();
  return value;
}

function read(route: Choices, name: ParamName, rule: ParamRule, raw: string): Value | undefined {
  switch (rule.type) {
    case 'text':
      return rule.pattern.test(raw) ? raw : undefined;
    case 'integer':
      return WHOLE.test(raw) ? within(rule, Number(raw)) : undefined;
    case 'decimal':
      return DECIMAL.test(raw) ? within(rule, Number(raw)) : undefined;
    case 'list':
      return readList(rule.items, raw);
    case 'bbox':
      return readBbox(raw);
    case 'choice':
      return readChoice(route, name, raw);
  }
}

const within = (bounds: { min: number; max: number }, value: number): number | undefined =>
  value >= bounds.min && value <= bounds.max ? value + 0 : undefined;

function readList(items: readonly string[], raw: string): readonly string[] | undefined {
  const list = raw.split(',');
  const unique = new Set(list).size === list.length;
  return unique && list.every((item) => items.includes(item)) ? list : undefined;
}

function readBbox(raw: string): readonly number[] | undefined {
  const parts = raw.split(',');
  if (parts.length !== BBOX_NUMBERS || !parts.every((part) => DECIMAL.test(part))) return undefined;
  const [west, south, east, north] = parts.map(Number) as [number, number, number, number];
  const inWorld = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return inWorld && west < east && south < north ? [west, south, east, north] : undefined;
}

/** The choices of a route: periods in days are numbers, sorts are words. */
function readChoice(route: Choices, name: ParamName, raw: string): Value | undefined {
  if (name === 'sort') return route.sorts.find((sort) => sort === raw);
  return WHOLE.test(raw) ? route.sold_windows.find((days) => days === Number(raw)) : undefined;
}

function description(route: Choices, name: ParamName, rule: ParamRule): string {
  if (rule.type !== 'choice') return rule.description;
  return `one of ${(name === 'sort' ? route.sorts : route.sold_windows).join(', ')}`;
}
