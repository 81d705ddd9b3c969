/** Reads text from outside: the only place of this module where JSON may be invalid. */
import type { HomeEdges } from './data/home.js';

/** The JSON of a text, or undefined when it is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type JsonMembers = Readonly<Record<string, unknown>>;

/** The members of a JSON object, or undefined for anything else. */
export const membersOf = (value: unknown): JsonMembers | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonMembers)
    : undefined;

/** The edges in "west,south,east,north"; undefined for anything else. */
export function edgesIn(text: string): HomeEdges | undefined {
  const [west = NaN, south = NaN, east = NaN, north = NaN, ...more] = text.split(',').map(Number);
  const isBox = more.length === 0 && [west, south, east, north].every(Number.isFinite);
  return isBox ? { west, south, east, north } : undefined;
}
