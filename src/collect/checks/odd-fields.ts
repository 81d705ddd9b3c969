/**
 * Fields whose values no home of this source has: an impossible size, an implausible text, or one
 * value where others differ. Equal values prove nothing, since similar homes are common (a
 * retirement community, a builder's street, a search for one price): they only raise a suspicion,
 * which unlike places confirm by the same value (`witnesses.ts`).
 */
import { isAbsent } from '#domain/parsed-row.js';
import type { FieldExpectation, Ratio } from '#sources/expectations.js';
import { isAsked, type Selection } from './asked-fields.js';
import type { Finding, Pair, Sizes, SourceAnswer, Value } from './source-answer.js';

/** With fewer values on a page, their median means little. */
const VALUES_MIN = 5;
/** Texts needed to judge their form, and the share that must have it. */
const TEXTS_MIN = 20;
const FORM_SHARE_MIN = 0.1;
/** With fewer rows, an identical value on all of them is ignored. */
const SAME_MIN = 20;
/** Homes differ widely in a field if its larger values are this many times the smaller ones. */
const SPREAD_MIN = 2.5;
/** Homes differ in a text field that has this many values. */
const TEXTS_APART_MIN = 3;

export function* oddFields({
  history,
  expectations: { fields },
  question,
  sizes,
}: SourceAnswer): Generator<Finding> {
  for (const [name, expected] of Object.entries(fields)) {
    const { possible, differs_with, form } = expected;
    if (!(possible ?? differs_with ?? form)) continue;
    const why =
      sameFault(history, name, expected, question, sizes) ??
      formFault(name, expected, sizes) ??
      (isAsked(name, question) ? null : sizeFault(name, expected, sizes));
    if (why !== null) yield { fields: [name], why };
  }
}

/** A fault if all rows have one value although a related field differs, also in unlike places. */
function sameFault(
  history: SourceAnswer['history'],
  name: string,
  { differs_with: other }: FieldExpectation,
  question: Selection,
  sizes: Sizes,
): string | null {
  if (other === undefined) return null;
  const values = sizes.of(name);
  const rows = values.flatMap((value, at) => (value === null ? [] : [at]));
  const [first] = rows;
  if (first === undefined || rows.length < SAME_MIN) return null;
  const same = name === 'location' ? sharedPart(sizes.pairs) : oneOf(values, rows);
  if (same === null) {
    history.clear(name);
    return null;
  }
  if (isAsked(name, question) || !areApart(rows.map((at) => sizes.of(other)[at] ?? null)))
    return null;
  if (!history.suspect(name, same)) return null;
  return `${name} is ${same} in all rows of unlike places`;
}

/** The common value of some rows as text; null where they differ. */
function oneOf(values: readonly (Value | null)[], rows: readonly number[]): string | null {
  const [first] = rows;
  const value = first === undefined ? null : (values[first] ?? null);
  return value !== null && rows.every((at) => values[at] === value) ? String(value) : null;
}

/** What all points share: homes of one building share both coordinates, distant homes neither. */
function sharedPart(pairs: readonly Pair[]): string | null {
  const points = pairs.flatMap(({ row: { location } }) => (isAbsent(location) ? [] : [location]));
  const [first] = points;
  if (first === undefined) return null;
  const parts = (['lat', 'lng'] as const).filter((part) =>
    points.every((point) => point[part] === first[part]),
  );
  return parts.length === 0 ? null : parts.map((part) => `${part} ${first[part]}`).join(', ');
}

/** Whether the values of a field differ widely. */
function areApart(values: readonly (Value | null)[]): boolean {
  const numbers = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const at = (share: number) => numbers[Math.floor((numbers.length - 1) * share)] ?? 0;
  if (numbers.length >= SAME_MIN) return at(0.9) >= at(0.1) * SPREAD_MIN;
  return new Set(values.filter((value) => typeof value === 'string')).size >= TEXTS_APART_MIN;
}

/** Texts of land, and of plans for unbuilt homes, have no fixed form. */
function formFault(name: string, { form }: FieldExpectation, sizes: Sizes): string | null {
  if (form === undefined) return null;
  const types = sizes.of('property_type');
  const texts = sizes
    .of(name)
    .filter((value, at) => typeof value === 'string' && (types[at] ?? 'land') !== 'land');
  if (texts.length < TEXTS_MIN) return null;
  const formed = texts.filter((value) => form.test(String(value))).length;
  if (formed > texts.length * FORM_SHARE_MIN) return null;
  return `${name} looks like another member in ${texts.length - formed} of ${texts.length} rows`;
}

function sizeFault(name: string, { possible }: FieldExpectation, sizes: Sizes): string | null {
  if (possible === undefined) return null;
  const values = sizes.of(name).filter((value) => typeof value === 'number');
  if (values.length < VALUES_MIN) return null;
  const middle = middleOf(values);
  return middle >= possible[0] && middle <= possible[1]
    ? null
    : `${name} is around ${middle}, which no homes have`;
}

const middleOf = (values: readonly number[]): number =>
  Float64Array.from(values).sort()[Math.floor(values.length / 2)] ?? 0;

/** Whether a value is more or less than it should be. */
type Side = 'more' | 'less';

interface Measured extends Ratio {
  readonly middle: number;
  /** On which side of the usual range it lies; null within it. */
  readonly side: Side | null;
  readonly isImpossible: boolean;
}

const other = (side: Side): Side => (side === 'more' ? 'less' : 'more');

/**
 * Fields whose ratio to another field no home has. A merely unusual ratio (mansions, cottages,
 * cheap sales) counts if a second ratio suggests the same of one of the two fields. Of the two
 * fields, the one with more unusual and fewer normal ratios is not trusted.
 */
export function* oddRatios({
  expectations: { ratios = [] },
  question,
  sizes,
}: Pick<SourceAnswer, 'expectations' | 'question' | 'sizes'>): Generator<Finding> {
  const measured = ratios.flatMap((ratio) =>
    isAsked(ratio.field, question) || isAsked(ratio.to, question)
      ? []
      : (measure(ratio, sizes) ?? []),
  );
  const blameOf = (name: string): number =>
    measured
      .filter(({ field, to }) => field === name || to === name)
      .reduce((blame, { side }) => blame + (side === null ? -1 : 1), 0);
  const saying = (name: string, side: Side): number =>
    measured.filter(
      (one) =>
        one.side !== null &&
        ((one.field === name && one.side === side) || (one.to === name && one.side !== side)),
    ).length;
  for (const { field, to, middle, side, isImpossible } of measured) {
    if (side === null) continue;
    const isSaidTwice = saying(field, side) > 1 || saying(to, other(side)) > 1;
    if (!isImpossible && !isSaidTwice) continue;
    const culprit = blameOf(to) > Math.max(1, blameOf(field)) ? to : field;
    const why = `${field} is around ${middle.toPrecision(3)} of ${to}, which no homes have`;
    yield { fields: [culprit], why };
  }
}

function measure(ratio: Ratio, sizes: Sizes): Measured | null {
  const values: number[] = [];
  const others = sizes.of(ratio.to);
  for (const [row, a] of sizes.of(ratio.field).entries()) {
    const b = others[row];
    if (typeof a === 'number' && typeof b === 'number' && b > 0) values.push(a / b);
  }
  if (values.length < VALUES_MIN) return null;
  const middle = middleOf(values);
  const [low, high] = ratio.usual;
  const [least, most] = ratio.possible;
  return {
    ...ratio,
    middle,
    side: middle > high ? 'more' : middle < low ? 'less' : null,
    isImpossible: middle < least || middle > most,
  };
}
