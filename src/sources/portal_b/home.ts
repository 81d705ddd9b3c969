/** What a row says about the home itself: its page, rooms, areas and broker. */
import { usd } from '#contract/field.js';
import type { Money, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent, valueOr } from '#domain/parsed-row.js';
import {
  bedsIn,
  dollarsIn,
  emptyRoom,
  idIn,
  pageAddress,
  wholeArea,
  yearIn,
} from '../home-values.js';
import { isRaw, type Raw, shapeOf } from '../raw-values.js';
import { NOT_ON_PAGE } from '../reasons.js';
import { numberIn, positiveIn, textIn, valueIn } from './values.js';

/** "/WA/Alder-Falls/12-Oak-St-98999/home/7000001": a page's address ends in the home's id. */
const ID_IN_URL = /\/home\/(\d+)(?:[/?#]|$)/;

/** The source's id of the home; `listingId` changes with every listing and is never read. */
export function sourceId(raw: Raw): string | undefined {
  const id = idIn(valueIn(raw.propertyId));
  if (id !== undefined) return id;
  const url = valueOr(textIn(raw.url));
  return url === null ? undefined : ID_IN_URL.exec(url)?.[1];
}

/**
 * The home's page: as sent if absolute, else below the source's site; it can be built from the id.
 */
export function sourceUrl(raw: Raw, id: string, siteBase: string): string {
  return pageAddress(siteBase, valueOr(textIn(raw.url)) ?? `/home/${id}`);
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
  return isAbsent(area) ? emptyRoom(area, type) : wholeArea(area);
}

export const yearBuilt = (raw: Raw, type: PropertyType | Absent): number | Absent =>
  yearIn(positiveIn(raw.yearBuilt), type);

export function lotArea(raw: Raw): number | Absent {
  const area = positiveIn(raw.lotSize);
  return isAbsent(area) ? area : wholeArea(area);
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
export const priceIn = (field: unknown): Money | Absent => dollarsIn(positiveIn(field));

/**
 * The brokerage at the time of sale: the seller's, else the buyer's. A page whose rows have neither
 * member (the export) does not show brokers; a member without a name is a home without one.
 */
export function brokerOf(raw: Raw): string | Absent {
  if (raw.listingBroker === undefined && raw.sellingBroker === undefined) return NOT_ON_PAGE;
  const listing = brokerName(raw.listingBroker);
  if (!isAbsent(listing) || listing.absent === 'unreadable') return listing;
  const selling = brokerName(raw.sellingBroker);
  return isAbsent(selling) ? listing : selling;
}

export function typeCode(raw: Raw): number | Absent {
  if (raw.propertyType === undefined) return NOT_ON_PAGE;
  const code = numberIn(raw.propertyType);
  return isAbsent(code) || Number.isInteger(code) ? code : absent('unreadable', shapeOf(code));
}

const brokerName = (field: unknown): string | Absent => {
  const broker = valueIn(field);
  return textIn(isRaw(broker) ? broker.name : field);
};
