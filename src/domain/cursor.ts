/**
 * The cursor: a position, signed (docs/decisions/0006). It is stateless, opaque and short; the route,
 * the inputs and the geography pack are not in it but in its signature, so a cursor of another search
 * does not verify (interface-v1, "Query parameters by route"; decisions §3).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CURSOR_CHARS_MAX } from '#contract/limits.js';
import { AXES, type Cut, type Position } from './position.js';
import { SPLIT_DEPTH_MAX } from './region.js';

const VERSION = 1;
const MAC_BYTES = 16;
const MINUTE_MS = 60_000;

export interface CursorScope {
  readonly secret: string;
  /** Digest of the search without its position, and the version of what plans depend on. */
  readonly search: string;
}

/** The cursor of a position: base64url, at most CURSOR_CHARS_MAX characters. */
export function writeCursor(scope: CursorScope, position: Position, nowMs: number): string {
  const numbers = [
    VERSION,
    Math.floor(nowMs / MINUTE_MS),
    ...position.grown,
    position.strip,
    position.edge,
    position.total,
    position.leaf,
    position.row,
    position.cuts.length,
    ...position.cuts.flatMap((cut) => [shapeOf(cut), cut.at]),
  ];
  const payload = Buffer.from(numbers.flatMap(varint));
  return Buffer.concat([payload, mac(scope, payload)]).toString('base64url');
}

/** The position of a cursor, or null when it is damaged, expired, or of another search. */
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

/** The numbers are ours (the signature says so): only their version and age can be wrong. */
function positionOf(numbers: readonly number[], nowMs: number, ttlS: number): Position | null {
  const [version, minute, w, e, s, n, strip, edge, total, leaf, row, count, ...rest] = numbers;
  if (version !== VERSION || minute === undefined || count === undefined) return null;
  if (nowMs - minute * MINUTE_MS > ttlS * 1000 || count > SPLIT_DEPTH_MAX) return null;
  const cuts: Cut[] = [];
  for (let index = 0; index < count; index += 1) {
    const cut = cutOf(rest[2 * index] ?? 0, rest[2 * index + 1] ?? 0);
    if (cut === null) return null;
    cuts.push(cut);
  }
  const grown = [w ?? 0, e ?? 0, s ?? 0, n ?? 0] as const;
  return {
    grown,
    strip: strip ?? 0,
    edge: edge ?? 0,
    total: total ?? 0,
    leaf: leaf ?? 0,
    cuts,
    row: row ?? 0,
  };
}

const SIDES_OF_CUT = 3;

const shapeOf = (cut: Cut): number =>
  (AXES.indexOf(cut.axis) * SIDES_OF_CUT + cut.side) * 2 + (cut.rest ? 1 : 0);

function cutOf(shape: number, at: number): Cut | null {
  const axis = AXES[Math.floor(shape / 2 / SIDES_OF_CUT)];
  const side = Math.floor(shape / 2) % SIDES_OF_CUT;
  if (axis === undefined) return null;
  return { axis, at, side: side as Cut['side'], rest: shape % 2 === 1 };
}

/** A whole number in as few bytes as it needs: seven bits a byte, the sign in the lowest bit. */
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
