import { refuse } from '#domain/refusal.js';
import { sweepAccessChanges } from '#store/access.js';
import { claimOverdue, findCollectionForSettle, sweepCollections } from '#store/collections.js';
import { sweepHomePlaces } from '#store/home-places.js';
import { expirePlans } from '#store/ledger.js';
import { deleteRequests, oldRequests } from '#store/requests.js';
import { endReservations } from '#store/reservations.js';
import { sweepResults } from '#store/results.js';
import { type House, now, secondsFromNow } from './house.js';
import { settle } from './settle.js';

/** Overdue collections are failed this often: a job never stays pending for ever. */
const OVERDUE_EVERY_MS = 2_000;
/** How far clocks of nodes may differ: a result is removed when it is stale by all of them. */
const CLOCKS_APART_S = 600;
/** Steps of one kind in one round. */
const STEPS_MAX = 100;
/** A node that has not looked for this long looks at everything anew. */
const ACCESS_CHANGES_KEPT_S = 3_600;

/** Sweeps until the signal aborts; a fault is logged and the next round goes on. */
export async function runSweeps(house: House, signal: AbortSignal): Promise<void> {
  const fault = (error: unknown) =>
    house.log.warn({ err: error }, 'a sweep failed; the next one goes on');
  let sweptMs = house.clock.nowMs();
  while (!signal.aborted) {
    await failOverdue(house).catch(fault);
    if (house.clock.nowMs() - sweptMs >= house.limits.SWEEP_S * 1000) {
      sweptMs = house.clock.nowMs();
      await sweepOnce(house).catch(fault);
    }
    await house.clock.sleep(OVERDUE_EVERY_MS, signal);
  }
}

/** Fails collections past their deadline: too long in the queue, or too long since they started. */
export async function failOverdue(house: House): Promise<number> {
  const leaseId = house.ids.uuid();
  const { LEASE_S, JOB_DEADLINE_S, QUEUE_DEADLINE_S, SWEEP_ROWS } = house.limits;
  const overdue = await claimOverdue(
    house.db,
    { lease_id: leaseId, until: secondsFromNow(house, LEASE_S) },
    secondsFromNow(house, -(JOB_DEADLINE_S + LEASE_S)),
    secondsFromNow(house, -QUEUE_DEADLINE_S),
    SWEEP_ROWS,
  );
  const error = refuse('collection_unavailable', {
    message: 'The source was not read before the deadline. Nothing was charged; try again later.',
  }).body();
  for (const { collection_id } of overdue) {
    const collection = await findCollectionForSettle(house.db, collection_id);
    if (collection !== undefined) await settle(house, collection, leaseId, { error });
  }
  return overdue.length;
}

/** One round of tidying, in small steps; returns how many rows went. */
export async function sweepOnce(house: House): Promise<number> {
  const { JOB_RETENTION_S, UPSTREAM_CACHE_S, HOME_PLACES_S, SWEEP_ROWS: rows } = house.limits;
  const { db } = house;
  const before = secondsFromNow(house, -JOB_RETENTION_S);
  // Whatever names a result was made while it was fresh, or, when it was made of upstream pages that had
  // been kept, at most so much later: it is past its retention by then.
  const stale = secondsFromNow(house, -(JOB_RETENTION_S + UPSTREAM_CACHE_S + CLOCKS_APART_S));
  const changes = secondsFromNow(house, -ACCESS_CHANGES_KEPT_S);
  const places = secondsFromNow(house, -HOME_PLACES_S);
  const steps = [
    () => sweepRequests(house, before),
    () => sweepCollections(db, before, rows),
    () => sweepResults(db, stale, rows),
    // A wallet that is emptied forgets its month: a node that still lives in it would grant it again.
    () => expirePlans(db, secondsFromNow(house, -CLOCKS_APART_S), rows),
    () => sweepAccessChanges(db, changes, rows),
    () => sweepHomePlaces(db, places, rows),
  ];
  let gone = 0;
  for (const step of steps) gone += await repeated(step, rows);
  return gone;
}

/** A step that found as much as it may take is taken again, so that a round keeps up with the calls. */
async function repeated(step: () => Promise<number>, rows: number): Promise<number> {
  let gone = 0;
  for (let taken = 0; taken < STEPS_MAX; taken += 1) {
    const found = await step();
    gone += found;
    if (found < rows) break;
  }
  return gone;
}

/**
 * A job that expires unread gives its reserved credit back (decisions §3). The requests go first: a
 * settlement that has just reached one of them is waited for, and its release is then seen.
 */
async function sweepRequests(house: House, before: Date): Promise<number> {
  const old = await oldRequests(house.db, before, house.limits.SWEEP_ROWS);
  if (old.length === 0) return 0;
  await house.db.transaction(async (tx) => {
    await deleteRequests(tx, old);
    await endReservations(tx, old, 'unread', now(house));
  });
  return old.length;
}
