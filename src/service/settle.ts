import { assert } from '#base/assert.js';
import type { ErrorBody } from '#contract/envelope.js';
import { LOOKUP_ROUTES, routeById } from '#contract/routes.js';
import { creditsFor } from '#domain/credits.js';
import { settleCollection } from '#store/collections.js';
import { noteHomePlaces } from '#store/home-places.js';
import { settleRequests } from '#store/requests.js';
import { endReservations } from '#store/reservations.js';
import { insertResult } from '#store/results.js';
import { type House, now } from './house.js';
import type { Page } from './page.js';
import { resultDigest } from './task.js';

interface Settled {
  readonly collection_id: string;
  readonly digest: string;
  readonly route: string;
}

/**
 * Settles a collection that `leaseId` still holds, in one transaction: the result is written once,
 * every waiting request is settled, and credits that will not be charged are released. Everyone who
 * waits is woken afterwards. A lost lease changes nothing: another collector settles it.
 */
export async function settle(
  house: House,
  collection: Settled,
  leaseId: string,
  outcome: { readonly page: Page } | { readonly error: ErrorBody },
): Promise<void> {
  const at = now(house);
  const resultId = 'page' in outcome ? house.ids.uuid() : null;
  const error = 'error' in outcome ? outcome.error : null;
  const settled = await house.db
    .transaction(async (tx) => {
      if ('page' in outcome && resultId !== null) {
        await insertResult(tx, resultOf(house, collection, resultId, outcome.page));
      }
      const mine = await settleCollection(tx, collection.collection_id, leaseId, {
        result_id: resultId,
        error,
        at,
      });
      if (!mine) throw new LeaseLost();
      const waiting = await settleRequests(tx, collection.collection_id, {
        result_id: resultId,
        error,
        at,
      });
      if ('page' in outcome && creditsFor({ past_end: outcome.page.pastEnd }) > 0) {
        return waiting.length;
      }
      const ids = waiting.map(({ request_id }) => request_id);
      await endReservations(tx, ids, error === null ? 'past_end' : 'failed', at);
      return waiting.length;
    })
    .catch((fault: unknown) => {
      if (fault instanceof LeaseLost) return null;
      throw fault;
    });
  if (settled === null) return;
  if ('page' in outcome) await notePlaces(house, collection, outcome.page);
  if (resultId !== null) house.wake.send('stored', resultDigest(collection.digest));
  house.wake.send('settled', collection.collection_id);
  const how = 'page' in outcome ? outcome.page.completeness : 'failed';
  house.metrics.settled(collection.route, how, settled);
}

/** Where homes are seen is kept for lookups by id; that it cannot be stored fails nothing. */
async function notePlaces(house: House, { route }: Settled, { places }: Page): Promise<void> {
  const source = routeById(route)?.source;
  if (!LOOKUP_ROUTES.some((lookup) => lookup.source === source) || places.length === 0) return;
  await noteHomePlaces(house.db, String(source), places, now(house)).catch((error: unknown) =>
    house.log.warn({ err: error }, 'the places of homes could not be noted'),
  );
}

/** Rolls the transaction back; never leaves this file. */
class LeaseLost extends Error {}

function resultOf(house: House, collection: Settled, resultId: string, page: Page) {
  const route = routeById(collection.route);
  assert(route !== undefined, 'a collection names a route of the table');
  const seconds =
    page.completeness === 'partial' ? house.limits.CACHE_PARTIAL_S : house.limits[route.cache];
  return {
    result_id: resultId,
    digest: resultDigest(collection.digest),
    route: collection.route,
    collected_at: new Date(page.collectedAtMs),
    fresh_until: new Date(page.collectedAtMs + seconds * 1000),
    completeness: page.completeness,
    row_count: page.rowCount,
    past_end: page.pastEnd,
    tail_gzip: page.tailGzip,
    next_task: page.nextTask,
  };
}
