/** portal_b: sold homes. */
import type { Capabilities, Source } from '../driver.js';
import { HOME_FILTERS } from '../home-filters.js';
import { EXPECTATIONS } from './expectations.js';
import { PLACES } from './places.js';
import { readPage } from './read.js';
import { PAGE_ROWS, requestFor, SPELLINGS } from './request.js';
import { soldToRow } from './to-row.js';

/**
 * The most pages requested of one box: set here, since the source names neither a last page nor a
 * total. The twentieth page names a next one if it is full, which reveals a box with more than
 * 7,000 sales.
 */
const PAGES_MAX = 20;

const CAPABILITIES: Capabilities = {
  areas: ['box'],
  box_side_min: 500,
  filters: [...HOME_FILTERS, 'year_built_min', 'year_built_max', 'sold_within_days'],
  asks_undisclosed: false,
  sorts: ['newest', 'price_high', 'price_low'],
  counts: false,
  paging: { by: 'page', rows: PAGE_ROWS, pages_max: PAGES_MAX, repeats: true },
  rows_max: PAGE_ROWS * PAGES_MAX,
};

/** Increase when the same answer yields other rows than before. */
const VERSION = '5';

export const portalB = {
  name: 'portal_b',
  drivers: {
    sold: {
      over: 'http',
      capabilities: CAPABILITIES,
      version: () => VERSION,
      places: PLACES,
      request: requestFor,
      spellings: SPELLINGS,
      read: readPage,
      toRow: soldToRow,
      expectations: EXPECTATIONS,
    },
  },
} as const satisfies Source<'portal_b'>;
