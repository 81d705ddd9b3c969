/**
 * Numbers and flags as this source writes them: a number may be a text ("623200.0"), and a missing
 * one is an absent member, null, "" or zero.
 */
import type { Money } from '#contract/values.js';
import { type Absent, absent } from '#domain/parsed-row.js';
import { dollarsIn } from '../home-values.js';
import { numberOf, positiveOf, shapeOf, textOf } from '../raw-values.js';
import { NOT_REPORTED } from '../reasons.js';

/** More than any price, area or count here; cents of larger numbers would be lost. */
const FIGURE_MAX = 1_000_000_000_000;
const PLAIN = /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/;

/** The first figure above zero; "", 0, "0" and "0.0" all mean that it is missing. */
export function figureOf(...candidates: readonly unknown[]): number | Absent {
  const first = candidates[0];
  if (typeof first === 'number' && first > 0 && first <= FIGURE_MAX) return first;
  const figure = positiveOf(...candidates.map(plain));
  if (typeof figure !== 'number') return figure ?? NOT_REPORTED;
  return figure <= FIGURE_MAX ? figure : absent('implausible', `The source sent ${figure}.`);
}

/** The first dollars above zero. */
export const dollarsOf = (...candidates: readonly unknown[]): Money | Absent =>
  dollarsIn(figureOf(...candidates));

/** A count; 0 is a valid value. */
export function countOf(value: unknown): number | Absent {
  const count = numberOf(plain(value));
  if (typeof count !== 'number') return count ?? NOT_REPORTED;
  if (!Number.isSafeInteger(count)) return absent('unreadable', shapeOf(value));
  return count >= 0 ? count : absent('implausible', `The source sent ${count}.`);
}

/** A number of either sign: a coordinate. */
export const signedOf = (value: unknown): number | Absent | undefined => numberOf(plain(value));

export function flagOf(value: unknown): boolean | Absent {
  if (typeof value === 'boolean') return value;
  const text = textOf(value);
  if (text === undefined) return NOT_REPORTED;
  if (typeof text !== 'string') return text;
  const word = text.toLowerCase();
  return word === 'true' || word === 'false'
    ? word === 'true'
    : absent('unreadable', shapeOf(text));
}

const plain = (value: unknown): unknown =>
  typeof value === 'string' && PLAIN.test(value) ? Number(value) : value;
