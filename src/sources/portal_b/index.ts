/** portal_b: sold homes. */
import type { Caps, Source } from '../source.js';
import { readPage } from './read.js';
import { PAGE_ROWS, requestFor } from './request.js';
import { soldToRow } from './to-row.js';

/**
 * Pages of one box that are asked for: ours, since the source names neither a last page nor a
 * total. The twentieth page says `more` like any full one, which is how a box of more than 7,000
 * sales shows.
 */
const PAGES_MAX = 20;

const CAPS: Caps = {
  page_rows: PAGE_ROWS,
  pages_max: PAGES_MAX,
  rows_max: PAGE_ROWS * PAGES_MAX,
  box_side_min: 500,
};

export const portalB = {
  name: 'portal_b',
  readers: {
    sold: { caps: CAPS, request: requestFor, read: readPage, toRow: soldToRow },
  },
} as const satisfies Source<'portal_b'>;
