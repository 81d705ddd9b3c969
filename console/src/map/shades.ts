/** ZIPs shaded by the median of a field over the rows that are loaded. */
import type { FeatureCollection, MultiPolygon } from 'geojson';
import type { Row } from '#contract/rows.js';
import { type Column, numberOf } from '../results/fields.js';
import { percentile } from '../results/statistics.js';
import { colourAt } from './dots.js';
import type { Palette } from './palette.js';
import { type Method, type Scale, scaleOf, shareOf } from './scale.js';

export interface Shades {
  readonly column: Column;
  /** Null where no home has a value. */
  readonly scale: Scale | null;
  readonly medians: ReadonlyMap<string, number>;
  /** Homes loaded, and those with a ZIP and a value. */
  readonly homes: number;
  readonly valued: number;
}

export function shadesOf(
  rows: readonly Row[],
  columns: readonly Column[],
  name: string | null,
  method: Method,
): Shades | null {
  const column = columns.find((each) => each.name === name && each.numeric);
  if (column === undefined) return null;
  const byZip = new Map<string, number[]>();
  for (const row of rows) {
    const value = numberOf(row, column);
    if (value === null || row.address.zip === '') continue;
    byZip.set(row.address.zip, [...(byZip.get(row.address.zip) ?? []), value]);
  }
  const medians = new Map(
    [...byZip].map(([zip, values]) => [
      zip,
      percentile(
        values.sort((a, b) => a - b),
        0.5,
      ) ?? 0,
    ]),
  );
  const scale = scaleOf([...medians.values()], method);
  const valued = [...byZip.values()].reduce((sum, { length }) => sum + length, 0);
  return { column, scale, medians, homes: rows.length, valued };
}

/** The areas in the colours of their medians. */
export function shadedAreas(
  { medians, scale }: Shades,
  areas: ReadonlyMap<string, MultiPolygon>,
  palette: Palette,
): FeatureCollection<MultiPolygon, { fill: string }> {
  return {
    type: 'FeatureCollection',
    features: [...areas].flatMap(([zip, geometry]) => {
      const median = medians.get(zip);
      if (median === undefined || scale === null) return [];
      const fill = colourAt(shareOf(scale, median), palette);
      return [{ type: 'Feature' as const, properties: { fill }, geometry }];
    }),
  };
}
