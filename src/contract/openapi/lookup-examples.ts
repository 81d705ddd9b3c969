/** Examples of many homes looked up at once. */
import type { BatchHomeBody, LookupBatchBody, NewLookupBatch } from '../operations/lookups.js';
import { LOOKUP_ROUTES } from '../routes.js';

const [LOOKUP] = LOOKUP_ROUTES;
const ADDRESS = LOOKUP?.param_examples.address ?? '';

export const NEW_LOOKUP_BATCH_EXAMPLE: NewLookupBatch = {
  homes: [
    { address: ADDRESS },
    { address: '12 Oak St', city: 'Austin', state: 'TX', zip: '78704' },
  ],
};

const BATCH: LookupBatchBody = {
  batch_id: '01a1f950-3c1e-7a52-9d10-5b7c2e9a4f63',
  source: LOOKUP?.source ?? '',
  state: 'ended',
  created_at: '2026-11-21T13:10:00.000Z',
  ended_at: '2026-11-21T13:10:04.210Z',
  expires_at: '2026-11-28T13:10:00.000Z',
  total: 2,
  found: 1,
  pending: 0,
  outcomes: { found: 1, not_found: 1 },
  credits: 1,
};

const LOST: BatchHomeBody = {
  nth: 2,
  by: 'address',
  value: '12 Oak St, Austin, TX 78704',
  outcome: 'not_found',
  detail: 'The source has no home at this address.',
  candidates: [],
  request_id: null,
  credits: 0,
  result: null,
};

export const LOOKUP_EXAMPLES = {
  LookupBatch: BATCH,
  LookupBatches: { batches: [BATCH] },
  BatchHome: LOST,
  BatchHomes: { homes: [LOST], next_after: null },
};
