/**
 * Splitting a tile with more rows than the source shows: into parts of the plane while that is
 * possible, then into bands of price, bedrooms and home types (docs/decisions/0005).
 */
import { PROPERTY_TYPES } from '#contract/values.js';
import type { Box } from './box.js';
import type { Split } from './position.js';
import type { Subfilter } from './search.js';
import { halves } from './tiling.js';

/** The piece of a tile that is read at once: all of it, or one side of each split. */
export interface Part {
  /** Null where the source does not take boxes: it is then divided only by subfilters. */
  readonly box: Box | null;
  readonly subfilter: Subfilter;
  /** True for the remainder of a price split: only rows without a price are taken. */
  readonly remainder: boolean;
  /** The state whose rows are read, by postal code, if the source is queried by state. */
  readonly state?: string;
}

/** Every row with a price has at least this one. */
export const PRICED: Subfilter = { price: [1, null] };

/** The values of one row that a split uses. Coordinates in microdegrees; null if unknown. */
export interface SampleRow {
  readonly x: number | null;
  readonly y: number | null;
  readonly price: number | null;
  readonly beds: number | null;
}

/** The most consecutive splits of a tile; beyond it the plan is hopeless. */
export const SPLIT_DEPTH_MAX = 64;
/** Every third consecutive split is at the midpoint, so that a biased sample cannot mislead all. */
const MIDPOINT_EVERY = 3;
/** A sample with at least this share on one point is a cluster. */
const CLUSTER_SHARE = 0.5;
const BEDS_MAX = 12;

/** The part of a tile that the splits lead to. */
export function partOf(box: Box | null, splits: readonly Split[]): Part {
  return splits.reduce<Part>(sideOf, { box, subfilter: {}, remainder: false });
}

function sideOf(part: Part, { axis, at, side }: Split): Part {
  if (axis === 'x' || axis === 'y') {
    if (part.box === null) return part;
    const { below, above } = halves(part.box, axis, at);
    return { ...part, box: side === 'below' ? below : above };
  }
  if (side === 'remainder') return { ...part, remainder: true };
  return { ...part, subfilter: { ...part.subfilter, ...band(part.subfilter, axis, at, side) } };
}

function band(
  subfilter: Subfilter,
  axis: 'price' | 'beds' | 'type',
  at: number,
  side: 'below' | 'above',
): Subfilter {
  switch (axis) {
    case 'price': {
      const [low, high] = subfilter.price ?? [0, null];
      return { price: side === 'below' ? [low, at] : [at, high] };
    }
    case 'beds': {
      const [low, high] = subfilter.beds ?? [0, null];
      return { beds: side === 'below' ? [low, at - 1] : [at, high] };
    }
    case 'type': {
      const [first, ...others] = subfilter.property_types ?? PROPERTY_TYPES;
      return { property_types: side === 'below' && first !== undefined ? [first] : others };
    }
  }
}

/** How a source can be divided, by the filters that it supports. */
export interface Divisible {
  /** The smallest box side in microdegrees that the source can distinguish. */
  readonly box_side_min: number;
  /** The axes of subfilters that the source applies itself. */
  readonly axes: readonly ('price' | 'beds' | 'type')[];
}

/**
 * The next split of a part with more rows than the source shows, from a sample of its rows: in the
 * plane while the box can be divided, then by price, bedrooms and home type. Null when nothing
 * divides it further: the caller takes the rows shown and reports that some are missing.
 */
export function findSplit(
  part: Part,
  sample: readonly SampleRow[],
  depth: number,
  { box_side_min, axes }: Divisible,
): Split | null {
  if (depth >= SPLIT_DEPTH_MAX) return null;
  return (
    (part.box === null ? null : splitPlane(part.box, sample, depth, box_side_min)) ??
    (axes.includes('price') ? splitPrice(part.subfilter, sample) : null) ??
    (axes.includes('beds') ? splitBeds(part.subfilter) : null) ??
    (axes.includes('type') ? splitTypes(part.subfilter) : null)
  );
}

function splitPlane(box: Box, sample: readonly SampleRow[], depth: number, sideMin: number) {
  const extent = { x: box.e - box.w, y: box.n - box.s };
  if (extent.x < 2 * sideMin && extent.y < 2 * sideMin) return null;
  const cluster = clusterOf(sample);
  if (cluster !== null) return peel(box, cluster, sideMin);
  const axis = widerSpread(sample, extent, sideMin);
  const [low, high] = axis === 'x' ? [box.w, box.e] : [box.s, box.n];
  const middle = Math.floor((low + high) / 2);
  const at =
    depth % MIDPOINT_EVERY === MIDPOINT_EVERY - 1 ? middle : (median(sample, axis) ?? middle);
  return splitAt(axis, Math.min(high - sideMin, Math.max(low + sideMin, at)));
}

const splitAt = (axis: Split['axis'], at: number): Split => ({
  axis,
  at,
  side: 'below',
  has_remainder: false,
});

/** The point shared by at least half of the sample, or null. */
function clusterOf(sample: readonly SampleRow[]): { x: number; y: number } | null {
  const counts = new Map<string, { x: number; y: number; n: number }>();
  for (const { x, y } of sample) {
    if (x === null || y === null) continue;
    const key = `${x},${y}`;
    const entry = counts.get(key) ?? { x, y, n: 0 };
    entry.n += 1;
    counts.set(key, entry);
  }
  const top = [...counts.values()].sort((a, b) => b.n - a.n)[0];
  return top !== undefined && top.n > 1 && top.n >= sample.length * CLUSTER_SHARE ? top : null;
}

/** Splits off the largest part of the box beside the cluster; null when nothing else is left. */
function peel(box: Box, cluster: { x: number; y: number }, sideMin: number) {
  const half = Math.ceil(sideMin / 2);
  const lines = [
    { axis: 'x', at: cluster.x - half, gain: cluster.x - half - box.w },
    { axis: 'x', at: cluster.x + half, gain: box.e - (cluster.x + half) },
    { axis: 'y', at: cluster.y - half, gain: cluster.y - half - box.s },
    { axis: 'y', at: cluster.y + half, gain: box.n - (cluster.y + half) },
  ] as const;
  const best = lines.filter(({ gain }) => gain >= half).sort((a, b) => b.gain - a.gain)[0];
  return best === undefined ? null : splitAt(best.axis, best.at);
}

function widerSpread(
  sample: readonly SampleRow[],
  extent: { x: number; y: number },
  sideMin: number,
): 'x' | 'y' {
  if (extent.x < 2 * sideMin) return 'y';
  if (extent.y < 2 * sideMin) return 'x';
  const spread = (axis: 'x' | 'y') => {
    const values = sample.flatMap((row) => (row[axis] === null ? [] : [row[axis]]));
    return values.length < 2 ? extent[axis] : Math.max(...values) - Math.min(...values);
  };
  return spread('x') >= spread('y') ? 'x' : 'y';
}

/** A value that halves the sample as well as repeated values allow; null if none does. */
function median(sample: readonly SampleRow[], field: keyof SampleRow): number | null {
  const values = sample
    .flatMap((row) => (row[field] === null ? [] : [row[field]]))
    .sort((a, b) => a - b);
  const lowest = values[0];
  const middle = values[Math.floor(values.length / 2)];
  if (lowest === undefined || middle === undefined) return null;
  const at = middle > lowest ? middle : values.find((value) => value > lowest);
  return at ?? null;
}

function splitPrice(subfilter: Subfilter, sample: readonly SampleRow[]) {
  const [low, below] = subfilter.price ?? [0, null];
  const found = median(sample, 'price');
  const at = found ?? (below === null ? null : Math.floor((low + below) / 2));
  const fits = at !== null && at > low && (below === null || at < below);
  return fits ? splitAt('price', at) : null;
}

/** The number of bedrooms that halves a part, by its sample; null if the sample cannot tell. */
export function halveBeds(sample: readonly SampleRow[]): number | null {
  const at = median(sample, 'beds');
  return at === null || at < 1 ? null : Math.ceil(at);
}

/** Bedrooms are whole numbers: split off one value after the other. */
function splitBeds(subfilter: Subfilter) {
  const [low, high] = subfilter.beds ?? [0, null];
  const next = low + 1;
  return (high === null ? next <= BEDS_MAX : next <= high) ? splitAt('beds', next) : null;
}

/** Home types are split off the list one after the other. */
function splitTypes(subfilter: Subfilter) {
  const types = subfilter.property_types ?? PROPERTY_TYPES;
  return types.length > 1 ? splitAt('type', types.length) : null;
}

/**
 * The splits of the next part in reading order; null when the tile is done. A split moves from
 * `below` to `above` to its remainder, if it has one.
 */
export function nextSplits(splits: readonly Split[]): readonly Split[] | null {
  const last = splits.at(-1);
  if (last === undefined) return null;
  const before = splits.slice(0, -1);
  if (last.side === 'below') return [...before, { ...last, side: 'above' }];
  if (last.side === 'above' && last.has_remainder)
    return [...before, { ...last, side: 'remainder' }];
  return nextSplits(before);
}
