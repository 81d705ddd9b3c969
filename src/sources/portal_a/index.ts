/** portal_a: homes for sale, for rent and sold, on one wire. */
import type { Capabilities, HttpDriver, Source } from '../driver.js';
import { HOME_FILTERS } from '../home-filters.js';
import { EXPECTATIONS } from './expectations.js';
import { homeOfUrl } from './home-url.js';
import { PLACES } from './places.js';
import { readPage } from './read.js';
import { PAGE_ROWS, PAGES_MAX, requestFor } from './request.js';
import { listingToRow, rentalToRow, soldToRow } from './to-row.js';

/** The source sends at most 20 pages of 41 rows, so a search of more than 820 rows hides some. */
const CAPABILITIES: Capabilities = {
  areas: ['box'],
  box_side_min: 500,
  filters: [...HOME_FILTERS, 'sold_within_days'],
  sorts: ['newest', 'price_high', 'price_low'],
  counts: true,
  paging: { by: 'page', rows: PAGE_ROWS, pages_max: PAGES_MAX },
  rows_max: PAGE_ROWS * PAGES_MAX,
};

/** Increase when the same answer yields other rows than before. */
const VERSION = '4';

const driverOf = <K extends 'listings' | 'rentals' | 'sold'>(
  kind: K,
  toRow: HttpDriver<'portal_a', K>['toRow'],
): HttpDriver<'portal_a', K> => ({
  over: 'http',
  capabilities: CAPABILITIES,
  version: () => VERSION,
  places: PLACES,
  request: requestFor(kind),
  read: readPage(kind),
  toRow,
  expectations: EXPECTATIONS[kind],
});

export const portalA = {
  name: 'portal_a',
  homeOfUrl,
  drivers: {
    listings: driverOf('listings', listingToRow),
    rentals: driverOf('rentals', rentalToRow),
    sold: driverOf('sold', soldToRow),
  },
} as const satisfies Source<'portal_a'>;
