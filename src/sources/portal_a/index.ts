/** portal_a: homes for sale, for rent and sold, on one wire. */
import type { Caps, Source } from '../source.js';
import { homeOfUrl } from './home-url.js';
import { readPage } from './read.js';
import { PAGES_MAX, requestFor } from './request.js';
import { listingToRow, rentalToRow, soldToRow } from './to-row.js';

const PAGE_ROWS = 41;

/** The source answers with at most 20 pages of 41 rows, so a search of more than 820 hides some. */
const CAPS: Caps = {
  page_rows: PAGE_ROWS,
  pages_max: PAGES_MAX,
  rows_max: PAGE_ROWS * PAGES_MAX,
  box_side_min: 500,
};

export const portalA = {
  name: 'portal_a',
  homeOfUrl,
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
    sold: { caps: CAPS, request: requestFor('sold'), read: readPage('sold'), toRow: soldToRow },
  },
} as const satisfies Source<'portal_a'>;
