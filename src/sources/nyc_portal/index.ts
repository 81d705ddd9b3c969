/** nyc_portal: homes for sale and for rent in New York City, on one wire. */
import type { Capabilities, HttpDriver, Source } from '../driver.js';
import { areasAbove, codesOfArea } from './area-codes.js';
import { areaCodes, areaOfRow, extentOf } from './areas.js';
import { EXPECTATIONS } from './expectations.js';
import { readPage } from './read.js';
import { type NycKind, PAGE_ROWS, PAGES_MAX, requestFor } from './request.js';
import { listingToRow, rentalToRow } from './to-row.js';
import { areasOfZip } from './zip-areas.js';

/**
 * The source shows about 1,000 rows of a search. It knows its own areas and no map boxes, so an
 * area cannot be split in the plane: a larger search is split by price and then by bedrooms.
 */
const CAPABILITIES: Capabilities = {
  areas: ['named_place'],
  box_side_min: 0,
  filters: ['min_price', 'max_price', 'beds_min', 'baths_min'],
  sorts: ['newest', 'price_high', 'price_low'],
  counts: true,
  paging: { by: 'page', rows: PAGE_ROWS, pages_max: PAGES_MAX },
  rows_max: PAGE_ROWS * PAGES_MAX,
};

/** Increase when the same answer yields other rows than before. */
const VERSION = '3';

const driverOf = <K extends NycKind>(
  kind: K,
  toRow: HttpDriver<'nyc_portal', K>['toRow'],
): HttpDriver<'nyc_portal', K> => ({
  over: 'http',
  capabilities: CAPABILITIES,
  version: () => VERSION,
  placesIn: areaCodes,
  placeOfRow: areaOfRow,
  idsOfPlace: codesOfArea,
  placesAbove: areasAbove,
  placesOfZip: areasOfZip,
  extentOf,
  request: requestFor(kind),
  read: readPage(kind),
  toRow,
  expectations: EXPECTATIONS[kind],
});

export const nycPortal = {
  name: 'nyc_portal',
  drivers: {
    listings: driverOf('listings', listingToRow),
    rentals: driverOf('rentals', rentalToRow),
  },
} as const satisfies Source<'nyc_portal'>;
