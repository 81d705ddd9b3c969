/** One listing of the auction portal. A missing value is 0, an empty text or null, at random. */
import type { Geo } from '#geo/geo.js';
import { isoDate, midnightMs, zoneOf } from '../data/calendar.js';
import { pick, unit, whole } from '../data/chance.js';
import { type HomeType, MICRO } from '../data/home.js';
import { addressOf } from '../data/names.js';
import type { WireRow } from '../portal.js';
import { GAP } from './sale.js';
import { countyName, type Shown } from './shown.js';

const STRUCTURES: Readonly<Record<HomeType, readonly [code: string, group: string]>> = {
  single_family: ['SINGLE_FAMILY_HOME', 'SINGLE_FAMILY'],
  condo: ['CONDOMINIUM', 'CONDO'],
  townhouse: ['TOWNHOUSE', 'TOWNHOUSE'],
  multi_family: ['MULTI_FAMILY', 'MULTI_FAMILY'],
  land: ['VACANT_LAND', 'LAND'],
  manufactured: ['MANUFACTURED_HOME', 'MANUFACTURED'],
  apartment: ['APARTMENT_BUILDING', 'MULTI_FAMILY'],
  other: ['OTHER', 'OTHER'],
};
const MISSING = { beds: 0.12, baths: 0.12, sqft: 0.08, built: 0.1, lot: 0.08 } as const;
const BLANK_TEXT_SHARE = 0.25;
const BID_KNOWN_SHARE = 0.35;
const NO_HOUR_SHARE = 0.1;
const NO_PAGE_SHARE = 0.02;
const LONG_WORDS_SHARE = 0.2;
const SQUARE_FEET_SHARE = 0.2;
const SQFT_AN_ACRE = 43_560;
const ESTIMATE_SHARE = 0.6;
const COLLATERAL_SHARE = 0.4;
const RENT_SHARE = 0.006;
const INTERIOR_SHARE = 0.15;
const OPEN_HOUSE_SHARE = 0.05;
const RESERVE_MET_BIDS = 12;
const PHOTOS_MAX = 20;
const BIDS_MAX = 30;
const OCCUPANCY = ['OCCUPIED', 'OCCUPIED', 'OCCUPIED', 'VACANT', 'UNKNOWN'] as const;

/** A row of the content list. */
export function rowOf(shown: Shown, geo: Geo): WireRow {
  const { home, id, hash, sale } = shown;
  const { line1, unit: door, city, state, zip } = addressOf(home);
  const street = door === null ? line1 : `${line1} ${door}`;
  const county = geo.countyOfZip(zip)?.name ?? '';
  const path = `/details/${slug(`${street} ${city} ${state}`)}-${id}`;
  return {
    __typename: 'Listing',
    listing_id: String(id),
    urn: `adc:listing:${id}`,
    listing_status_group: sale.status === 'AUCTION_CLOSED' ? 'INACTIVE' : 'ACTIVE',
    listing_status: sale.status,
    listing_status_label: sale.startDay === null ? 'Date to be set' : labelOf(sale.startDay),
    listing_page_path: unit(hash, GAP.words) < NO_PAGE_SHARE ? null : path,
    listing_photos_count: whole(hash, GAP.photos, 0, PHOTOS_MAX),
    formatted_address: [street, `${city}, ${state} ${zip}${county === '' ? '' : `, ${county}`}`],
    listing_configuration: {
      product_type: sale.kind.product,
      asset_type: sale.kind.asset,
      occupancy_status: pick(OCCUPANCY, hash, GAP.words + 1),
      is_reserve_displayed: false,
      buyer_premium_available: sale.online,
      is_direct_offer_enabled: false,
      financing_available: unit(hash, GAP.words + 2) < 0.6 ? null : sale.kind.product !== 'TRUSTEE',
      interior_access_allowed: unit(hash, GAP.words + 5) < INTERIOR_SHARE,
      trustee_sales_channel: shown.channel,
    },
    auction: auctionOf(shown),
    selling_method: segmentOf(shown),
    trustee: shown.channel === null ? null : { sale_time: hourOf(shown) },
    open_houses: openHouses(shown),
    event: { event_code: `E-${whole(hash, GAP.words + 3, 10_000, 99_999)}` },
    venue: sale.online
      ? { venue_type: 'ONLINE', venue_name: null, venue_address: null }
      : venueOf(shown, county),
    ...worths(shown),
    seller_property: {
      street_description: longer(street, hash).toUpperCase(),
      municipality: city.toUpperCase(),
      country_primary_subdivision: state,
      country_secondary_subdivision: countyName(geo, zip),
      postal_code: zip,
    },
    primary_property: propertyOf(shown),
    marketing_tags: [],
  };
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function labelOf(day: number): string {
  const [, month = '', date = ''] = isoDate(day).split('-');
  return `${MONTHS[Number(month) - 1] ?? ''} ${date}`;
}

/** Sellers spell out the suffix of some streets: the home is the same. */
const longer = (street: string, hash: number): string =>
  unit(hash, GAP.words + 4) < LONG_WORDS_SHARE
    ? street.replace(/\b(St|Ave|Dr|Ln|Rd)\b/, (word) => LONG_WORDS[word] ?? word)
    : street;

const LONG_WORDS: Readonly<Record<string, string>> = {
  St: 'Street',
  Ave: 'Avenue',
  Dr: 'Drive',
  Ln: 'Lane',
  Rd: 'Road',
};

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The start is midnight of its day where another field has the hour, else the hour. */
function auctionOf(shown: Shown): WireRow {
  const { home, hash, sale } = shown;
  const { startDay, startMs, online } = sale;
  const bid = startingBid(shown);
  if (startDay === null || startMs === null) {
    const none = { start_date: null, end_date: null, visible_auction_start_date_time: null };
    return { ...none, auction_date: null, starting_bid: bid, is_online: online };
  }
  const alone = unit(hash, GAP.hour + 1) < NO_HOUR_SHARE;
  const midnight = midnightMs(startDay, zoneOf(home.plot.zip.state));
  return {
    auction_date: isoDate(startDay),
    start_date: isoTime(alone ? startMs : midnight),
    end_date: sale.endMs === null ? null : isoTime(sale.endMs),
    ...(alone ? {} : { visible_auction_start_date_time: isoTime(startMs) }),
    starting_bid: bid,
    is_online: online,
  };
}

/** Where sales in person are held: at the county's court. */
function venueOf({ home }: Shown, county: string): WireRow {
  const { city, state, zip } = addressOf(home);
  return {
    venue_type: 'LIVE',
    venue_name: `${county} Courthouse`,
    venue_address: {
      street_number: '100',
      street_name: 'Court St',
      municipality: city,
      country_primary_subdivision: state,
      postal_code: zip,
    },
  };
}

/** `2026-07-23T16:00:00Z`. */
const isoTime = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

function startingBid({ home, hash }: Shown): number | string | null {
  if (unit(hash, GAP.bid) < BID_KNOWN_SHARE && home.price !== null) {
    const bid = home.price * (0.4 + 0.4 * unit(hash, GAP.bid + 1));
    return unit(hash, GAP.bid + 2) < 0.2
      ? Math.round(bid * 100) / 100
      : Math.round(bid / 100) * 100;
  }
  const draw = unit(hash, GAP.bid + 3);
  return draw < 0.7 ? null : draw < 0.9 ? '' : 0;
}

function segmentOf(shown: Shown): WireRow {
  const { home, hash, sale } = shown;
  const bid = startingBid(shown);
  if (!sale.online) {
    return {
      __typename: 'LiveAuctionSegment',
      _alias_LiveAuctionSegment__starting_bid_amount: bid,
    };
  }
  const running = sale.status === 'AUCTION_IN_PROGRESS';
  const bids = running ? whole(hash, GAP.bid + 4, 0, BIDS_MAX) : 0;
  const amount = Math.round(((home.price ?? 0) * (0.3 + 0.01 * bids)) / 500) * 500;
  return {
    __typename: 'OnlineAuctionSegment',
    _alias_OnlineAuctionSegment__starting_bid_amount: bid,
    start_date: sale.startMs === null ? null : isoTime(sale.startMs),
    initial_end_date: sale.endMs === null ? null : isoTime(sale.endMs),
    current_highest_bid: bids === 0 ? null : { bid_amount: amount },
    bid_count: bids,
    reserve_status: bids > RESERVE_MET_BIDS ? 'RESERVE_MET' : 'RESERVE_NOT_MET',
    result: sale.status === 'AUCTION_CLOSED' ? { winning_bid_amount: home.price } : null,
  };
}

/** The local hour of a trustee sale, as the trustee writes it. */
function hourOf({ home, sale }: Shown): string | null {
  if (sale.startDay === null || sale.startMs === null) return null;
  const minutes = (sale.startMs - midnightMs(sale.startDay, zoneOf(home.plot.zip.state))) / 60_000;
  return [Math.floor(minutes / 60), minutes % 60, 0]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** A few homes have an open house two days before their sale. */
function openHouses({ hash, sale }: Shown): readonly WireRow[] {
  if (sale.startDay === null || unit(hash, GAP.words + 6) >= OPEN_HOUSE_SHARE) return [];
  return [{ local_date: isoDate(sale.startDay - 2), start_time: '10:00', end_time: '12:00' }];
}

/** Three estimates from three sources; each may be missing. */
function worths({ home, hash }: Shown): WireRow {
  const worth = home.price ?? 0;
  const near = (salt: number) => Math.round(worth * (0.9 + 0.2 * unit(hash, salt)));
  const seller = unit(hash, GAP.worth) < ESTIMATE_SHARE ? near(GAP.worth + 1) : null;
  const collateral = unit(hash, GAP.worth + 2) < COLLATERAL_SHARE;
  const value = near(GAP.worth + 3);
  const summary = [
    { type: 'rental', estimated: Math.round(value * RENT_SHARE), low: null, high: null },
    {
      type: 'composite',
      estimated: value,
      low: Math.round(value * 0.9),
      high: Math.round(value * 1.1),
    },
  ];
  return {
    valuation: { seller_current_value_amount: seller },
    external_information: collateral ? { collateral: { summary } } : null,
  };
}

function propertyOf(shown: Shown): WireRow {
  const { home, id, hash } = shown;
  const [code, group] = STRUCTURES[home.type];
  const gap = (name: keyof typeof MISSING, value: number | null): number | string =>
    value === null || unit(hash, GAP[name]) < MISSING[name] ? blankOf(hash, GAP[name] + 1) : value;
  const feet = unit(hash, GAP.lot + 2) < SQUARE_FEET_SHARE;
  const lot = home.lot_sqft;
  const acres = lot === null || feet ? lot : Math.round((lot / SQFT_AN_ACRE) * 100) / 100;
  return {
    property_id: String(id + 1),
    summary: {
      total_bedrooms: gap('beds', home.beds),
      total_bathrooms: gap('baths', home.baths),
      square_footage: gap('sqft', home.area_sqft),
      lot_size: gap('lot', acres),
      year_built: gap('built', home.year_built),
      valuation: unit(hash, GAP.worth + 4) < ESTIMATE_SHARE ? home.price : null,
      structure_type_code: code,
      structure_type_group: group,
      address: { coordinates: { lon: home.x / MICRO, lat: home.y / MICRO } },
    },
  };
}

const blankOf = (hash: number, salt: number): number | string =>
  unit(hash, salt) < BLANK_TEXT_SHARE ? '' : 0;
