/** Periods of a series as lines that end where nothing is known. Pure. */
import type { StatisticsSeries } from '#client/index.js';
import type { Coverage } from '#contract/statistics.js';
import type { Measure } from './measures.js';

export type SeriesPeriod = StatisticsSeries['periods'][number];

export interface LinePoint {
  /** Place of its period. */
  readonly nth: number;
  readonly value: number;
  readonly range: readonly [low: number, high: number] | null;
  readonly homes: number;
  /** Whether all of the period was read. */
  readonly complete: boolean;
}

export interface Line {
  /** The value that the homes share; null for all homes, and for those without a value. */
  readonly group: string | null;
  /** Runs of neighbouring periods with a value. */
  readonly runs: readonly (readonly LinePoint[])[];
}

/** Lines of one plot, as many as colours can distinguish. The table has all groups. */
export const LINES_MAX = 6;

/** A line for each group, the one with most homes first; at most LINES_MAX. */
export function linesOf(periods: readonly SeriesPeriod[], measure: Measure): Line[] {
  const homes = new Map<string | null, number>();
  for (const { cells } of periods) {
    for (const { group, count } of cells) homes.set(group, (homes.get(group) ?? 0) + count);
  }
  const isAlone = homes.size === 1;
  const groups = [...homes]
    .filter(([, count]) => isAlone || count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([group]) => group);
  return groups
    .slice(0, LINES_MAX)
    .map((group) => ({ group, runs: runsOf(pointsOf(periods, measure, group)) }));
}

function pointsOf(
  periods: readonly SeriesPeriod[],
  measure: Measure,
  group: string | null,
): LinePoint[] {
  return periods.flatMap(({ coverage, cells }, nth) => {
    const complete = coverage === 'complete';
    const cell = cells.find((one) => one.group === group);
    const none = complete ? measure.ofNone : undefined;
    const value = cell === undefined ? none : measure.value(cell);
    if (value === null || value === undefined) return [];
    const range = (cell && measure.range?.(cell)) ?? null;
    return [{ nth, value, range, homes: cell?.count ?? 0, complete }];
  });
}

function runsOf(points: readonly LinePoint[]): LinePoint[][] {
  const runs: LinePoint[][] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last?.at(-1)?.nth === point.nth - 1) last.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** The lowest and the highest value of the lines with their ranges; null without a point. */
export function extentOf(
  lines: readonly Line[],
  { fromZero }: Pick<Measure, 'fromZero'>,
): readonly [low: number, high: number] | null {
  const values = lines.flatMap(({ runs }) =>
    runs.flat().flatMap(({ value, range }) => [value, ...(range ?? [])]),
  );
  if (values.length === 0) return null;
  return [fromZero ? 0 : Math.min(...values), Math.max(...values)];
}

/** How many periods were read completely, in part and not at all. */
export function readOf(periods: readonly SeriesPeriod[]): Record<Coverage, number> {
  const count = (wanted: Coverage) => periods.filter(({ coverage }) => coverage === wanted).length;
  return { complete: count('complete'), partial: count('partial'), unread: count('unread') };
}
