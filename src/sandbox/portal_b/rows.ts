/**
 * One row of portal_b. Most values are {value, level}: no value is hidden (level 2) or empty (level
 * 1). Others are plain, and absent when unknown.
 */
import { DAY_MS } from '#contract/durations.js';
import { midnightMs, zoneOf } from '../data/calendar.js';
import { unit, whole } from '../data/chance.js';
import { type Home, MICRO } from '../data/home.js';
import { addressOf, agentOf, brokerOf } from '../data/names.js';
import type { WireRow } from '../portal.js';
import { GAP, type Shown, TYPE_CODES } from './shown.js';

export interface RowScene {
  /** Today, in days since the epoch. */
  readonly day: number;
  /** Share of homes whose address is withheld. */
  readonly hidden: number;
  /** Newer answers have the ZIP in one field only. */
  readonly newer: boolean;
}

const DAYS_KNOWN_SHARE = 0.35;
/** Share of county records with the year of a sale elsewhere but no day here. */
const DATELESS_SHARE = 0.2;
const FALSE_PRICE_SHARE = 0.06;
const EMPTY_PRICE_SHARE = 0.2;
const SELLING_BROKER_SHARE = 0.8;
const SALE_BEFORE_SHARE = 0.67;
const SALE_BEFORE_DAYS_MAX = 7_000;
const AGENT_SHARE = 0.7;
const HOA_SHARE_FLAT = 0.85;
const HOA_SHARE_HOUSE = 0.2;
const PHOTOS_MAX = 40;
/** Zero, one or two price cuts, each a share of the price. */
const CUTS_SPAN = 2.2;
const CUT_SHARE = 0.04;
const SOLD_WORDS = ['Sold', 'Closed', 'Closed Sale'] as const;

/** A row of the list. */
export function rowOf(shown: Shown, scene: RowScene): WireRow {
  const { home, hash } = shown;
  const { zip } = home.plot;
  return {
    ...listing(shown),
    ...money(shown),
    ...earlierPrices(shown),
    sqFt: level(shown.sqft),
    lotSize: level(shown.lot),
    ...rooms(shown),
    ...place(shown, scene),
    countryCode: 'US',
    ...saleDate(shown, scene),
    ...codes(shown),
    marketId: 1 + (home.plot.hash & 127),
    yearBuilt: level(shown.built),
    ...days(shown, scene),
    timeZone: zoneOf(zip.state).name,
    primaryPhotoDisplayLevel: 1,
    photos: level(`0-${whole(hash, GAP.photos, 0, PHOTOS_MAX)}:0`),
    ...brokers(shown),
    url: pageOf(shown, scene),
    sashes: [],
    isHot: false,
    isNewConstruction: home.channel === 'new',
    remarksAccessLevel: 1,
  };
}

const PUBLIC = 1;
const HIDDEN = 2;

/** A value object, without a value when it is unknown. */
const level = (value: unknown): WireRow =>
  value === null ? { level: PUBLIC } : { value, level: PUBLIC };

function listing(shown: Shown): WireRow {
  const { home, hash, record } = shown;
  if (record) return { mlsId: { label: 'MLS#' }, showMlsId: false };
  const words = home.status === 'sold' ? SOLD_WORDS : LISTED_WORDS[home.status];
  return {
    mlsId: { label: 'MLS#', value: String(whole(hash, GAP.listing, 1_000_000, 9_999_999)) },
    showMlsId: false,
    mlsStatus: words[Math.floor(unit(hash, GAP.words) ** 2 * words.length)],
    listingId: whole(hash, GAP.listing + 1, 100_000_000, 199_999_999),
  };
}

const LISTED_WORDS: Readonly<Record<Exclude<Home['status'], 'sold'>, readonly string[]>> = {
  for_sale: ['Active'],
  pending: ['Pending', 'Pending Inspection'],
  for_rent: ['Active'],
};

/**
 * An undisclosed price is hidden and flagged, or just empty. Some flagged rows have a number that
 * is not what was paid. In Texas the price is the last asking price, without a flag.
 */
function money(shown: Shown): WireRow {
  const { home, hash, price, asked, sqft } = shown;
  const silent = price === null && asked === null;
  const number = price ?? asked;
  const draw = unit(hash, GAP.price + 1);
  const empty = silent && draw < EMPTY_PRICE_SHARE;
  const untrue = silent && draw > 1 - FALSE_PRICE_SHARE;
  const hidden = untrue ? { value: home.price, level: HIDDEN } : { level: HIDDEN };
  const flat = home.block !== -1 || home.type === 'townhouse';
  const fee = unit(hash, GAP.fee) < (flat ? HOA_SHARE_FLAT : HOA_SHARE_HOUSE);
  const known = number !== null && sqft !== null && sqft > 0;
  return {
    price: silent && !empty ? hidden : level(number),
    ...(asked === null ? { hideSalePrice: silent && !empty } : {}),
    hoa: level(fee ? whole(hash, GAP.fee + 1, 20, flat ? 900 : 150) : null),
    isHoaFrequencyKnown: true,
    pricePerSqFt: level(known ? Math.round(number / sqft) : null),
  };
}

/** The first price, and the one before the last change; a county's record has neither. */
function earlierPrices({ home, hash, record }: Shown): WireRow {
  const { price } = home;
  if (record || price === null) return {};
  const cuts = Math.floor(unit(hash, GAP.cut) * CUTS_SPAN);
  const before = (times: number) => Math.round(price * (1 + CUT_SHARE) ** times);
  return {
    originalPrice: level(before(cuts)),
    previousPrice: level(cuts === 0 ? null : before(1)),
  };
}

function rooms({ beds, baths }: Shown): WireRow {
  const full = baths === null ? null : Math.floor(baths);
  return {
    ...(beds === null ? {} : { beds }),
    ...(baths === null ? {} : { baths }),
    ...(full === null ? {} : { fullBaths: full }),
    ...(baths !== null && baths !== full ? { partialBaths: 1 } : {}),
  };
}

const isHidden = (shown: Shown, scene: RowScene): boolean =>
  unit(shown.hash, GAP.hidden) < scene.hidden;

function place(shown: Shown, scene: RowScene): WireRow {
  const { home } = shown;
  const { line1, unit: door, city, state, zip } = addressOf(home);
  const hidden = isHidden(shown, scene);
  const named = door === null ? null : doorOf(door);
  const point = { latitude: home.y / MICRO, longitude: home.x / MICRO };
  return {
    latLong: hidden ? { level: HIDDEN } : level(point),
    streetLine: hidden ? { level: HIDDEN } : level(named === null ? line1 : `${line1} ${named}`),
    unitNumber: hidden ? { level: HIDDEN } : level(named),
    city,
    state,
    ...(scene.newer ? {} : { zip }),
    postalCode: level(zip),
    showAddressOnMap: !hidden,
  };
}

/** `Unit 3B` and `#3B`. */
function doorOf(door: string): string {
  const [word = '', code = ''] = door.split(' ');
  return word === '#' ? `#${code}` : `${word.charAt(0)}${word.slice(1).toLowerCase()} ${code}`;
}

/** The date of the sale; on a home for sale, that of its last sale. */
function saleDate(shown: Shown, scene: RowScene): WireRow {
  const { home, hash, record } = shown;
  const zone = zoneOf(home.plot.zip.state);
  if (home.sold_day !== null) {
    const dateless = record && unit(hash, GAP.record + 1) < DATELESS_SHARE;
    return { soldDate: dateless ? null : midnightMs(home.sold_day, zone) };
  }
  if (unit(hash, GAP.days + 1) >= SALE_BEFORE_SHARE) return {};
  const ago = whole(hash, GAP.days + 2, 1_500, SALE_BEFORE_DAYS_MAX);
  return { soldDate: midnightMs(scene.day - ago, zone) };
}

function codes(shown: Shown): WireRow {
  const { home, id } = shown;
  const [row, filter] = TYPE_CODES[home.type];
  return {
    searchStatus: home.status === 'sold' ? 4 : home.status === 'pending' ? 130 : 1,
    propertyType: row,
    uiPropertyType: filter,
    listingType: 1,
    propertyId: id,
    dataSourceId: 1 + (home.plot.hash & 63),
  };
}

function days(shown: Shown, scene: RowScene): WireRow {
  const { home, hash, record } = shown;
  if (record) return { dom: level(null) };
  const since = Math.max(0, scene.day - home.list_day);
  if (home.sold_day === null) {
    const time = level(since * DAY_MS + whole(hash, GAP.days + 3, 0, 1_800) * 1_000);
    return { dom: level(since + 1), timeOnRedfin: time, originalTimeOnRedfin: time };
  }
  const known = unit(hash, GAP.days) < DAYS_KNOWN_SHARE;
  const market = Math.max(1, (home.pending_day ?? home.sold_day) - home.list_day);
  return { dom: level(known ? market : null), timeOnRedfin: level(null) };
}

function brokers(shown: Shown): WireRow {
  const { home, hash, record } = shown;
  if (record) return { listingBroker: NOBODY, sellingBroker: NOBODY };
  const sold = home.status === 'sold' && unit(hash, GAP.broker) < SELLING_BROKER_SHARE;
  const agent = unit(hash, GAP.broker + 1) < AGENT_SHARE;
  return {
    listingBroker: { name: brokerOf(home), isRedfin: false },
    sellingBroker: sold ? { name: brokerOf({ ...home, hash }), isRedfin: false } : NOBODY,
    ...(agent ? { listingAgent: { name: agentOf(home) } } : {}),
  };
}

const NOBODY: WireRow = { isRedfin: false };

function pageOf(shown: Shown, scene: RowScene): string {
  const { line1, unit: door, city, state, zip } = addressOf(shown.home);
  const town = `/${state}/${slug(city)}`;
  if (isHidden(shown, scene)) return `${town}/home/${shown.id}`;
  const part = door === null ? '' : `/unit-${door.replace(/^\S+ /, '')}`;
  return `${town}/${slug(line1)}-${zip}${part}/home/${shown.id}`;
}

const slug = (text: string): string => text.replaceAll(/[^A-Za-z0-9]+/g, '-');
