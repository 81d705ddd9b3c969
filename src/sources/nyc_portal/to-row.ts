/** One upstream node as a typed row, or the reason why not. */
import type { ListingRow } from '#contract/rows.js';
import type { ListingStatus } from '#contract/values.js';
import { type ParsedRow, perSqft, type RowRead } from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import { idIn, pageAddress } from '../home-values.js';
import { isRaw, type Raw, shapeOf, textOr } from '../raw-values.js';
import { NOT_APPLICABLE, NOT_ON_PAGE, NOT_REPORTED } from '../reasons.js';
import { addressOf, isElsewhere, locationOf } from './address.js';
import { buildingOf } from './building.js';
import {
  agentOf,
  bathsOf,
  bedsOf,
  brokerOf,
  livingArea,
  moneyOf,
  photoCount,
  propertyType,
} from './home.js';
import type { NycKind } from './request.js';
import { extrasOf } from './terms.js';

type Listing = ListingRow<'nyc_portal', 'listings'>;

/** The default status, and the page of a home whose node does not name it. */
const ROUTES = {
  listings: { status: 'for_sale', page: 'sale' },
  rentals: { status: 'for_rent', page: 'rental' },
} as const;

/** The states with the same meaning on both routes; ACTIVE depends on the route. */
const STATUSES: ReadonlyMap<string, ListingStatus> = new Map([
  ['IN_CONTRACT', 'pending'],
  ['SOLD', 'sold'],
  ['CLOSED', 'sold'],
  ['RENTED', 'off_market'],
  ['DELISTED', 'off_market'],
  ['NO_LONGER_AVAILABLE', 'off_market'],
  ['TEMPORARILY_OFF_MARKET', 'off_market'],
]);

/** Whether a state of the source is known. */
export const knowsStatus = (code: string): boolean => code === 'ACTIVE' || STATUSES.has(code);

export const listingToRow = (raw: unknown, context: RowContext): RowRead<Listing> =>
  toRow('listings', raw, context);

/** Sales and rentals have rows of one type. */
export const rentalToRow = (
  raw: unknown,
  context: RowContext,
): RowRead<ListingRow<'nyc_portal', 'rentals'>> => toRow('rentals', raw, context);

/** The source's id, or undefined when the node has none. */
export const sourceId = ({ id }: Raw): string | undefined => idIn(id);

function toRow(kind: NycKind, raw: unknown, { siteBase }: RowContext): RowRead<Listing> {
  if (!isRaw(raw)) return { dropped: 'unreadable', detail: shapeOf(raw) };
  const id = sourceId(raw);
  if (id === undefined) return { dropped: 'unreadable', detail: shapeOf(raw) };
  if (isElsewhere(raw)) {
    return { dropped: 'outside_area', detail: 'The home lies outside New York State.' };
  }
  return { row: rowOf(kind, id, raw, siteBase) };
}

function rowOf(kind: NycKind, id: string, node: Raw, siteBase: string): ParsedRow<Listing> {
  const isRental = kind === 'rentals';
  const building = buildingOf(node, kind);
  const price = moneyOf(node.price, NOT_REPORTED);
  const area = livingArea(node);
  // Members are written out: a spread in a literal costs more than reading the values.
  return {
    source: 'nyc_portal',
    source_id: id,
    source_url: sourceUrl(kind, id, node, siteBase),
    listing_kind: 'home',
    status: statusOf(kind, node),
    list_price: isRental ? NOT_APPLICABLE : price,
    rent_monthly: isRental ? price : NOT_APPLICABLE,
    rent_is_from_price: false,
    list_date: NOT_ON_PAGE,
    days_on_market: NOT_ON_PAGE,
    price_per_sqft: perSqft(price, area),
    beds: bedsOf(node, building),
    baths: bathsOf(node, building),
    living_area_sqft: area,
    property_type: propertyType(node, building, kind),
    address: addressOf(node, building),
    location: locationOf(node),
    broker_name: brokerOf(node),
    agent_name: agentOf(node),
    photo_count: photoCount(node),
    extras: extrasOf(node, building, kind),
  };
}

/** An unknown state is the route's own: the source listed the home there. */
const statusOf = (kind: NycKind, node: Raw): ListingStatus =>
  STATUSES.get(textOr(node.status) ?? '') ?? ROUTES[kind].status;

/** The home's page: as sent if absolute, else below the source's site; else built from its id. */
const sourceUrl = (kind: NycKind, id: string, node: Raw, siteBase: string): string =>
  pageAddress(siteBase, textOr(node.urlPath) ?? `${ROUTES[kind].page}/${id}`);
