/** mls: any RESO Web API server, which is OData with the fields of the RESO Data Dictionary. */
import type { Capabilities, HttpDriver, Source } from '../driver.js';
import { EXPECTATIONS } from './expectations.js';
import { explain } from './explain.js';
import { TOP_DEFAULT } from './feed.js';
import type { MlsKind } from './fields.js';
import { DESCRIPTION } from './metadata.js';
import { readPage } from './read.js';
import { requestFor } from './request.js';
import { listingToRow, rentalToRow, soldToRow } from './to-row.js';

const EVERY_KIND: Capabilities = {
  areas: ['postal_code', 'city', 'county', 'box'],
  box_side_min: 1,
  // Areas in square metres pass at the server, so the size is no filter of its own.
  filters: ['beds_min', 'property_type', 'year_built_min', 'year_built_max'],
  // Pages are ordered by key, so that no row is lost between them.
  sorts: [],
  counts: true,
  paging: { by: 'token', rows: TOP_DEFAULT },
  rows_max: null,
};
const PRICED: Capabilities = {
  ...EVERY_KIND,
  filters: [...EVERY_KIND.filters, 'min_price', 'max_price'],
};

const CAPABILITIES: Readonly<Record<MlsKind, Capabilities>> = {
  listings: PRICED,
  rentals: EVERY_KIND,
  sold: { ...PRICED, filters: [...PRICED.filters, 'sold_within_days'] },
};

/** Increase when the same answer yields other rows than before. */
const VERSION = '2';

const driverOf = <K extends MlsKind>(
  kind: K,
  toRow: HttpDriver<'mls', K>['toRow'],
): HttpDriver<'mls', K> => ({
  over: 'http',
  capabilities: CAPABILITIES[kind],
  version: () => VERSION,
  description: DESCRIPTION,
  request: requestFor(kind),
  read: readPage(kind),
  explain,
  toRow,
  expectations: EXPECTATIONS[kind],
});

export const mls = {
  name: 'mls',
  drivers: {
    listings: driverOf('listings', listingToRow),
    rentals: driverOf('rentals', rentalToRow),
    sold: driverOf('sold', soldToRow),
  },
} as const satisfies Source<'mls'>;
