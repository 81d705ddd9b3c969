/**
 * Parses an answer's body into a page. The page is the last one when it has no row, or when it is
 * short, names no next page and all counted rows were shown: some servers send shorter pages than
 * requested. A full page is never taken as the last one, whatever the server counts.
 */
import { isAbsent } from '#domain/parsed-row.js';
import type { PageRef } from '#domain/position.js';
import {
  changedAnswer,
  type Question,
  SourceError,
  type SourcePage,
  type SourceProfile,
} from '../driver.js';
import { jsonOf } from '../json-body.js';
import { isRaw, listOf, type Raw, rawOf, textOr } from '../raw-values.js';
import { type Feed, feedOf } from './feed.js';
import { FIELDS, type FieldName, type MlsKind } from './fields.js';
import { wordsOf } from './place-names.js';
import { NOT_IN_FEED } from './values.js';

/** How much of an error's own text a message quotes. */
const WORDS_MAX = 120;

const changed = changedAnswer('mls');

export const readPage =
  (kind: MlsKind) =>
  (body: string, question: Question, profile?: SourceProfile): SourcePage => {
    const feed = feedOf(profile);
    const answer = answerIn(body);
    const rows = listOf(answer.value);
    const before = progressOf(question.at);
    const total = before === null ? countIn(answer) : before.total;
    const seen = (before?.seen ?? 0) + rows.length;
    requireOrder(rows);
    requireAskedZip(rows, question);
    const isShort = isShortPage(answer, rows.length, feed);
    const isLast = rows.length === 0 || (isShort && (total === null || seen >= total));
    return {
      rows: asRows(FIELDS[kind], rows, feed),
      total,
      next: isLast ? null : pageAfter({ total, seen, key: lastKey(rows) }),
      after: (row) => {
        const key = keyIn(rows[row]);
        return key === undefined
          ? null
          : pageAfter({ total, seen: (before?.seen ?? 0) + row + 1, key });
      },
    };
  };

/** The progress stored in a page's token. */
interface TokenProgress {
  /** Rows of the whole question as counted in its first answer; null when it sent no count. */
  readonly total: number | null;
  /** Rows shown so far. */
  readonly seen: number;
  /** The key of the last of them. */
  readonly key: string | number;
}

const pageAfter = ({ total, seen, key }: TokenProgress): PageRef => ({ token: [total, seen, key] });

/** Null on the first page. */
export function progressOf(at: PageRef): TokenProgress | null {
  if (!('token' in at)) return null;
  const [total = null, seen, key = null] = at.token;
  if (typeof seen !== 'number' || key === null || typeof total === 'string') {
    throw new SourceError('changed', 'mls received a request for a page that it never named.');
  }
  return { total, seen, key };
}

/** The answer in a body. Throws SourceError if it is no list of rows. */
export function answerIn(body: string): Raw {
  if (body.trimStart().startsWith('<')) throw changed('a web page instead of data');
  const answer = rawOf(jsonOf('mls', body));
  if (answer.error !== undefined && answer.error !== null) {
    throw changed(`error ${wordsOfError(answer)}`);
  }
  if (!Array.isArray(answer.value)) throw changed('the list of rows is missing');
  return answer;
}

/** The text of an error that a server sends as JSON; empty if there is none. */
export function wordsOfError({ error }: Raw): string {
  const { code, message } = rawOf(error);
  return `${textOr(code) ?? ''} ${textOr(message, error) ?? ''}`.trim().slice(0, WORDS_MAX);
}

/** Some servers send the count as text, as OData allows. */
export function countIn(answer: Raw): number | null {
  const count = answer['@odata.count'] ?? answer['odata.count'];
  const number = typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : count;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** Whether a page is shorter than requested and names no next one. */
export const isShortPage = (answer: Raw, rows: number, { top }: Feed): boolean =>
  rows < top && nextLinkIn(answer) === undefined;

const nextLinkIn = (answer: Raw): string | undefined =>
  textOr(answer['@odata.nextLink'], answer['odata.nextLink']);

/** Share and number of neighbouring rows that may not be in character order. */
const DESCENTS_SHARE_MAX = 0.3;
const DESCENTS_MIN = 5;

/**
 * A server that ignores `$orderby` loses rows between two pages. Servers have their own text
 * collation, so single pairs may be ordered differently.
 */
function requireOrder(rows: readonly unknown[]): void {
  const keys = rows.flatMap((row) => keyIn(row) ?? []);
  const descents = keys.filter((key, at) => isBefore(key, keys[at - 1])).length;
  if (descents >= DESCENTS_MIN && descents > keys.length * DESCENTS_SHARE_MAX) {
    throw changed('its rows are not in the order of their keys');
  }
}

function isBefore(key: string | number, last: string | number | undefined): boolean {
  if (last === undefined) return false;
  if (typeof key === 'number' && typeof last === 'number') return key < last;
  const [one, other] = [String(key).toLowerCase(), String(last).toLowerCase()];
  // Keys of digits may be compared as numbers.
  const asNumbers = /^\d+$/.test(one) && /^\d+$/.test(other) && one.length !== other.length;
  return one < other && !(asNumbers && one.length > other.length);
}

export function keyIn(row: unknown): string | number | undefined {
  const key = rawOf(row).ListingKey;
  return typeof key === 'number' || (typeof key === 'string' && key !== '') ? key : undefined;
}

function lastKey(rows: readonly unknown[]): string | number {
  const key = keyIn(rows.at(-1));
  if (key === undefined) throw changed('the last row of a page has no ListingKey');
  return key;
}

/** Rows that prove something about a page; fewer may be chance. */
const ROWS_MIN = 5;

/** A server that ignores the condition returns all its rows. */
function requireAskedZip(rows: readonly unknown[], { area }: Pick<Question, 'area'>): void {
  if (area.by !== 'postal_code') return;
  const zips = rows.flatMap((row) => textOr(rawOf(row).PostalCode) ?? []);
  const others = zips.filter((zip) => !zip.startsWith(area.postal_code)).length;
  if (others >= ROWS_MIN && others * 2 >= zips.length) {
    throw changed(`${others} of ${zips.length} homes are of another ZIP code`);
  }
}

/** Rows with a reason instead of every field that the feed lacks, and with places as words. */
export function asRows(
  fields: readonly FieldName[],
  rows: readonly unknown[],
  { has, isText }: Feed,
): readonly unknown[] {
  const missing = fields.filter((field) => !has(field));
  if (missing.length === 0 && isText) return rows;
  const gaps = Object.fromEntries(missing.map((field) => [field, NOT_IN_FEED]));
  return rows.map((row) => {
    if (!isRaw(row)) return row;
    return { ...row, ...(isText ? {} : placesInWords(row)), ...gaps };
  });
}

const PLACES = ['City', 'PostalCity', 'CountyOrParish'];

const placesInWords = (row: Raw): Raw =>
  Object.fromEntries(
    PLACES.flatMap((field) => {
      const value = row[field];
      return typeof value === 'string' && !isAbsent(value) ? [[field, wordsOf(value)]] : [];
    }),
  );
