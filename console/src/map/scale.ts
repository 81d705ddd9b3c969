/** A scale of numbers: five quantile classes, or a continuous range without its outliers. */
import { percentile } from '../results/statistics.js';

export const METHODS = ['quantiles', 'continuous'] as const;
export type Method = (typeof METHODS)[number];

export interface Scale {
  readonly method: Method;
  /** Ends of the scale; values beyond them are drawn as the ends. */
  readonly low: number;
  readonly high: number;
  /** Whether some values lie beyond. */
  readonly below: boolean;
  readonly above: boolean;
  /** Classes of quantiles, each from its least to its greatest value; empty when continuous. */
  readonly classes: readonly ScaleClass[];
}

export interface ScaleClass {
  readonly from: number;
  readonly to: number;
  readonly values: number;
}

const CLASSES = 5;
/** A continuous scale ends at these percentiles, so that one outlier does not flatten the rest. */
const ENDS = [0.02, 0.98] as const;
/** With fewer values the percentiles would be the outliers themselves. */
const ENDS_FROM_VALUES = 20;

/** The scale of these values; null of none. */
export function scaleOf(values: readonly number[], method: Method): Scale | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [least, greatest] = [sorted[0], sorted.at(-1)];
  if (least === undefined || greatest === undefined) return null;
  if (method === 'quantiles') {
    const classes = quantileClasses(sorted);
    return { method, low: least, high: greatest, below: false, above: false, classes };
  }
  const cut = sorted.length >= ENDS_FROM_VALUES;
  const low = (cut ? percentile(sorted, ENDS[0]) : null) ?? least;
  const high = (cut ? percentile(sorted, ENDS[1]) : null) ?? greatest;
  return { method, low, high, below: least < low, above: greatest > high, classes: [] };
}

/** Where a value lies on the scale, from 0 to 1. The middle where all values are equal. */
export function shareOf(scale: Scale, value: number): number {
  const { classes, low, high } = scale;
  if (scale.method === 'quantiles') {
    const at = classes.findIndex(({ to }) => value <= to);
    return classShare(at === -1 ? classes.length - 1 : at, classes.length);
  }
  if (high === low) return 0.5;
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** Where a class lies: on a colour of its own, so that few classes use the whole range. */
const classShare = (at: number, classes: number): number =>
  classes <= 1 ? 0.5 : Math.round((at / (classes - 1)) * (CLASSES - 1)) / (CLASSES - 1);

/** Classes of nearly equal size; equal values are never in two classes. */
function quantileClasses(sorted: readonly number[]): ScaleClass[] {
  const classes: ScaleClass[] = [];
  let start = 0;
  for (let step = 1; step <= CLASSES && start < sorted.length; step += 1) {
    const last = sorted[Math.ceil((sorted.length * step) / CLASSES) - 1];
    if (last === undefined || last < (sorted[start] ?? last)) continue;
    const end = sorted.findLastIndex((value) => value <= last) + 1;
    classes.push({ from: sorted[start] ?? last, to: last, values: end - start });
    start = end;
  }
  return classes;
}
