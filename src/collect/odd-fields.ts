/** Fields whose values are not what this source's homes have: of another size, all the same, no such text. */
import type { Row } from '#contract/rows.js';
import { isAbsent, type ParsedRow, valueOr } from '#domain/parsed-row.js';
import type { Question } from '#sources/driver.js';
import type { Expectations, FieldExpectation, Ratio } from '#sources/expectations.js';
import { isFiltered } from './asked-fields.js';
import type { Finding, Pair } from './parsed-page.js';
import { fieldNamed, valueAt } from './row-fields.js';

/** Values of a page from which their median, or what their texts look like, says something. */
const VALUES_MIN = 5;
/** The share of texts that look as they should, below which another member stands in their place. */
const FORM_SHARE_MIN = 0.5;
/** Yes-or-no values of a page from which their share says something. */
const FLAGS_MIN = 20;
/** The share of rows that have a place of their own from which they count as being apart. */
const PLACES_SHARE_MIN = 0.5;

export function* oddFields(
  { fields }: Expectations,
  { filters }: Pick<Question, 'filters'>,
  pairs: readonly Pair[],
): Generator<Finding> {
  for (const [name, expected] of Object.entries(fields)) {
    const { median, varied, form, share_true } = expected;
    if ([median, varied, form, share_true].every((one) => one === undefined)) continue;
    const values: Value[] = [];
    for (const { row } of pairs) {
      const value = sizeAt(row, name);
      if (value !== null) values.push(value);
    }
    const why =
      sameFault(name, expected, values, pairs) ??
      formFault(name, expected, values) ??
      shareTrueFault(name, expected, values) ??
      (isFiltered(name, filters) ? null : medianFault(name, expected, values));
    if (why !== null) yield { fields: [name], why };
  }
}

type Value = number | string | boolean;

function sameFault(
  name: string,
  { varied }: FieldExpectation,
  values: readonly Value[],
  pairs: readonly Pair[],
): string | null {
  if (varied === undefined || values.length < varied) return null;
  const first = values[0];
  const isOne = values.every((value) => value === first);
  const isSame = name === 'location' ? isOne || sharesOneEdge(pairs) : isOne;
  if (!isSame || !areApart(pairs, name)) return null;
  return `${name} is the same in all ${values.length} rows`;
}

/** The homes of one building share both coordinates, homes apart share neither. */
function sharesOneEdge(pairs: readonly Pair[]): boolean {
  const points = pairs.flatMap(({ row }) => valueOr(row.location) ?? []);
  const [first] = points;
  if (first === undefined) return false;
  return (
    points.every(({ lat }) => lat === first.lat) !== points.every(({ lng }) => lng === first.lng)
  );
}

/** Whether rows are of many places: homes of one building may well be the same. */
function areApart(pairs: readonly Pair[], field: string): boolean {
  const other = field === 'location' ? 'address.line1' : 'location';
  const places = new Set<Value>();
  for (const { row } of pairs) places.add(sizeAt(row, other) ?? '');
  return places.size >= pairs.length * PLACES_SHARE_MIN;
}

function formFault(
  name: string,
  { form }: FieldExpectation,
  values: readonly Value[],
): string | null {
  if (form === undefined || values.length < VALUES_MIN) return null;
  const formed = values.filter((value) => typeof value === 'string' && form.test(value)).length;
  if (formed >= values.length * FORM_SHARE_MIN) return null;
  return `${name} looks like another member in ${values.length - formed} of ${values.length} rows`;
}

function shareTrueFault(
  name: string,
  { share_true }: FieldExpectation,
  values: readonly Value[],
): string | null {
  if (share_true === undefined || values.length < FLAGS_MIN) return null;
  const yes = values.filter((value) => value === true).length;
  if (yes >= values.length * share_true[0] && yes <= values.length * share_true[1]) return null;
  return `${name} is true in ${yes} of ${values.length} rows, far from normal`;
}

function medianFault(
  name: string,
  { median }: FieldExpectation,
  values: readonly Value[],
): string | null {
  if (median === undefined || values.length < VALUES_MIN) return null;
  const middle = middleOf(values.filter((value) => typeof value === 'number'));
  return middle >= median[0] && middle <= median[1]
    ? null
    : `${name} is around ${middle}, far from what this source's homes have`;
}

const middleOf = (values: readonly number[]): number =>
  Float64Array.from(values).sort()[Math.floor(values.length / 2)] ?? 0;

/** A field's number or amount, or what distinguishes one point or text from another. */
function sizeAt(row: ParsedRow<Row>, name: string): Value | null {
  const value = valueAt(row, fieldNamed(name));
  if (typeof value !== 'object')
    return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
      ? value
      : null;
  if (value === null || isAbsent(value)) return null;
  if ('amount' in value && typeof value.amount === 'number') return value.amount;
  return 'lat' in value && 'lng' in value ? `${String(value.lat)},${String(value.lng)}` : null;
}

interface Measured extends Ratio {
  readonly middle: number;
  readonly isOdd: boolean;
}

/**
 * Fields whose size beside another field's is not that of this source. Of the two, that one is not trusted which
 * more of the odd ratios and fewer of the others have in common.
 */
export function* oddRatios(
  { ratios = [] }: Expectations,
  pairs: readonly Pair[],
): Generator<Finding> {
  const measured = ratios.flatMap((ratio) => measure(ratio, pairs) ?? []);
  const blameOf = (name: string): number =>
    measured
      .filter(({ field, to }) => field === name || to === name)
      .reduce((blame, { isOdd }) => blame + (isOdd ? 1 : -1), 0);
  for (const { field, to, middle, isOdd } of measured) {
    if (!isOdd) continue;
    const culprit = blameOf(to) > Math.max(1, blameOf(field)) ? to : field;
    const why = `${field} is around ${middle.toPrecision(3)} of ${to}, far from what is normal`;
    yield { fields: [culprit], why };
  }
}

function measure(ratio: Ratio, pairs: readonly Pair[]): Measured | null {
  const values: number[] = [];
  for (const { row } of pairs) {
    const [a, b] = [sizeAt(row, ratio.field), sizeAt(row, ratio.to)];
    if (typeof a === 'number' && typeof b === 'number' && b > 0) values.push(a / b);
  }
  if (values.length < VALUES_MIN) return null;
  const middle = middleOf(values);
  return { ...ratio, middle, isOdd: middle < ratio.median[0] || middle > ratio.median[1] };
}
