/** Which homes the auction portal shows: homes for auction, and not all of them. */

import type { Geo } from '#geo/geo.js';
import { pick, unit } from '../data/chance.js';
import type { Home } from '../data/home.js';
import { portalId } from '../data/synthetic-data.js';
import { type AuctionSale, chanceOf, GAP, PORTAL, saleOf } from './sale.js';

export interface Shown {
  readonly home: Home;
  readonly id: number;
  /** The portal's own random draws for this home. */
  readonly hash: number;
  readonly sale: AuctionSale;
  /** Who holds a trustee sale; null for other sales. */
  readonly channel: string | null;
}

/** The portal's own sales, and those that it lists for others. */
const CHANNELS = ['AUCTIONEERING', 'CONCIERGE'] as const;
/** Added to the id of a sale to make its id in the other channel. */
const OTHER_CHANNEL = 1_000_000_000_000;

const SHOWN_SHARE = 0.92;

/** The home as the portal knows it, or undefined where it does not show the home. */
export function show(home: Home, day: number): Shown | undefined {
  if (home.channel !== 'auction' && home.channel !== 'foreclosure') return undefined;
  const hash = chanceOf(home);
  if (home.form !== 'home' || unit(hash, GAP.shown) >= SHOWN_SHARE) return undefined;
  const sale = saleOf(home, day);
  const isTrustee = sale.kind.product === 'TRUSTEE';
  const channel = isTrustee ? pick(CHANNELS, hash, GAP.channel) : null;
  return { home, id: portalId(home, PORTAL), hash, sale, channel };
}

/** The same sale as its other channel lists it, or undefined. */
export function inOtherChannel(shown: Shown, share: number): Shown | undefined {
  const { hash, id, sale } = shown;
  if (shown.channel === null || sale.startDay === null) return undefined;
  if (unit(hash, GAP.channel + 1) >= share) return undefined;
  const channel = CHANNELS.find((one) => one !== shown.channel) ?? null;
  return { ...shown, id: id + OTHER_CHANNEL, channel };
}

const COUNTY_WORD = / (County|Parish|Borough|Census Area|Municipality|Planning Region)$/;

/** The county of a ZIP as the portal writes it, without its kind; empty without a county. */
export const countyName = (geo: Geo, zip: string): string =>
  (geo.countyOfZip(zip)?.name ?? '').replace(COUNTY_WORD, '');
