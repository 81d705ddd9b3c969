/** A record as a sale or a listing. */
import { createHash } from 'node:crypto';
import { DAY_MS } from '#contract/durations.js';
import { isoDay } from '#domain/days.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { realZip } from '../home-values.js';
import { shapeOf } from '../raw-values.js';
import { anyDate } from './dates.js';
import type { FieldKind } from './home-fields.js';
import { LISTING_FIELDS } from './listing.js';
import { type DropRule, type FieldRule, type Mapping, TYPES } from './mapping.js';
import { SALE_FIELDS } from './sale.js';

/** A record by column; numbers and dates if the format has them. */
export type FileRecord = (column: string) => unknown;

export type Applied =
  | { readonly mapped: { readonly source_id: string } }
  | { readonly dropped: string; readonly unreadable: boolean };

/** How far a file's clock may be ahead. */
const AHEAD_MS_MAX = DAY_MS;

/** The fields of a kind of rows, and what they hold. */
export const FIELDS_OF: Readonly<Record<Mapping['kind'], Readonly<Record<string, FieldKind>>>> = {
  sold: SALE_FIELDS,
  listings: LISTING_FIELDS,
};

/** Reads records by a mapping; a sale after `nowMs` cannot be. */
export function mapper(mapping: Mapping, nowMs: number): (record: FileRecord) => Applied {
  const tomorrow = isoDay(nowMs + AHEAD_MS_MAX);
  const kinds = FIELDS_OF[mapping.kind];
  const fields = [...mapping.fields].map(([name, rule]) => ({
    name,
    rule,
    kind: kinds[name] ?? 'text',
  }));
  return (record) => {
    const drop = mapping.drop_when.find((rule) => isDropped(rule, record));
    if (drop !== undefined) return { dropped: drop.description, unreadable: false };
    const sale: Record<string, unknown> = {};
    for (const { name, rule, kind } of fields) {
      const value = valueOf(rule, kind, record, mapping.missing);
      if (value !== undefined) sale[name] = value;
    }
    const wrong =
      mapping.kind === 'sold' ? dateFault(sale.sold_date, tomorrow) : statusFault(sale.status);
    if (wrong !== null) return { dropped: wrong, unreadable: true };
    if (isNominal(mapping, record)) sale.arms_length ??= false;
    if (typeof sale.source_url !== 'string') delete sale.source_url;
    if (mapping.home_url !== null) sale.source_url ??= mapping.home_url;
    return { mapped: { ...sale, source_id: idOf(mapping, record, sale) } };
  };
}

/** A price below the floor of its mapping is written for the form: the home was not sold for it. */
function isNominal({ fields }: Mapping, record: FileRecord): boolean {
  const rule = fields.get('sale_price');
  if (rule === undefined || rule.min === null) return false;
  const amount = numberIn(stepsOf(rule, textFrom(rule, record)));
  return amount !== null && amount * rule.times < rule.min;
}

/** Why a sale without a date is dropped. */
export const NO_SALE_DATE = 'no sale date';

function dateFault(value: unknown, tomorrow: string): string | null {
  if (value === undefined) return NO_SALE_DATE;
  if (isAbsent(value)) return 'an unreadable sale date';
  const isLater = typeof value === 'string' && value > tomorrow.slice(0, value.length);
  return isLater ? 'a sale date in the future' : null;
}

const statusFault = (value: unknown): string | null =>
  typeof value === 'string' ? null : 'an unknown status';

function isDropped({ column, in: within, below, above }: DropRule, record: FileRecord): boolean {
  const text = cellText(record(column));
  if (within?.has(text) === true) return true;
  const amount = numberIn(text);
  if (amount === null) return false;
  return (below !== null && amount < below) || (above !== null && amount > above);
}

/** The value of a field; undefined when the record has none. */
function valueOf(
  rule: FieldRule,
  kind: FieldKind,
  record: FileRecord,
  missing: ReadonlySet<string>,
): string | number | boolean | Absent | undefined {
  const text = stepsOf(rule, textFrom(rule, record, kind === 'text' ? nameText : cellText));
  if (text === '' || missing.has(text) || rule.missing.has(text)) return undefined;
  const mapped = rule.map === null ? text : (wordFor(rule.map, text) ?? rule.otherwise ?? text);
  if (rule.map !== null && mapped === '') return undefined;
  return READERS[kind](mapped, rule);
}

/** The mapped word for a text: an exact match, else the longest prefix. */
function wordFor(map: ReadonlyMap<string, string>, text: string): string | undefined {
  const upper = text.toUpperCase();
  const own = map.get(upper);
  if (own !== undefined) return own;
  // A text may have a million characters: only as many as the map's longest key are tried.
  for (let end = Math.min(upper.length, longestOf(map)); end > 0; end -= 1) {
    const word = map.get(`${upper.slice(0, end)}*`);
    if (word !== undefined) return word;
  }
  return undefined;
}

const longest = new WeakMap<ReadonlyMap<string, string>, number>();

/** Characters of the longest key of a map. */
function longestOf(map: ReadonlyMap<string, string>): number {
  const known = longest.get(map);
  if (known !== undefined) return known;
  const chars = [...map.keys()].reduce((most, { length }) => Math.max(most, length), 0);
  longest.set(map, chars);
  return chars;
}

function textFrom({ from }: FieldRule, record: FileRecord, textOf = cellText): string {
  if ('value' in from) return from.value;
  if ('template' in from) {
    const values = new Map(from.columns.map((column) => [column, nameText(record(column))]));
    // An address with a missing part leads nowhere.
    if ([...values.values()].includes('')) return '';
    return from.template.replace(/\{([^{}]+)\}/g, (_all, column: string) =>
      encodeURIComponent(values.get(column) ?? ''),
    );
  }
  const [only] = from.columns;
  if (from.columns.length === 1 && only !== undefined) return textOf(record(only));
  return from.columns
    .map((column) => textOf(record(column)))
    .filter((part) => part !== '')
    .join(from.join);
}

/** The part of a text before or after the last occurrence of a mark. */
function stepsOf({ before, after }: FieldRule, text: string): string {
  if (before !== null) {
    const at = text.lastIndexOf(before);
    return at < 0 ? text : text.slice(0, at).trim();
  }
  if (after === null) return text;
  const at = text.lastIndexOf(after);
  return at < 0 ? '' : text.slice(at + after.length).trim();
}

/** Control characters and lone surrogates, which no database accepts, and doubled spaces. */
const UNTIDY = /[\p{Cc}\p{Cs}]|\s{2}/u;
const GAPS = /[\p{Cc}\p{Cs}\s]+/gu;

export function cellText(value: unknown): string {
  if (typeof value === 'string') {
    return (UNTIDY.test(value) ? value.replace(GAPS, ' ') : value).trim();
  }
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (typeof value === 'object') {
    return isDeeper(value, VALUE_DEPTH_MAX) ? '' : cellText(JSON.stringify(value));
  }
  return typeof value === 'number' ? String(value) : cellText(`${value as bigint | boolean}`);
}

/** A cell that names something: the last digits of a whole number above 2^53 are not the file's. */
const nameText = (value: unknown): string =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? '' : cellText(value);

/** Deeper values are no value of a home; converting them to text would overflow the stack. */
const VALUE_DEPTH_MAX = 32;

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1)));

/** Digits, plain or in groups of three with one separator, a fraction, a power of ten. */
const NUMBER = /^-?(?:(?:\d+|\d{1,3}([,\s])\d{3}(?:\1\d{3})*)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
const DOLLARS = /^(-?)\s?\$\s?|\s?\$$/;
const IN_BRACKETS = /^\(([^-]+)\)$/;

/**
 * "$1,234,567", "1 234.5", ".25", and "(1,200)", which accountants write for -1200. A point is
 * always decimal; commas that do not separate groups of three may be decimal too, so such a text is
 * not a number.
 */
export function numberIn(text: string): number | null {
  const owed = IN_BRACKETS.exec(text)?.[1];
  const plain = (owed ?? text).replace(DOLLARS, '$1');
  if (!NUMBER.test(plain)) return null;
  const amount = Number(plain.replace(/[,\s]/g, ''));
  if (!Number.isFinite(amount)) return null;
  return owed === undefined ? amount : -amount;
}

type Reader = (text: string, rule: FieldRule) => string | number | boolean | Absent;

/** No area in square feet and no year is larger; the table stores 32 bits. */
const WHOLE_MAX = 1_000_000_000;
const beyond = (value: number): Absent => absent('implausible', `The file has ${value}.`);

const READERS: Readonly<Record<FieldKind, Reader>> = {
  text: (text) => text,
  date: (text, { date }) => (date ?? anyDate)(text) ?? unreadable(text),
  number: numberOf,
  whole: (text, rule) => {
    const value = numberOf(text, rule);
    if (isAbsent(value)) return value;
    return Math.abs(value) > WHOLE_MAX ? beyond(value) : Math.round(value);
  },
  type: (text) => (TYPES.has(text) ? text : 'other'),
  status: (text) => LISTED.get(text) ?? unreadable(text),
  flag: (text) => FLAGS.get(text.toLowerCase()) ?? unreadable(text),
  state: (text) => (/^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : unreadable(text)),
  zip: zipOf,
  fips: (text) => (/^\d{4,5}(?:\.0*)?$/.test(text) ? padded(text) : unreadable(text)),
  url: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : unreadable(text)),
};

/** What a home that is listed can be. */
const LISTED: ReadonlyMap<string, string> = new Map([
  ['for_sale', 'for_sale'],
  ['pending', 'pending'],
]);

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const unreadable = (text: string): Absent => absent('unreadable', shapeOf(text));

function numberOf(text: string, { times, min, max }: FieldRule): number | Absent {
  const read = numberIn(text);
  if (read === null) return unreadable(text);
  const value = times === 1 ? read : read * times;
  if (!Number.isFinite(value)) return unreadable(text);
  const isOut = (min !== null && value < min) || (max !== null && value > max);
  return isOut ? beyond(value) : value;
}

/** Five digits; a file of numbers has lost the leading zeros. */
const padded = (text: string): string => text.replace(/\.0*$/, '').padStart(5, '0');
const ZIP = /^(\d{3,5})(?:\.0*)?(?:-(?:\d{4})?| \d{4})?$/;

function zipOf(text: string): string | Absent {
  const digits = /^\d{9}$/.test(text) ? text.slice(0, 5) : ZIP.exec(text)?.[1];
  return digits === undefined ? unreadable(text) : realZip(padded(digits));
}

const ID = /^[\x21-\x7e]{1,64}$/;
const HASH_CHARS = 24;

/** Separates the values of a key; a value that contains it could be ambiguous. */
const BETWEEN = '~';

/**
 * The id of a sale: its key if the mapping names one, else a hash of all its values. The hash is
 * also used if the key's first column is empty.
 */
function idOf(mapping: Mapping, record: FileRecord, sale: object): string {
  const values = mapping.key.map((column) => nameText(record(column)));
  const isNamed = values.length > 0 && values[0] !== '';
  const id = `${mapping.dataset}:${values.join(BETWEEN)}`;
  const isPlain = values.length === 1 || !values.some((value) => value.includes(BETWEEN));
  if (isNamed && isPlain && ID.test(id)) return id;
  const digest = createHash('sha256')
    .update(JSON.stringify(isNamed ? values : [...values, sale]))
    .digest('hex');
  return `${mapping.dataset}:${digest.slice(0, HASH_CHARS)}`;
}
