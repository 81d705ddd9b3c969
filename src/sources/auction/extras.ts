/** Fields that only an auction has: its times, bids and kind of sale. */
import type { ListingRow } from '#contract/rows.js';
import type { Money } from '#contract/values.js';
import { type Absent, absent, type ParsedRow } from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import { type Raw, rawOf, shapeOf } from '../raw-values.js';
import { occupancy, saleType, statusCode, structureCode } from './codes.js';
import { countOf, dollarsOf, figureOf, flagOf } from './figures.js';
import { COMPOSITE, estimateIn, saleOf } from './sale.js';
import { auctionEnd, auctionStart, IN_PERSON } from './times.js';
import type { View } from './view.js';

type ExtrasRead = ParsedRow<ListingRow<'auction', 'auctions'>>['extras'];

export function extrasOf(view: View, listed: string | Absent, context: RowContext): ExtrasRead {
  const { configuration, segment, summary, online } = view;
  const inPerson = online === false;
  const { estimated_value, ...sale } = saleOf(view, context);
  return {
    property_type_raw: structureCode(view),
    listing_status_raw: statusCode(view),
    sale_type: saleType(view),
    auction_start: auctionStart(view),
    auction_end: auctionEnd(view),
    online_auction: online,
    starting_bid: startingBid(view),
    current_bid: inPerson ? IN_PERSON : dollarsOf(rawOf(segment.current_highest_bid).bid_amount),
    bid_count: inPerson ? IN_PERSON : countOf(segment.bid_count),
    estimated_value,
    occupancy: occupancy(view),
    year_built: yearBuilt(view),
    // A number without a unit: mostly acres, in some rows square feet. The row does not say which.
    lot_size_raw: figureOf(summary.lot_size),
    first_listed_date: listed,
    financing_available: flagOf(configuration.financing_available),
    buyer_premium: flagOf(configuration.buyer_premium_available),
    ...sale,
  };
}

/** The opening bid, in the auction or under the segment's alias of the query. */
function startingBid({ auction, segment }: View): Money | Absent {
  const {
    _alias_OnlineAuctionSegment__starting_bid_amount: online,
    _alias_LiveAuctionSegment__starting_bid_amount: inPerson,
    starting_bid_amount: unaliased,
  } = segment;
  return dollarsOf(auction.starting_bid, online, inPerson, unaliased);
}
/** The composite estimate as sent. */
export const compositeOf = (row: Raw): unknown => rawOf(estimateIn(row, COMPOSITE)).estimated;

export function yearBuilt({ summary }: View): number | Absent {
  const year = figureOf(summary.year_built);
  if (typeof year !== 'number' || Number.isInteger(year)) return year;
  return absent('unreadable', shapeOf(summary.year_built));
}
