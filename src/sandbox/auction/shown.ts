/** Which homes the auction portal shows: those that go under the hammer, and not all of them. */

import type { Geo } from '#geo/geo.js';
import { unit } from '../data/chance.js';
import type { Home } from '../data/home.js';
import { portalId } from '../data/synthetic-data.js';
import { chanceOf, GAP, PORTAL, type Sale, saleOf } from './sale.js';

export interface Shown {
  readonly home: Home;
  readonly id: number;
  /** The portal's own random draws for this home. */
  readonly hash: number;
  readonly sale: Sale;
}

const SHOWN_SHARE = 0.92;

/** The home as the portal knows it, or undefined where it does not show the home. */
export function show(home: Home, day: number): Shown | undefined {
  if (home.channel !== 'auction' && home.channel !== 'foreclosure') return undefined;
  const hash = chanceOf(home);
  if (home.form !== 'home' || unit(hash, GAP.shown) >= SHOWN_SHARE) return undefined;
  return { home, id: portalId(home, PORTAL), hash, sale: saleOf(home, day) };
}

const COUNTY_WORD = / (County|Parish|Borough|Census Area|Municipality|Planning Region)$/;

/** The county of a ZIP as the portal writes it, without the word; empty where it has none. */
export const countyName = (geo: Geo, zip: string): string =>
  (geo.countyOfZip(zip)?.name ?? '').replace(COUNTY_WORD, '');
