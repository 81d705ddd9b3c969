/** The cards of portal_a as recorded lists and maps of several years have them. */
import type { Draft } from './draft.js';
import type { Home } from './home.js';
import {
  addressMembers,
  type Card,
  dollars,
  END,
  given,
  headOf,
  infoOf,
  isUndated,
  lineOf,
  pacificMidnightMs,
  pageOf,
  photosOf,
  pointOf,
  roomsOf,
  sellersOf,
  slug,
  TYPES,
  WORDS,
} from './portal-a-members.js';

/** The card of a home in the list of its world. */
export function cardOf(draft: Draft, home: Home, at: number): Card {
  const { kind } = draft;
  if (home.isOther) return otherCard(draft, home);
  if (home.form === 'building') return buildingCard(draft, home);
  if (home.form === 'plan') return planCard(home);
  if (kind === 'rentals') return rentalCard(draft, home);
  if (kind === 'sold') return soldCard(draft, home);
  const { cards } = draft.wire;
  // One row in twelve of a list is a card of the map.
  return cards === 'map' || cards.startsWith('map_') || (cards === 'mixed' && at % 12 === 5)
    ? mapCard(draft, home)
    : listCard(draft, home);
}

/**
 * The list card; before 2024 it had no photos and no code of the status, in 2022 no broker either.
 */
function listCard(draft: Draft, home: Home): Card {
  const { cards } = draft.wire;
  const isNow = !cards.includes('_');
  return {
    ...(isNow
      ? { rawHomeStatusCd: 'ForSale', marketingStatusSimplifiedCd: 'For Sale by Agent' }
      : {}),
    ...headOf(home),
    countryCurrency: '$',
    price: home.price === null ? '' : dollars(home.price),
    ...given({ unformattedPrice: home.price }),
    ...addressMembers(home),
    ...roomsOf(home),
    latLong: pointOf(home),
    hdpData: { homeInfo: infoOf(draft, home, 'FOR_SALE') },
    ...END,
    ...(cards === 'list_2022' ? {} : sellersOf(home)),
    ...(isNow ? photosOf(home) : { hasImage: true }),
  };
}

/** On the map one price in 150 is rounded. */
function mapPrice({ price, id }: Home): string {
  if (price === null) return '';
  if (id % 150 > 0) return dollars(price);
  return price >= 1e6 ? `$${(price / 1e6).toFixed(1)}M` : `$${Math.round(price / 1e3)}K`;
}

/**
 * The map's card: no address members, no number beside the price, no photos, a link without its
 * site.
 */
function mapCard(draft: Draft, home: Home): Card {
  const { cards } = draft.wire;
  const line = cards === 'map_older' ? '' : `${lineOf(home)}, `;
  const { id: _, ...head } = headOf(home);
  return {
    ...(cards.includes('_') ? {} : { rawHomeStatusCd: 'ForSale' }),
    ...head,
    detailUrl: pageOf(home),
    price: mapPrice(home),
    address: `${line}${home.city}, ${home.state} ${home.zip}`,
    ...roomsOf(home),
    latLong: pointOf(home),
    hdpData: { homeInfo: infoOf(draft, home, 'FOR_SALE') },
    ...END,
    hasImage: home.photos > 0,
    ...(cards.includes('_') ? {} : sellersOf(home)),
  };
}

function rentalCard(draft: Draft, home: Home): Card {
  const { price } = home;
  return {
    ...headOf(home),
    rawHomeStatusCd: 'ForRent',
    statusType: 'FOR_RENT',
    statusText: `${WORDS[TYPES[home.type]] ?? 'Apartment'} for rent`,
    countryCurrency: '$',
    price: price === null ? '' : `${dollars(price)}${home.id % 9 === 0 ? '+' : ''}/mo`,
    ...given({ unformattedPrice: price }),
    ...addressMembers(home),
    ...roomsOf(home),
    latLong: pointOf(home),
    variableData: { type: 'TIME_ON_INFO', text: `${home.age} days ago` },
    availabilityDate: '2026-12-01 00:00:00',
    pgapt: 'ForRent',
    sgapt: 'For Rent',
    ...(home.id % 10 === 0 ? {} : { hdpData: { homeInfo: infoOf(draft, home, 'FOR_RENT') } }),
    ...END,
    ...photosOf(home),
    rentZestimate: home.rentEstimate,
  };
}

function soldCard(draft: Draft, home: Home): Card {
  const { price, soldAge } = home;
  const date = new Date(pacificMidnightMs(soldAge)).toISOString().slice(0, 10).split('-');
  const [year = '', month = '', day = ''] = date;
  return {
    ...headOf(home),
    rawHomeStatusCd: 'RecentlySold',
    statusType: 'SOLD',
    statusText: 'Sold',
    countryCurrency: '$',
    ...given({ soldPrice: price === null ? null : dollars(price), unformattedPrice: price }),
    ...addressMembers(home),
    ...roomsOf(home),
    latLong: pointOf(home),
    ...(isUndated(home)
      ? {}
      : home.id % 60 === 0
        ? { flexFieldText: 'Open: Sat. 1-3pm' }
        : { flexFieldText: `Sold ${month}/${day}/${year.slice(2)}`, contentType: 'soldDate' }),
    hdpData: { homeInfo: infoOf(draft, home, 'RECENTLY_SOLD') },
    pgapt: 'RecentlySold',
    sgapt: 'Unknown Listed By',
    ...END,
    hasImage: home.photos > 0,
    ...given({ info6String: home.id % 5 > 0 ? home.agent : null }),
  };
}

function buildingCard(draft: Draft, home: Home): Card {
  const place = `${home.lat}${home.id % 2 === 0 ? '--' : '_rrc2*-rrc_'}${Math.abs(home.lng)}`;
  const name = home.name ?? '';
  return {
    zpid: place,
    id: place,
    lotId: home.id,
    hasImage: true,
    statusType: 'FOR_RENT',
    statusText: name,
    detailUrl: `/b/${slug(`${name} ${home.city} ${home.state}`).toLowerCase()}-${home.id.toString(36)}/`,
    latLong: pointOf(home),
    units: home.flats.map(({ beds, rent }) => ({ price: `${dollars(rent)}+`, beds: String(beds) })),
    ...(home.id % 7 === 0 ? {} : { buildingName: name }),
    isBuilding: true,
    address: `${home.line}, ${home.city}, ${home.state}`,
    addressStreet: home.line,
    addressCity: home.city,
    addressState: home.state,
    addressZipcode: home.zip,
    canSaveBuilding: true,
    isFeaturedListing: draft.homes.length % 2 === 0,
    list: true,
    relaxed: false,
    rentZestimate: null,
  };
}

/** A builder's plan: no street, no ZIP, "From $N" and a link to the community. */
function planCard(home: Home): Card {
  const { price, beds, baths, area } = home;
  return {
    plid: String(home.id),
    isBuilding: true,
    price: price === null ? '' : `From ${dollars(price)}`,
    ...given({ minBeds: beds, minBaths: baths, minArea: area }),
    communityName: home.name,
    builderName: home.broker,
    unitCount: 12,
    statusType: 'FOR_SALE',
    statusText: home.id % 3 > 0 ? 'For Rent' : 'New construction',
    countryCurrency: '$',
    address: `${home.line} Plan, ${home.name}, ${home.city}, ${home.state}`,
    latLong: pointOf(home),
    detailUrl: `/community/${slug(`${home.name} ${home.city}`).toLowerCase()}/${home.id}_plid/`,
    list: true,
    relaxed: false,
  };
}

/** A building for rent on a sale map, a home for sale among rentals. */
function otherCard(draft: Draft, home: Home): Card {
  if (draft.kind === 'rentals')
    return listCard({ ...draft, kind: 'listings' }, { ...home, price: 310_000 });
  const flats = [{ beds: 1, rent: 1_450 }];
  return buildingCard(draft, { ...home, name: 'Harborgate Flats', flats });
}
