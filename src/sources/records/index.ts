/** records: sales from the operator's files, in a table of ours. */
import type { Capabilities, Source } from '../driver.js';
import { tableDriver } from '../table-driver.js';
import { readMapping } from './read-mapping.js';
import { saleToRow } from './to-row.js';

const CAPABILITIES: Capabilities = {
  areas: ['postal_code', 'city', 'county', 'circle', 'box'],
  box_side_min: 1,
  filters: [
    'min_price',
    'max_price',
    'beds_min',
    'baths_min',
    'sqft_min',
    'sqft_max',
    'property_type',
    'year_built_min',
    'year_built_max',
    'sold_within_days',
  ],
  sorts: ['newest', 'price_high', 'price_low'],
  // Too many rows have no total.
  counts: false,
  paging: { by: 'token', rows: 100 },
  rows_max: null,
};

/** Raised when the same rows are read otherwise than before. */
const VERSION = '1';

/** It has no expectations: a file was checked when it was imported, and what is stored does not change. */
export const records = {
  name: 'records',
  drivers: {
    sold: tableDriver<'records', 'sold'>({
      capabilities: CAPABILITIES,
      version: () => VERSION,
      toRow: saleToRow,
    }),
  },
  importer: { readMapping },
} as const satisfies Source<'records'>;
