/** Regions: a planned box after the evidence cuts, and how to find the next cut (docs/decisions/0005). */
import { PROPERTY_TYPES } from '#contract/values.js';
import type { Box } from './box.js';
import { halves } from './plan.js';
import type { Cut } from './position.js';
import type { Narrow } from './search.js';

export interface Region {
  readonly box: Box;
  readonly narrow: Narrow;
  /** True on the rest of a price cut: only rows without a price are taken. */
  readonly unpriced: boolean;
}

/** What one row tells a cut. Coordinates in microdegrees; null where the row does not say. */
export interface Evidence {
  readonly x: number | null;
  readonly y: number | null;
  readonly price: number | null;
  readonly beds: number | null;
}

/** A region is cut at most this often; below that the plan or the prior is hopeless. */
export const SPLIT_DEPTH_MAX = 64;
/** Every third cut in a row is a midpoint, so that a biased sample cannot lead the cuts astray. */
const MIDPOINT_EVERY = 3;
/** Share of a sample on one point from which it counts as a stack. */
const STACK_SHARE = 0.5;
const BEDS_MAX = 12;

/** The region that the cuts lead to. */
export function regionOf(box: Box, cuts: readonly Cut[]): Region {
  return cuts.reduce<Region>(cutRegion, { box, narrow: {}, unpriced: false });
}

function cutRegion(region: Region, cut: Cut): Region {
  const { axis, at, side } = cut;
  if (axis === 'x' || axis === 'y') {
    const { below, above } = halves(region.box, axis, at);
    return { ...region, box: side === 0 ? below : above };
  }
  if (side === 2) return { ...region, unpriced: true };
  const [low, high] = band(region.narrow, axis);
  if (axis === 'price') {
    const price = side === 0 ? ([low, at] as const) : ([at, high] as const);
    return { ...region, narrow: { ...region.narrow, price } };
  }
  if (axis === 'beds') {
    const beds = side === 0 ? ([low, at - 1] as const) : ([at, high] as const);
    return { ...region, narrow: { ...region.narrow, beds } };
  }
  const [first, ...others] = region.narrow.property_types ?? PROPERTY_TYPES;
  const property_types = side === 0 && first !== undefined ? [first] : others;
  return { ...region, narrow: { ...region.narrow, property_types } };
}

function band(narrow: Narrow, axis: 'price' | 'beds' | 'type'): readonly [number, number | null] {
  if (axis === 'price') return narrow.price ?? [0, null];
  return narrow.beds ?? [0, null];
}

/**
 * The next cut of a region that holds more rows than the source shows, from a sample of its rows:
 * in the plane while the box can be divided, then by price, bedrooms and home type. Null when nothing
 * divides it further: the caller takes what is shown and says that rows are missing.
 */
export function findCut(
  region: Region,
  sample: readonly Evidence[],
  depth: number,
  sideMin: number,
): Omit<Cut, 'rest'> | null {
  if (depth >= SPLIT_DEPTH_MAX) return null;
  return (
    cutInPlane(region.box, sample, depth, sideMin) ??
    cutPrice(region.narrow, sample) ??
    cutBeds(region.narrow) ??
    cutTypes(region.narrow)
  );
}

function cutInPlane(box: Box, sample: readonly Evidence[], depth: number, sideMin: number) {
  const room = { x: box.e - box.w, y: box.n - box.s };
  if (room.x < 2 * sideMin && room.y < 2 * sideMin) return null;
  const stack = stackOf(sample);
  if (stack !== null) return peel(box, stack, sideMin);
  const axis = widerSpread(sample, room, sideMin);
  const [low, high] = axis === 'x' ? [box.w, box.e] : [box.s, box.n];
  const middle = Math.floor((low + high) / 2);
  const at =
    depth % MIDPOINT_EVERY === MIDPOINT_EVERY - 1 ? middle : (median(sample, axis) ?? middle);
  return side0(axis, Math.min(high - sideMin, Math.max(low + sideMin, at)));
}

const side0 = (axis: Cut['axis'], at: number) => ({ axis, at, side: 0 }) as const;

/** The point that at least half of the sample shares, or null. */
function stackOf(sample: readonly Evidence[]): { x: number; y: number } | null {
  const counts = new Map<string, { x: number; y: number; n: number }>();
  for (const { x, y } of sample) {
    if (x === null || y === null) continue;
    const key = `${x},${y}`;
    const entry = counts.get(key) ?? { x, y, n: 0 };
    entry.n += 1;
    counts.set(key, entry);
  }
  const top = [...counts.values()].sort((a, b) => b.n - a.n)[0];
  return top !== undefined && top.n > 1 && top.n >= sample.length * STACK_SHARE ? top : null;
}

/** Cuts away the largest part of the box beside the stack; null when the box is the stack's own. */
function peel(box: Box, stack: { x: number; y: number }, sideMin: number) {
  const half = Math.ceil(sideMin / 2);
  const lines = [
    { axis: 'x', at: stack.x - half, gain: stack.x - half - box.w },
    { axis: 'x', at: stack.x + half, gain: box.e - (stack.x + half) },
    { axis: 'y', at: stack.y - half, gain: stack.y - half - box.s },
    { axis: 'y', at: stack.y + half, gain: box.n - (stack.y + half) },
  ] as const;
  const best = lines.filter(({ gain }) => gain >= half).sort((a, b) => b.gain - a.gain)[0];
  return best === undefined ? null : side0(best.axis, best.at);
}

function widerSpread(
  sample: readonly Evidence[],
  room: { x: number; y: number },
  sideMin: number,
): 'x' | 'y' {
  if (room.x < 2 * sideMin) return 'y';
  if (room.y < 2 * sideMin) return 'x';
  const spread = (axis: 'x' | 'y') => {
    const values = sample.flatMap((row) => (row[axis] === null ? [] : [row[axis]]));
    return values.length < 2 ? room[axis] : Math.max(...values) - Math.min(...values);
  };
  return spread('x') >= spread('y') ? 'x' : 'y';
}

/** A value that divides the sample in two equal parts as well as its repeats allow; null if none does. */
function median(sample: readonly Evidence[], field: keyof Evidence): number | null {
  const values = sample
    .flatMap((row) => (row[field] === null ? [] : [row[field]]))
    .sort((a, b) => a - b);
  const lowest = values[0];
  const middle = values[Math.floor(values.length / 2)];
  if (lowest === undefined || middle === undefined) return null;
  const at = middle > lowest ? middle : values.find((value) => value > lowest);
  return at ?? null;
}

function cutPrice(narrow: Narrow, sample: readonly Evidence[]) {
  const [low, below] = narrow.price ?? [0, null];
  const found = median(sample, 'price');
  const at = found ?? (below === null ? null : Math.floor((low + below) / 2));
  const fits = at !== null && at > low && (below === null || at < below);
  return fits ? side0('price', at) : null;
}

/** Halves the bedrooms of a stack by its sample; null when the sample does not tell. */
export function halveBeds(sample: readonly Evidence[]): number | null {
  const at = median(sample, 'beds');
  return at === null || at < 1 ? null : Math.ceil(at);
}

/** Bedrooms are whole numbers: one value after the other is cut off. */
function cutBeds(narrow: Narrow) {
  const [low, high] = narrow.beds ?? [0, null];
  const next = low + 1;
  return (high === null ? next <= BEDS_MAX : next <= high) ? side0('beds', next) : null;
}

/** Home types are taken off the list one after the other. */
function cutTypes(narrow: Narrow) {
  const types = narrow.property_types ?? PROPERTY_TYPES;
  return types.length > 1 ? side0('type', types.length) : null;
}

/**
 * The cuts that lead to the region after this one, in the order of reading; null when the leaf is
 * done. A cut moves from side 0 to 1 to, where it has one, the rest.
 */
export function nextCuts(cuts: readonly Cut[]): readonly Cut[] | null {
  const last = cuts.at(-1);
  if (last === undefined) return null;
  const before = cuts.slice(0, -1);
  if (last.side === 0) return [...before, { ...last, side: 1 }];
  if (last.side === 1 && last.rest) return [...before, { ...last, side: 2 }];
  return nextCuts(before);
}
