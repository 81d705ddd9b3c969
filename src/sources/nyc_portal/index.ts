/** nyc_portal: homes for sale and for rent in New York City, on one wire. */
import type { Caps, Source } from '../source.js';
import { readPage } from './read.js';
import { PAGE_ROWS, PAGES_MAX, requestFor } from './request.js';
import { listingToRow, rentalToRow } from './to-row.js';

/**
 * The source shows about 1,000 rows of a search. It knows boroughs and no map boxes, so a box
 * cannot be cut in the plane: no side is wide enough to tell two boxes apart, and a search with
 * more rows is divided by price and then by bedrooms.
 */
const CAPS: Caps = {
  page_rows: PAGE_ROWS,
  pages_max: PAGES_MAX,
  rows_max: PAGE_ROWS * PAGES_MAX,
  box_side_min: Number.MAX_SAFE_INTEGER,
};

export const nycPortal = {
  name: 'nyc_portal',
  readers: {
    listings: {
      caps: CAPS,
      request: requestFor('listings'),
      read: readPage('listings'),
      toRow: listingToRow,
    },
    rentals: {
      caps: CAPS,
      request: requestFor('rentals'),
      read: readPage('rentals'),
      toRow: rentalToRow,
    },
  },
} as const satisfies Source<'nyc_portal'>;
