/** auction: foreclosure and bank-owned homes up for auction. */
import type { Capabilities, Source } from '../driver.js';
import { EXPECTATIONS } from './expectations.js';
import { readPage } from './read.js';
import { PAGE_ROWS, PAGES_MAX, requestFor } from './request.js';
import { saleOfRow } from './sale.js';
import { auctionToRow } from './to-row.js';

/** Increase when the same answer yields other rows than before. */
const VERSION = '3';

const CAPABILITIES: Capabilities = {
  areas: ['state'],
  box_side_min: 500,
  filters: [],
  sorts: [],
  counts: true,
  paging: { by: 'page', rows: PAGE_ROWS, pages_max: PAGES_MAX },
  rows_max: PAGE_ROWS * PAGES_MAX,
};

export const auction = {
  name: 'auction',
  drivers: {
    auctions: {
      over: 'http',
      capabilities: CAPABILITIES,
      capabilitiesWith: ({ area }) =>
        area === 'box' ? { ...CAPABILITIES, areas: ['box'] } : CAPABILITIES,
      version: () => VERSION,
      request: requestFor,
      read: readPage,
      toRow: auctionToRow,
      saleOfRow,
      expectations: EXPECTATIONS,
    },
  },
} as const satisfies Source<'auction'>;
