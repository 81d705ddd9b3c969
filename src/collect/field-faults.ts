/** Fields that fell out of an answer, or whose values are of another size than the source's. */
import type { Row } from '#contract/rows.js';
import { isAbsent, type ParsedRow, valueOr } from '#domain/parsed-row.js';
import type { Question } from '#sources/driver.js';
import {
  atPath,
  type Expectations,
  type FieldExpectation,
  type MemberExpectation,
} from '#sources/expectations.js';
import type { Seen } from './field-history.js';
import type { Checked, Pair } from './parsed-page.js';
import { fieldNamed, fieldsOf, valueAt } from './row-fields.js';

/** Unreadable values of a field on one page from which it counts as lost, and their share. */
const UNREADABLE_MIN = 3;
const UNREADABLE_SHARE_MAX = 0.1;
/** The share from which the values that can be read are not trusted either. */
const UNREADABLE_SHARE_LOST = 0.5;
/** Values of a page from which their median says something. */
const MEDIAN_VALUES_MIN = 5;
/** Values of a page from which sameness is no accident. */
const SAME_VALUES_MIN = 10;
/** The share of rows that have a place of their own from which they count as being apart. */
const PLACES_SHARE_MIN = 0.5;

/** All faults of a page, the plainest first. */
export function* faultsIn(
  search: Checked,
  expectations: Expectations,
  question: Pick<Question, 'filters'>,
  rows: readonly Pair[],
): Generator<Finding> {
  const pairs = sampled(rows);
  yield* lostMembers(search, expectations, question, pairs);
  yield* lostFields(search, expectations, pairs);
  yield* oddFields(expectations, question, pairs);
  yield* oddRatios(expectations, pairs);
}

/** Rows of a page that are judged: so many, evenly spread, tell as much as all. */
const SAMPLE_ROWS_MAX = 100;

function sampled(pairs: readonly Pair[]): readonly Pair[] {
  if (pairs.length <= SAMPLE_ROWS_MAX) return pairs;
  const step = pairs.length / SAMPLE_ROWS_MAX;
  return Array.from(
    { length: SAMPLE_ROWS_MAX },
    (_pair, at) => pairs[Math.floor(at * step)],
  ).filter((pair) => pair !== undefined);
}

/** A fault of some fields. */
export interface Finding {
  readonly fields: readonly string[];
  readonly why: string;
  /** Only some rows are concerned: what the others say is trusted. */
  readonly some?: boolean;
}

/** Members that the rows no longer carry, whatever else a field could be read from. */
function* lostMembers(
  { history, source, kind }: Checked,
  { members }: Expectations,
  { filters }: Pick<Question, 'filters'>,
  pairs: readonly Pair[],
): Generator<Finding> {
  for (const { paths, fields, share, applies, has, split } of members.map(withPaths)) {
    // A search for other types finds the codes that nobody knows.
    if (has !== undefined && fields.some((field) => isFiltered(field, filters))) continue;
    const applying = applies === undefined ? pairs : pairs.filter(({ view }) => applies(view));
    const present = has ?? ((view) => split.some((path) => atPath(view, path) !== undefined));
    const filled = applying.filter(({ view }) => present(view)).length;
    const what = has === undefined ? 'there' : 'known';
    const name = `${source} ${kind} ${what} ${paths.join('|')}`;
    const loss = history.judge(name, share, { rows: applying.length, filled });
    if (loss !== null) yield { fields, why: missing(paths.join(' or '), what, loss) };
  }
}

const SPLIT_PATHS = new WeakMap<MemberExpectation, readonly (readonly string[])[]>();
function withPaths(member: MemberExpectation) {
  const split = SPLIT_PATHS.get(member) ?? member.paths.map((path) => path.split('.'));
  SPLIT_PATHS.set(member, split);
  return { ...member, split };
}

const missing = (what: string, how: string, { rows, filled }: Seen): string =>
  `${what} is ${how} in ${filled} of ${rows} rows, fewer than normal`;

/** Reasons that say that a field does not apply to a row, or that the source keeps it to itself. */
export const HIDDEN_OR_INAPPLICABLE: ReadonlySet<string> = new Set([
  'not_applicable',
  'not_disclosed',
  'hidden_by_source',
]);

/** What was sent and cannot be used. */
const UNUSABLE: ReadonlySet<string> = new Set(['unreadable', 'implausible']);

/** Fields that fell far below their history, or can no longer be read. */
function* lostFields(
  { history, source, kind }: Checked,
  { fields }: Expectations,
  pairs: readonly Pair[],
): Generator<Finding> {
  const first = pairs[0];
  if (first === undefined) return;
  for (const field of fieldsOf(first.row)) {
    let rows = 0;
    let filled = 0;
    let unreadable = 0;
    for (const { row } of pairs) {
      const value = valueAt(row, field);
      if (!isAbsent(value)) filled += 1;
      else if (UNUSABLE.has(value.absent)) unreadable += 1;
      if (!isAbsent(value) || !HIDDEN_OR_INAPPLICABLE.has(value.absent)) rows += 1;
    }
    const sent = filled + unreadable;
    if (unreadable >= UNREADABLE_MIN && unreadable > sent * UNREADABLE_SHARE_MAX) {
      const why = `${field.name} cannot be read in ${unreadable} of ${sent} rows`;
      yield { fields: [field.name], why, some: unreadable <= sent * UNREADABLE_SHARE_LOST };
      continue;
    }
    const name = `${source} ${kind} ${field.name}`;
    const loss = history.judge(name, fields[field.name]?.share, { rows, filled });
    if (loss !== null) yield { fields: [field.name], why: missing(field.name, 'filled', loss) };
  }
}

/** Fields whose values are of another size than this source's, or all the same. */
function* oddFields(
  { fields }: Expectations,
  { filters }: Pick<Question, 'filters'>,
  pairs: readonly Pair[],
): Generator<Finding> {
  for (const [name, expected] of Object.entries(fields)) {
    if (expected.median === undefined && expected.varied !== true) continue;
    const sizes = pairs.map(({ row }) => sizeAt(row, name));
    const valued = pairs.filter((_pair, at) => sizes[at] !== null);
    const values = sizes.filter((size) => size !== null);
    const why =
      expected.varied === true && areSame(name, valued, values) && areApart(valued, name)
        ? `${name} is the same in all ${values.length} rows`
        : medianFault(name, expected, values, isFiltered(name, filters));
    if (why !== null) yield { fields: [name], why };
  }
}

function areSame(name: string, pairs: readonly Pair[], values: readonly unknown[]): boolean {
  if (values.length < SAME_VALUES_MIN) return false;
  if (name !== 'location') return new Set(values).size === 1;
  // The homes of one building share both coordinates, homes apart share neither.
  const points = pairs.flatMap(({ row }) => valueOr(row.location) ?? []);
  const isSameLat = new Set(points.map(({ lat }) => lat)).size === 1;
  const isSameLng = new Set(points.map(({ lng }) => lng)).size === 1;
  return isSameLat !== isSameLng;
}

/** Whether rows are of many places: homes of one building may well be the same. */
function areApart(pairs: readonly Pair[], field: string): boolean {
  const other = field === 'location' ? 'address.line1' : 'location';
  const places = new Set(pairs.map(({ row }) => sizeAt(row, other)));
  return places.size >= pairs.length * PLACES_SHARE_MIN;
}

function medianFault(
  name: string,
  { median }: FieldExpectation,
  values: readonly (number | string)[],
  filtered: boolean,
): string | null {
  if (median === undefined || filtered || values.length < MEDIAN_VALUES_MIN) return null;
  const sorted = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return middle >= median[0] && middle <= median[1]
    ? null
    : `${name} is around ${middle}, far from what this source's homes have`;
}

/** A field's number or amount, or what distinguishes points or texts. */
function sizeAt(row: ParsedRow<Row>, name: string): number | string | null {
  const value = valueAt(row, fieldNamed(name));
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || isAbsent(value)) return null;
  if ('amount' in value && typeof value.amount === 'number') return value.amount;
  return 'lat' in value && 'lng' in value ? `${String(value.lat)},${String(value.lng)}` : null;
}

const FILTER_OF: Readonly<Record<string, RegExp>> = {
  list_price: /_price$/,
  rent_monthly: /_price$/,
  sale_price: /_price$/,
  living_area_sqft: /^sqft_/,
  property_type: /^property_type$/,
  beds: /^beds_/,
  baths: /^baths_/,
  'extras.year_built': /^year_built_/,
};

/** Whether the search itself asks for odd values of a field. */
const isFiltered = (field: string, filters: object): boolean =>
  Object.keys(filters).some((name) => FILTER_OF[field]?.test(name) === true);

/** Fields whose size beside another field's is not that of this source. */
function* oddRatios({ ratios = [] }: Expectations, pairs: readonly Pair[]): Generator<Finding> {
  for (const { field, to, median } of ratios) {
    const values = pairs.flatMap(({ row }) => {
      const [a, b] = [sizeAt(row, field), sizeAt(row, to)];
      return typeof a === 'number' && typeof b === 'number' && b > 0 ? [a / b] : [];
    });
    if (values.length < MEDIAN_VALUES_MIN) continue;
    const middle = values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    if (middle >= median[0] && middle <= median[1]) continue;
    const why = `${field} is around ${middle.toPrecision(3)} of ${to}, far from what is normal`;
    yield { fields: [field], why };
  }
}
