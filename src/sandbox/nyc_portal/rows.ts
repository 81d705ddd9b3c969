/** Nodes of nyc_portal: homes for sale and for rent, with 0 and null for unknown values. */
import { DAY_MS } from '#contract/durations.js';
import { isoDate } from '../data/calendar.js';
import { unit, whole } from '../data/chance.js';
import { MICRO } from '../data/home.js';
import { addressOf, brokerOf } from '../data/names.js';
import type { WireRow } from '../portal.js';
import { boroughName } from './areas.js';
import { changeDay, GAP, type Shown } from './shown.js';

const PHOTOS_MAX = 30;
const PLANS_MAX = 4;
const NO_PHOTOS_SHARE = 0.02;
const DELTA_SHARE = 0.3;
const SPONSOR_SHARE = 0.12;
const UNKNOWN_SALE_SHARE = 0.05;
const HOUSE_WORDS = ['HOUSE', 'TWNHSE', 'RESIDENTIAL', 'GARDEN APT'] as const;
const HOUSE_WORD_SHARE = 0.25;
const NO_FEE_SHARE = 0.45;
const FREE_MONTHS_SHARE = 0.12;
const LEASE_SHARE = 0.3;
const FEES_SHARE = 0.4;
const FEES_MAX = 150;
const LEASE_MONTHS = [12, 12, 15, 18, 24] as const;
const PLAIN_PATH_SHARE = 0.2;

/** A home for sale. */
export function saleNode(shown: Shown, day: number): WireRow {
  const { home, hash } = shown;
  const draw = unit(hash, GAP.words);
  const sponsored = home.channel === 'new' || draw < SPONSOR_SHARE;
  const unknown = draw > 1 - UNKNOWN_SALE_SHARE;
  return {
    ...head(shown, '/sale'),
    saleType: unknown ? 'UNKNOWN' : sponsored ? 'SPONSOR_UNIT' : 'RESALE',
    ...seller(shown),
    price: shown.price,
    soldPrice: 0,
    ...changes(shown, day),
    ...charges(shown),
    ...rooms(shown),
    isNewDevelopment: home.channel === 'new',
    furnished: false,
    advertisedOnSe: false,
    availableAt: null,
    offMarketAt: null,
    ...page(shown),
  };
}

/** A home for rent. */
export function rentalNode(shown: Shown, day: number): WireRow {
  const { home, hash, price } = shown;
  const free = unit(hash, GAP.lease) < FREE_MONTHS_SHARE ? whole(hash, GAP.lease + 1, 1, 3) : 0;
  const term = LEASE_MONTHS[whole(hash, GAP.lease + 2, 0, LEASE_MONTHS.length - 1)] ?? 12;
  const known = free > 0 || unit(hash, GAP.lease + 3) < LEASE_SHARE;
  const net = { netEffectivePrice: Math.round((price * (term - free)) / term), monthsFree: free };
  return {
    ...head(shown, ''),
    ...seller(shown),
    price,
    totalMonthlyPrice: totalOf(shown),
    ...changes(shown, day),
    noFee: unit(hash, GAP.lease + 4) < NO_FEE_SHARE,
    leaseTermMonths: known ? term : null,
    ...(free > 0 ? net : {}),
    ...rooms(shown),
    isNewDevelopment: false,
    furnished: unit(hash, GAP.lease + 5) < 0.05,
    availableAt: isoDate(home.list_day + whole(hash, GAP.lease + 6, 0, 45)),
    offMarketAt: null,
    ...page(shown),
  };
}

/** The rent with its fees, where the portal knows them. */
function totalOf({ hash, price }: Shown): number | null {
  if (unit(hash, GAP.lease + 7) >= FEES_SHARE) return null;
  return price + whole(hash, GAP.lease + 8, 0, FEES_MAX);
}

function head(shown: Shown, kind: '/sale' | ''): WireRow {
  const { home, id, hash, area } = shown;
  const { line1, city, state, zip } = addressOf(home);
  const [unitName, displayUnit] = doorOf(shown);
  const building = `/building/${slug(`${line1} ${boroughName(area)}`)}`;
  const plain = kind === '' && unit(hash, GAP.unit) < PLAIN_PATH_SHARE;
  const sale = `${building}/sale/${id}`;
  const path = unitName === null ? (kind === '' ? `/rental/${id}` : sale) : undefined;
  return {
    id: String(id),
    areaName: shown.neighbourhood?.name ?? city,
    street: line1,
    unit: unitName,
    displayUnit,
    zipCode: zip,
    state,
    urlPath: plain ? `/rental/${id}` : (path ?? `${building}/${slug(unitName ?? '')}`),
    slug: null,
    status: shown.status,
    buildingType: shown.buildingType,
  };
}

/** The unit and how it is shown: `3B` as `#3B`, HOUSE not at all. */
function doorOf({ home, hash, buildingType }: Shown): readonly [string | null, string | null] {
  const door = addressOf(home).unit?.split(' ')[1];
  if (door !== undefined) return [door, `#${door}`];
  if (unit(hash, GAP.unit + 1) >= HOUSE_WORD_SHARE) return [null, null];
  const word =
    buildingType === 'TOWNHOUSE' ? 'TWNHSE' : HOUSE_WORDS[whole(hash, GAP.unit + 2, 0, 3)];
  if (word === undefined || word === 'HOUSE') return ['HOUSE', null];
  return [word, word === 'TWNHSE' ? '#TWNHSE' : word.replace(' ', '-')];
}

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function seller({ home }: Shown): WireRow {
  const owner = home.channel === 'owner';
  return {
    sourceType: owner ? 'OWNER' : 'PARTNER',
    sourceGroupLabel: owner ? 'Owner' : brokerOf(home),
  };
}

function changes(shown: Shown, day: number): WireRow {
  const { hash, price } = shown;
  const changed = unit(hash, GAP.change + 1) < DELTA_SHARE;
  const cut = Math.round((price * 0.04 * (1 + unit(hash, GAP.change + 2))) / 10) * 10;
  const at = changeDay(shown, day) * DAY_MS + whole(hash, GAP.change + 3, 0, DAY_MS / 2);
  return {
    priceDelta: changed ? -cut : null,
    priceChangedAt: new Date(at).toISOString(),
    interestingPriceDelta: null,
  };
}

/** Monthly charges besides a mortgage, by the form of ownership. */
function charges({ hash, buildingType, price }: Shown): WireRow {
  const monthly = (share: number, salt: number) =>
    Math.round(price * share * (0.6 + 0.8 * unit(hash, salt)));
  const taxes = monthly(0.0006, GAP.money);
  if (buildingType === 'CO_OP' || buildingType === 'CONDOP') {
    const maintenance = monthly(0.0013, GAP.money + 1);
    return { monthlyTaxes: 0, monthlyMaintenance: maintenance, monthlyCommonCharges: null };
  }
  const shared = buildingType === 'CONDO' || buildingType === 'HYBRID';
  const common = shared ? monthly(0.0007, GAP.money + 2) : 0;
  return { monthlyTaxes: taxes, monthlyMaintenance: null, monthlyCommonCharges: common };
}

const rooms = (shown: Shown): WireRow => ({
  bedroomCount: shown.beds,
  fullBathroomCount: shown.fullBaths,
  halfBathroomCount: shown.halfBaths,
  livingAreaSize: shown.sqft,
});

function page({ home, id, hash }: Shown): WireRow {
  const photos = whole(hash, GAP.photos, 0, PHOTOS_MAX);
  const none = unit(hash, GAP.photos + 1) < NO_PHOTOS_SHARE;
  const keys = Array.from({ length: photos }, (_, at) => ({ key: `${id}-${at}` }));
  return {
    hasTour3d: unit(hash, GAP.photos + 2) < 0.2,
    hasVideos: unit(hash, GAP.photos + 3) < 0.1,
    mediaAssetCount: photos + whole(hash, GAP.photos + 4, 0, PLANS_MAX),
    geoPoint: { latitude: home.y / MICRO, longitude: home.x / MICRO },
    photos: none ? null : keys,
  };
}
