/** The area of a filter: one postal code, or a box of latitudes and longitudes. */
import type { AskedArea } from '../odd-places.js';
import type { Expression, Sign } from './parse-filter.js';

/** Undefined when the filter names no such area, or more than one. */
export function areaIn(filter: Expression | null): AskedArea | undefined {
  const conditions = filter === null ? [] : conditionsOf(filter);
  const [zip] = conditions.flatMap((condition) => codeIn(condition) ?? []);
  if (zip !== undefined) return { zip };
  const bounds = (field: string, signs: readonly Sign[]): number[] =>
    conditions.flatMap((condition) =>
      condition.is === 'compared' &&
      condition.left.field === field &&
      signs.includes(condition.sign) &&
      typeof condition.value === 'number'
        ? [condition.value]
        : [],
    );
  const edges = {
    west: Math.max(...bounds('Longitude', LOWER)),
    south: Math.max(...bounds('Latitude', LOWER)),
    east: Math.min(...bounds('Longitude', UPPER)),
    north: Math.min(...bounds('Latitude', UPPER)),
  };
  return Object.values(edges).every(Number.isFinite) ? { edges } : undefined;
}

const LOWER: readonly Sign[] = ['gt', 'ge'];
const UPPER: readonly Sign[] = ['lt', 'le'];

/** Conditions that must all hold. */
const conditionsOf = (filter: Expression): readonly Expression[] =>
  filter.is === 'and' ? filter.parts.flatMap(conditionsOf) : [filter];

/** The only postal code that a condition allows, with or without its last four digits. */
function codeIn(condition: Expression): string | undefined {
  const [code, ...others] = new Set(codesIn(condition));
  return others.length === 0 ? code : undefined;
}

function codesIn(condition: Expression): readonly (string | undefined)[] {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.parts.flatMap(codesIn);
    case 'not':
      return [undefined];
    case 'compared':
    case 'text': {
      const names =
        condition.is === 'text' ? condition.test === 'startswith' : condition.sign === 'eq';
      if (condition.left.field !== 'PostalCode' || !names) return [undefined];
      return [/^\d{5}/.exec(String(condition.value))?.[0]];
    }
  }
}
