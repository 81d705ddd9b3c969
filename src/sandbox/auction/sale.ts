/**
 * When and how a home is auctioned. An unsold home is offered again: rounds of some weeks of notice
 * and the days of the sale follow each other, so any day's state is arithmetic.
 */
import { HOUR_MS } from '#contract/durations.js';
import { midnightMs, zoneOf } from '../data/calendar.js';
import { hashText, pick, unit, whole } from '../data/chance.js';
import type { Home } from '../data/home.js';
import { PORTAL_SALTS, saltsFrom } from '../data/salts.js';

export const PORTAL = 'auction';
const PORTAL_HASH = hashText(PORTAL, 0);

/** Draws of this portal alone. */
export const GAP = saltsFrom(
  PORTAL_SALTS,
  `shown kind online notice hour bid worth beds baths sqft built lot blank words photos
  channel`,
);

/** The portal's own random draws for a home. */
export const chanceOf = (home: Home): number => home.hash ^ PORTAL_HASH;

export type SaleStatus =
  | 'SALE_PENDING'
  | 'AUCTION_IN_PROGRESS'
  | 'SALE_POSTPONED'
  | 'AUCTION_CLOSED';

export interface SaleKind {
  readonly product: string;
  readonly asset: string;
  /** Share of its sales held online. */
  readonly online: number;
}

export interface AuctionSale {
  readonly kind: SaleKind;
  readonly status: SaleStatus;
  readonly online: boolean;
  /** The first day of the sale; null while it waits for a new date. */
  readonly startDay: number | null;
  /** When it opens. */
  readonly startMs: number | null;
  /** When it ends online; a sale in person has no stated end. */
  readonly endMs: number | null;
}

const TRUSTEE: SaleKind = { product: 'TRUSTEE', asset: 'FORECLOSURE', online: 0.12 };
const BANK_OWNED: SaleKind = { product: 'BANK_OWNED', asset: 'BANK_OWNED', online: 0.95 };
const KINDS = {
  foreclosure: [TRUSTEE, TRUSTEE, TRUSTEE, BANK_OWNED],
  auction: [
    BANK_OWNED,
    { product: 'PRIVATE_SELLER', asset: 'PRIVATE_SELLER', online: 0.9 },
    { product: 'GOVERNMENT_OWNED', asset: 'GOVERNMENT', online: 0.8 },
  ],
} as const satisfies Record<string, readonly SaleKind[]>;
const NOTICE_DAYS_MIN = 18;
const NOTICE_DAYS_MAX = 60;
const ONLINE_DAYS = 3;
const POSTPONED_SHARE = 0.07;
const OPENS_HOUR_MIN = 9;
const OPENS_HOUR_MAX = 15;

/** The sale of a home on a day. */
export function saleOf(home: Home, day: number): AuctionSale {
  const hash = chanceOf(home);
  const kinds: readonly SaleKind[] = home.channel === 'auction' ? KINDS.auction : KINDS.foreclosure;
  const kind = pick(kinds, hash, GAP.kind);
  const online = unit(hash, GAP.online) < kind.online;
  const runs = online ? ONLINE_DAYS : 1;
  const held = (status: SaleStatus, startDay: number): AuctionSale => {
    const zone = zoneOf(home.plot.zip.state);
    const hour = whole(hash, GAP.hour, OPENS_HOUR_MIN, OPENS_HOUR_MAX) * HOUR_MS;
    return {
      kind,
      status,
      online,
      startDay,
      startMs: midnightMs(startDay, zone) + hour,
      endMs: online ? midnightMs(startDay + runs - 1, zone) + hour + HOUR_MS : null,
    };
  };
  if (home.pending_day !== null) return held('AUCTION_CLOSED', home.pending_day - 1);
  const notice = whole(hash, GAP.notice, NOTICE_DAYS_MIN, NOTICE_DAYS_MAX);
  const into = (day - home.list_day) % (notice + runs);
  if (into >= notice) return held('AUCTION_IN_PROGRESS', day - into + notice);
  if (unit(hash, GAP.notice + 1) >= POSTPONED_SHARE)
    return held('SALE_PENDING', day - into + notice);
  return { kind, online, status: 'SALE_POSTPONED', startDay: null, startMs: null, endMs: null };
}
