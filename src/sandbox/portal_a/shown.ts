/** What portal_a knows of a home: each portal has its own id for it, and its own gaps. */
import { hashText, unit } from '../data/chance.js';
import { keepsSalePrices } from '../data/disclosure.js';
import type { Home } from '../data/home.js';
import { PORTAL_SALTS, saltsFrom } from '../data/salts.js';
import { portalId } from '../data/synthetic-data.js';

export const PORTAL = 'portal_a';

export interface Shown {
  readonly home: Home;
  readonly id: number;
  /** The portal's own random draws for this home. */
  readonly hash: number;
  readonly price: number | null;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly area: number | null;
}

export interface RowScene {
  /** The day to which ages are counted, in days since the epoch. */
  readonly today: number;
  /** Share of homes whose address is withheld. */
  readonly hidden: number;
  /** Share of sold homes whose card has no sale date. */
  readonly undated?: number | undefined;
}

/** Draws of this portal alone. */
export const GAP = saltsFrom(
  PORTAL_SALTS,
  `price beds baths area hidden shape broker agent photos estimate tax days type lot words
  backup region undated openHouse`,
);

const MISSING = { price: 0.003, beds: 0.01, baths: 0.015, area: 0.045 } as const;
const UNKNOWN_BATHS_SHARE = 0.5;
const UNDISCLOSED_SHARE = 0.93;
const PORTAL_HASH = hashText(PORTAL, 0);

/** A home as the portal knows it; its filters and rows use this. */
export function show(home: Home): Shown {
  const hash = home.hash ^ PORTAL_HASH;
  return {
    home,
    id: portalId(home, PORTAL),
    hash,
    price: priceOf(home, hash),
    beds: unit(hash, GAP.beds) < MISSING.beds ? null : home.beds,
    baths: bathsOf(home, hash),
    area: unit(hash, GAP.area) < MISSING.area ? null : home.area_sqft,
  };
}

/** The home's id in a collector's rows: zpid, plid or lotId. */
export const rowId = (home: Home): string => String(portalId(home, PORTAL));

function priceOf(home: Home, hash: number): number | null {
  const chance = unit(hash, GAP.price);
  if (home.status === 'sold') {
    const silent = keepsSalePrices(home.plot.zip.state) ? UNDISCLOSED_SHARE : MISSING.price;
    return chance < silent ? null : home.sale_price;
  }
  if (home.channel === 'auction' && home.status !== 'for_rent') return null;
  return chance < MISSING.price ? null : home.price;
}

// A multi-family house often shows 0 baths, which means that they were not counted.
function bathsOf(home: Home, hash: number): number | null {
  const chance = unit(hash, GAP.baths);
  if (home.type === 'multi_family') return chance < UNKNOWN_BATHS_SHARE ? 0 : home.baths;
  return chance < MISSING.baths ? null : home.baths;
}
