/** Creates, shows, retries and deletes lookup batches (docs/lookups.md). */
import { assert } from '#base/assert.js';
import { type LookupSource, RETRIED } from '#contract/lookups.js';
import type {
  LookupBatchBody,
  LookupBatchesBody,
  NewLookupBatch,
} from '#contract/operations/lookups.js';
import { LOOKUP_ROUTES, type LookupRoute } from '#contract/routes.js';
import { apiError } from '#domain/api-error.js';
import { hashOf } from '#domain/hash.js';
import { countOutcomes, type OutcomeCount } from '#store/lookup-batch-homes.js';
import {
  countBatches,
  deleteBatch,
  findBatch,
  findBatchByKey,
  insertBatch,
  type LookupBatch,
  listBatches,
  reopenBatch,
} from '#store/lookup-batches.js';
import type { Owner } from '../accounts/admit-caller.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { type Made, storeOnce } from '../store-once.js';
import { readHomes } from './read-homes.js';

/**
 * Stores a batch, whose homes are then looked up by the collectors. An Idempotency-Key creates one
 * batch, even when the call is repeated.
 */
export async function createBatch(
  app: App,
  { account_id, key_id }: Owner,
  source: LookupSource,
  body: NewLookupBatch,
  idempotencyKey: string | null,
): Promise<Made> {
  const route = LOOKUP_ROUTES.find((one) => one.source === source);
  assert(route !== undefined, 'a source of the table has a lookup');
  const homes = await readHomes(app, route, body.homes);
  const at = now(app);
  const isOpen = homes.some(({ outcome }) => outcome === 'pending');
  const batch: LookupBatch = {
    batch_id: app.ids.uuid(),
    account_id,
    key_id,
    route: route.id,
    state: isOpen ? 'running' : 'ended',
    created_at: at,
    ended_at: isOpen ? null : at,
    idempotency_key: idempotencyKey,
    body_hash: hashOf({ source, body }),
  };
  const { LOOKUP_BATCHES_MAX } = app.limits;
  const { stored, replayed } = await storeOnce(app, batch, {
    find: findBatchByKey,
    count: countBatches,
    insert: async (tx) => {
      await insertBatch(tx, batch, homes);
      return batch;
    },
    max: LOOKUP_BATCHES_MAX,
    tooMany: 'too_many_lookup_batches',
  });
  if (!replayed) app.notifications.send('queued', stored.batch_id);
  return { body: await bodyOf(app, stored), status: replayed ? 200 : 201, replayed };
}

/** All batches of an account, newest first. */
export async function showBatches(
  app: Parts<'db' | 'limits'>,
  accountId: string,
): Promise<LookupBatchesBody> {
  const batches = await listBatches(app.db, accountId, app.limits.LOOKUP_BATCHES_MAX);
  const counts = await countOutcomes(
    app.db,
    batches.map(({ batch_id }) => batch_id),
  );
  return { batches: batches.map((batch) => batchBody(app, batch, counts)) };
}

/** One batch. Throws lookup_batch_not_found. */
export async function showBatch(
  app: Parts<'db' | 'limits'>,
  accountId: string,
  batchId: string,
): Promise<LookupBatchBody> {
  const body = await findBatchBody(app, accountId, batchId);
  if (body === undefined) throw apiError('lookup_batch_not_found');
  return body;
}

/** The same, or undefined. */
export async function findBatchBody(
  app: Parts<'db' | 'limits'>,
  accountId: string,
  batchId: string,
): Promise<LookupBatchBody | undefined> {
  const found = await findBatch(app.db, accountId, batchId);
  return found && bodyOf(app, found);
}

/** The batch that was created with a key within the last seconds, or undefined. */
export async function findRecentBatch(
  app: Parts<'db' | 'limits' | 'clock'>,
  accountId: string,
  key: string,
  seconds: number,
): Promise<LookupBatchBody | undefined> {
  const found = await findBatchByKey(app.db, accountId, key);
  if (found === undefined || found.created_at < secondsFromNow(app, -seconds)) return undefined;
  return bodyOf(app, found);
}

export async function requireBatch(
  { db }: Parts<'db'>,
  accountId: string,
  batchId: string,
): Promise<LookupBatch> {
  const found = await findBatch(db, accountId, batchId);
  if (found === undefined) throw apiError('lookup_batch_not_found');
  return found;
}

/** Looks up again what no source showed and no credit paid. Throws lookup_batch_not_found. */
export async function retryBatch(
  app: Parts<'clock' | 'limits' | 'db' | 'notifications'>,
  { account_id, key_id }: Owner,
  batchId: string,
): Promise<LookupBatchBody> {
  const batch = await app.db.transaction((tx) =>
    reopenBatch(tx, { account_id, batch_id: batchId, key_id }, RETRIED, now(app)),
  );
  if (batch === undefined) throw apiError('lookup_batch_not_found');
  app.notifications.send('queued', batch.batch_id);
  return bodyOf(app, batch);
}

/** Deletes a batch, and ends it. Throws lookup_batch_not_found. */
export async function removeBatch(
  { db }: Parts<'db'>,
  accountId: string,
  batchId: string,
): Promise<void> {
  if (!(await deleteBatch(db, accountId, batchId))) throw apiError('lookup_batch_not_found');
}

/** The lookup of a batch. */
export function lookupRouteOf({ route }: Pick<LookupBatch, 'route'>): LookupRoute {
  const found = LOOKUP_ROUTES.find(({ id }) => id === route);
  assert(found !== undefined, 'a batch names a route of the table');
  return found;
}

const bodyOf = async (app: Parts<'db' | 'limits'>, batch: LookupBatch): Promise<LookupBatchBody> =>
  batchBody(app, batch, await countOutcomes(app.db, [batch.batch_id]));

function batchBody(
  { limits }: Parts<'limits'>,
  batch: LookupBatch,
  all: readonly OutcomeCount[],
): LookupBatchBody {
  const { batch_id, state, created_at, ended_at } = batch;
  const counts = all.filter((one) => one.batch_id === batch_id);
  const outcomes = Object.fromEntries(counts.map(({ outcome, homes }) => [outcome, homes]));
  return {
    batch_id,
    source: lookupRouteOf(batch).source,
    state,
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    expires_at: new Date(created_at.getTime() + limits.JOB_RETENTION_S * 1000).toISOString(),
    total: counts.reduce((sum, { homes }) => sum + homes, 0),
    found: outcomes.found ?? 0,
    pending: outcomes.pending ?? 0,
    outcomes,
    credits: counts.reduce((sum, { credits }) => sum + credits, 0),
  };
}
