/** The invented streets of a box, as lines for a map. */
import Flatbush from 'flatbush';
import type { Geo } from '#geo/geo.js';
import { type HomeEdges, MICRO, reachOf } from './home.js';
import {
  type GridAxis,
  BEND_MICRO,
  crossing,
  type Grid,
  gridOf,
  hasStep,
  isMain,
  pointOn,
  SECTION,
  spacingOf,
  streetAt,
  UNIT,
  unitsOf,
} from './street-grid.js';

/** One street within one section, as far as it is on land. */
export interface Street {
  readonly name: string;
  readonly main: boolean;
  /** In decimal degrees. */
  readonly line: readonly (readonly [lng: number, lat: number])[];
}

export interface StreetsQuery {
  readonly seed: number;
  readonly geo: Geo;
}

/** Finds the streets of sections that meet a box; `mainOnly` omits the smaller ones. */
export type StreetsIn = (edges: HomeEdges, mainOnly: boolean) => Street[];

/** The maximum distance of a building from its street step, beyond the reach of its ZIP. */
const BESIDE = 2 * UNIT;
const SECTION_MICRO = SECTION * UNIT;
const DEGREE_DIGITS = 1e5;

export function openStreets({ seed, geo }: StreetsQuery): StreetsIn {
  const grid = gridOf(seed);
  const finest = finestOf(geo);
  return (edges, mainOnly) => {
    const seen = new Set<string>();
    const [west, east] = [sectionAt(edges.west, -BEND_MICRO), sectionAt(edges.east, BEND_MICRO)];
    const [south, north] = [sectionAt(edges.south, -BEND_MICRO), sectionAt(edges.north, BEND_MICRO)];
    const streets: Street[] = [];
    for (let column = west; column <= east; column += 1) {
      for (let row = south; row <= north; row += 1) {
        const units = finest(column, row);
        if (units === undefined) continue;
        for (const line of linesOf(grid, units, column, row)) {
          const key = `${line.axis} ${line.line} ${line.from}`;
          // Neighbouring sections share the main street between them.
          if ((mainOnly && !isMain(line.line)) || seen.has(key)) continue;
          seen.add(key);
          streets.push(...partsOnLand(grid, geo, line));
        }
      }
    }
    return streets;
  };
}

/** As a GeoJSON collection. */
export const streetsText = (streets: readonly Street[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: streets.map(({ name, main, line }) => ({
      type: 'Feature',
      properties: { name, main },
      geometry: { type: 'LineString', coordinates: line },
    })),
  });

const sectionAt = (degrees: number, more: number): number =>
  Math.floor((degrees * MICRO + more) / SECTION_MICRO);

/** The finest line distance of ZIPs that may have a home in a section; undefined without ZIPs. */
function finestOf(geo: Geo): (column: number, row: number) => number | undefined {
  const zips = [...geo.zips()];
  if (zips.length === 0) return () => undefined;
  const index = new Flatbush(zips.length);
  const units = zips.map(({ lng, lat, cover }) => {
    const x = reachOf((cover.e - cover.w) / 2) + BESIDE;
    const half = (cover.n - cover.s) / 2;
    const y = reachOf(half) + BESIDE;
    index.add(lng * MICRO - x, lat * MICRO - y, lng * MICRO + x, lat * MICRO + y);
    return unitsOf(half);
  });
  index.finish();
  return (column, row) => {
    const [west, south] = [column * SECTION_MICRO - BEND_MICRO, row * SECTION_MICRO - BEND_MICRO];
    const side = SECTION_MICRO + 2 * BEND_MICRO;
    const found = index.search(west, south, west + side, south + side);
    return found.length === 0 ? undefined : Math.min(...found.map((at) => units[at] ?? Infinity));
  };
}

interface Line {
  readonly axis: GridAxis;
  readonly line: number;
  /** Where on the line the section starts, in units. */
  readonly from: number;
}

/** The lines through a section and along its four sides. */
function* linesOf(grid: Grid, units: number, column: number, row: number): Iterable<Line> {
  const [west, south] = [column * SECTION, row * SECTION];
  for (const axis of ['ns', 'ew'] as const) {
    const [across, from] = axis === 'ns' ? [west, south] : [south, west];
    const step = spacingOf(grid, axis, units, column, row);
    for (let line = Math.ceil(across / step) * step; line <= across + SECTION; line += step) {
      yield { axis, line, from };
    }
  }
}

/** The steps of a line in a section that are on land, joined. */
function* partsOnLand(grid: Grid, geo: Geo, { axis, line, from }: Line): Iterable<Street> {
  const { name } = streetAt(grid, axis, line, from);
  let part: number[] = [];
  for (let step = from; step < from + SECTION; step += 1) {
    if (hasStep(grid, geo.onLand, axis, line, step)) {
      part.push(step);
    } else if (part.length > 0) {
      yield { name, main: isMain(line), line: pointsOf(grid, axis, line, part) };
      part = [];
    }
  }
  if (part.length > 0) yield { name, main: isMain(line), line: pointsOf(grid, axis, line, part) };
}

/** The ends of the steps and every other point between them: streets bend little. */
function pointsOf(grid: Grid, axis: GridAxis, line: number, steps: readonly number[]) {
  const [first = 0] = steps;
  const last = first + steps.length;
  const between = steps.slice(1).filter((step) => step % 2 === 0);
  return [first, ...between, last].map((along) => degreesAt(grid, axis, line, along));
}

function degreesAt(grid: Grid, axis: GridAxis, line: number, along: number) {
  // At its ends a street meets the main street, which is slightly off its place.
  const point = along % SECTION === 0 ? crossing : pointOn;
  const { x, y } = point(grid, axis, line, along);
  return [degrees(x), degrees(y)] as const;
}

const degrees = (micro: number): number =>
  Math.round((micro / MICRO) * DEGREE_DIGITS) / DEGREE_DIGITS;
