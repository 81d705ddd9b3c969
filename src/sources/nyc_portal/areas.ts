/** The areas that the source takes: its own codes instead of a box. */
import type { Row } from '#contract/rows.js';
import { type Box, boxesMeet, boxOfEdges } from '#domain/box.js';
import { type ParsedRow, valueOr } from '#domain/parsed-row.js';
import { nycBorough } from '#geo/index.js';
import { areasAbove, nameInBorough } from './area-codes.js';

interface Borough {
  readonly code: number;
  readonly bands: readonly Box[];
}

/** Height of a band in degrees. */
const BAND = 0.05;

/** How far a borough extends south and north, and from `grid` up each band west and east. */
const borough = (
  code: number,
  [south, north]: readonly [number, number],
  grid: number,
  reaches: readonly (readonly [west: number, east: number])[],
): Borough => ({
  code,
  bands: reaches.map(([west, east], at) =>
    boxOfEdges({
      west,
      south: Math.max(south, grid + at * BAND),
      east,
      north: Math.min(north, grid + (at + 1) * BAND),
    }),
  ),
});

/**
 * The boroughs in bands of latitude. A single box around each would overlap its neighbours by half,
 * and each borough requested in vain costs thousands of rows. Each band extends 1.5 km beyond the
 * borough's land, since the source's border may differ from the true one by some streets: a band
 * too wide costs rows that are filtered out after reading, one too narrow would lose homes.
 */
const BOROUGHS: readonly Borough[] = [
  borough(100, [40.665, 40.897], 40.65, [
    [-74.065, -73.95],
    [-74.065, -73.92],
    [-74.04, -73.89],
    [-74.01, -73.89],
    [-73.98, -73.885],
  ]),
  borough(200, [40.77, 40.932], 40.75, [
    [-73.945, -73.745],
    [-73.955, -73.745],
    [-73.955, -73.735],
    [-73.95, -73.785],
  ]),
  borough(300, [40.55, 40.754], 40.55, [
    [-74.055, -73.815],
    [-74.06, -73.815],
    [-74.06, -73.825],
    [-74.03, -73.845],
    [-73.985, -73.945],
  ]),
  borough(400, [40.53, 40.816], 40.5, [
    [-73.955, -73.85],
    [-73.955, -73.73],
    [-73.875, -73.705],
    [-73.94, -73.705],
    [-73.985, -73.68],
    [-73.985, -73.68],
    [-73.94, -73.73],
  ]),
  borough(500, [40.482, 40.663], 40.45, [
    [-74.28, -74.175],
    [-74.28, -74.075],
    [-74.27, -74.035],
    [-74.225, -74.035],
    [-74.205, -74.055],
  ]),
];

/** Boxes that contain the boroughs of some areas; empty if one of them is in no borough. */
export function extentOf(codes: readonly string[]): readonly Box[] {
  const boroughs = new Set(codes.map((code) => areasAbove(code).at(-1) ?? code));
  const found = BOROUGHS.filter(({ code }) => boroughs.has(String(code)));
  return found.length < boroughs.size ? [] : found.flatMap(({ bands }) => bands);
}

/** The area that a row names, as its borough knows it; null if it names none. */
export function areaOfRow({ extras, address }: ParsedRow<Row>): string | null {
  const name = 'neighborhood' in extras ? valueOr(extras.neighborhood) : null;
  return name === null ? null : nameInBorough(name, nycBorough(valueOr(address.zip) ?? ''));
}

/** The codes of the boroughs that the box meets; all of them if it meets none. */
export function areaCodes(box: Box): readonly string[] {
  const met = BOROUGHS.filter(({ bands }) => bands.some((band) => boxesMeet(band, box)));
  return (met.length > 0 ? met : BOROUGHS).map(({ code }) => String(code));
}
