/**
 * The cursor: a signed position (docs/decisions/0006). It is stateless, opaque and short; the
 * route, the inputs and the geography pack are not in it but in its signature, so a cursor of
 * another search does not verify (docs/errors.md#invalid_cursor).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '#contract/durations.js';
import { CURSOR_CHARS_MAX } from '#contract/limits.js';
import type { Box } from './box.js';
import {
  AXES,
  type Count,
  MARKS_MAX,
  type PageRef,
  type PageToken,
  type Position,
  SIDES,
  SPLIT_SIDES,
  type Split,
  START,
  UNPLACED_MAX,
  type Via,
} from './position.js';
import { SPLIT_DEPTH_MAX } from './split.js';

const VERSION = 5;
const MAC_BYTES = 16;
/** The longest text in a page token that a cursor can carry, and the most parts of a token. */
export const TEXT_BYTES_MAX = 400;
const TOKEN_PARTS_MAX = 16;

export interface CursorScope {
  readonly secret: string;
  /** Hash of the search without its position, and the version of what plans depend on. */
  readonly search: string;
}

/** The cursor of a position: base64url, at most CURSOR_CHARS_MAX characters. */
export function writeCursor(scope: CursorScope, position: Position, nowMs: number): string {
  const numbers = [
    VERSION,
    Math.floor(nowMs / MINUTE_MS),
    ...numbersOfVia(position.via),
    ...SIDES.map((side) => position.expanded[side]),
    PASSES.indexOf(position.pass),
    position.edges.reduce((bits, side) => bits | (1 << SIDES.indexOf(side)), 0),
    ...numbersOfCount(position.count),
    position.indivisible ? 1 : 0,
    position.tile,
    position.row,
    position.shown,
    'page' in position.at ? position.at.page : 0,
    position.splits.length,
    ...position.splits.flatMap((split) => [shapeOf(split), split.at]),
    ...numbersOfToken('token' in position.at ? position.at.token : []),
    ...numbersOfToken(position.behind ?? []),
    position.seen?.length ?? 0,
    ...(position.seen ?? []),
    position.half ?? 0,
    position.unplaced?.length ?? 0,
    ...(position.unplaced ?? []),
  ];
  const payload = Buffer.from(numbers.flatMap(varint));
  return Buffer.concat([payload, mac(scope, payload)]).toString('base64url');
}

const PASSES = ['cover', ...SIDES] as const;

/** The kind of `via`, and its box if it has one. */
function numbersOfVia(via: Via | undefined): readonly number[] {
  if (via === undefined) return [0];
  if (via.by === 'undecided') return [1];
  if (via.by === 'extent') return [2, ...numbersOfBox(via.cover)];
  return [3, ...numbersOfBox(via.cover), ...numbersOfText(via.token)];
}

const numbersOfBox = ({ w, s, e, n }: Box) => [w, s, e - w, n - s];

function viaOf(next: () => number): { via?: Via } | null {
  const kind = next();
  if (kind === 0) return {};
  if (kind === 1) return { via: { by: 'undecided' } };
  const cover = boxOf(next);
  if (kind === 2) return { via: { by: 'extent', cover } };
  const token = nextText(next);
  return token === null ? null : { via: { by: 'place', cover, token } };
}

const numbersOfText = (text: string): readonly number[] => {
  const bytes = Buffer.from(text);
  return [bytes.length, ...bytes];
};

/** Null for a text that no cursor can carry. */
function nextText(next: () => number): string | null {
  const length = next();
  return length > TEXT_BYTES_MAX ? null : Buffer.from(Array.from({ length }, next)).toString();
}

/** The type of a part of a page token. */
const PARTS = { none: 0, integer: 1, number: 2, text: 3 } as const;
const INTEGER_MAX = 2 ** 51;

const numbersOfToken = (token: PageToken): readonly number[] => [
  token.length,
  ...token.flatMap((part) => {
    if (part === null) return [PARTS.none];
    if (typeof part === 'string') return [PARTS.text, ...numbersOfText(part)];
    return Number.isInteger(part) && Math.abs(part) < INTEGER_MAX
      ? [PARTS.integer, part]
      : [PARTS.number, ...numbersOfText(String(part))];
  }),
];

/** Null for a token that no cursor can carry. */
function tokenOf(next: () => number): PageToken | null {
  const parts = Array.from({ length: Math.min(next(), TOKEN_PARTS_MAX) }, () => partOf(next));
  const token = parts.filter((part) => part !== undefined);
  return token.length < parts.length ? null : token;
}

function partOf(next: () => number): PageToken[number] | undefined {
  const kind = next();
  if (kind === PARTS.none) return null;
  if (kind === PARTS.integer) return next();
  const text = nextText(next) ?? undefined;
  return kind === PARTS.text || text === undefined ? text : Number(text);
}

function boxOf(next: () => number): Box {
  const [w, s, width, height] = [next(), next(), next(), next()];
  return { w, s, e: w + width, n: s + height };
}

/** Two numbers: the kind of count, and the rows. */
const numbersOfCount = (count: Count): readonly [number, number] => {
  if (count.of === 'not_asked') return [0, 0];
  return count.of === 'uncounted' ? [1, 0] : [2, count.rows];
};

const countOf = (kind: number, rows: number): Count => {
  if (kind === 2) return { of: 'counted', rows };
  return { of: kind === 1 ? 'uncounted' : 'not_asked' };
};

const MINUTE_CHARS = 6;
const MAC_CHARS = Math.ceil((MAC_BYTES * 8) / 6);
/** The longest cursor of another installation that a cursor of this one can carry. */
export const RELAYED_CHARS_MAX = CURSOR_CHARS_MAX - MINUTE_CHARS - MAC_CHARS;

/** The position after a page that another installation sent with this cursor. */
export const relayedPosition = (cursor: string): Position => ({
  ...START,
  at: { token: [cursor] },
});

/** The other installation's cursor at a position; null at the start. */
export function relayedCursor({ at }: Position): string | null {
  const [cursor] = 'token' in at ? at.token : [];
  return typeof cursor === 'string' ? cursor : null;
}

/** A cursor of another installation as one of this one: with the time, and signed. */
export function writeRelayedCursor(scope: CursorScope, position: Position, nowMs: number): string {
  const minute = Math.floor(nowMs / MINUTE_MS)
    .toString(36)
    .padStart(MINUTE_CHARS, '0');
  const payload = `${minute}${relayedCursor(position) ?? ''}`;
  return payload + mac(scope, Buffer.from(payload)).toString('base64url');
}

/** The position of such a cursor; null if it is damaged, expired or of another search. */
export function readRelayedCursor(
  scope: CursorScope,
  text: string,
  nowMs: number,
  ttlS: number,
): Position | null {
  if (text.length > CURSOR_CHARS_MAX || !/^[\w-]+$/.test(text)) return null;
  const payload = text.slice(0, -MAC_CHARS);
  const cursor = payload.slice(MINUTE_CHARS);
  if (cursor === '') return null;
  const signature = mac(scope, Buffer.from(payload)).toString('base64url');
  if (!timingSafeEqual(Buffer.from(text.slice(-MAC_CHARS)), Buffer.from(signature))) return null;
  const minute = Number.parseInt(payload.slice(0, MINUTE_CHARS), 36);
  return nowMs - minute * MINUTE_MS > ttlS * 1000 ? null : relayedPosition(cursor);
}

/** The position of a cursor; null if it is damaged, expired or of another search. */
export function readCursor(
  scope: CursorScope,
  text: string,
  nowMs: number,
  ttlS: number,
): Position | null {
  if (text.length > CURSOR_CHARS_MAX || !/^[\w-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const payload = bytes.subarray(0, -MAC_BYTES);
  const signature = bytes.subarray(-MAC_BYTES);
  if (payload.length === 0 || bytes.toString('base64url') !== text) return null;
  if (!timingSafeEqual(signature, mac(scope, payload))) return null;
  return positionOf(numbersOf(payload), nowMs, ttlS);
}

function mac(scope: CursorScope, payload: Buffer): Buffer {
  return createHmac('sha256', scope.secret)
    .update(scope.search)
    .update('\n')
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
}

/** The signature proves that the numbers are ours: only their version and age can be wrong. */
function positionOf(numbers: readonly number[], nowMs: number, ttlS: number): Position | null {
  const [version, minute] = numbers;
  if (version !== VERSION || minute === undefined) return null;
  if (nowMs - minute * MINUTE_MS > ttlS * 1000) return null;
  let read = 2;
  const next = () => numbers[read++] ?? 0;
  const via = viaOf(next);
  const expanded = { w: next(), e: next(), s: next(), n: next() };
  const pass = PASSES[next()] ?? 'cover';
  const edgeBits = next();
  const count = countOf(next(), next());
  const [indivisible, tile, row, shown, page] = [next() === 1, next(), next(), next(), next()];
  const splitCount = next();
  if (splitCount > SPLIT_DEPTH_MAX) return null;
  const splits: Split[] = [];
  for (let index = 0; index < splitCount; index += 1) {
    const split = splitOf(next(), next());
    if (split === null) return null;
    splits.push(split);
  }
  const [token, last] = [tokenOf(next), tokenOf(next)];
  if (via === null || token === null || last === null) return null;
  const at: PageRef = page > 0 ? { page } : { token };
  const behind = last.length > 0 && { behind: last };
  const marks = Array.from({ length: Math.min(next(), MARKS_MAX) }, next);
  const seen = marks.length > 0 && { seen: marks };
  const mark = next();
  const half = mark > 0 && { half: mark };
  const rows = Array.from({ length: Math.min(next(), UNPLACED_MAX) }, next);
  const unplaced = rows.length > 0 && { unplaced: rows };
  const edges = SIDES.filter((_side, index) => (edgeBits & (1 << index)) !== 0);
  const where = { indivisible, tile, splits, at, row, shown };
  return {
    ...via,
    expanded,
    pass,
    edges,
    count,
    ...where,
    ...behind,
    ...seen,
    ...half,
    ...unplaced,
  };
}

const SIDES_OF_SPLIT = SPLIT_SIDES.length;

const shapeOf = ({ axis, side, has_remainder }: Split): number =>
  (AXES.indexOf(axis) * SIDES_OF_SPLIT + SPLIT_SIDES.indexOf(side)) * 2 + (has_remainder ? 1 : 0);

function splitOf(shape: number, at: number): Split | null {
  const axis = AXES[Math.floor(shape / 2 / SIDES_OF_SPLIT)];
  const side = SPLIT_SIDES[Math.floor(shape / 2) % SIDES_OF_SPLIT];
  if (axis === undefined || side === undefined) return null;
  return { axis, at, side, has_remainder: shape % 2 === 1 };
}

/** An integer in as few bytes as possible: seven bits per byte, the sign in the lowest bit. */
function varint(value: number): number[] {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  const bytes: number[] = [];
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

function numbersOf(bytes: Buffer): number[] {
  const numbers: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte % 128) * scale;
    scale *= 128;
    if (byte < 128) {
      numbers.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2);
      value = 0;
      scale = 1;
    }
  }
  return numbers;
}
