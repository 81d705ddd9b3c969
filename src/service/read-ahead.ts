import { joinOrCreate } from '#store/collections.js';
import { findFreshResult } from '#store/results.js';
import { type House, now } from './house.js';
import type { Tail } from './tails.js';
import type { Task } from './task.js';

/** After the collections that callers wait for. */
const AHEAD = 1;
/** Reading ahead may fill only this part of the queue. */
const QUEUE_SHARE = 0.5;

/**
 * Queues the page after a delivered one, so that it is normally in the cache when its caller asks.
 * Nobody waits for it and nobody is charged for it; a fault is logged and forgotten.
 */
export function readAhead(house: House, { next, route }: Tail): void {
  if (next === null || house.limits.READ_AHEAD === 0 || house.stopping.aborted) return;
  const { task, digest } = next;
  if (house.readAheads.has(digest)) return;
  house.readAheads.set(digest, true);
  queue(house, route, task, digest).catch((error: unknown) =>
    house.log.warn({ err: error }, 'a page could not be read ahead'),
  );
}

async function queue(house: House, route: string, task: Task, digest: string): Promise<void> {
  const at = now(house);
  if ((await findFreshResult(house.db, digest, at, new Date(0))) !== undefined) return;
  const fresh = { collection_id: house.ids.uuid(), digest, route, task, priority: AHEAD, at };
  const joined = await joinOrCreate(
    house.db,
    fresh,
    Math.floor(house.limits.QUEUE_MAX * QUEUE_SHARE),
  );
  if ('collection_id' in joined && !joined.joined) house.wake.send('queued', joined.collection_id);
}
