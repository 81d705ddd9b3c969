/** Many homes looked up at once: bounds, and what becomes of each (docs/lookups.md). */
import { LOOKUP_ROUTES } from './routes.js';

/** Homes of one batch. */
export const BATCH_HOMES_MAX = 1_000;
/** Rows of one page of a batch. */
export const BATCH_PAGE_ROWS = 100;
/** Largest body with homes, in bytes. */
export const BATCH_BYTES_MAX = 1_048_576;

/** Sources that look up single homes. */
export const LOOKUP_SOURCES = LOOKUP_ROUTES.map(({ source }) => source);
export type LookupSource = (typeof LOOKUP_SOURCES)[number];

/** Columns of a table of homes, those that are ignored included. */
export const BATCH_COLUMNS_MAX = 100;

/** What becomes of a home. */
export const HOME_OUTCOMES = {
  pending: 'Its area was not read yet.',
  found: 'The source has it: `result` is its row.',
  not_found: 'The source showed the entire area, without it.',
  unseen:
    'No search has shown this id or page yet, so its area is not known: send the address. The source was not asked.',
  ambiguous: 'Several homes fit: choose one of `candidates` and send its `source_id`.',
  outside: 'Its ZIP code or city is not known here.',
  invalid: 'It has no usable address, page address or id; `detail` says why.',
  source_unavailable:
    'The source did not show its area. A retry of the batch reads it again; nothing was charged.',
  quota_exceeded:
    'The account, or its key, had no credit left that no job has reserved. A retry of the batch continues here.',
  not_allowed:
    'The key of the batch was revoked or has expired. A retry continues with its own key.',
} as const;
export type HomeOutcome = keyof typeof HOME_OUTCOMES;

/** Outcomes that a retry sets back to `pending`. */
export const RETRIED: readonly HomeOutcome[] = [
  'source_unavailable',
  'quota_exceeded',
  'not_allowed',
];
