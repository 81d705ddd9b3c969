/** records: sales from the operator's files, in a local table. */
import type { Capabilities, Source } from '../driver.js';
import { HOME_FILTERS } from '../home-filters.js';
import { tableDriver } from '../table-driver.js';
import { saleToRow } from './to-row.js';

const CAPABILITIES: Capabilities = {
  areas: ['postal_code', 'city', 'county', 'circle', 'box'],
  box_side_min: 1,
  filters: [...HOME_FILTERS, 'year_built_min', 'year_built_max', 'arms_length', 'sold_within_days'],
  sorts: ['newest', 'price_high', 'price_low'],
  // A query with too many rows has no total.
  counts: false,
  paging: { by: 'token', rows: 100 },
  rows_max: null,
};

/** Increase when the same rows are read differently than before. */
const VERSION = '2';

/** Without expectations: files are checked at import, and stored rows do not change. */
export const records = {
  name: 'records',
  drivers: {
    sold: tableDriver<'records', 'sold'>({
      capabilities: CAPABILITIES,
      version: () => VERSION,
      toRow: saleToRow,
    }),
  },
} as const satisfies Source<'records'>;
