/** What a row contains about the home and its listing: identity, rooms, areas, dates and extras. */

import { DAY_MS } from '#contract/durations.js';
import type { Money, PropertyType } from '#contract/values.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { bedsIn, dollarsIn, emptyRoom, pageAddress, wholeArea, yearIn } from '../home-values.js';
import { type Raw, shapeOf } from '../raw-values.js';
import { isAddressHidden } from './address.js';
import { monthly, squareFeetOf } from './codes.js';
import { dateIn, firstOf, isEmpty, momentIn, numberIn, positiveIn, textIn } from './values.js';

/** A century: a listing cannot be older, in days. */
const DAYS_MAX = 36_525;

/** A lone surrogate, which no address can contain. */
const HALF_CHARACTER = /\p{Cs}/u;

/** The key of a listing, unique in its feed. */
export function sourceId({ ListingKey: key }: Raw): string | undefined {
  if (typeof key === 'number' && Number.isSafeInteger(key)) return String(key);
  if (typeof key !== 'string' || HALF_CHARACTER.test(key)) return undefined;
  return key.trim() === '' ? undefined : key.trim();
}

/**
 * The page that the feed names, else one below the operator's site by the listing's key. The latter
 * also if the address is hidden, since page names often contain it.
 */
export function sourceUrl(raw: Raw, id: string, siteBase: string): string {
  const page = textIn(raw.ListingURL);
  if (!isAddressHidden(raw) && !isAbsent(page) && /^https?:\/\//i.test(page)) return page;
  return pageAddress(siteBase, `listing/${encodeURIComponent(id)}`);
}

export function bedsOf(raw: Raw, type: PropertyType | Absent): number | Absent {
  const beds = numberIn(raw.BedroomsTotal);
  return isAbsent(beds) ? emptyRoom(beds, type) : bedsIn(beds, type);
}

/** Half, three-quarter and quarter baths by their share; the source's total counts each as one. */
export function bathsOf(raw: Raw, type: PropertyType | Absent): number | Absent {
  let sum = 0;
  for (const [field, share] of BATHS) {
    const count = numberIn(raw[field]);
    if (!isAbsent(count) && count < 0) return absent('implausible', `The source sent ${count}.`);
    if (!isAbsent(count)) sum += count * share;
    else if (!isEmpty(count)) return count;
  }
  if (sum > 0) return sum;
  const total = positiveIn(raw.BathroomsTotalInteger);
  return isAbsent(total) ? emptyRoom(total, type) : total;
}

const BATHS = [
  ['BathroomsFull', 1],
  ['BathroomsThreeQuarter', 0.75],
  ['BathroomsHalf', 0.5],
  ['BathroomsOneQuarter', 0.25],
] as const;

export function livingArea(raw: Raw, type: PropertyType | Absent): number | Absent {
  const area = positiveIn(raw.LivingArea);
  if (isAbsent(area)) return emptyRoom(area, type);
  return wholeArea(area * squareFeetOf(raw.LivingAreaUnits));
}

/** The day on which the home came to the market; a contract with the broker may be older. */
export const listDate = (raw: Raw): string | Absent =>
  firstOf(dateIn(raw.OnMarketDate), dateIn(raw.ListingContractDate));

/** The member of a replicated row that holds the day on which the feed sent it. */
export const PULLED_ON = '@pulled_on';

/** A feed counts a listing's days at the time of the request; a replicated row has aged since. */
export function daysOnMarket(raw: Raw, isActive: boolean, nowMs: number): number | Absent {
  const sent = numberIn(raw.DaysOnMarket);
  if (isAbsent(sent)) return sent;
  const days = sent + (isActive ? daysSince(raw[PULLED_ON], nowMs) : 0);
  return days >= 0 && days <= DAYS_MAX
    ? Math.floor(days)
    : absent('implausible', `The source sent ${sent} days.`);
}

function daysSince(day: unknown, nowMs: number): number {
  const ms = typeof day === 'string' ? nowMs - Date.parse(day) : 0;
  return ms > 0 ? Math.floor(ms / DAY_MS) : 0;
}

export function photoCount(raw: Raw): number | Absent {
  const count = numberIn(raw.PhotosCount);
  return isAbsent(count) || (Number.isInteger(count) && count >= 0)
    ? count
    : absent('unreadable', shapeOf(count));
}

export const priceIn = (value: unknown): Money | Absent => dollarsIn(positiveIn(value));

/** The extras of every kind: who lists the home, and what its page shows besides its rooms. */
export const extrasOf = (raw: Raw, type: PropertyType | Absent) => ({
  listing_id: textIn(raw.ListingId),
  mls_status: textIn(raw.MlsStatus),
  property_sub_type: textIn(raw.PropertySubType),
  originating_system: textIn(raw.OriginatingSystemName),
  year_built: yearIn(positiveIn(raw.YearBuilt), type),
  lot_area_sqft: lotArea(raw),
  hoa_fee_monthly: hoaFee(raw),
  tax_assessed_value: priceIn(raw.TaxAssessedValue),
  attribution_contact: textIn(raw.AttributionContact),
  modified_at: momentIn(raw.ModificationTimestamp),
});

const SQFT_OF_ACRE = 43_560;
const UNKNOWN_FREQUENCY = 'The source gives no payment period for the dues.';

function lotArea(raw: Raw): number | Absent {
  const feet = positiveIn(raw.LotSizeSquareFeet);
  if (!isAbsent(feet)) return wholeArea(feet);
  if (!isEmpty(feet)) return feet;
  const acres = positiveIn(raw.LotSizeAcres);
  return isAbsent(acres) ? feet : wholeArea(acres * SQFT_OF_ACRE);
}

function hoaFee(raw: Raw): Money | Absent {
  const fee = positiveIn(raw.AssociationFee);
  if (isAbsent(fee)) return fee;
  const frequency = textIn(raw.AssociationFeeFrequency);
  if (isAbsent(frequency)) {
    return isEmpty(frequency) ? absent('not_reported', UNKNOWN_FREQUENCY) : frequency;
  }
  return dollarsIn(monthly(fee, frequency));
}
