/** One listing as a typed row, or the reason why not. */
import type { ListingRow } from '#contract/rows.js';
import type { PropertyType } from '#contract/values.js';
import { type Absent, absent, type ParsedRow, type RowRead } from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import { idIn, pageAddress } from '../home-values.js';
import { isRaw, shapeOf, textOr } from '../raw-values.js';
import { NOT_APPLICABLE, NOT_ON_PAGE, NOT_REPORTED } from '../reasons.js';
import { addressOf, cityOf, locationOf, stateOf, streetOf } from './address.js';
import { propertyType, statusOf } from './codes.js';
import { extrasOf } from './extras.js';
import { countOf, figureOf } from './figures.js';
import { daysSince, firstListed } from './times.js';
import { isListing, type View, viewOf } from './view.js';

type Auction = ListingRow<'auction', 'auctions'>;

const NO_PRICE = absent('not_applicable', 'An auction has no asking price.');

export function auctionToRow(raw: unknown, context: RowContext): RowRead<Auction> {
  if (!isRaw(raw)) return { dropped: 'unreadable', detail: shapeOf(raw) };
  if (!isListing(raw)) return { dropped: 'relaxed', detail: 'The entry is not a listing.' };
  const view = viewOf(raw);
  const id = listingId(view);
  if (id === undefined) return { dropped: 'unreadable', detail: shapeOf(raw) };
  return { row: rowOf(id, view, context) };
}

/** The source's id, or undefined when the row has none. */
export const listingId = ({ row }: Pick<View, 'row'>): string | undefined => idIn(row.listing_id);

function rowOf(id: string, view: View, context: RowContext): ParsedRow<Auction> {
  const { row, summary } = view;
  const type = propertyType(view);
  const area = inside(type, summary.square_footage);
  const listed = firstListed(view, context);
  // Members are written out: a spread in a literal costs more than reading the values.
  return {
    source: 'auction',
    source_id: id,
    source_url: pageOf(view, id, context.siteBase),
    listing_kind: 'home',
    status: statusOf(view),
    list_price: NO_PRICE,
    rent_monthly: NO_PRICE,
    rent_is_from_price: false,
    list_date: listed,
    days_on_market: daysSince(listed, context),
    price_per_sqft: NO_PRICE,
    beds: inside(type, summary.total_bedrooms),
    baths: inside(type, summary.total_bathrooms),
    living_area_sqft: typeof area === 'number' ? Math.round(area) : area,
    property_type: type,
    address: addressOf(view, type),
    location: locationOf(view),
    broker_name: NOT_ON_PAGE,
    agent_name: NOT_ON_PAGE,
    photo_count: countOf(row.listing_photos_count),
    extras: extrasOf(view, listed, context),
  };
}

/** A room or area of a home; land has none. */
const inside = (type: PropertyType | Absent, sent: unknown): number | Absent => {
  const figure = figureOf(sent);
  return figure === NOT_REPORTED && type === 'land' ? NOT_APPLICABLE : figure;
};

/**
 * The home's page: as sent if absolute, else below the source's site. For rows without one it is
 * built like the address of every row seen: street, city, state and id, lower case with dashes.
 */
function pageOf(view: View, id: string, siteBase: string): string {
  const given = textOr(view.row.listing_page_path);
  if (given !== undefined) return pageAddress(siteBase, given);
  const words = [streetOf(view), cityOf(view), stateOf(view), id].filter(isText);
  const name = words
    .join(' ')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-');
  return pageAddress(siteBase, `details/${name ?? id}`);
}

const isText = (part: string | Absent): part is string => typeof part === 'string';
