/** Where, when and by whom a home is auctioned, and what bidders learn about it. */
import { DAY_MS } from '#contract/durations.js';
import type { Row } from '#contract/rows.js';
import type { Money } from '#contract/values.js';
import { isoDay } from '#domain/days.js';
import { type Absent, absent, isAbsent, type ParsedRow, valueOr } from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import { isRaw, listOf, type Raw, rawOf, shapeOf, textOf, textOr } from '../raw-values.js';
import { NOT_ON_PAGE, NOT_REPORTED } from '../reasons.js';
import { statusOf } from './codes.js';
import { dollarsOf, figureOf, flagOf } from './figures.js';
import { auctionEnd, auctionStart, dateOf, IN_PERSON } from './times.js';
import type { View } from './view.js';

/** Answers recorded before this service requested a member do not have it. */
const ONLINE = absent('not_applicable', 'The auction is held online.');
const NOT_OVER = absent('not_applicable', 'The auction is not over.');
const NO_TRUSTEE = absent('not_applicable', 'The sale is not a trustee sale.');
const TRUSTEE = 'TRUSTEE';
/** A local day has 24 hours and begins up to ten hours after the UTC day. */
const LOCAL_DAY_MS = 34 * 3_600_000;
const HOUR = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;
/** The kinds of the value estimate and the rent estimate, among others. */
export const COMPOSITE = 'composite';
const RENTAL = 'rental';

export function saleOf(view: View, { collectedAtMs }: RowContext) {
  const { configuration, venue, segment, row } = view;
  const [isOnline, inPerson] = [view.online === true, view.online === false];
  const house = nextOpenHouse(row, collectedAtMs);
  return {
    auction_date: dayOf(view),
    auction_time: hourOf(view),
    venue_name: textOf(venue.venue_name) ?? (isOnline ? ONLINE : gapOf(venue, 'venue_name')),
    venue_address: venueAddress(venue) ?? (isOnline ? ONLINE : gapOf(venue, 'venue_address')),
    sale_channel: textOf(configuration.trustee_sales_channel) ?? ofTrustee(view),
    reserve_status: inPerson
      ? IN_PERSON
      : (textOf(segment.reserve_status) ?? gapOf(segment, 'reserve_status')),
    winning_bid: winningBid(view),
    ...estimateOf(rawOf(estimateIn(row, COMPOSITE))),
    estimated_rent_monthly: dollarsOf(rawOf(estimateIn(row, RENTAL)).estimated),
    open_house: house.hours,
    open_house_date: house.day,
    interior_access:
      'interior_access_allowed' in configuration
        ? flagOf(configuration.interior_access_allowed)
        : NOT_ON_PAGE,
  };
}

const gapOf = (part: Raw, member: string): Absent => (member in part ? NOT_REPORTED : NOT_ON_PAGE);

/** An estimate of the home by its kind, as sent. */
export function estimateIn(row: Raw, kind: string): unknown {
  return listOf(rawOf(rawOf(row.external_information).collateral).summary).find(
    (estimate) => isRaw(estimate) && textOr(estimate.type)?.toLowerCase() === kind,
  );
}

/** Why a row lacks the fields of trustee sales. */
const ofTrustee = ({ configuration }: View): Absent => {
  if (textOr(configuration.product_type)?.toUpperCase() !== TRUSTEE) return NO_TRUSTEE;
  return gapOf(configuration, 'trustee_sales_channel');
};

/** The local day: between the day of the start and that of the end. */
function dayOf(view: View): string | Absent {
  const day = dateOf(view.auction.auction_date) ?? gapOf(view.auction, 'auction_date');
  const [start, end] = [auctionStart(view), auctionEnd(view)];
  if (isAbsent(day) || isAbsent(start)) return day;
  const [from, to] = [start, isAbsent(end) ? start : end].map((moment) => Date.parse(moment));
  const at = Date.parse(day);
  const fits = at <= (to ?? 0) && at > (from ?? 0) - LOCAL_DAY_MS;
  return fits ? day : absent('implausible', `The auction starts at ${start}.`);
}

/**
 * The source's own estimate and its range. The seller's value and the one in the home's summary
 * differ from it and are never used instead. If the estimate is outside its own range, nothing
 * shows which of the three is wrong.
 */
function estimateOf({ low, estimated, high }: Raw) {
  const figures = [low, estimated, high]
    .map((sent) => figureOf(sent))
    .filter((figure): figure is number => !isAbsent(figure));
  const isRange = figures.every((figure, at) => at === 0 || figure >= (figures[at - 1] ?? 0));
  const why = absent(
    'implausible',
    `The source sent ${figures.join(', ')} as low, value and high.`,
  );
  const read = (sent: unknown) => (isRange || isAbsent(figureOf(sent)) ? dollarsOf(sent) : why);
  return {
    estimated_value: read(estimated),
    estimated_value_low: read(low),
    estimated_value_high: read(high),
  };
}

function hourOf(view: View): string | Absent {
  const sent = textOf(rawOf(view.row.trustee).sale_time);
  if (sent === undefined) return 'trustee' in view.row ? ofTrustee(view) : NOT_ON_PAGE;
  if (isAbsent(sent)) return sent;
  const [, hour, minute] = HOUR.exec(sent) ?? [];
  if (hour === undefined || minute === undefined) return absent('unreadable', shapeOf(sent));
  return `${hour.padStart(2, '0')}:${minute}`;
}

/** The parts of a venue's address, by the source's names. */
export const VENUE_PARTS = [
  'street_number',
  'street_name',
  'municipality',
  'country_primary_subdivision',
  'postal_code',
] as const;

/** "101 W 10th St, Pueblo, CO 81003"; missing parts are left out. */
function venueAddress({ venue_address: sent }: Raw): string | Absent | undefined {
  if (sent === undefined || sent === null) return undefined;
  if (!isRaw(sent)) return absent('unreadable', shapeOf(sent));
  const [number, street, city = '', state, zip] = VENUE_PARTS.map(
    (part) => textOr(sent[part]) ?? '',
  );
  const lines = [`${number} ${street}`, city, `${state} ${zip}`]
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? undefined : lines.join(', ');
}

function winningBid(view: View): Money | Absent {
  const bid = dollarsOf(rawOf(view.segment.result).winning_bid_amount);
  return bid === NOT_REPORTED && statusOf(view) === 'for_sale' ? NOT_OVER : bid;
}

interface OpenHouse {
  readonly day: string | Absent;
  readonly hours: string | Absent;
}

/** The first open house that is not over; its day is local, which may be one behind UTC. */
function nextOpenHouse(row: Raw, nowMs: number): OpenHouse {
  const none = gapOf(row, 'open_houses');
  const today = isoDay(nowMs - DAY_MS);
  const coming = listOf(row.open_houses)
    .map(rawOf)
    .flatMap((house) => {
      const day = dateOf(house.local_date);
      return typeof day === 'string' && day >= today ? [{ day, house }] : [];
    });
  const next = coming.toSorted((a, b) => a.day.localeCompare(b.day))[0];
  if (next === undefined) return { day: none, hours: none };
  const hours = ['start_time', 'end_time'].flatMap((member) => textOr(next.house[member]) ?? []);
  return { day: next.day, hours: hours.length === 0 ? NOT_REPORTED : hours.join(' - ') };
}

/** The day of a row's sale and who holds it; null if either is missing. */
export function saleOfRow({ extras }: ParsedRow<Row>): { day: string; channel: string } | null {
  if (!('sale_channel' in extras)) return null;
  const [day, channel] = [valueOr(extras.auction_date), valueOr(extras.sale_channel)];
  return day === null || channel === null ? null : { day, channel };
}
