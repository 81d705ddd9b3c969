/**
 * How an area becomes tiles. A source that cannot show an area whole is queried by boxes that tile
 * it, divided so that each holds about the same number of homes according to the known density
 * (docs/decisions/0005). The plan depends only on the box, the count, the caps and the density, so
 * a cursor need not carry it.
 *
 * A ZIP or a city has no outline, only boxes that hold nearly all of its homes. So while matching
 * rows lie near an edge of the cover, the margin beyond that edge is read too, as a separate pass.
 */
import type { Area } from './area.js';
import { type Box, boxAround } from './box.js';
import type { Changes } from './moves.js';
import { type Position, SIDES, type Side } from './position.js';

/** A point with the share of homes around it. Microdegrees. */
export interface DensityPoint {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/** Share of the cap that a tile should fill: the rest is a reserve for density errors. */
const FILL = 0.8;
/** A plan has at most this many tiles; each can still be split. */
export const TILES_MAX = 4_096;

export interface TilingInput {
  readonly box: Box;
  readonly total: number;
  readonly rowsMax: number;
  readonly sideMin: number;
  /** Where homes are likely, inside the box. */
  readonly density: readonly DensityPoint[];
  /** Whether a box overlaps the requested area; others are left out. */
  readonly meets: (box: Box) => boolean;
}

/** The tiles to read, in order; only the whole box when the source can show it whole. */
export function planTiles(input: TilingInput): Box[] {
  if (input.total <= input.rowsMax) return [input.box];
  const pieces = Math.min(TILES_MAX, Math.ceil(input.total / (FILL * input.rowsMax)));
  const out: Box[] = [];
  divide(input, input.box, [...input.density], pieces, out);
  return out.filter(input.meets);
}

function divide(
  input: TilingInput,
  box: Box,
  points: DensityPoint[],
  pieces: number,
  out: Box[],
): void {
  const line =
    pieces < 2 || points.length < 2 ? null : findLine(box, points, pieces, input.sideMin);
  if (line === null) {
    out.push(box);
    return;
  }
  const low = Math.floor(pieces / 2);
  const { below, above } = halves(box, line.axis, line.at);
  divide(
    input,
    below,
    points.filter((point) => point[line.axis] < line.at),
    low,
    out,
  );
  divide(
    input,
    above,
    points.filter((point) => point[line.axis] >= line.at),
    pieces - low,
    out,
  );
}

/** The two halves of a box divided on an axis; `at` belongs to the upper one. */
export function halves(box: Box, axis: 'x' | 'y', at: number): { below: Box; above: Box } {
  return axis === 'x'
    ? { below: { ...box, e: at }, above: { ...box, w: at } }
    : { below: { ...box, n: at }, above: { ...box, s: at } };
}

/** Divides the longer side (in miles) where the density's weight is floor(m/2) : ceil(m/2). */
function findLine(box: Box, points: DensityPoint[], pieces: number, sideMin: number) {
  const first = longerAxis(box);
  for (const axis of [first, first === 'x' ? 'y' : 'x'] as const) {
    const [low, high] = axis === 'x' ? [box.w, box.e] : [box.s, box.n];
    if (high - low < 2 * sideMin) continue;
    const at = weightedLine(points, axis, Math.floor(pieces / 2) / pieces);
    return { axis, at: Math.min(high - sideMin, Math.max(low + sideMin, at)) };
  }
  return null;
}

function longerAxis(box: Box): 'x' | 'y' {
  const middle = ((box.s + box.n) / 2 / 1e6 / 180) * Math.PI;
  return (box.e - box.w) * Math.cos(middle) >= box.n - box.s ? 'x' : 'y';
}

function weightedLine(points: DensityPoint[], axis: 'x' | 'y', share: number): number {
  points.sort((a, b) => a[axis] - b[axis]);
  const whole = points.reduce((sum, point) => sum + point.weight, 0);
  let passed = 0;
  for (let index = 0; index < points.length - 1; index += 1) {
    const point = points[index];
    const next = points[index + 1];
    if (point === undefined || next === undefined) break;
    passed += point.weight;
    if (passed >= whole * share) return Math.round((point[axis] + next[axis]) / 2);
  }
  return points.at(-1)?.[axis] ?? 0;
}

interface Growth {
  /** A margin is this share of the cover's own extent. */
  readonly margin: number;
  /** A matching row within this share of the extent from an edge expands that side. */
  readonly outer: number;
  /** A side is expanded at most this often. */
  readonly times: number;
}

/** A cover from geography is a guess: rows anywhere near its edge may have neighbours beyond it. */
const GUESSED: Growth = { margin: 0.3, outer: 0.15, times: 4 };
/** A learned or imported cover already has a margin: only rows in the margin mean more. */
const LEARNED: Growth = { margin: 0.12, outer: 0.03, times: 10 };

const growthOf = ({ via }: Position): Growth => (via?.by === 'extent' ? LEARNED : GUESSED);

/** The box that a chain of pages reads before it expands any side. */
const coverBox = (area: Area, { via }: Position): Box =>
  via === undefined || via.by === 'undecided' ? area.cover.reduce(boxAround) : via.cover;

/** The box that the position's pass reads: the cover, or the margin beyond one side. */
export function passBox(area: Area, position: Position): Box {
  const { pass, expanded } = position;
  const full = expandedBox(area, position, expanded);
  if (pass === 'cover') return full;
  const before = expandedBox(area, position, { ...expanded, [pass]: expanded[pass] - 1 });
  switch (pass) {
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

/** The move to the next margin; null when no side has to be expanded. */
export function nextPass(area: Area, position: Position): Changes<'next_pass'> | null {
  if (!isExpandable(area, position)) return null;
  const { times } = growthOf(position);
  const side = SIDES.find((one) => position.edges.includes(one) && position.expanded[one] < times);
  if (side === undefined) return null;
  return {
    expanded: { ...position.expanded, [side]: position.expanded[side] + 1 },
    pass: side,
    edges: position.edges.filter((one) => one !== side),
  };
}

/** The sides near which a matching point lies. */
export function sidesNear(area: Area, position: Position, x: number, y: number): readonly Side[] {
  if (!isExpandable(area, position)) return [];
  const box = expandedBox(area, position, position.expanded);
  const { outer } = growthOf(position);
  const dx = (box.e - box.w) * outer;
  const dy = (box.n - box.s) * outer;
  const near = { w: x < box.w + dx, e: x >= box.e - dx, s: y < box.s + dy, n: y >= box.n - dy };
  return SIDES.filter((side) => near[side]);
}

/** A source's own place needs no margins: the source knows where it ends. */
const isExpandable = ({ test }: Area, { via }: Position): boolean =>
  via?.by !== 'place' && (test.by === 'zip' || test.by === 'city');

function expandedBox(area: Area, position: Position, expanded: Position['expanded']): Box {
  const cover = coverBox(area, position);
  const { margin } = growthOf(position);
  const width = Math.ceil((cover.e - cover.w) * margin);
  const height = Math.ceil((cover.n - cover.s) * margin);
  return {
    w: cover.w - expanded.w * width,
    s: cover.s - expanded.s * height,
    e: cover.e + expanded.e * width,
    n: cover.n + expanded.n * height,
  };
}
