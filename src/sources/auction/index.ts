/** auction: foreclosure and bank-owned homes up for auction. */
import type { Source } from '../source.js';
import { readPage } from './read.js';
import { PAGE_ROWS, PAGES_MAX, requestFor } from './request.js';
import { auctionToRow } from './to-row.js';

export const auction = {
  name: 'auction',
  readers: {
    auctions: {
      caps: {
        page_rows: PAGE_ROWS,
        pages_max: PAGES_MAX,
        rows_max: PAGE_ROWS * PAGES_MAX,
        box_side_min: 500,
      },
      request: requestFor,
      read: readPage,
      toRow: auctionToRow,
    },
  },
} as const satisfies Source<'auction'>;
