/** open_data: open sets, read live from the servers of their publishers. */
import type { Capabilities, Source } from '../driver.js';
import { EXPECTATIONS } from './expectations.js';
import { LIVE_ROWS, liveSetOf, requireToken } from './live-set.js';
import { readPage } from './read.js';
import { DESCRIPTION, requestFor } from './request.js';
import { listingToRow } from './to-row.js';

const CAPABILITIES: Capabilities = {
  areas: ['postal_code', 'box'],
  box_side_min: 1,
  filters: [],
  sorts: [],
  // Once, after the last page.
  counts: true,
  paging: { by: 'token', rows: LIVE_ROWS },
  rows_max: null,
};

/** Raised when the same answer is read as other rows than before. */
const VERSION = '1';

export const openData = {
  name: 'open_data',
  drivers: {
    listings: {
      over: 'http',
      capabilities: CAPABILITIES,
      version: () => VERSION,
      description: DESCRIPTION,
      request: requestFor,
      read: readPage,
      toRow: listingToRow,
      expectations: EXPECTATIONS,
    },
  },
  readOptions: (options) => {
    liveSetOf(options);
    return options;
  },
} as const satisfies Source<'open_data'>;
