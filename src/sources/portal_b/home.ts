/** What a row says about the home itself: its page, rooms, areas and broker. */
import { usd } from '#contract/field.js';
import type { Money, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent, valueOr } from '#domain/parsed-row.js';
import { bedsIn } from '../home-values.js';
import { isRaw, type Raw, shapeOf } from '../raw-values.js';
import { numberIn, positiveIn, textIn, valueIn } from './values.js';

const NOT_APPLICABLE = absent('not_applicable');
const NOT_ON_SEARCH_PAGE = absent('not_on_search_page');

/** "/WA/Alder-Falls/12-Oak-St-98999/home/7000001": a page's address ends in the home's id. */
const ID_IN_URL = /\/home\/(\d+)(?:[/?#]|$)/;

/** The source's id of the home; `listingId` changes with every listing and is never read. */
export function sourceId(raw: Raw): string | undefined {
  const id = valueIn(raw.propertyId);
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return String(id);
  if (typeof id === 'string' && id.trim() !== '') return id.trim();
  const url = valueOr(textIn(raw.url));
  return url === null ? undefined : ID_IN_URL.exec(url)?.[1];
}

/**
 * The home's page: as sent if absolute, else below the source's site; it can be built from the id.
 */
export function sourceUrl(raw: Raw, id: string, siteBase: string): string {
  const given = valueOr(textIn(raw.url)) ?? `/home/${id}`;
  if (/^https?:\/\//i.test(given)) return given;
  return `${siteBase.replace(/\/+$/, '')}/${given.replace(/^\/+/, '')}`;
}

export function bedsOf(raw: Raw, type: PropertyType | Absent): number | Absent {
  const beds = numberIn(raw.beds);
  return isAbsent(beds) ? emptyRoom(beds, type) : bedsIn(beds, type);
}

/** 0 baths means unknown: even a studio has one. */
export function bathsOf(raw: Raw, type: PropertyType | Absent): number | Absent {
  const baths = positiveIn(raw.baths);
  return isAbsent(baths) ? emptyRoom(baths, type) : baths;
}

export function livingArea(raw: Raw, type: PropertyType | Absent): number | Absent {
  const area = positiveIn(raw.sqFt);
  return isAbsent(area) ? emptyRoom(area, type) : atLeastOne(area);
}

export function yearBuilt(raw: Raw, type: PropertyType | Absent): number | Absent {
  const year = positiveIn(raw.yearBuilt);
  if (isAbsent(year)) return emptyRoom(year, type);
  return Number.isInteger(year) ? year : absent('unreadable', shapeOf(year));
}

export function lotArea(raw: Raw): number | Absent {
  const area = positiveIn(raw.lotSize);
  return isAbsent(area) ? area : atLeastOne(area);
}

/** Dues are monthly only if the source knows their period. */
export function hoaFee(raw: Raw): Money | Absent {
  const fee = positiveIn(raw.hoa);
  if (isAbsent(fee)) return fee;
  return raw.isHoaFrequencyKnown === false
    ? absent('not_reported', 'The source gives no payment period for the dues.')
    : usd(fee);
}

/** A past asking price. */
export function priceIn(field: unknown): Money | Absent {
  const amount = positiveIn(field);
  return isAbsent(amount) ? amount : usd(amount);
}

/**
 * The brokerage at the time of sale: the seller's, else the buyer's. A page whose rows have neither
 * member (the export) does not show brokers; a member without a name is a home without one.
 */
export function brokerOf(raw: Raw): string | Absent {
  if (raw.listingBroker === undefined && raw.sellingBroker === undefined) return NOT_ON_SEARCH_PAGE;
  const listing = brokerName(raw.listingBroker);
  if (!isAbsent(listing) || listing.absent === 'unreadable') return listing;
  const selling = brokerName(raw.sellingBroker);
  return isAbsent(selling) ? listing : selling;
}

export function typeCode(raw: Raw): number | Absent {
  if (raw.propertyType === undefined) return NOT_ON_SEARCH_PAGE;
  const code = numberIn(raw.propertyType);
  return isAbsent(code) || Number.isInteger(code) ? code : absent('unreadable', shapeOf(code));
}

const brokerName = (field: unknown): string | Absent => {
  const broker = valueIn(field);
  return textIn(isRaw(broker) ? broker.name : field);
};

/** Land has no rooms. */
const emptyRoom = (gap: Absent, type: PropertyType | Absent): Absent =>
  gap.absent === 'not_reported' && type === 'land' ? NOT_APPLICABLE : gap;

/** Areas are whole square feet in the contract. */
const atLeastOne = (area: number): number => Math.max(1, Math.round(area));
