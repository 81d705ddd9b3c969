/** Reading the query of a layer (docs/layers.md#parameters): typed inputs, or an API error. */
import {
  LAYER_FORMATS,
  LAYER_LIMIT_DEFAULT,
  LAYER_LIMIT_MAX,
  LAYER_TEXT_CHARS_MAX,
  type LayerFilter,
} from '#contract/layers.js';
import { CURSOR_CHARS_MAX } from '#contract/limits.js';
import { type BoundName, PARAMS } from '#contract/params.js';
import { apiError, invalidQuery, outOfRange } from './api-error.js';
import { type Box, boxOfEdges } from './box.js';
import { isDay, isoDay, isoDayOf } from './days.js';
import { uniqueParameters, unknownParameter } from './query.js';
import { rejectReversed } from './ranges.js';
import type { SearchBounds } from './search.js';

/** A query of a layer's features. */
export interface LayerQuery {
  readonly limit: number;
  /** Null for the whole layer. */
  readonly box: Box | null;
  /** First and last day, YYYY-MM-DD, UTC; null for an open end. */
  readonly from: string | null;
  readonly until: string | null;
  readonly bounds: SearchBounds;
  /** Values that properties must equal, by their names. */
  readonly values: Readonly<Record<string, string | number>>;
  /** As sent; the layer that made it reads it. */
  readonly cursor: string | null;
  /** The parameters as sent, for the links of the answer. */
  readonly sent: ReadonlyMap<string, string>;
}

const COMMON = ['limit', 'bbox', 'datetime', 'cursor', 'f'] as const;

/** What tiles take besides the filters: a tile is its own box, and has no pages. */
const OF_TILES = ['datetime', 'f'] as const;

/** Reads the query of a collection's items. Throws for the first unknown or invalid parameter. */
export const readLayerQuery = (filters: readonly LayerFilter[], text: string): LayerQuery =>
  readQuery(COMMON, filters, text);

/** Reads the query of a collection's tiles, which have the same filters. */
export const readTileQuery = (filters: readonly LayerFilter[], text: string): LayerQuery =>
  readQuery(OF_TILES, filters, text);

function readQuery(
  common: readonly string[],
  filters: readonly LayerFilter[],
  text: string,
): LayerQuery {
  const names = [...common, ...filters.map(({ name }) => name)];
  const sent = readSent(names, text);
  const { from, until } = readDatetime(sent.get('datetime'));
  const bounds = Object.fromEntries(
    filters.flatMap((one) => {
      const raw = sent.get(one.name);
      return one.by === 'bound' && raw !== undefined ? [[one.name, readBound(one.name, raw)]] : [];
    }),
  );
  const values = Object.fromEntries(
    filters.flatMap((one) => {
      const raw = sent.get(one.name);
      return one.by === 'value' && raw !== undefined ? [[one.name, readValue(one, raw)]] : [];
    }),
  );
  rejectReversed(bounds);
  return {
    limit: readLimit(sent.get('limit')),
    box: readBox(sent.get('bbox')),
    from,
    until,
    bounds,
    values,
    cursor: readCursor(sent.get('cursor')),
    sent,
  };
}

/** Reads the query of every other resource, which accepts `f` only. */
export function readLayerFormat(text: string): void {
  readSent(['f'], text);
}

function readSent(names: readonly string[], text: string): ReadonlyMap<string, string> {
  const sent = uniqueParameters(names, text);
  for (const [name, value] of sent) {
    if (!names.includes(name)) throw unknownParameter(name, names, 'resource');
    if (value.includes('\0')) throw outOfRange(name, 'text without the character NUL (%00)');
  }
  const format = sent.get('f');
  if (format !== undefined && !LAYER_FORMATS.some((known) => known === format)) {
    throw outOfRange('f', `one of ${LAYER_FORMATS.join(', ')}`);
  }
  return sent;
}

const DIGITS = /^\d{1,15}$/;

/** A limit above the largest one is the largest one, as the standard requires. */
function readLimit(raw: string | undefined): number {
  if (raw === undefined) return LAYER_LIMIT_DEFAULT;
  const limit = DIGITS.test(raw) ? Number(raw) : 0;
  if (limit < 1) throw outOfRange('limit', `a whole number from 1 to ${LAYER_LIMIT_MAX}`);
  return Math.min(limit, LAYER_LIMIT_MAX);
}

function readCursor(raw: string | undefined): string | null {
  if (raw === undefined) return null;
  if (raw.length > CURSOR_CHARS_MAX || raw === '') throw apiError('invalid_cursor');
  return raw;
}

/** Languages print a number in up to 17 digits, or with an exponent. */
const NUMBER = /^[+-]?(\d{1,17}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,3})?$/;
const BBOX =
  'west,south,east,north in degrees of WGS 84, or six numbers with heights, which are ignored';
const FLAT = 4;
const WITH_HEIGHTS = 6;

function readBox(raw: string | undefined): Box | null {
  if (raw === undefined) return null;
  const parts = raw.split(',');
  const isBox = parts.length === FLAT || parts.length === WITH_HEIGHTS;
  if (!isBox || !parts.every((part) => NUMBER.test(part))) throw outOfRange('bbox', BBOX);
  const numbers = parts.map(Number);
  const [west = 0, south = 0] = numbers;
  const [east = 0, north = 0] = numbers.slice(parts.length / 2);
  const inWorld = [west, east].every((x) => Math.abs(x) <= 180);
  if (!inWorld || south < -90 || north > 90 || south > north) throw outOfRange('bbox', BBOX);
  if (west > east) {
    throw invalidQuery(
      'bbox',
      'bbox must not cross the antimeridian: west is greater than east. Send two boxes, one on each side of it.',
    );
  }
  return boxOfEdges({ west, south, east, north });
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const DATETIME =
  'a date or date-time (RFC 3339), or an interval, START/END in this order, one of which may be open (..)';

interface Days {
  readonly from: string | null;
  readonly until: string | null;
}

function readDatetime(raw: string | undefined): Days {
  if (raw === undefined) return { from: null, until: null };
  const [start = '', end, ...more] = raw.split('/');
  if (more.length > 0) throw outOfRange('datetime', DATETIME);
  if (end === undefined) {
    const day = dayOf(start);
    return { from: day, until: day };
  }
  const days = { from: endOf(start), until: endOf(end) };
  const isEmpty = days.from !== null && days.until !== null && days.from > days.until;
  if (isEmpty || (days.from === null && days.until === null))
    throw outOfRange('datetime', DATETIME);
  return days;
}

const endOf = (raw: string): string | null => (raw === '' || raw === '..' ? null : dayOf(raw));

/** The day of an instant in UTC: sales and listings have dates, so an instant means its day. */
function dayOf(raw: string): string {
  const isForm = isDay(raw) || (DATE_TIME.test(raw) && isDay(isoDayOf(raw)));
  const ms = isForm ? Date.parse(raw.toUpperCase()) : Number.NaN;
  if (Number.isNaN(ms)) throw outOfRange('datetime', DATETIME);
  return isoDay(ms);
}

function readBound(name: BoundName, raw: string): number {
  const { type, min, max, description } = PARAMS[name];
  const value = NUMBER.test(raw) ? Number(raw) : Number.NaN;
  const isNumber = type === 'decimal' || Number.isInteger(value);
  if (!isNumber || !(value >= min && value <= max)) throw outOfRange(name, description);
  return value;
}

type ValueFilter = Extract<LayerFilter, { by: 'value' }>;

function readValue({ name, type, values }: ValueFilter, raw: string): string | number {
  if (type === 'string') {
    if (raw === '' || raw.length > LAYER_TEXT_CHARS_MAX)
      throw outOfRange(name, `a text of 1 to ${LAYER_TEXT_CHARS_MAX} characters`);
    if (values?.includes(raw) === false) throw outOfRange(name, `one of ${values.join(', ')}`);
    return raw;
  }
  const value = NUMBER.test(raw) ? Number(raw) : Number.NaN;
  const isWhole = type === 'integer';
  if (
    !Number.isFinite(value) ||
    Math.abs(value) > VALUE_MAX ||
    (isWhole && !Number.isInteger(value))
  )
    throw outOfRange(name, isWhole ? 'a whole number' : 'a number');
  return value;
}

/** Columns have 32 bits. */
const VALUE_MAX = 2_147_483_647;
