/** Homes of a batch that were charged before their outcome was recorded: a process had ended. */
import type { CallKey } from '#store/idempotency-keys.js';
import { findHeldKeys } from '#store/idempotency-keys.js';
import { noteOutcome, type StoredBatchHome } from '#store/lookup-batch-homes.js';
import type { ClaimedBatch } from '#store/lookup-batches.js';
import { type App, secondsFromNow } from '../app.js';
import { findAny } from '../search/batchers.js';
import { readBody } from '../search/collect-task.js';
import { cachedPageOf } from '../search/deliver.js';

/** The key of a home's charge: whoever continues the batch finds it again. */
export const keyOf = ({ batch_id }: Pick<ClaimedBatch, 'batch_id'>, nth: number): CallKey => ({
  purpose: 'lookup',
  idempotency_key: `${batch_id}:${nth}`,
});

/** Records those of the homes; the others in their order, or undefined when the lease was lost. */
export async function noteCharged(
  app: App,
  batch: ClaimedBatch,
  homes: readonly StoredBatchHome[],
): Promise<readonly StoredBatchHome[] | undefined> {
  const { account_id } = batch;
  const keys = homes.map(({ nth }) => keyOf(batch, nth).idempotency_key);
  const held = await findHeldKeys(app.db, account_id, 'lookup', keys);
  const open: StoredBatchHome[] = [];
  const since = secondsFromNow(app, -app.limits.JOB_RETENTION_S);
  for (const [at, home] of homes.entries()) {
    const request_id = held.get(keys[at] ?? '');
    const [job] =
      request_id === undefined ? [] : await findAny(app.db, [{ account_id, request_id }], since);
    const page = job?.status === 'complete' ? await cachedPageOf(app, job.result_id) : undefined;
    const row = page && readBody(page.identity()).data[0];
    if (job === undefined || row === undefined) {
      open.push(home);
      continue;
    }
    const { credits } = job;
    const found = { outcome: 'found', source_id: row.source_id, credits } as const;
    if (!(await noteOutcome(app.db, batch, home.nth, { ...found, request_id: job.request_id }))) {
      return undefined;
    }
  }
  return open;
}
