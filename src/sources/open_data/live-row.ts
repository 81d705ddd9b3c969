/** A row of a set as its server sent it, with how it is mapped beside its columns. */
import { absent, isAbsent } from '#domain/parsed-row.js';
import { type Applied, type FileRecord, mapper } from '../mapping/apply-mapping.js';
import { columnName, membersOf } from '../mapping/members.js';
import { isRaw, type Raw } from '../raw-values.js';
import type { LiveSet } from './live-set.js';

/** How the rows of a page are mapped, and what is said of their set. */
export interface Mapper {
  readonly live: LiveSet;
  map(record: FileRecord): Applied;
  /** No home was acquired, or listed, after this day. */
  readonly today: string;
}

/** No row of a server has a member of this name. */
const MAPPER = Symbol('how a row is mapped');

export const mapperOf = (live: LiveSet, nowMs: number): Mapper => ({
  live,
  map: mapper(live.mapping, nowMs),
  today: new Date(nowMs).toISOString().slice(0, 10),
});

export const liveRow = (values: Raw, own: Mapper): Raw => ({ ...values, [MAPPER]: own });

export type MappedRow =
  | { readonly home: Raw; readonly live: LiveSet }
  /** Why it is no row: a rule of the mapping, or a value that cannot be read. */
  | { readonly dropped: string; readonly isUnreadable: boolean };

const mapped = new WeakMap<object, MappedRow>();

/** A row by the names of our fields. Never throws. */
export function mappedRow(raw: unknown): MappedRow {
  if (!isRaw(raw)) return { dropped: 'no row', isUnreadable: true };
  const known = mapped.get(raw) ?? mapRow(raw);
  mapped.set(raw, known);
  return known;
}

function mapRow(raw: Raw): MappedRow {
  const own = (raw as { readonly [MAPPER]?: Mapper })[MAPPER];
  if (own === undefined) return { dropped: 'a row of no set', isUnreadable: true };
  const { live, map, today } = own;
  const members = membersOf(raw);
  const record: FileRecord = (column) => plain(members.get(columnName(column)));
  // A row is known by its key: without one it would be another home with every search.
  const isNamed = live.mapping.key.every((column) => !EMPTY.has(record(column)));
  if (!isNamed) return { dropped: 'a row without its key', isUnreadable: true };
  const applied = map(record);
  return 'mapped' in applied
    ? { home: withDays({ ...applied.mapped }, today), live }
    : { dropped: applied.dropped, isUnreadable: applied.unreadable };
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
