/** What nyc_portal knows of a home: its own id, its own gaps, and not every home. */
import { hashText, unit, whole } from '../data/chance.js';
import type { Home, HomeType } from '../data/home.js';
import { PORTAL_SALTS, saltsFrom } from '../data/salts.js';
import { portalId } from '../data/synthetic-data.js';
import { areaOf, NEW_JERSEY, type Neighbourhood, neighbourhoodsOf } from './areas.js';

const PORTAL = 'nyc_portal';

export interface Shown {
  readonly home: Home;
  readonly id: number;
  /** The portal's own random draws for this home. */
  readonly hash: number;
  /** The borough's code, or 999 across the river. */
  readonly area: number;
  /** Undefined across the river. */
  readonly neighbourhood: Neighbourhood | undefined;
  readonly buildingType: string;
  readonly status: 'ACTIVE' | 'IN_CONTRACT';
  readonly price: number;
  /** 0 for a studio or an unknown number. */
  readonly beds: number;
  readonly fullBaths: number;
  readonly halfBaths: number;
  /** 0 or null when unknown, which is the usual case. */
  readonly sqft: number | null;
}

/** Draws of this portal alone. */
export const GAP = saltsFrom(
  PORTAL_SALTS,
  `shown type beds baths sqft seller money words unit photos lease change neighbourhood`,
);

const SHOWN_SHARE = 0.85;
/** Few homes across the river are on this portal. */
const OTHER_BANK_SHARE = 0.25;
/** Share of a ZIP's homes in its first neighbourhood. */
const FIRST_SHARE = 0.6;
const NO_BEDS_SHARE = 0.02;
const NO_BATHS_SHARE = 0.03;
const NO_SQFT_SHARE = 0.55;
const NULL_SQFT_SHARE = 0.2;
const PORTAL_HASH = hashText(PORTAL, 0);

type Shares = readonly (readonly [upTo: number, type: string])[];
const FLATS: Shares = [
  [0.5, 'CO_OP'],
  [0.92, 'CONDO'],
  [0.97, 'CONDOP'],
  [1, 'HYBRID'],
];
const RENTED_FLATS: Shares = [
  [0.6, 'RENTAL'],
  [0.78, 'CONDO'],
  [0.9, 'CO_OP'],
  [0.95, 'HYBRID'],
  [1, 'MULTIFAMILY'],
];
const FAMILIES: Shares = [
  [0.4, 'TWOFAMILY'],
  [0.65, 'THREEFAMILY'],
  [0.8, 'FOURFAMILY'],
  [0.93, 'MULTIFAMILY'],
  [1, 'MULTI_FAMILY'],
];
const OTHERS: Shares = [
  [0.6, 'MIXED_USE'],
  [1, 'COMMERCIAL'],
];
/** Land and manufactured homes are not on this portal. */
const TYPES: Readonly<Record<HomeType, readonly [sale: Shares, rent: Shares] | undefined>> = {
  single_family: [[[1, 'HOUSE']], [[1, 'HOUSE']]],
  townhouse: [[[1, 'TOWNHOUSE']], [[1, 'TOWNHOUSE']]],
  condo: [FLATS, RENTED_FLATS],
  apartment: [FLATS, RENTED_FLATS],
  multi_family: [FAMILIES, FAMILIES],
  other: [OTHERS, OTHERS],
  land: undefined,
  manufactured: undefined,
};

/** The home as the portal knows it, or undefined where it does not show the home. */
export function show(home: Home): Shown | undefined {
  const { zip, state } = home.plot.zip;
  const hash = home.hash ^ PORTAL_HASH;
  const area = areaOf(zip, state);
  const types = TYPES[home.type];
  if (area === undefined || types === undefined || home.form !== 'home') return undefined;
  if (unit(hash, GAP.shown) >= (area === NEW_JERSEY ? OTHER_BANK_SHARE : SHOWN_SHARE)) {
    return undefined;
  }
  const baths = unit(hash, GAP.baths) < NO_BATHS_SHARE ? 0 : (home.baths ?? 0);
  return {
    home,
    id: portalId(home, PORTAL),
    hash,
    area,
    neighbourhood: neighbourhoodAt(zip, area, hash),
    buildingType: drawn(types[home.status === 'for_rent' ? 1 : 0], hash),
    status: home.status === 'pending' ? 'IN_CONTRACT' : 'ACTIVE',
    price: home.price ?? 0,
    beds: unit(hash, GAP.beds) < NO_BEDS_SHARE ? 0 : (home.beds ?? 0),
    fullBaths: Math.floor(baths),
    halfBaths: baths > Math.floor(baths) ? 1 : 0,
    sqft: sqftOf(home, hash),
  };
}

function neighbourhoodAt(zip: string, borough: number, hash: number): Neighbourhood | undefined {
  const [first, ...others] = neighbourhoodsOf(zip, borough);
  const chance = unit(hash, GAP.neighbourhood);
  if (chance < FIRST_SHARE || others.length === 0) return first;
  return others[Math.floor(((chance - FIRST_SHARE) / (1 - FIRST_SHARE)) * others.length)];
}

function drawn(shares: Shares, hash: number): string {
  const chance = unit(hash, GAP.type);
  return shares.find(([upTo]) => chance < upTo)?.[1] ?? 'CONDO';
}

function sqftOf(home: Home, hash: number): number | null {
  if (home.area_sqft !== null && unit(hash, GAP.sqft) >= NO_SQFT_SHARE) return home.area_sqft;
  return unit(hash, GAP.sqft + 1) < NULL_SQFT_SHARE ? null : 0;
}

/** The day on which something about the home last changed. */
export const changeDay = ({ home, hash }: Shown, day: number): number =>
  Math.min(day, home.list_day + whole(hash, GAP.change, 0, 40));
