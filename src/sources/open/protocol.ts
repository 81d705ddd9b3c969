/** How one protocol of open data is read: requests out, answers in, and nothing in between. */
import type { Edges } from '#domain/box.js';
import type { UpstreamRequest } from '../driver.js';
import { jsonOf } from '../json-body.js';
import { isRaw, type Raw } from '../raw-values.js';
import { SourceError } from '../source-error.js';
import type { SetPart } from './open-set.js';

/** What a server says of a set before its rows are read. */
export interface SetDescription {
  /** The set's columns, as its server spells them. */
  readonly columns: readonly string[];
  /** Columns of dates, as the server says. Milliseconds since 1970 in them become days (UTC). */
  readonly dates: ReadonlySet<string>;
  /** Columns of numbers, as the server says: the others are compared as texts. */
  readonly numbers: ReadonlySet<string>;
  /** The column that names a row; rows are read in its order. */
  readonly key: string;
  /** Rows of one answer, at most. */
  readonly pageRows: number;
  /**
   * Whether the server sorts and cuts by itself. Otherwise all keys are read first, and rows by
   * ranges of them.
   */
  readonly sorts: boolean;
  /** Whether the server computes the least and the greatest key; not where this is left out. */
  readonly hasStatistics?: boolean;
  /**
   * How a row gets its point: from the geometry, from a centroid that the server makes, or not at
   * all.
   */
  readonly point: 'geometry' | 'centroid' | null;
  /** When the set last changed, ISO 8601; null where the server does not say. */
  readonly editedAt: string | null;
  /** The column with the time of a row's last change; null where it has none. */
  readonly changedColumn: string | null;
  /** The licence in the server's own words; null where it says nothing. */
  readonly licence: string | null;
}

/** What names a row of a set: a number of Esri and Carto, a text of Socrata. */
export type SetKey = number | string;

/** One page: rows behind `after` in the order of the key. */
export interface SetPageAsk {
  readonly set: SetPart;
  readonly description: SetDescription;
  /** The columns to read, spelled as the server does. */
  readonly columns: readonly string[];
  /** Only rows that changed after this time, ISO 8601; null for all. */
  readonly since: string | null;
  /** The last key that was read; of CKAN, how many rows were. Null at the beginning. */
  readonly after: SetKey | null;
  /** Only rows whose geometry meets this box; the protocols that take none are asked by columns. */
  readonly box?: Edges | null | undefined;
  /** The last key of this page, where ranges are read. */
  readonly last: number | null;
  readonly rows: number;
}

export interface SetRow {
  readonly key: string;
  readonly values: Raw;
}

export interface SetPage {
  readonly rows: readonly SetRow[];
  /** Where the next page begins. */
  readonly after: SetKey | null;
  /** Whether the server left out rows of a range of keys. */
  readonly isCut?: boolean;
}

/** The rows that a count or a list of keys is about. */
export type SetBounds = Pick<SetPageAsk, 'set' | 'description' | 'since' | 'box'> &
  Partial<Pick<SetPageAsk, 'after' | 'last'>>;

/** The least and the greatest key of a set. */
export interface KeyEnds {
  readonly least: number;
  readonly greatest: number;
}

export interface SetProtocol {
  describe(set: SetPart): UpstreamRequest;
  /** Throws SourceError. */
  readDescription(body: string, set: SetPart): SetDescription;
  count(ask: SetBounds): UpstreamRequest;
  readCount(body: string): number;
  /** Only where a server may not sort. */
  readonly keys?: SetKeys;
  page(ask: SetPageAsk): UpstreamRequest;
  /** A condition: a column of dates has a day (YYYY-MM-DD) or a later one. */
  readonly since?: (column: string, day: string) => string;
  readPage(body: string, ask: SetPageAsk): SetPage;
}

/**
 * What a server says of its keys: all of them, or the least and the greatest. Reads throw
 * SourceError.
 */
export interface SetKeys {
  list(ask: SetBounds): UpstreamRequest;
  /** In ascending order. */
  readList(body: string): readonly number[];
  ends(ask: SetBounds): UpstreamRequest;
  readEnds(body: string): KeyEnds;
}

/** A set of whose rows its server says nothing but their columns. */
export const UNDESCRIBED = {
  dates: new Set<string>(),
  numbers: new Set<string>(),
  sorts: true,
  point: null,
  editedAt: null,
  changedColumn: null,
  licence: null,
} as const satisfies Partial<SetDescription>;

/** The condition of a query: that of the set, of what has changed, and of the keys of a page. */
export function conditionOf(
  { set, description, since, after = null, last = null }: SetBounds,
  timeOf: (since: string) => string,
  literal: (key: SetKey) => string = String,
): string {
  const { key, changedColumn } = description;
  const parts = [
    set.where === undefined ? '' : `(${set.where})`,
    since === null || changedColumn === null ? '' : `${changedColumn} > ${timeOf(since)}`,
    after === null ? '' : `${key} > ${literal(after)}`,
    last === null ? '' : `${key} <= ${last}`,
  ];
  return parts.filter((part) => part !== '').join(' AND ');
}

/** The failure of an answer in another form than its protocol has. */
export const changedSet = (what: string): SourceError =>
  new SourceError('changed', `The server of the open set sent a changed format: ${what}.`);

/** The failure of a request that the server understood and refused. */
export const refusedSet = (what: string): SourceError =>
  new SourceError('refused', `The server of the open set rejected the request: ${what}`);

/** A failure that may pass: the request is sent again. */
export const busySet = (what: string): SourceError =>
  new SourceError('busy', `The server of the open set is busy: ${what}`);

/** The words of a server for a person: a text, or whatever it sent in place of one. */
export const wordsIn = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'no reason given')).slice(
    0,
    WORDS_MAX,
  );
const WORDS_MAX = 300;

/** The object of an answer. Throws SourceError where it is none, or was cut off. */
export function objectIn(body: string): Raw {
  const value = jsonOf(SERVER, body);
  if (isRaw(value)) return value;
  throw changedSet('the response is not an object');
}

const SERVER = 'The server of the open set';

/** The rows of a list, each an object. */
export function rowsIn(value: unknown): readonly Raw[] {
  if (!Array.isArray(value) || !value.every(isRaw)) throw changedSet('the rows are missing');
  return value;
}

/** The name of a column. */
export function nameIn(value: unknown): string {
  if (typeof value === 'string') return value;
  throw changedSet('a column has no name');
}

/** A number of rows, as a number or as its text. */
export function countIn(value: unknown): number {
  const count = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0) return count;
  throw changedSet('the count is missing');
}

/** A GET of a path with a query. */
export const getOf = (path: string, query: Readonly<Record<string, string>>): UpstreamRequest => ({
  method: 'GET',
  path: `${path}?${new URLSearchParams(query).toString()}`,
  headers: { accept: 'application/json' },
  body: null,
});

/** The path of an address, without a slash at its end. */
export const pathOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '');
