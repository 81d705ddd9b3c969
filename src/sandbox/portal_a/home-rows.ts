/** Rows of single homes for sale and for rent. */

import { DAY_MS } from '#contract/durations.js';
import { isoDate } from '../data/calendar.js';
import { unit, whole } from '../data/chance.js';
import type { Home } from '../data/home.js';
import type { WireRow } from '../portal.js';
import { openHouseOf, priceChangeOf } from './news.js';
import { GAP, type RowScene, type Shown } from './shown.js';
import {
  addressMembers,
  dollars,
  HOME_TYPES,
  infoAddress,
  isHidden,
  known,
  pageOf,
  photos,
  pointOf,
  sellers,
} from './words.js';

const UNKNOWN_DAYS_SHARE = 0.15;
const ESTIMATE_SHARE = 0.68;
const TAX_SHARE = 0.75;
const ACRES_SHARE = 0.35;
const SQFT_AN_ACRE = 43_560;
const NO_HDP_SHARE = 0.1;
/** Time since listing is whole days plus less than this, so its date is right nearly all day. */
const WITHIN_DAY_MS = 1_800_000;
const TAX_OF_PRICE = 0.82;
const YEAR_RENT_OF_PRICE = 0.06;

const SALE_WORDS: Readonly<Record<string, string>> = {
  SINGLE_FAMILY: 'House for sale',
  CONDO: 'Condo for sale',
  TOWNHOUSE: 'Townhouse for sale',
  MULTI_FAMILY: 'Multi-family home for sale',
  LOT: 'Lot / Land for sale',
};
const CHANNELS: Readonly<Record<Home['channel'], { words: string; group: string; type: WireRow }>> =
  {
    agent: { words: '', group: 'For Sale (Broker)', type: { is_FSBA: true } },
    owner: { words: 'For sale by owner', group: 'For Sale by Owner', type: { is_FSBO: true } },
    new: { words: 'New construction', group: 'New Construction', type: { is_newHome: true } },
    coming_soon: { words: 'Coming soon', group: 'Coming Soon', type: { is_comingSoon: true } },
    auction: { words: 'Auction', group: 'For Sale (Auction)', type: { is_forAuction: true } },
    foreclosure: { words: 'Foreclosure', group: 'Foreclosure', type: { is_bankOwned: true } },
  };

/** The ordinary row of a home for sale. */
export function saleRow(shown: Shown, scene: RowScene): WireRow {
  const { price } = shown;
  return {
    ...saleHead(shown, scene),
    price: price === null ? '' : dollars(price),
    ...known({ unformattedPrice: price }),
    ...addressMembers(shown, scene),
    ...rooms(shown),
    latLong: pointOf(shown, scene),
    hdpData: { homeInfo: homeInfo(shown, scene, saleStatus(shown.home)) },
    ...page(shown),
    ...photos(shown),
    ...openHouseOf(shown, scene).card,
  };
}

/** The map's row: no address fields, no number beside the price, no photos, days unknown. */
export function slimRow(shown: Shown, scene: RowScene): WireRow {
  const { id: _, ...head } = saleHead(shown, scene);
  const info = homeInfo(shown, scene, saleStatus(shown.home));
  const address = String(addressMembers(shown, scene)['address']);
  return {
    ...head,
    detailUrl: pageOf(shown, scene, false),
    price: shown.price === null ? '' : dollars(shown.price),
    address,
    isUndisclosedAddress: isHidden(shown, scene),
    ...rooms(shown),
    latLong: pointOf(shown, scene),
    hdpData: { homeInfo: { ...info, daysOnZillow: -1 } },
    ...page(shown),
  };
}

/** A home for rent; some come without hdpData, and so without a type. */
export function rentalRow(shown: Shown, scene: RowScene): WireRow {
  const { home, price, id } = shown;
  const bare = unit(shown.hash, GAP.shape + 1) < NO_HDP_SHARE;
  return {
    zpid: String(id),
    id: String(id),
    rawHomeStatusCd: 'ForRent',
    marketingStatusSimplifiedCd: 'For Rent',
    detailUrl: pageOf(shown, scene, true),
    statusType: 'FOR_RENT',
    statusText: home.type === 'single_family' ? 'House for rent' : 'Apartment for rent',
    countryCurrency: '$',
    price: price === null ? '' : `${dollars(price)}/mo`,
    ...known({ unformattedPrice: price }),
    ...addressMembers(shown, scene),
    ...rooms(shown),
    latLong: pointOf(shown, scene),
    availabilityDate: `${isoDate(home.list_day + whole(shown.hash, GAP.days + 2, 0, 45))} 00:00:00`,
    ...(bare ? {} : { hdpData: { homeInfo: homeInfo(shown, scene, 'FOR_RENT') } }),
    pgapt: 'ForRent',
    sgapt: 'For Rent',
    ...page(shown),
    ...photos(shown),
  };
}

function saleHead(shown: Shown, scene: RowScene): WireRow {
  const { home, id } = shown;
  const pending = home.status === 'pending';
  const channel = CHANNELS[home.channel];
  const words = channel.words || (SALE_WORDS[HOME_TYPES[home.type]] ?? 'Home for sale');
  return {
    zpid: String(id),
    id: String(id),
    rawHomeStatusCd: pending
      ? 'Pending'
      : home.channel === 'coming_soon'
        ? 'ComingSoon'
        : 'ForSale',
    marketingStatusSimplifiedCd: pending ? 'Pending' : 'For Sale by Agent',
    detailUrl: pageOf(shown, scene, true),
    statusType: pending ? 'PENDING' : 'FOR_SALE',
    // Text for people: it does not always match the status.
    statusText: pending && unit(shown.hash, GAP.words) < 0.7 ? 'Pending' : words,
    countryCurrency: '$',
    pgapt: 'ForSale',
    sgapt: channel.group,
  };
}

const saleStatus = (home: Home): string => (home.status === 'pending' ? 'PENDING' : 'FOR_SALE');

const rooms = (shown: Shown): WireRow =>
  known({ beds: shown.beds, baths: shown.baths, area: shown.area });

/** The common end of every row of a single home. */
function page(shown: Shown): WireRow {
  return {
    isSaved: false,
    has3DModel: unit(shown.hash, GAP.photos + 2) < 0.2,
    hasVideo: false,
    isHomeRec: false,
    isFeaturedListing: false,
    list: true,
    relaxed: false,
    ...sellers(shown, shown.home),
  };
}

/** The record inside the row; the same for sale, rent and sold except for its status. */
export function homeInfo(shown: Shown, scene: RowScene, status: string): WireRow {
  const { home, price, hash } = shown;
  const days = Math.max(0, scene.today - (home.sold_day ?? home.list_day));
  const unknownDays = unit(hash, GAP.days) < UNKNOWN_DAYS_SHARE;
  const worth = home.price ?? 0;
  const estimate =
    home.status === 'for_rent' ? null : share(worth, hash, GAP.estimate, ESTIMATE_SHARE);
  return {
    zpid: shown.id,
    ...infoAddress(shown, scene),
    ...known({ price, bathrooms: shown.baths, bedrooms: shown.beds, livingArea: shown.area }),
    homeType: HOME_TYPES[home.type],
    homeStatus: status,
    daysOnZillow: unknownDays ? -1 : days,
    isFeatured: false,
    ...known({
      zestimate: estimate,
      rentZestimate: share(
        home.status === 'for_rent' ? worth : (worth * YEAR_RENT_OF_PRICE) / 12,
        hash,
        GAP.estimate + 2,
        ESTIMATE_SHARE,
      ),
    }),
    listing_sub_type: home.status === 'sold' ? {} : CHANNELS[home.channel].type,
    isUnmappable: isHidden(shown, scene),
    homeStatusForHDP: status,
    ...known({ priceForHDP: price }),
    timeOnZillow: days * DAY_MS + whole(hash, GAP.days + 1, 0, WITHIN_DAY_MS / 1_000) * 1_000,
    currency: 'USD',
    country: 'USA',
    ...known({ taxAssessedValue: estimate === null ? null : taxOf(worth, hash) }),
    ...lotMembers(home, hash),
    ...(status === 'FOR_SALE' || status === 'PENDING'
      ? { ...priceChangeOf(shown), ...openHouseOf(shown, scene).info }
      : {}),
  };
}

function share(value: number, hash: number, salt: number, part: number): number | null {
  if (unit(hash, salt) >= part || value <= 0) return null;
  const rounded = value > 20_000 ? 100 : 1;
  return Math.round((value * (0.92 + 0.16 * unit(hash, salt + 1))) / rounded) * rounded;
}

const taxOf = (worth: number, hash: number): number | null =>
  share(worth * TAX_OF_PRICE, hash, GAP.tax, TAX_SHARE);

function lotMembers(home: Home, hash: number): WireRow {
  if (home.lot_sqft === null) return {};
  const acres = unit(hash, GAP.lot) < ACRES_SHARE;
  const value = acres ? Math.round((home.lot_sqft / SQFT_AN_ACRE) * 1e4) / 1e4 : home.lot_sqft;
  return { lotAreaValue: value, lotAreaUnit: acres ? 'acres' : 'sqft' };
}
