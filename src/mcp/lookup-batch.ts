/** Many homes at once for an agent: a lookup batch, and its outcomes as rows. */
import type { LookupSource } from '#contract/lookups.js';
import type { BatchHomeBody, LookupBatchBody } from '#contract/operations/lookups.js';
import { invalidQuery } from '#domain/api-error.js';
import { hashOf } from '#domain/hash.js';
import { requireScopes } from '#service/accounts/require-scope.js';
import { createBatch, findRecentBatch, showBatch } from '#service/lookups/manage.js';
import { showBatchHomes } from '#service/lookups/show-homes.js';
import type { Window } from './rows.js';
import type { ToolAnswer, ToolCall } from './tool.js';
import { withReason } from './withheld.js';

/** As many as the body of a message holds. */
export const LIST_MAX = 200;
/** A call waits this long for the batch; afterwards it is asked for by its id. */
const WAIT_S = 20;
const LOOK_MS = 500;
/** The same list is the same batch for this long. */
const REPEAT_S = 600;

/** Starts a batch of addresses, or finds it where it was started shortly before. */
export async function startBatch(
  { app, caller }: ToolCall,
  source: LookupSource,
  addresses: readonly string[],
): Promise<LookupBatchBody> {
  requireScopes(caller, ['search']);
  if (addresses.length > LIST_MAX) {
    throw invalidQuery('addresses', `A list has at most ${LIST_MAX} addresses. Send several.`);
  }
  const homes = addresses.map((address) => ({ address }));
  const period = Math.floor(app.clock.nowMs() / (REPEAT_S * 1000));
  const name = hashOf({ source, homes });
  // A batch of the slot before is the same as long as it is younger than a slot.
  const last = `tool-${period - 1}-${name}`;
  const before = await findRecentBatch(app, caller.account_id, last, REPEAT_S);
  if (before !== undefined) return before;
  const key = `tool-${period}-${name}`;
  return (await createBatch(app, caller, source, { homes }, key)).body as LookupBatchBody;
}

/** A batch after a bounded wait, and some of its homes. */
export async function batchAnswer(
  call: ToolCall,
  started: LookupBatchBody,
  { offset, limit }: Pick<Window, 'offset' | 'limit'>,
): Promise<ToolAnswer> {
  const batch = await endOf(call, started);
  const { app, caller } = call;
  const page = { after: offset, limit };
  const { homes, next_after } = await showBatchHomes(app, caller.account_id, batch.batch_id, page);
  return answerOf(batch, homes, next_after);
}

/** The batch when it has ended, or after a bounded wait. */
async function endOf(
  { app, caller, silent, isThere }: ToolCall,
  started: LookupBatchBody,
): Promise<LookupBatchBody> {
  const endsMs = app.clock.nowMs() + WAIT_S * 1000;
  let batch = started;
  while (batch.state !== 'ended' && app.clock.nowMs() < endsMs && isThere() && !silent.aborted) {
    await app.clock.sleep(LOOK_MS, silent);
    batch = await showBatch(app, caller.account_id, batch.batch_id);
  }
  return batch;
}

function answerOf(
  batch: LookupBatchBody,
  homes: readonly BatchHomeBody[],
  next_after: number | null,
): ToolAnswer {
  const { batch_id, state, total, pending, outcomes, credits } = batch;
  const steps = [
    ...(state === 'ended'
      ? []
      : [`Pending homes: ${pending}. get_job with this job_id waits for them.`]),
    ...(next_after === null
      ? []
      : [`The other homes are free: get_job with offset ${next_after}.`]),
  ];
  const facts = {
    job_id: batch_id,
    state,
    total,
    outcomes,
    credits,
    ...(steps.length > 0 && { next: steps.join(' ') }),
  };
  return { facts, table: withReason({ columns: COLUMNS, rows: homes.map(lineOf) }) };
}

const COLUMNS = [
  'nth',
  'value',
  'outcome',
  'detail',
  'candidates',
  'source_id',
  'status',
  'list_price.amount',
  'rent_monthly.amount',
  'sale_price.amount',
  'property_type',
  'beds',
  'baths',
  'living_area_sqft',
  'job_id',
];

const lineOf = (home: BatchHomeBody): object => ({
  ...home.result,
  ...home,
  candidates:
    home.candidates.map(({ address, source_id }) => `${address} (${source_id})`).join('; ') || null,
  job_id: home.request_id,
});
