/** Many homes looked up at once (docs/lookups.md). */
import type { Candidate } from '../envelope.js';
import {
  BATCH_BYTES_MAX,
  BATCH_HOMES_MAX,
  BATCH_PAGE_ROWS,
  HOME_OUTCOMES,
  LOOKUP_SOURCES,
} from '../lookups.js';
import { LOOKUP_PARAMS, type LookupParam } from '../params.js';
import type { Row } from '../rows.js';
import * as s from '../schema.js';
import { NO_NUL, type Operation } from './operation.js';

const line = (description: string, maxLength: number) =>
  s.text(description, { maxLength, pattern: NO_NUL });

const NewBatchHome = s.objectOf(
  {
    address: line('Street address in one line, or the street line alone with the next three.', 300),
    city: line('City, where `address` does not have it.', 100),
    state: line('State, where `address` does not have it.', 100),
    zip: line('ZIP code, where `address` does not have it.', 20),
    url: line('Page of the home at the source; only the id in it is used.', 600),
    source_id: line('ID of the home at the source.', 100),
  },
  { additionalProperties: false },
  ['address', 'city', 'state', 'zip', 'url', 'source_id'],
);

const NewLookupBatch = s.bodyOf(
  'NewLookupBatch',
  {
    homes: s.arrayOf(NewBatchHome, {
      minItems: 1,
      maxItems: BATCH_HOMES_MAX,
      description:
        'The homes, in order. Of several members the most exact is used: `source_id`, then `url`, then `address`.',
    }),
  },
  ['homes'],
);
export type NewLookupBatch = s.ValueOf<typeof NewLookupBatch>;

const LookupBatch = s.shapeOf('LookupBatch', {
  batch_id: s.uuid('ID of the batch.'),
  source: s.text('Name of the source.'),
  state: s.meaningsOf('', {
    running: 'Homes are pending.',
    ended: 'Every home has an outcome.',
  }),
  created_at: s.instant('When it was created.'),
  ended_at: s.orNull(s.instant('When its last home got an outcome.')),
  expires_at: s.instant('When it is removed.'),
  total: s.count('Homes.'),
  found: s.count('Homes that were found so far.'),
  pending: s.count('Homes without an outcome so far.'),
  outcomes: s.recordOf(s.count('Homes.'), 'Homes by outcome; outcomes without homes are left out.'),
  credits: s.count('Credits charged so far: one for each home found, however often it is listed.'),
});
export type LookupBatchBody = s.ValueOf<typeof LookupBatch>;

const LookupBatches = s.shapeOf('LookupBatches', { batches: s.arrayOf(s.refTo(LookupBatch)) });
export type LookupBatchesBody = s.ValueOf<typeof LookupBatches>;

const BatchHome = s.shapeOf('BatchHome', {
  nth: s.whole('Its place in the batch, from 1.', { minimum: 1 }),
  by: s.openText('What it is looked up by.', Object.keys(LOOKUP_PARAMS) as LookupParam[]),
  value: s.text('The address, page address or id.'),
  outcome: s.meaningsOf('What became of it.', HOME_OUTCOMES),
  detail: s.orNull(s.text('Why it has no row.')),
  candidates: s.arrayOf(s.plain<Candidate>({ ...s.refTo('Candidate') }), {
    description: 'The homes that fit, when several do.',
  }),
  request_id: s.orNull(
    s.uuid('The job that it was charged as; it has the row with its field notes.'),
  ),
  credits: s.count('Credits charged: 0 for a home that an earlier line had found.'),
  result: s.orNull(
    s.plain<Row>({
      type: 'object',
      additionalProperties: true,
      description: 'The row, as of the lookup of one home.',
    }),
  ),
});
export type BatchHomeBody = s.ValueOf<typeof BatchHome>;

const BatchHomes = s.shapeOf('BatchHomes', {
  homes: s.arrayOf(s.refTo(BatchHome), { description: 'In the order in which they were sent.' }),
  next_after: s.orNull(s.count('Send as `after` to get the next page; null on the last.')),
});
export type BatchHomesBody = s.ValueOf<typeof BatchHomes>;

export const LOOKUP_SCHEMAS = [LookupBatch, LookupBatches, BatchHome, BatchHomes];

const PATH = '/lookups';
const ONE = `${PATH}/{batch_id}`;
const READ = { tag: 'Lookups', method: 'GET', status: 200 } as const;
const CHANGE = { tag: 'Lookups', scopes: ['search'] } as const;

export const LOOKUP_OPERATIONS = [
  {
    ...CHANGE,
    id: 'create_lookup_batch',
    method: 'POST',
    path: PATH,
    summary: 'Look up many homes',
    description: `Looks up to ${BATCH_HOMES_MAX} homes up at one source, by address, page address or id, and answers at once: the batch runs as a job. Each area is read once, however many of the homes lie in it. One credit for each home found, nothing for the others. As \`text/csv\`, the first line names the columns.`,
    query: { source: s.choiceOf(LOOKUP_SOURCES, 'The source. Required.') },
    required: ['source'],
    body: NewLookupBatch,
    csv: 'homes',
    bytesMax: BATCH_BYTES_MAX,
    replay: {
      description: 'The batch already created with this Idempotency-Key.',
      answers: [LookupBatch],
    },
    status: 201,
    answer: LookupBatch,
  },
  {
    ...READ,
    id: 'lookup_batches',
    path: PATH,
    summary: 'All lookup batches',
    description: 'The batches of the account with their progress, newest first. Free.',
    answer: LookupBatches,
  },
  {
    ...READ,
    id: 'lookup_batch',
    path: ONE,
    summary: 'One lookup batch',
    description: 'How far a batch is, and what it has cost. Free.',
    answer: LookupBatch,
  },
  {
    ...READ,
    id: 'lookup_batch_homes',
    path: `${ONE}/homes`,
    summary: 'The homes of a lookup batch',
    description: 'The outcome of each home, in the order in which they were sent. Free.',
    query: {
      after: s.whole('Only homes after this `nth`: the `next_after` of the previous page.', {
        maximum: BATCH_HOMES_MAX,
      }),
      limit: s.whole(`Homes of the page, ${BATCH_PAGE_ROWS} when left out.`, {
        minimum: 1,
        maximum: BATCH_PAGE_ROWS,
      }),
    },
    answer: BatchHomes,
  },
  {
    ...READ,
    id: 'lookup_batch_csv',
    path: `${ONE}/rows.csv`,
    summary: 'A lookup batch as CSV',
    description: 'A line for each home, in order: its outcome, then the columns of its row. Free.',
    format: 'csv',
  },
  {
    ...READ,
    id: 'lookup_batch_ndjson',
    path: `${ONE}/rows.ndjson`,
    summary: 'A lookup batch as NDJSON',
    description: 'A line of JSON for each home, in order, as in the pages of its homes. Free.',
    format: 'ndjson',
  },
  {
    ...CHANGE,
    id: 'retry_lookup_batch',
    method: 'POST',
    path: `${ONE}/retry`,
    summary: 'Retry a lookup batch',
    description:
      'Looks up the homes again whose area the source did not show, or that no credit was left for. The others stay as they are.',
    status: 200,
    answer: LookupBatch,
  },
  {
    ...CHANGE,
    id: 'delete_lookup_batch',
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a lookup batch',
    description: 'Ends the batch and removes it. Homes that were found stay charged.',
    status: 204,
  },
] as const satisfies readonly Operation[];
