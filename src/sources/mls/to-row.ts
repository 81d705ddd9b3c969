/** One listing of the feed as a typed row, or the reason why not. */
import { usd } from '#contract/field.js';
import type { ListingRow, SoldRow } from '#contract/rows.js';
import type { ListingStatus, Money, PropertyType, SalePriceDisclosure } from '#contract/values.js';
import { discloses } from '#domain/disclosure.js';
import {
  type Absent,
  absent,
  isAbsent,
  type ParsedRow,
  perSqft,
  type RowRead,
} from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import { dollarsIn, privatePrice } from '../home-values.js';
import { isRaw, type Raw, shapeOf } from '../raw-values.js';
import { NOT_APPLICABLE } from '../reasons.js';
import { addressOf, locationOf, stateOf } from './address.js';
import { isLease, monthly, propertyType, statusOf } from './codes.js';
import {
  bathsOf,
  bedsOf,
  daysOnMarket,
  extrasOf,
  listDate,
  livingArea,
  photoCount,
  priceIn,
  sourceId,
  sourceUrl,
} from './home.js';
import { dateIn, isEmpty, isWithheld, positiveIn, textIn } from './values.js';

type Dropped = Extract<RowRead<never>, { dropped: unknown }>;
type Listing = ListingRow<'mls', 'listings'>;

interface Known {
  readonly raw: Raw;
  readonly nowMs: number;
  readonly status: ListingStatus;
  readonly type: PropertyType | Absent;
  readonly state: string | Absent;
  readonly area: number | Absent;
  readonly identity: { source: 'mls'; source_id: string; source_url: string };
}

const FOR_SALE: readonly ListingStatus[] = ['for_sale', 'pending'];
const SOLD: readonly ListingStatus[] = ['sold'];
const RATIO_DIGITS = 10_000;

export function listingToRow(raw: unknown, context: RowContext): RowRead<Listing> {
  const known = identify(raw, context, false, FOR_SALE);
  if ('dropped' in known) return known;
  return { row: listingOf(known, known.status, priceIn(known.raw.ListPrice), NOT_APPLICABLE) };
}

export function rentalToRow(
  raw: unknown,
  context: RowContext,
): RowRead<ListingRow<'mls', 'rentals'>> {
  const known = identify(raw, context, true, FOR_SALE);
  if ('dropped' in known) return known;
  const status = known.status === 'for_sale' ? 'for_rent' : known.status;
  return { row: listingOf(known, status, NOT_APPLICABLE, rentOf(known.raw)) };
}

export function soldToRow(raw: unknown, context: RowContext): RowRead<SoldRow<'mls'>> {
  const known = identify(raw, context, false, SOLD);
  return 'dropped' in known ? known : { row: soldOf(known) };
}

/** Drops rows that are no home of the route, and homes that the seller hides entirely. */
function identify(
  raw: unknown,
  { siteBase, collectedAtMs: nowMs }: RowContext,
  forRent: boolean,
  statuses: readonly ListingStatus[],
): Known | Dropped {
  if (!isRaw(raw)) return { dropped: 'unreadable', detail: shapeOf(raw) };
  const id = sourceId(raw);
  if (id === undefined) return { dropped: 'unreadable', detail: shapeOf(raw) };
  if (isWithheld(raw, 'InternetEntireListingDisplayYN'))
    return { dropped: 'withheld', detail: null };
  const status = statusOf(raw);
  if (status === undefined || !statuses.includes(status) || isLease(raw) !== forRent) {
    return { dropped: 'outside_filters', detail: 'The listing is of another route.' };
  }
  const type = propertyType(raw);
  return {
    raw,
    nowMs,
    status,
    type,
    state: stateOf(raw),
    area: livingArea(raw, type),
    identity: { source: 'mls', source_id: id, source_url: sourceUrl(raw, id, siteBase) },
  };
}

function listingOf(
  { raw, nowMs, type, state, area, identity }: Known,
  status: ListingStatus,
  list_price: Money | Absent,
  rent_monthly: Money | Absent,
): ParsedRow<Listing> {
  const price = rent_monthly === NOT_APPLICABLE ? list_price : rent_monthly;
  return {
    ...identity,
    listing_kind: 'home',
    status,
    list_price,
    rent_monthly,
    rent_is_from_price: false,
    list_date: listDate(raw),
    days_on_market: daysOnMarket(raw, status !== 'pending', nowMs),
    price_per_sqft: perSqft(price, area),
    beds: bedsOf(raw, type),
    baths: bathsOf(raw, type),
    living_area_sqft: area,
    property_type: type,
    address: addressOf(raw, type, state),
    location: locationOf(raw),
    broker_name: textIn(raw.ListOfficeName),
    agent_name: textIn(raw.ListAgentFullName),
    photo_count: photoCount(raw),
    extras: extrasOf(raw, type),
  };
}

/** A rent without a payment period is monthly. */
function rentOf(raw: Raw): Money | Absent {
  const asked = positiveIn(raw.ListPrice);
  const rent = isAbsent(asked) ? positiveIn(raw.LeaseAmount) : asked;
  if (isAbsent(rent)) return isAbsent(asked) ? asked : rent;
  const frequency = textIn(raw.LeaseAmountFrequency);
  if (isAbsent(frequency)) return isEmpty(frequency) ? usd(rent) : frequency;
  return dollarsIn(monthly(rent, frequency));
}

function soldOf({ raw, nowMs, type, state, area, identity }: Known): ParsedRow<SoldRow<'mls'>> {
  const { price, disclosure } = salePrice(raw, state);
  const list_price = priceIn(raw.ListPrice);
  return {
    ...identity,
    sold_date: dateIn(raw.CloseDate),
    sale_price: price,
    sale_price_disclosure: disclosure,
    list_price,
    list_date: listDate(raw),
    sale_to_list_ratio: ratioOf(price, list_price),
    days_on_market: daysOnMarket(raw, false, nowMs),
    price_per_sqft: perSqft(price, area),
    beds: bedsOf(raw, type),
    baths: bathsOf(raw, type),
    living_area_sqft: area,
    property_type: type,
    address: addressOf(raw, type, state),
    location: locationOf(raw),
    broker_name: textIn(raw.ListOfficeName),
    extras: { ...extrasOf(raw, type), list_agent_name: textIn(raw.ListAgentFullName) },
  };
}

/** Feeds of some states give sale prices only to participants. */
function salePrice(
  raw: Raw,
  state: string | Absent,
): { price: Money | Absent; disclosure: SalePriceDisclosure } {
  const amount = positiveIn(raw.ClosePrice);
  if (!isAbsent(amount)) return { price: usd(amount), disclosure: 'mls_reported' };
  if (amount.absent !== 'not_reported' || isAbsent(state) || discloses(state)) {
    return { price: amount, disclosure: 'unknown' };
  }
  return { price: privatePrice(state), disclosure: 'not_disclosed' };
}

function ratioOf(price: Money | Absent, asked: Money | Absent): number | Absent {
  if (isAbsent(price)) return absent(price.absent);
  if (isAbsent(asked)) return absent(asked.absent);
  return Math.round((price.amount / asked.amount) * RATIO_DIGITS) / RATIO_DIGITS;
}
