/** A listing as a mapping makes it. */
import type { ListingStatus } from '#contract/values.js';
import { type FieldKind, HOME_FIELDS, type Mapped } from './home-fields.js';

/** The fields that a mapping of listings may fill, and what they hold. */
export const LISTING_FIELDS = {
  status: 'status',
  status_raw: 'text',
  list_price: 'number',
  list_date: 'date',
  ...HOME_FIELDS,
  year_built: 'whole',
  lot_area_sqft: 'whole',
  /** The day on which the seller got the home. */
  acquired_date: 'date',
} as const satisfies Record<string, FieldKind>;

export type MappedListing = Omit<Mapped<typeof LISTING_FIELDS>, 'status'> & {
  readonly status: ListingStatus;
};
