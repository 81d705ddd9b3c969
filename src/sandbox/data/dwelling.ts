/** A dwelling's type, rooms, area, age and value, by its ZIP and its own hash. */
import { bell, mix, unit, whole } from './chance.js';
import type { HomeType, Plot } from './home.js';
import { blockSite, houseSite } from './plots.js';
import { SALT } from './salts.js';
import type { Point } from './street-grid.js';

export interface Dwelling {
  readonly x: number;
  readonly y: number;
  readonly block: number;
  readonly type: HomeType;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly area_sqft: number | null;
  readonly lot_sqft: number | null;
  readonly year_built: number | null;
  /** Dollars, before the market's rise. */
  readonly worth: number;
}

type Shares = readonly (readonly [upTo: number, type: HomeType])[];

const SALE_SUBURB: Shares = [
  [0.62, 'single_family'],
  [0.73, 'condo'],
  [0.82, 'townhouse'],
  [0.86, 'multi_family'],
  [0.94, 'land'],
  [0.98, 'manufactured'],
  [0.99, 'apartment'],
  [1, 'other'],
];
const SALE_CITY: Shares = [
  [0.3, 'single_family'],
  [0.68, 'condo'],
  [0.82, 'townhouse'],
  [0.92, 'multi_family'],
  [0.95, 'land'],
  [0.99, 'apartment'],
  [1, 'other'],
];
const RENT: Shares = [
  [0.36, 'apartment'],
  [0.68, 'single_family'],
  [0.83, 'condo'],
  [0.94, 'townhouse'],
  [0.98, 'multi_family'],
  [1, 'other'],
];

/** A cover with a smaller half-side is a city's: flats outnumber houses. */
const CITY_HALF_MICRO = 24_000;
const FLATS_SHARE_CITY = 0.42;
const FLATS_SHARE_SUBURB = 0.12;
const FLATS_PER_BLOCK = 60;
const SQFT_AN_ACRE = 43_560;
const ORDINARY_SQFT = 1_750;
const TOWER_STACK = 1_000_000;
const YEAR_FIRST = 1890;
const YEARS = 135;
const WORTH_BY_TYPE: Readonly<Record<HomeType, number>> = {
  single_family: 1,
  condo: 0.9,
  townhouse: 0.95,
  multi_family: 1.3,
  land: 0.35,
  manufactured: 0.4,
  apartment: 0.8,
  other: 0.9,
};

/** The dwelling in a slot of a ZIP. `slots` is the number of dwellings of its series there. */
export function dwelling(
  plot: Plot,
  hash: number,
  slots: number,
  trade: 'sale' | 'rent',
): Dwelling {
  const city = plot.halfY < CITY_HALF_MICRO;
  const type = typeOf(trade === 'rent' ? RENT : city ? SALE_CITY : SALE_SUBURB, hash);
  if (type !== 'condo' && type !== 'apartment') {
    return built(plot, hash, type, -1, houseSite(plot, hash));
  }
  const flats = slots * (city ? FLATS_SHARE_CITY : FLATS_SHARE_SUBURB);
  const blocks = Math.max(1, Math.round(flats / FLATS_PER_BLOCK));
  const block = whole(hash, SALT.block, 0, blocks - 1);
  return built(plot, hash, type, block, blockSite(plot, blockHash(plot, block)));
}

/** A unit of the ZIP's tower. */
export const towerUnit = (plot: Plot, hash: number): Dwelling =>
  built(plot, hash, 'condo', TOWER_STACK, blockSite(plot, blockHash(plot, TOWER_STACK)));

/** The hash of a block of flats: all its units share a point, a street and a number. */
export const blockHash = (plot: Plot, block: number): number => mix(plot.hash ^ 0x51ac, block);

function typeOf(shares: Shares, hash: number): HomeType {
  const chance = unit(hash, SALT.type);
  for (const [upTo, type] of shares) if (chance < upTo) return type;
  return 'other';
}

// One literal without spreads: this runs for every home of a search, and takes most of its time.
function built(plot: Plot, hash: number, type: HomeType, block: number, point: Point): Dwelling {
  const land = type === 'land';
  const beds = bedsOf(hash, type);
  const area = areaOf(hash, beds);
  const lot = lotOf(hash, type);
  const size = land ? Math.sqrt((lot ?? 0) / SQFT_AN_ACRE + 0.2) : (area / ORDINARY_SQFT) ** 0.8;
  return {
    x: point.x,
    y: point.y,
    block,
    type,
    beds: land ? null : beds,
    baths: land ? null : bathsOf(hash, beds),
    area_sqft: land ? null : area,
    lot_sqft: lot,
    year_built: land ? null : YEAR_FIRST + Math.floor(YEARS * Math.sqrt(unit(hash, SALT.year))),
    worth: plot.level * WORTH_BY_TYPE[type] * size * Math.exp(bell(hash, SALT.price) * 0.28),
  };
}

const areaOf = (hash: number, beds: number): number =>
  Math.round((beds === 0 ? 480 : 420 + 430 * beds) * (0.75 + 0.55 * unit(hash, SALT.area)));

function bathsOf(hash: number, beds: number): number {
  const full = Math.min(beds + 1, Math.max(1, Math.round(beds * 1.4 * unit(hash, SALT.baths))));
  return unit(hash, SALT.baths + 1) < 0.25 ? full + 0.5 : full;
}

function bedsOf(hash: number, type: HomeType): number {
  const chance = unit(hash, SALT.beds);
  if (type === 'condo' || type === 'apartment') {
    return chance < 0.1 ? 0 : chance < 0.45 ? 1 : chance < 0.85 ? 2 : 3;
  }
  if (type === 'multi_family') return 3 + Math.floor(chance * 6);
  return chance < 0.14 ? 2 : chance < 0.58 ? 3 : chance < 0.88 ? 4 : chance < 0.97 ? 5 : 6;
}

function lotOf(hash: number, type: HomeType): number | null {
  if (type === 'condo' || type === 'apartment') return null;
  const chance = unit(hash, SALT.lot);
  if (type === 'land') return Math.round(4_000 + 400_000 * chance ** 4);
  return Math.round(2_200 + 30_000 * chance ** 3);
}
