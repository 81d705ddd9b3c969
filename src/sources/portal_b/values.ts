/**
 * The source's value objects. A field is {value, level} or the plain value: which one depends on
 * the field and the version, so both are read everywhere. Level 1 is public; from level 2 the
 * source shows the value only to signed-in visitors. A level without a value is an empty field.
 */
import { type Absent, absent } from '#domain/parsed-row.js';
import { isRaw, numberOf, positiveOf, type Raw, shapeOf, textOf } from '../raw-values.js';
import { HIDDEN, NOT_REPORTED } from '../reasons.js';

const WITHHELD_LEVEL_MIN = 2;
/** The source has no higher level. */
const LEVEL_MAX = 9;
const WRAPPER_MEMBERS: ReadonlySet<string> = new Set(['value', 'level', 'label']);

/** The value of a field in either form; undefined when it has none. */
export const valueIn = (field: unknown): unknown =>
  isWrapped(field) ? (isKnownLevel(field) ? field.value : undefined) : field;

/** Whether the source has a value here that it does not show. */
export const isWithheld = (field: unknown): boolean =>
  isWrapped(field) &&
  (field.value === undefined || field.value === null) &&
  typeof field.level === 'number' &&
  field.level >= WITHHELD_LEVEL_MIN &&
  field.level <= LEVEL_MAX;

/** An unknown level says nothing about whether there is a value. */
const isKnownLevel = ({ level }: Raw): boolean =>
  level === undefined || (typeof level === 'number' && level >= 0 && level <= LEVEL_MAX);

/** Why a field has no value. A member in place of `value` means a changed form. */
export function gapIn(field: unknown): Absent {
  if (isWithheld(field)) return HIDDEN;
  if (!isWrapped(field)) return NOT_REPORTED;
  const isOdd = Object.keys(field).some((name) => !WRAPPER_MEMBERS.has(name));
  return isOdd || !isKnownLevel(field) ? absent('unreadable', shapeOf(field)) : NOT_REPORTED;
}

export function numberIn(field: unknown): number | Absent {
  const value = valueIn(field);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return numberOf(value) ?? gapIn(field);
}

/** A number above zero: zero is an empty value, a negative one is withheld as implausible. */
export function positiveIn(field: unknown): number | Absent {
  const value = valueIn(field);
  if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return value;
  return positiveOf(value) ?? gapIn(field);
}

export const textIn = (field: unknown): string | Absent => textOf(valueIn(field)) ?? gapIn(field);

/** Whether a field contains a text or number at all: for fields whose mere presence matters. */
export function isGiven(field: unknown): boolean {
  const value = valueIn(field);
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/** An object without members is an empty field too. */
const isWrapped = (field: unknown): field is Raw =>
  isRaw(field) &&
  ('value' in field || 'level' in field || 'label' in field || Object.keys(field).length === 0);
