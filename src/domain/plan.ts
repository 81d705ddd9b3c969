/**
 * The plan of an area that a source cannot show whole: boxes that tile it, cut so that each holds
 * about the same number of homes by a prior (docs/decisions/0005). The plan depends on nothing but
 * the box, the total, the caps and the prior, so a cursor need not carry it.
 */
import type { Box } from './box.js';

export interface PriorPoint {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/** Share of the cap that a planned box should fill: room for what the prior gets wrong. */
const FILL = 0.8;
/** A plan has at most this many boxes; each evidence cut can still divide them. */
export const PLAN_BOXES_MAX = 4_096;

export interface PlanInput {
  readonly box: Box;
  readonly total: number;
  readonly rowsMax: number;
  readonly sideMin: number;
  /** Prior points inside the box. */
  readonly prior: readonly PriorPoint[];
  /** Whether a box reaches the asked area; boxes that do not are left out. */
  readonly meets: (box: Box) => boolean;
}

/** The boxes to read, in order. One box, the whole, when the source can show it whole. */
export function planBoxes(input: PlanInput): Box[] {
  if (input.total <= input.rowsMax) return [input.box];
  const pieces = Math.min(PLAN_BOXES_MAX, Math.ceil(input.total / (FILL * input.rowsMax)));
  const out: Box[] = [];
  divide(input, input.box, [...input.prior], pieces, out);
  return out.filter(input.meets);
}

function divide(
  input: PlanInput,
  box: Box,
  points: PriorPoint[],
  pieces: number,
  out: Box[],
): void {
  const cut = pieces < 2 || points.length < 2 ? null : findCut(box, points, pieces, input.sideMin);
  if (cut === null) {
    out.push(box);
    return;
  }
  const low = Math.floor(pieces / 2);
  const { below, above } = halves(box, cut.axis, cut.at);
  divide(
    input,
    below,
    points.filter((point) => point[cut.axis] < cut.at),
    low,
    out,
  );
  divide(
    input,
    above,
    points.filter((point) => point[cut.axis] >= cut.at),
    pieces - low,
    out,
  );
}

/** The two boxes of a box cut on an axis; `at` belongs to the one above. */
export function halves(box: Box, axis: 'x' | 'y', at: number): { below: Box; above: Box } {
  return axis === 'x'
    ? { below: { ...box, e: at }, above: { ...box, w: at } }
    : { below: { ...box, n: at }, above: { ...box, s: at } };
}

/** Cuts the longer side (in miles) where the prior's weight divides as floor(m/2) : ceil(m/2). */
function findCut(box: Box, points: PriorPoint[], pieces: number, sideMin: number) {
  const first = longerAxis(box);
  for (const axis of [first, first === 'x' ? 'y' : 'x'] as const) {
    const [low, high] = axis === 'x' ? [box.w, box.e] : [box.s, box.n];
    if (high - low < 2 * sideMin) continue;
    const at = weightedCut(points, axis, Math.floor(pieces / 2) / pieces);
    return { axis, at: Math.min(high - sideMin, Math.max(low + sideMin, at)) };
  }
  return null;
}

export function longerAxis(box: Box): 'x' | 'y' {
  const middle = ((box.s + box.n) / 2 / 1e6 / 180) * Math.PI;
  return (box.e - box.w) * Math.cos(middle) >= box.n - box.s ? 'x' : 'y';
}

function weightedCut(points: PriorPoint[], axis: 'x' | 'y', share: number): number {
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
