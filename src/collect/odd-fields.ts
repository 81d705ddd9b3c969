/** Fields whose values are not what this source's homes have: of another size, all the same, no such text. */
import { isAbsent, valueOr } from '#domain/parsed-row.js';
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

/** The sizes of a page's fields, one a row, gathered once. */
export class Sizes {
  readonly pairs: readonly Pair[];
  readonly #columns = new Map<string, readonly (Value | null)[]>();

  constructor(pairs: readonly Pair[]) {
    this.pairs = pairs;
  }

  of(name: string): readonly (Value | null)[] {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const field = fieldNamed(name);
    const made = this.pairs.map(({ row }) => sizeOf(valueAt(row, field)));
    this.#columns.set(name, made);
    return made;
  }
}

export function* oddFields(
  { fields }: Expectations,
  { filters }: Pick<Question, 'filters'>,
  sizes: Sizes,
): Generator<Finding> {
  for (const [name, expected] of Object.entries(fields)) {
    const { median, varied, form, share_true } = expected;
    if (!(median ?? varied ?? form ?? share_true)) continue;
    const values = sizes.of(name).filter((value) => value !== null);
    const why =
      sameFault(name, expected, values, sizes) ??
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
  sizes: Sizes,
): string | null {
  if (varied === undefined || values.length < varied) return null;
  const first = values[0];
  const isOne = values.every((value) => value === first);
  const isSame = name === 'location' ? isOne || sharesOneEdge(sizes.pairs) : isOne;
  if (!isSame || !areApart(sizes, name)) return null;
  return `${name} is the same in all ${values.length} rows`;
}

/** The homes of one building share both coordinates, homes apart share neither. */
function sharesOneEdge(pairs: readonly Pair[]): boolean {
  let first: { readonly lat: number; readonly lng: number } | null = null;
  let [oneLat, oneLng] = [true, true];
  for (const { row } of pairs) {
    const point = valueOr(row.location);
    if (point === null) continue;
    first ??= point;
    oneLat &&= point.lat === first.lat;
    oneLng &&= point.lng === first.lng;
    if (!oneLat && !oneLng) return false;
  }
  return first !== null && oneLat !== oneLng;
}

/** Whether rows are of many places: homes of one building may well be the same. */
function areApart(sizes: Sizes, field: string): boolean {
  const values = sizes.of(field === 'location' ? 'address.line1' : 'location');
  const places = new Set(values.map((value) => value ?? ''));
  return places.size >= values.length * PLACES_SHARE_MIN;
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
function sizeOf(value: unknown): Value | null {
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
export function* oddRatios({ ratios = [] }: Expectations, sizes: Sizes): Generator<Finding> {
  const measured = ratios.flatMap((ratio) => measure(ratio, sizes) ?? []);
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

function measure(ratio: Ratio, sizes: Sizes): Measured | null {
  const values: number[] = [];
  const others = sizes.of(ratio.to);
  for (const [row, a] of sizes.of(ratio.field).entries()) {
    const b = others[row];
    if (typeof a === 'number' && typeof b === 'number' && b > 0) values.push(a / b);
  }
  if (values.length < VALUES_MIN) return null;
  const middle = middleOf(values);
  return { ...ratio, middle, isOdd: middle < ratio.median[0] || middle > ratio.median[1] };
}
