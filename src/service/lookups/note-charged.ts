/** Homes of a batch that were charged before their outcome was recorded: a process had ended. */
import { type CallKey, findHeldKeys } from '#store/idempotency-keys.js';
import { noteOutcome, type StoredBatchHome } from '#store/lookup-batch-homes.js';
import type { ClaimedBatch } from '#store/lookup-batches.js';
import type { Parts } from '../app.js';
import { findJobs } from './find-jobs.js';

/** The key of a home's charge: whoever continues the batch finds it again. */
export const keyOf = ({ batch_id }: Pick<ClaimedBatch, 'batch_id'>, nth: number): CallKey => ({
  purpose: 'lookup',
  idempotency_key: `${batch_id}:${nth}`,
});

/** Records those of the homes; the others in their order, or undefined when the lease was lost. */
export async function noteCharged(
  app: Parts<'caches' | 'clock' | 'db' | 'limits'>,
  batch: ClaimedBatch,
  homes: readonly StoredBatchHome[],
): Promise<readonly StoredBatchHome[] | undefined> {
  const { account_id } = batch;
  const keys = homes.map(({ nth }) => keyOf(batch, nth).idempotency_key);
  const held = await findHeldKeys(app.db, account_id, 'lookup', keys);
  const jobs = await findJobs(app, account_id, [...held.values()]);
  const open: StoredBatchHome[] = [];
  for (const [at, home] of homes.entries()) {
    const request_id = held.get(keys[at] ?? '') ?? '';
    const job = jobs.get(request_id);
    if (job === undefined) {
      open.push(home);
      continue;
    }
    const { credits, row } = job;
    const found = { outcome: 'found', source_id: row.source_id, request_id, credits } as const;
    if (!(await noteOutcome(app.db, batch, home.nth, found))) return undefined;
  }
  return open;
}
