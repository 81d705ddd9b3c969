/** One upstream row as a typed row, or the reason why not. */
import type { ListingRow, SoldRow } from '#contract/rows.js';
import type { ListingStatus } from '#contract/values.js';
import type { RowRead } from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import { isRaw, shapeOf } from '../raw-values.js';
import { isInCanada } from './address.js';
import { statusIn } from './codes.js';
import { sourceId, sourceUrl } from './home.js';
import { listingOf } from './listing.js';
import { soldOf } from './sold.js';
import { type View, viewOf } from './view.js';

type Listing = ListingRow<'portal_a', 'listings'>;
type Statuses = readonly [ListingStatus, ...ListingStatus[]];
type Dropped = Extract<RowRead<never>, { dropped: unknown }>;

interface Known {
  readonly view: View;
  readonly status: ListingStatus;
  readonly identity: {
    readonly source: 'portal_a';
    readonly source_id: string;
    readonly source_url: string;
  };
}

/** The states of each route; the first one is used if a row has no known one. */
const FOR_SALE: Statuses = ['for_sale', 'pending'];
const FOR_RENT: Statuses = ['for_rent'];
const SOLD: Statuses = ['sold'];

export function listingToRow(raw: unknown, context: RowContext): RowRead<Listing> {
  const known = identify(raw, context, FOR_SALE);
  if ('dropped' in known) return known;
  return { row: listingOf('listings', known.identity, known.status, known.view, context) };
}

export function rentalToRow(
  raw: unknown,
  context: RowContext,
): RowRead<ListingRow<'portal_a', 'rentals'>> {
  const known = identify(raw, context, FOR_RENT);
  if ('dropped' in known) return known;
  return { row: listingOf('rentals', known.identity, known.status, known.view, context) };
}

export function soldToRow(raw: unknown, context: RowContext): RowRead<SoldRow<'portal_a'>> {
  const known = identify(raw, context, SOLD);
  return 'dropped' in known ? known : { row: soldOf(known.identity, known.view) };
}

function identify(raw: unknown, context: RowContext, statuses: Statuses): Known | Dropped {
  if (!isRaw(raw)) return { dropped: 'unreadable', detail: shapeOf(raw) };
  if (raw.relaxed === true) return { dropped: 'relaxed', detail: null };
  const view = viewOf(raw, context.collectedAtMs);
  if (isInCanada(view)) return { dropped: 'outside_area', detail: 'The home lies in Canada.' };
  const id = sourceId(view);
  const url = id === undefined ? undefined : sourceUrl(view, id, context.siteBase);
  if (id === undefined || url === undefined) return { dropped: 'unreadable', detail: shapeOf(raw) };
  // A rental among homes for sale would show its rent as a price, an unsold home its asking price
  // as a sale price.
  const status = statusIn(statuses, view);
  if (status === undefined) {
    return { dropped: 'outside_filters', detail: 'The row has the status of another route.' };
  }
  return { view, status, identity: { source: 'portal_a', source_id: id, source_url: url } };
}
