/** How many homes each ZIP has, and where they are. */
import { DAY_MS, MINUTE_MS } from '#contract/durations.js';
import { assert } from '#base/assert.js';
import type { Geo, Zip } from '#geo/geo.js';
import { bell, hashText, mix, unit, whole } from './chance.js';
import { MICRO, type Plot, STRAY_REACH } from './home.js';
import { changesEveryMinute, oddHomes } from './odd-zips.js';
import { SALT } from './salts.js';
import {
  besideStreet,
  type Grid,
  gridOf,
  hasStep,
  onSameStep,
  type Point,
  type Site,
  unitsOf,
} from './street-grid.js';

export interface PlaceHomes {
  readonly zip: string;
  readonly homes: number;
}

export interface PlotOptions {
  readonly seed: number;
  /** Homes for sale in all of the data. */
  readonly homes: number;
  readonly geo: Geo;
  /** A small data set: only these ZIPs, each with its number of homes for sale. */
  readonly places?: readonly PlaceHomes[];
  /** ZIPs with a tower and its units for sale; the towers of the national data when left out. */
  readonly towers?: readonly PlaceHomes[];
}

const TOWER_UNITS = 900;
const TOWER_ZIPS = ['10001', '33131', '60611', '77002', '78701'] as const;
/** Maximum homes for sale of a ZIP: its slots must fit their share of an id. */
const PLACE_HOMES_MAX = 50_000;
const COUNT_SIGMA = 0.5;
const LEVEL_SIGMA = 0.38;
const LEVEL_DOLLARS = 315_000;
const LEVEL_DEFAULT = 0.9;
/** States where homes cost more or less than elsewhere; roughly realistic. */
const LEVEL_BY_STATE: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    2: 'CA HI',
    1.7: 'DC MA WA',
    1.4: 'CO NJ NY OR UT',
    1.2: 'AZ CT FL MD NH NV RI VA',
    1: 'GA TX',
    0.7: 'IN KS MI OH',
    0.6: 'AR IA MS OK WV',
  }).flatMap(([level, states]) => states.split(' ').map((state) => [state, Number(level)])),
);
const BLOCK_REACH = 0.4;
const BLOBS_MAX = 6;
const BLOB_REACH = 0.38;
const SPREAD_SHARE = 0.1;
const SPREAD_REACH = 0.5;
const STRAY_SHARE = 0.001;
const INSIDE = 0.98;
/** The factor that moves a home in the sea, until the ZIP's own point is as near as the second. */
const NEARER = 0.7;
const NEARER_MIN = 0.005;
/** How often a place on a street near land is drawn for such a home. */
const DRAWS = 8;
/** Where land with a street is searched around a ZIP's point that has none. */
const RINGS = 10;
const RING_POINTS = 16;

/** The ZIPs of the data that have homes. */
export function makePlots(options: PlotOptions): Plot[] {
  const towers = towersOf(options);
  const grid = gridOf(options.seed);
  const plots: Plot[] = [];
  for (const { zip, homes } of options.places === undefined ? nation(options) : few(options)) {
    const tower = towers.get(zip.zip) ?? 0;
    assert(homes <= PLACE_HOMES_MAX, `a ZIP of the sandbox has at most ${PLACE_HOMES_MAX} homes`);
    if (homes + tower > 0) plots.push(plotOf(options, grid, { zip, homes, tower }));
  }
  return plots;
}

function towersOf(options: PlotOptions): Map<string, number> {
  const national = TOWER_ZIPS.map((zip) => ({ zip, homes: TOWER_UNITS }));
  const towers = options.towers ?? (options.places === undefined ? national : []);
  for (const { homes } of towers) {
    assert(homes <= PLACE_HOMES_MAX, `a tower of the sandbox has at most ${PLACE_HOMES_MAX} homes`);
  }
  return new Map(towers.map(({ zip, homes }) => [zip, homes]));
}

/** Every ZIP, by its weight and lognormal noise of mean one; odd places have fixed numbers. */
function* nation(options: PlotOptions): Iterable<{ zip: Zip; homes: number }> {
  const zips = [...options.geo.zips()];
  const weight = zips.reduce((sum, zip) => sum + zip.weight, 0);
  const perWeight = weight > 0 ? options.homes / weight : 0;
  for (const zip of zips) {
    const whim = bell(zipHash(options.seed, zip.zip), SALT.count) * COUNT_SIGMA;
    const homes = zip.weight * perWeight * Math.exp(whim - (COUNT_SIGMA * COUNT_SIGMA) / 2);
    const odd = options.homes === 0 ? undefined : oddHomes(zip.zip);
    yield { zip, homes: odd ?? Math.min(homes, PLACE_HOMES_MAX) };
  }
}

function* few(options: PlotOptions): Iterable<{ zip: Zip; homes: number }> {
  for (const place of options.places ?? []) {
    const zip = options.geo.zip(place.zip);
    assert(zip !== undefined, `the sandbox got ZIP ${place.zip}, which has no point`);
    yield { zip, homes: place.homes };
  }
}

const zipHash = (seed: number, zip: string): number => hashText(zip, seed);

function plotOf(
  { seed, geo }: PlotOptions,
  grid: Grid,
  { zip, homes, tower }: Pick<Plot, 'zip' | 'homes' | 'tower'>,
): Plot {
  const hash = zipHash(seed, zip.zip);
  const state = LEVEL_BY_STATE[zip.state] ?? LEVEL_DEFAULT;
  const halfX = (zip.cover.e - zip.cover.w) / 2;
  const halfY = (zip.cover.n - zip.cover.s) / 2;
  const units = unitsOf(halfY);
  let inland: Point | undefined;
  return {
    zip,
    hash,
    homes,
    tower,
    halfX,
    halfY,
    // Found when a home is first placed in the ZIP: of the nation's ZIPs few are ever asked for.
    get inland() {
      inland ??= inlandOf({ zip, halfX, halfY, grid, units, hash, onLand: geo.onLand });
      return inland;
    },
    onLand: geo.onLand,
    grid,
    units,
    level: LEVEL_DOLLARS * state * Math.exp(bell(hash, SALT.level) * LEVEL_SIGMA),
    dayMs: changesEveryMinute(zip.zip) ? MINUTE_MS : DAY_MS,
  };
}

/** The site of a single-family house: near one of a few neighbourhoods, seldom elsewhere. */
export function houseSite(plot: Plot, hash: number): Site {
  const chance = unit(hash, SALT.spread);
  if (chance < STRAY_SHARE) return within(plot, hash, STRAY_REACH);
  if (chance < SPREAD_SHARE) return within(plot, hash, SPREAD_REACH);
  const blobs = whole(plot.hash, SALT.blobs, 1, BLOBS_MAX);
  // Squared, so that the first neighbourhood of a ZIP is its largest.
  const draw = unit(hash, SALT.blob);
  const blob = mixBlob(plot.hash, Math.floor(draw * draw * blobs));
  const sigma = 0.05 + 0.13 * unit(blob, SALT.spread);
  return siteOf(plot, hash, away(blob, hash, SALT.x, sigma), away(blob, hash, SALT.y, sigma));
}

function away(blob: number, hash: number, salt: number, sigma: number): number {
  const centre = (unit(blob, salt) * 2 - 1) * BLOB_REACH;
  return Math.max(-INSIDE, Math.min(INSIDE, centre + bell(hash, salt) * sigma));
}

const mixBlob = (hash: number, blob: number): number => hash ^ Math.imul(blob + 1, 0x27d4eb2f);

/** The site of a block of flats. */
export const blockSite = (plot: Plot, blockHash: number): Site =>
  within(plot, blockHash, BLOCK_REACH);

function within(plot: Plot, hash: number, reach: number): Site {
  const [x, y] = [unit(hash, SALT.x) * 2 - 1, unit(hash, SALT.y) * 2 - 1];
  return siteOf(plot, hash, x * reach, y * reach);
}

/** A place beside a street by its shares of the half-sides. In the sea, it moves towards land. */
function siteOf(plot: Plot, hash: number, x: number, y: number): Site {
  const { zip, halfX, halfY, inland, grid, units } = plot;
  const [dx, dy] = [zip.lng * MICRO + x * halfX - inland.x, zip.lat * MICRO + y * halfY - inland.y];
  for (let part = 1; part > NEARER_MIN; part *= NEARER) {
    const point = { x: inland.x + part * dx, y: inland.y + part * dy };
    const site = besideStreet(grid, units, hash, point);
    if (isOnLand(plot, site)) return site;
  }
  return nearInland(plot, hash);
}

/** On the street step where a home of the ZIP can stand, if it exists. */
function nearInland(plot: Plot, hash: number): Site {
  const { grid, units, inland } = plot;
  const known = besideStreet(grid, units, plot.hash, inland);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const site = onSameStep(grid, known, unit(mix(hash, draw), SALT.spread));
    if (isOnLand(plot, site)) return site;
  }
  return known;
}

/** Whether the home is on land, and the street beside it is drawn. */
const isOnLand = (
  { grid, onLand }: Pick<Plot, 'grid' | 'onLand'>,
  { x, y, axis, line, along }: Site,
): boolean =>
  onLand(y / MICRO, x / MICRO) && hasStep(grid, onLand, axis, line, Math.floor(along));

type Place = Pick<Plot, 'zip' | 'halfX' | 'halfY' | 'grid' | 'units' | 'hash' | 'onLand'>;

/** The ZIP's point, or the nearest place in its cover where a home can stand, if it exists. */
function inlandOf(place: Place): Point {
  const { zip, halfX, halfY, grid, units, hash } = place;
  const own = { x: zip.lng * MICRO, y: zip.lat * MICRO };
  for (let step = 0; step <= RINGS * RING_POINTS; step += 1) {
    const reach = Math.ceil(step / RING_POINTS) / RINGS;
    const angle = (step / RING_POINTS) * 2 * Math.PI;
    const x = own.x + Math.cos(angle) * reach * halfX;
    const y = own.y + Math.sin(angle) * reach * halfY;
    if (isOnLand(place, besideStreet(grid, units, hash, { x, y }))) return { x, y };
  }
  return own;
}
