/**
 * Growth of a cover: a ZIP or a city has no polygon, only boxes that hold nearly all of its homes. So
 * while matching rows lie near an edge, a strip beyond that edge is read as well.
 */
import type { Area } from './area.js';
import { type Box, boxAround } from './box.js';
import { type Position, SIDES, TOTAL_UNKNOWN } from './position.js';

/** A strip is this share of the cover's own extent. */
const STRIP_SHARE = 0.3;
/** A side grows at most this often. */
export const GROW_MAX = 4;

/** The box that the position's stage reads: the cover, or the strip of one side. */
export function stageBox(area: Area, position: Position): Box {
  const base = area.cover.reduce(boxAround);
  const full = grownBox(base, position.grown);
  const side = SIDES[position.strip - 1];
  if (side === undefined) return full;
  const before = grownBox(base, shrink(position.grown, position.strip - 1));
  switch (side) {
    case 'w':
      return { ...full, e: before.w };
    case 'e':
      return { ...full, w: before.e };
    case 's':
      return { ...full, n: before.s };
    case 'n':
      return { ...full, s: before.n };
  }
}

/** The position at the start of the next strip, or null when no side has to grow. */
export function growStage(area: Area, position: Position): Position | null {
  if (area.test.by !== 'zip' && area.test.by !== 'city') return null;
  const index = SIDES.findIndex(
    (_side, at) => (position.edge & (1 << at)) !== 0 && (position.grown[at] ?? 0) < GROW_MAX,
  );
  if (index < 0) return null;
  const grown = position.grown.map((count, at) => (at === index ? count + 1 : count));
  return {
    grown: grown as unknown as Position['grown'],
    strip: index + 1,
    edge: position.edge & ~(1 << index),
    total: TOTAL_UNKNOWN,
    leaf: 0,
    cuts: [],
    row: 0,
  };
}

/** The sides, as bits, near which a matching point lies. */
export function edgesNear(area: Area, position: Position, x: number, y: number): number {
  if (area.test.by !== 'zip' && area.test.by !== 'city') return 0;
  return inOuterPart(grownBox(area.cover.reduce(boxAround), position.grown), x, y);
}

/** Share of the extent at each edge in which a matching row makes that side grow. */
const OUTER_SHARE = 0.15;

function inOuterPart(box: Box, x: number, y: number): number {
  const dx = (box.e - box.w) * OUTER_SHARE;
  const dy = (box.n - box.s) * OUTER_SHARE;
  const near = [x < box.w + dx, x >= box.e - dx, y < box.s + dy, y >= box.n - dy];
  return near.reduce((bits, is, index) => (is ? bits | (1 << index) : bits), 0);
}

function grownBox(base: Box, grown: Position['grown']): Box {
  const width = Math.ceil((base.e - base.w) * STRIP_SHARE);
  const height = Math.ceil((base.n - base.s) * STRIP_SHARE);
  const [w, e, s, n] = grown;
  return {
    w: base.w - w * width,
    e: base.e + e * width,
    s: base.s - s * height,
    n: base.n + n * height,
  };
}

const shrink = (grown: Position['grown'], index: number): Position['grown'] =>
  grown.map((count, at) => (at === index ? count - 1 : count)) as unknown as Position['grown'];
