/** A row of a set as its server sent it, with how it is mapped beside its columns. */
import { DAY_MS } from '#contract/durations.js';
import { isoDay } from '#domain/days.js';
import { absent, type DropCause, isAbsent } from '#domain/parsed-row.js';
import type { Question } from '../driver.js';
import { type Applied, type FileRecord, mapper, NO_SALE_DATE } from '../mapping/apply-mapping.js';
import { columnName, membersOf } from '../mapping/members.js';
import { isRaw, type Raw } from '../raw-values.js';
import type { LiveSet } from './live-set.js';

/** How the rows of a page are mapped, and what is said of their set. */
export interface Mapper {
  readonly live: LiveSet;
  map(record: FileRecord): Applied;
  /** No home was acquired, or listed, after this day. */
  readonly today: string;
  /** The first day of the period of a search of sales; empty without one. */
  readonly since: string;
}

/** No row of a server has a member of this name. */
const MAPPER = Symbol('how a row is mapped');

export const mapperOf = (live: LiveSet, { nowMs, filters }: Question): Mapper => ({
  live,
  map: mapper(live.mapping, nowMs),
  today: isoDay(nowMs),
  since:
    filters.sold_within_days === undefined ? '' : isoDay(nowMs - filters.sold_within_days * DAY_MS),
});

export const liveRow = (values: Raw, own: Mapper): Raw => ({ ...values, [MAPPER]: own });

export type MappedRow =
  | {
      readonly home: Raw;
      readonly live: LiveSet;
      readonly hasKey: boolean;
      /** Sold before the period of the search: it is in the format of its set, and no row. */
      readonly isBefore: boolean;
    }
  /** Why it is no row, and in which words that is counted. */
  | { readonly dropped: string; readonly cause: DropCause };

const mapped = new WeakMap<object, MappedRow>();

/** A row by the names of our fields. Never throws. */
export function mappedRow(raw: unknown): MappedRow {
  if (!isRaw(raw)) return { dropped: 'no row', cause: 'unreadable' };
  const known = mapped.get(raw) ?? mapRow(raw);
  mapped.set(raw, known);
  return known;
}

function mapRow(raw: Raw): MappedRow {
  const own = (raw as { readonly [MAPPER]?: Mapper })[MAPPER];
  if (own === undefined) return { dropped: 'a row of no set', cause: 'unreadable' };
  const { live, map, today, since } = own;
  const members = membersOf(raw);
  const record: FileRecord = (column) => plain(members.get(columnName(column)));
  const { kind, key } = live.mapping;
  const isSold = kind === 'sold';
  const isFilled = (column: string) => !EMPTY.has(record(column));
  // A home for sale is known by its key: without one it would be another home with every search.
  // A sale without its own is known by its values, as in a copy.
  if (!isSold && !key.every(isFilled)) {
    return { dropped: 'a row without its key', cause: 'unreadable' };
  }
  const applied = map(record);
  if ('dropped' in applied) return { dropped: applied.dropped, cause: causeOf(applied) };
  const home = { ...applied.mapped };
  const hasKey = key.slice(0, 1).every(isFilled);
  return isSold
    ? { home, live, hasKey, isBefore: isBefore(home, since) }
    : { home: withDays(home, today), live, hasKey, isBefore: false };
}

/** The server has a margin, and compares no months: a month is in a period when all of it is. */
const isBefore = ({ sold_date }: Raw, since: string): boolean =>
  typeof sold_date === 'string' &&
  (sold_date.length < since.length ? `${sold_date}-01` : sold_date) < since;

/** Sets of parcels have parcels that were never sold: no period finds these, and none is lost. */
function causeOf({
  dropped,
  unreadable,
}: Extract<Applied, { readonly dropped: string }>): DropCause {
  if (dropped === NO_SALE_DATE) return 'unverifiable';
  return unreadable ? 'unreadable' : 'left_out';
}

/** A value of a column; a list is no value of a home. */
const plain = (value: unknown): unknown => (Array.isArray(value) ? undefined : value);
const EMPTY: ReadonlySet<unknown> = new Set(['', null, undefined]);

/** No home that is for sale now was listed or acquired before. */
const FIRST_DAY = '1980-01-01';
const DAYS = ['list_date', 'acquired_date'];

function withDays(home: Raw, today: string): Raw {
  const odd = DAYS.filter((name) => {
    const day = home[name];
    return typeof day === 'string' && (day < FIRST_DAY || day > today || day.length < today.length);
  });
  if (odd.length === 0) return home;
  const why = (name: string) => absent('implausible', `The set has ${String(home[name])}.`);
  return { ...home, ...Object.fromEntries(odd.map((name) => [name, why(name)])) };
}

/** Whether a row has a value of a field. */
export function hasField(raw: unknown, field: string): boolean {
  const row = mappedRow(raw);
  return 'home' in row && row.home[field] !== undefined && !isAbsent(row.home[field]);
}
