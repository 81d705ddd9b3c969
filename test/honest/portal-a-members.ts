/** The members of portal_a's cards that several of its cards have. */
import { DAY_MS } from '#contract/durations.js';
import { placeholderSite } from '#contract/sources.js';
import type { PropertyType } from '#contract/values.js';
import { NOW_MS } from '../mutations/world.js';
import type { Draft } from './draft.js';
import type { Home } from './home.js';

export type Card = Readonly<Record<string, unknown>>;

export const SITE = placeholderSite('portal_a');
export const HIDDEN_LINE = '(undisclosed Address)';
export const SQFT_AN_ACRE = 43_560;
export const TYPES: Readonly<Record<PropertyType, string>> = {
  single_family: 'SINGLE_FAMILY',
  condo: 'CONDO',
  townhouse: 'TOWNHOUSE',
  multi_family: 'MULTI_FAMILY',
  land: 'LOT',
  manufactured: 'MANUFACTURED',
  apartment: 'APARTMENT',
  other: 'HOME_TYPE_UNKNOWN',
};
export const WORDS: Readonly<Record<string, string>> = {
  SINGLE_FAMILY: 'House',
  CONDO: 'Condo',
  TOWNHOUSE: 'Townhouse',
  MULTI_FAMILY: 'Multi-family home',
  LOT: 'Lot / Land',
  MANUFACTURED: 'House',
  APARTMENT: 'Apartment',
};
export const CHANNELS: Readonly<Record<Home['channel'], readonly [words: string, type: string]>> = {
  agent: ['', 'is_FSBA'],
  owner: ['For sale by owner', 'is_FSBO'],
  new: ['New construction', 'is_newHome'],
  auction: ['Auction', 'is_forAuction'],
  foreclosure: ['Foreclosure', 'is_bankOwned'],
};

export const given = (members: Readonly<Record<string, unknown>>): Card =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

export const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

export const lineOf = (home: Home): string =>
  home.isHidden ? HIDDEN_LINE : home.door === null ? home.line : `${home.line} ${home.door}`;

export const pointOf = ({ hasPoint, isHidden, lat, lng }: Home): Card =>
  hasPoint && !isHidden ? { latitude: lat, longitude: lng } : {};

export const slug = (text: string): string => text.replaceAll(/[^A-Za-z0-9]+/g, '-');

export function pageOf(home: Home): string {
  if (home.linksToBuilding)
    return `/b/${slug(`${home.line} ${home.city} ${home.state}`).toLowerCase()}-5XkM2q/`;
  const words = [home.isHidden ? '' : lineOf(home), home.city, home.state, home.zip];
  return `/homedetails/${slug(words.filter((word) => word !== '').join(' '))}/${home.id}_zpid/`;
}

export function addressMembers(home: Home): Card {
  return {
    address: `${lineOf(home)}, ${home.city}, ${home.state} ${home.zip}`,
    addressStreet: lineOf(home),
    addressCity: home.city,
    addressState: home.state,
    addressZipcode: home.zip,
    isUndisclosedAddress: home.isHidden,
  };
}

/** Rooms: zero baths is how the source writes unknown ones, on land nearly always. */
export function roomsOf({ beds, baths, area, type, id }: Home): Card {
  const bathsSent = baths ?? (type === 'land' || id % 3 > 0 ? 0 : null);
  return given({
    beds,
    baths: bathsSent,
    area: area ?? (type !== 'land' && id % 2 === 0 ? 0 : null),
  });
}

export function infoOf({ kind, wire }: Draft, home: Home, status: string): Card {
  const isNow = !wire.cards.includes('_');
  const card = roomsOf(home);
  const price = home.price;
  return {
    zpid: home.id,
    ...(wire.cards === 'map_older' ? {} : { streetAddress: lineOf(home) }),
    ...(home.door !== null && !home.isHidden ? { unit: titled(home.door) } : {}),
    zipcode: home.zip,
    city: home.city,
    state: home.state,
    ...pointOf(home),
    ...given({ price, bathrooms: card['baths'] ?? null, bedrooms: card['beds'] ?? null }),
    ...given({ livingArea: card['area'] ?? null }),
    ...(kind === 'sold' && !isUndated(home) ? { dateSold: pacificMidnightMs(home.soldAge) } : {}),
    homeType: TYPES[home.type],
    homeStatus: status,
    daysOnZillow: kind === 'sold' ? home.soldAge : isNow && wire.cards !== 'map' ? home.age : -1,
    isFeatured: false,
    ...given({ zestimate: home.estimate, rentZestimate: home.rentEstimate }),
    listing_sub_type: kind === 'sold' ? {} : { [CHANNELS[home.channel][1]]: true },
    isUnmappable: !home.hasPoint,
    homeStatusForHDP: status,
    ...given({ priceForHDP: price }),
    ...(isNow && home.id % 33 > 0
      ? { timeOnZillow: (kind === 'sold' ? home.soldAge : home.age) * DAY_MS + 30_358_000 }
      : {}),
    isNonOwnerOccupied: true,
    currency: 'USD',
    country: 'USA',
    ...given({ taxAssessedValue: home.tax }),
    ...lotOf(home),
    ...(kind === 'listings' && isNow ? newsOf(home) : {}),
  };
}

/** Some sold cards carry no date in any form. */
export const isUndated = ({ id }: Home): boolean => id % 13 === 0;

export const titled = (door: string): string =>
  door.startsWith('#') ? door : door.charAt(0) + door.slice(1, 4).toLowerCase() + door.slice(4);

export function lotOf({ lot, id }: Home): Card {
  if (lot === null) return {};
  return id % 3 === 0
    ? { lotAreaValue: Math.round((lot / SQFT_AN_ACRE) * 1e4) / 1e4, lotAreaUnit: 'acres' }
    : { lotAreaValue: lot, lotAreaUnit: 'sqft' };
}

/** Four in ten homes have changed their price, a few have an open house. */
function newsOf({ id, price, age }: Home): Card {
  return {
    ...(id % 5 < 2 && price !== null
      ? {
          priceChange: id % 9 === 0 ? 1_000 : -Math.max(100, Math.round(price / 2_000) * 100),
          datePriceChanged: pacificMidnightMs(Math.floor(age / 2)),
        }
      : {}),
    ...(id % 14 === 0 ? { openHouse: 'Sat. 1-3pm' } : {}),
  };
}

/** The midnight of the Pacific coast that a day began with; in November that is 08:00 UTC. */
export const pacificMidnightMs = (daysAgo: number): number => {
  const day = Math.floor(NOW_MS / DAY_MS) - daysAgo;
  // Summer time ended on the first of November.
  const isSummer = day * DAY_MS < Date.UTC(2026, 10, 1);
  return day * DAY_MS + (isSummer ? 7 : 8) * 3_600_000;
};

export function headOf(home: Home): Card {
  const [words] = CHANNELS[home.channel];
  return {
    zpid: String(home.id),
    id: String(home.id),
    detailUrl: SITE + pageOf(home),
    statusType: 'FOR_SALE',
    statusText: words === '' ? `${WORDS[TYPES[home.type]] ?? 'Home'} for sale` : words,
  };
}

export function sellersOf(home: Home): Card {
  return given({ brokerName: home.broker, info6String: home.id % 5 === 0 ? home.agent : null });
}

export function photosOf({ photos, id }: Home): Card {
  const names = Array.from({ length: photos }, (_, at) => `${id}-${at}`);
  if (photos === 0) return { hasImage: false };
  return id % 4 === 0
    ? {
        hasImage: true,
        carouselPhotosComposable: {
          baseUrl: `${SITE}/{photoKey}.jpg`,
          photoData: names.map((photoKey) => ({ photoKey })),
        },
      }
    : { hasImage: true, carouselPhotos: names.map((name) => ({ url: `${SITE}/${name}.jpg` })) };
}

export const END: Card = {
  isSaved: false,
  shouldShowZestimateAsPrice: false,
  has3DModel: false,
  hasVideo: false,
  isFeaturedListing: false,
  list: true,
  relaxed: false,
};
