/** A listing split once into the parts of the home or sale that its members describe. */
import type { Absent } from '#domain/parsed-row.js';
import { type Raw, rawOf, textOr } from '../raw-values.js';
import { flagOf } from './figures.js';

export interface View {
  readonly row: Raw;
  readonly configuration: Raw;
  readonly auction: Raw;
  readonly seller: Raw;
  readonly summary: Raw;
  readonly venue: Raw;
  /** The current part of the sale; online and in-person ones have different members. */
  readonly segment: Raw;
  /** False for an auction held in person. */
  readonly online: boolean | Absent;
}

export function viewOf(row: Raw): View {
  const auction = rawOf(row.auction);
  const segment = rawOf(row.selling_method);
  const venue = rawOf(row.venue);
  return {
    row,
    configuration: rawOf(row.listing_configuration),
    auction,
    seller: rawOf(row.seller_property),
    summary: rawOf(rawOf(row.primary_property).summary),
    venue,
    segment,
    online: isOnline(auction, venue, segment),
  };
}

/** Whether the page's entry is a listing; the list may contain entries of other types. */
export function isListing({ __typename: type }: Raw): boolean {
  return type === undefined || type === 'Listing';
}

/** The auction's own flag decides; without it, the venue or the kind of sale. */
function isOnline(auction: Raw, venue: Raw, segment: Raw): boolean | Absent {
  const said = flagOf(auction.is_online);
  if (typeof said === 'boolean') return said;
  const place = textOr(venue.venue_type)?.toUpperCase();
  if (place === 'LIVE' || place === 'ONLINE') return place === 'ONLINE';
  const { __typename: kind } = segment;
  if (kind === 'OnlineAuctionSegment') return true;
  return kind === 'LiveAuctionSegment' ? false : said;
}
