/**
 * Typed reads of values from the network, which may be anything. The first candidate present is
 * used; one of the wrong type is skipped if a later one is readable, and otherwise becomes
 * absent('unreadable') with its shape. Missing means undefined, null or an empty text.
 */
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';

export type Raw = Readonly<Record<string, unknown>>;

/** The longest shape in a note. */
const SHAPE_CHARS_MAX = 80;
/** How many member names describe an object's shape. */
const SHAPE_NAMES_MAX = 8;

export const EMPTY: Raw = Object.freeze({});

/** Whether a value is an object with named members. */
export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or an empty one: a member of a missing object is a missing member. */
export const rawOf = (value: unknown): Raw => (isRaw(value) ? value : EMPTY);

/** The list, or an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The first number present; undefined if there is none. */
export const numberOf = (...candidates: readonly unknown[]): number | Absent | undefined =>
  firstOf(isNumber, candidates);

/** The first text present, trimmed; undefined if there is none. */
export function textOf(...candidates: readonly unknown[]): string | Absent | undefined {
  // The first candidate is nearly always the text: rows have dozens, so it takes the fast path.
  const first = candidates[0];
  const text = typeof first === 'string' ? first.trim() : '';
  if (text !== '') return text;
  const found = firstOf(isText, candidates);
  return typeof found === 'string' ? found.trim() : found;
}

/** The first readable text, or undefined: for values that only help to read others. */
export function textOr(...candidates: readonly unknown[]): string | undefined {
  const found = textOf(...candidates);
  return typeof found === 'string' ? found : undefined;
}

/** The first readable number, or undefined: for values that only help to read others. */
export function numberOr(...candidates: readonly unknown[]): number | undefined {
  const found = numberOf(...candidates);
  return typeof found === 'number' ? found : undefined;
}

/** Moments from 1973 to 2100 in seconds and in milliseconds: their ranges do not overlap. */
const SECONDS = [1e8, 4_133_980_800] as const;
const MS_MIN = 1e11;
const DIGITS = /^\d{9,13}$/;
const ISO = /^\d{4}-\d\d-\d\d(?:$|T)/;
const WITHOUT_ZONE = /T[\d:.]+$/;

/**
 * The first moment present, in milliseconds, sent in milliseconds or seconds, as a number, in
 * quotes, or as ISO text, in UTC if it names no zone. A number that is no moment is returned
 * unchanged.
 */
export function momentOf(...candidates: readonly unknown[]): number | Absent | undefined {
  const found = numberOf(...candidates.map(momentAsNumber));
  if (typeof found !== 'number') return found;
  return found >= SECONDS[0] && found <= SECONDS[1] && found < MS_MIN ? found * 1_000 : found;
}

function momentAsNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (DIGITS.test(text)) return Number(text);
  // Date reads a text without a zone in that of this machine.
  const ms = ISO.test(text) ? Date.parse(WITHOUT_ZONE.test(text) ? `${text}Z` : text) : Number.NaN;
  return Number.isNaN(ms) ? value : ms;
}

/**
 * The first number above zero. Several sources send zero for an empty value, so it gives undefined;
 * a negative one is withheld as implausible.
 */
export function positiveOf(...candidates: readonly unknown[]): number | Absent | undefined {
  let refused: Absent | undefined;
  for (const candidate of candidates) {
    const value = numberOf(candidate);
    if (typeof value === 'number' && value > 0) return value;
    if (isAbsent(value)) refused ??= value;
    else if (value !== undefined && value < 0) {
      refused ??= absent('implausible', `The source sent ${value}.`);
    }
  }
  return refused;
}

/** The shape of a value, in at most 80 characters. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (isRaw(value)) {
    const names = Object.keys(value);
    const more = names.length > SHAPE_NAMES_MAX ? ', …' : '';
    return clip(`object {${names.slice(0, SHAPE_NAMES_MAX).join(', ')}${more}}`);
  }
  if (typeof value === 'string') return clip(`text ${JSON.stringify(value)}`);
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`;
  return value === null ? 'null' : 'nothing';
}

/** A text without case, spaces and signs: "Active Under Contract" and "ActiveUnderContract". */
export const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const clip = (shape: string): string =>
  shape.length <= SHAPE_CHARS_MAX ? shape : `${shape.slice(0, SHAPE_CHARS_MAX - 1)}…`;

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const isText = (value: unknown): value is string => typeof value === 'string';

function firstOf<T>(
  is: (value: unknown) => value is T,
  candidates: readonly unknown[],
): T | Absent | undefined {
  let wrong: unknown;
  for (const candidate of candidates) {
    if (isMissing(candidate)) continue;
    if (is(candidate)) return candidate;
    wrong ??= candidate;
  }
  return wrong === undefined ? undefined : absent('unreadable', shapeOf(wrong));
}

/** Whether a source sent nothing: no member, null or a text without a character. */
export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
