/** What portal_b knows of a home: its own id, its own gaps, and not every home. */
import { hashText, unit } from '../data/chance.js';
import { keepsSalePrices } from '../data/disclosure.js';
import type { Home, HomeType } from '../data/home.js';
import { PORTAL_SALTS, saltsFrom } from '../data/salts.js';
import { portalId } from '../data/synthetic-data.js';

const PORTAL = 'portal_b';

export interface Shown {
  readonly home: Home;
  readonly id: number;
  /** The portal's own random draws for this home. */
  readonly hash: number;
  readonly price: number | null;
  /** What replaces it: the last asking price of a sale whose price Texas keeps from the public. */
  readonly asked: number | null;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly sqft: number | null;
  readonly built: number | null;
  readonly lot: number | null;
  /** Known only from a county's records: no broker reported the sale. */
  readonly record: boolean;
}

/** Draws of this portal alone. */
export const GAP = saltsFrom(
  PORTAL_SALTS,
  `shown price beds baths sqft built lot record hidden words days broker fee photos listing
  cut`,
);

/** The portal's codes: of the type on a row, and of its filter. */
export const TYPE_CODES: Readonly<Record<HomeType, readonly [row: number, filter: number]>> = {
  single_family: [6, 1],
  condo: [3, 2],
  townhouse: [13, 3],
  multi_family: [4, 4],
  land: [8, 5],
  manufactured: [7, 7],
  apartment: [5, 4],
  other: [10, 6],
};

const SHOWN_SHARE = 0.88;
const RECORD_SHARE = 0.15;
const UNDISCLOSED_SHARE = 0.92;
const MISSING = {
  price: 0.01,
  beds: 0.04,
  baths: 0.03,
  sqft: 0.07,
  built: 0.05,
  lot: 0.12,
} as const;
const PORTAL_HASH = hashText(PORTAL, 0);

/** The home as the portal knows it, or undefined where it does not show the home. */
export function show(home: Home): Shown | undefined {
  const hash = home.hash ^ PORTAL_HASH;
  if (home.form !== 'home' || unit(hash, GAP.shown) >= SHOWN_SHARE) return undefined;
  const gap = (name: keyof typeof MISSING, value: number | null): number | null =>
    unit(hash, GAP[name]) < MISSING[name] ? null : value;
  const price = priceOf(home, hash);
  return {
    home,
    id: portalId(home, PORTAL),
    hash,
    price,
    asked: price === null && home.status === 'sold' && showsAsked(home) ? home.price : null,
    beds: gap('beds', home.beds),
    baths: gap('baths', home.baths),
    sqft: gap('sqft', home.area_sqft),
    built: gap('built', home.year_built),
    lot: gap('lot', home.lot_sqft),
    record: home.status === 'sold' && unit(hash, GAP.record) < RECORD_SHARE,
  };
}

const showsAsked = ({ plot }: Home): boolean => plot.zip.state === 'TX';

function priceOf(home: Home, hash: number): number | null {
  if (home.status !== 'sold') return home.price;
  const silent = keepsSalePrices(home.plot.zip.state) ? UNDISCLOSED_SHARE : MISSING.price;
  return unit(hash, GAP.price) < silent ? null : home.sale_price;
}
