/**
 * Whether an answer still means what the source normally sends: every page is compared with the source's
 * expectations. Members that contradict each other are withheld; a field that fell out of the rows is lost:
 * a required one fails the collection, any other is delivered as null and makes the page partial.
 */
import type { Row } from '#contract/rows.js';
import { type Absent, absent, isAbsent, type ParsedRow, type RowRead } from '#domain/parsed-row.js';
import { changedAnswer, type Question } from '#sources/driver.js';
import {
  atPath,
  type Expectations,
  type FieldExpectation,
  type MemberExpectation,
  type RowView,
} from '#sources/expectations.js';
import { isRaw } from '#sources/raw-values.js';
import type { AreaSearch } from './area-search.js';
import type { Seen } from './field-history.js';
import { fieldsOf, valueAt, withholding } from './row-fields.js';

/** Fields of which an answer carries less than it should, and in words why. */
export type FieldFaults = ReadonlyMap<string, string>;

export interface CheckedRows {
  readonly rows: readonly RowRead<Row>[];
  readonly faults: FieldFaults;
}

type Checked = Pick<AreaSearch, 'source' | 'kind' | 'driver' | 'history'>;
interface Pair {
  readonly view: RowView;
  readonly row: ParsedRow<Row>;
}

/** Rows of one page in contradiction from which the format counts as changed, and their share. */
const CONTRADICTIONS_MIN = 3;
const CONTRADICTIONS_SHARE_MAX = 0.1;
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

/** The rows of a page, with what cannot be trusted withheld. Throws SourceError 'changed'. */
export function checkAnswer(
  search: Checked,
  question: Pick<Question, 'filters'>,
  raws: readonly unknown[],
  reads: readonly RowRead<Row>[],
): CheckedRows {
  const { expectations } = search.driver;
  if (expectations === undefined || reads.length === 0) return { rows: reads, faults: new Map() };
  requireReadableRows(search, reads);
  const agreed = withoutContradictions(search, expectations, raws, reads);
  const pairs = pairsOf(expectations, raws, agreed);
  const faults = new Map<string, string>();
  const lost = new Map<string, string>();
  for (const { fields, why, some } of [
    ...lostMembers(search, expectations, pairs),
    ...lostFields(search, expectations, pairs),
    ...oddFields(expectations, question, pairs),
  ]) {
    for (const field of fields) {
      if (lost.has(field)) continue;
      faults.set(field, why);
      if (some === true) continue;
      if (expectations.fields[field]?.required === true) throw changedAnswer(search.source)(why);
      lost.set(field, why);
    }
  }
  if (lost.size === 0) return { rows: agreed, faults };
  return { rows: agreed.map((read) => withoutLost(read, lost)), faults };
}

/** Rows of one page dropped by the reader from which it counts as changed, when they are most. */
const DROPPED_MIN = 5;

/** Most rows can be read, and are of the asked kind. */
function requireReadableRows({ source }: Checked, reads: readonly RowRead<Row>[]): void {
  const causes = reads.flatMap((read) => ('dropped' in read ? [read.dropped] : []));
  for (const [cause, what] of [
    ['unreadable', 'cannot be read'],
    ['outside_filters', 'are of another kind'],
  ] as const) {
    const dropped = causes.filter((dropped) => dropped === cause).length;
    if (dropped >= DROPPED_MIN && dropped * 2 >= reads.length) {
      throw changedAnswer(source)(`${dropped} of ${reads.length} rows ${what}`);
    }
  }
}

function pairsOf(
  { view }: Expectations,
  raws: readonly unknown[],
  reads: readonly RowRead<Row>[],
): Pair[] {
  return reads.flatMap((read, index) => {
    const raw = raws[index];
    return 'row' in read && isRaw(raw) ? [{ view: view(raw), row: read.row }] : [];
  });
}

/** Rows whose members contradict each other, without the fields that are read from them. */
function withoutContradictions(
  { source }: Checked,
  { view, twins }: Expectations,
  raws: readonly unknown[],
  reads: readonly RowRead<Row>[],
): readonly RowRead<Row>[] {
  if (twins.length === 0) return reads;
  const counts = twins.map(() => 0);
  const checked = reads.map((read, index) => {
    const raw = raws[index];
    if (!('row' in read) || !isRaw(raw)) return read;
    const seen = view(raw);
    const withheld = new Map<string, Absent>();
    for (const [at, twin] of twins.entries()) {
      if (twin.agree(seen) !== false) continue;
      counts[at] = (counts[at] ?? 0) + 1;
      for (const field of twin.fields) {
        withheld.set(field, absent('implausible', `${twin.members} contradict each other`));
      }
    }
    return withheld.size === 0 ? read : { row: withholding(read.row, withheld) };
  });
  const rows = reads.filter((read) => 'row' in read).length;
  for (const [at, { members }] of twins.entries()) {
    const count = counts[at] ?? 0;
    if (count >= CONTRADICTIONS_MIN && count > rows * CONTRADICTIONS_SHARE_MAX) {
      throw changedAnswer(source)(`${members} contradict each other in ${count} of ${rows} rows`);
    }
  }
  return checked;
}

interface Finding {
  readonly fields: readonly string[];
  readonly why: string;
  /** Only some rows are concerned: what the others say is trusted. */
  readonly some?: boolean;
}

/** Members that the rows no longer carry, whatever else a field could be read from. */
function* lostMembers(
  { history, source, kind }: Checked,
  { members }: Expectations,
  pairs: readonly Pair[],
): Generator<Finding> {
  for (const { paths, fields, share, applies, has, split } of members.map(withPaths)) {
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
const NOT_EXPECTED: ReadonlySet<string> = new Set([
  'not_applicable',
  'not_disclosed',
  'hidden_by_source',
]);

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
      else if (value.absent === 'unreadable') unreadable += 1;
      if (!isAbsent(value) || !NOT_EXPECTED.has(value.absent)) rows += 1;
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
    const valued = pairs.filter(({ row }) => sizeAt(row, name) !== null);
    const values = valued.map(({ row }) => sizeAt(row, name) ?? 0);
    const why =
      expected.varied === true && areSame(values) && areApart(valued, name)
        ? `${name} is the same in all ${values.length} rows`
        : medianFault(name, expected, values, isFiltered(name, filters));
    if (why !== null) yield { fields: [name], why };
  }
}

const areSame = (values: readonly unknown[]): boolean =>
  values.length >= SAME_VALUES_MIN && new Set(values).size === 1;

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

/** A field's number or amount, or what tells one point or text from another. */
function sizeAt(row: ParsedRow<Row>, name: string): number | string | null {
  const value = valueAt(row, { name, path: name.split('.') });
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
  beds: /^beds_/,
  baths: /^baths_/,
  'extras.year_built': /^year_built_/,
};

/** Whether the search itself asks for odd values of a field. */
const isFiltered = (field: string, filters: object): boolean =>
  Object.keys(filters).some((name) => FILTER_OF[field]?.test(name) === true);

/** Every value of a lost field is gone: what is left of it may mean anything. */
function withoutLost(read: RowRead<Row>, lost: FieldFaults): RowRead<Row> {
  if (!('row' in read)) return read;
  const gone = new Map<string, Absent>();
  for (const [field, why] of lost) {
    const value = valueAt(read.row, { name: field, path: field.split('.') });
    if (isAbsent(value) && NOT_EXPECTED.has(value.absent)) continue;
    gone.set(field, absent('unreadable', why));
  }
  return gone.size === 0 ? read : { row: withholding(read.row, gone) };
}
