/** ZIPs: points, post offices, counties, covers and density points. */
import { inBox, MICRO } from '#domain/box.js';
import { boxOfSquare, halfSides, SHARE_MAX } from '#geo/cover.js';
import { NYC_COUNTIES, nycBorough } from '#geo/nyc.js';
import { PRIOR_POINTS_PER_ZIP } from '#geo/pack.js';
import { countyHolding, countyNearest, pointNearCounty } from '#geo/polygons.js';
import { type Cells, cellsOf, kmBetween, type MicroPoint } from './cells.js';
import type { CountyTable } from './county-table.js';
import { type CensusZip, censusZips, type PostalZip, postalZips } from './sources.js';

export interface ZipRow {
  readonly zip: string;
  readonly lat: number;
  readonly lng: number;
  readonly city: string;
  readonly state: string;
  /** Number of the county, or -1. */
  readonly county: number;
  readonly half: number;
  readonly shares: Int8Array;
  /** Whether the ZIP has an area of its own: PO boxes and single buildings do not. */
  readonly area: boolean;
}

/**
 * All ZIPs, ascending. The census point comes first: GeoNames' is 2 km off as a rule, and tens of
 * kilometres for one ZIP in a hundred.
 */
export function zipTable(counties: CountyTable): ZipRow[] {
  const postal = new Map(postalZips().map((row) => [row.zip, row]));
  const census = censusZips().map((zip) => homesPoint(zip, postal.get(zip.zip), counties));
  const cells = cellsOf(census, postal, counties.polygons);
  const areas = census.map((zip, at) =>
    areaRow(zip, postal.get(zip.zip), counties, {
      half: cells.half[at] ?? 0,
      shares: cells.shares[at] ?? new Int8Array(0),
    }),
  );
  const inAreas = new Set(census.map((zip) => zip.zip));
  const points = [...postal.values()]
    .filter((post) => !inAreas.has(post.zip))
    .map((post) => pointRow(post, cells, counties));
  return [...areas, ...points].sort((a, b) => Number(a.zip) - Number(b.zip));
}

/**
 * Some census areas take in wilderness far from their post office, so that their middle lies in
 * another county than the town: 99503 is Anchorage, its census point 450 km to the west. There the
 * town's point is where the homes are.
 */
function homesPoint(zip: CensusZip, post: PostalZip | undefined, counties: CountyTable): CensusZip {
  if (!post || kmBetween(zip, post) < TOWN_KM) return zip;
  const named = counties.fips.indexOf(post.fips);
  if (named < 0 || nearCounty(counties, named, zip, 0)) return zip;
  return nearCounty(counties, named, post, BORDER_KM)
    ? { zip: zip.zip, lat: post.lat, lng: post.lng }
    : zip;
}

const TOWN_KM = 20;
const BORDER_KM = 2;

interface Cell {
  readonly half: number;
  readonly shares: Int8Array;
}

function areaRow(
  zip: CensusZip,
  post: PostalZip | undefined,
  counties: CountyTable,
  cell: Cell,
): ZipRow {
  const holding = countyAround(counties, zip);
  const named = post ? counties.fips.indexOf(post.fips) : NONE;
  const kept = post && keepsCounty(counties, named, zip, post, cell) ? named : holding;
  const state = post?.state ?? counties.state[holding] ?? '';
  const municipio = counties.names[holding]?.replace(/ Municipio$/, '') ?? '';
  return {
    ...zip,
    ...cell,
    // GeoNames names no post office on the islands. Puerto Rico's are called after the municipio.
    city: post?.city ?? ISLAND_POST_OFFICES.get(zip.zip) ?? (state === 'PR' ? municipio : ''),
    state,
    county: boroughCounty(counties, zip.zip) ?? kept,
    area: true,
  };
}

/** A ZIP without an area lies somewhere in the area around it, and borrows that area's cover. */
function pointRow(post: PostalZip, cells: Cells, counties: CountyTable): ZipRow {
  const half = cells.half[cells.nearest(post)] ?? 0;
  const named = counties.fips.indexOf(post.fips);
  const near = named >= 0 && nearCounty(counties, named, post, POST_OFFICE_KM);
  const county = boroughCounty(counties, post.zip) ?? (near ? named : countyAround(counties, post));
  const shares = new Int8Array(PRIOR_POINTS_PER_ZIP * 2);
  return {
    zip: post.zip,
    lat: post.lat,
    lng: post.lng,
    city: post.city,
    state: post.state,
    county,
    half,
    shares,
    area: false,
  };
}

/**
 * GeoNames' county of a ZIP holds unless neither the ZIP's cell nor its post office is in it.
 * Connecticut's are half the counties of before 2022, so there the census point decides.
 */
function keepsCounty(
  counties: CountyTable,
  named: number,
  zip: CensusZip,
  post: PostalZip,
  { half, shares }: Cell,
): boolean {
  if (named < 0 || counties.state[named] === 'CT') return false;
  const box = boxOfSquare({ ...zip, half });
  if (inBox(box, post.lat / MICRO, post.lng / MICRO) && nearCounty(counties, named, post, 0)) {
    return true;
  }
  if (nearCounty(counties, named, zip, CELL_KM)) return true;
  const side = halfSides({ ...zip, half });
  for (let at = 0; at < shares.length; at += 2) {
    const lat = zip.lat + ((shares[at + 1] ?? 0) / SHARE_MAX) * side.y;
    const lng = zip.lng + ((shares[at] ?? 0) / SHARE_MAX) * side.x;
    if (nearCounty(counties, named, { lat, lng }, CELL_KM)) return true;
  }
  return false;
}

const nearCounty = (
  counties: CountyTable,
  county: number,
  point: MicroPoint,
  km: number,
): boolean => pointNearCounty(counties.polygons, county, point.lat / MICRO, point.lng / MICRO, km);

function boroughCounty(counties: CountyTable, zip: string): number | undefined {
  const borough = nycBorough(zip);
  return borough && counties.fips.indexOf(NYC_COUNTIES[borough]);
}

function countyAround(counties: CountyTable, point: MicroPoint): number {
  const lat = point.lat / MICRO;
  const lng = point.lng / MICRO;
  const holding = countyHolding(counties.polygons, lat, lng);
  return holding >= 0 ? holding : countyNearest(counties.polygons, lat, lng, COAST_KM);
}

const COAST_KM = 25;
/** GeoNames' points of post offices are 23 km off at the 99th percentile. */
const POST_OFFICE_KM = 25;
const CELL_KM = 0.5;
const NONE = -1;

const ISLAND_POST_OFFICES = new Map([
  ['00802', 'St Thomas'],
  ['00820', 'Christiansted'],
  ['00830', 'St John'],
  ['00840', 'Frederiksted'],
  ['00850', 'Kingshill'],
  ['00851', 'Kingshill'],
  ['96799', 'Pago Pago'],
  ['96910', 'Hagatna'],
  ['96913', 'Barrigada'],
  ['96915', 'Santa Rita'],
  ['96916', 'Merizo'],
  ['96917', 'Inarajan'],
  ['96928', 'Agat'],
  ['96929', 'Yigo'],
  ['96950', 'Saipan'],
  ['96951', 'Rota'],
  ['96952', 'Tinian'],
]);
