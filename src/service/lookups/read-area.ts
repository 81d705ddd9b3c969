/** Reads one area of a batch for all of its homes, and stores the pages of those it finds. */
import { ownTurn } from '#base/own-turn.js';
import { type FoundHome, findHomes } from '#collect/pages/find-home.js';
import { SourceError } from '#collect/sources.js';
import { AskedFeeds } from '#collect/tables/over-feeds.js';
import type { LookupRoute } from '#contract/routes.js';
import { ApiError } from '#domain/api-error.js';
import type { ReadLookup } from '#domain/lookup.js';
import { insertResult } from '#store/results.js';
import type { App } from '../app.js';
import { noteSeen } from '../homes/note-seen.js';
import { bodyOf, lookupSearches } from '../search/collect-task.js';
import { noteFailureOf, noteHealth, noteSuccessOf } from '../search/note-health.js';
import { askedHome, locateHomes, lookupOf } from '../search/parse-lookup.js';
import { type KeyedLookup, relayHomes } from '../search/relay-task.js';
import { notePlaces, storedPage } from '../search/settle.js';
import { feedsRead, requireOpenCircuit } from '../search/source-circuit.js';
import type { Task } from '../search/task.js';

/** What a reading says of a home: its id at the source, or why there is no page of it. */
export type ReadHome = { readonly source_id: string } | { readonly error: ApiError | SourceError };

/**
 * Some homes of one area, in their order, by reading it once. A page that was found is fresh
 * afterwards, so that its search is a hit. A failure of the source is the outcome of the homes that
 * it was not read for; nothing is charged here. Undefined when the signal aborts.
 */
export async function readAreaFor(
  app: App,
  route: LookupRoute,
  task: Task,
  homes: readonly KeyedLookup[],
  signal: AbortSignal,
): Promise<readonly ReadHome[] | undefined> {
  const asked = new AskedFeeds(app.client);
  const startedMs = app.clock.nowMs();
  try {
    await requireOpenCircuit(app, app.db, route, feedsRead(app, route, null));
    const own = { ...app, client: asked.client };
    const found = app.client.isCore(route.source)
      ? await relayHomes(own, route, task, homes, signal)
      : await findHomes(
          lookupSearches(own, route, task, signal),
          homes.map((home) => askedHome(route, home)),
        );
    const tookMs = app.clock.nowMs() - startedMs;
    const page = found.flatMap((one) => ('page' in one ? [one.page] : []))[0];
    const failed = found.flatMap((one) =>
      'error' in one && one.error instanceof SourceError ? [one.error] : [],
    )[0];
    const end = failed === undefined ? (page?.completeness ?? 'complete') : 'failed';
    app.metrics.collected(route.id, end, tookMs / 1000);
    if (failed !== undefined) {
      await noteHealth(app, () => noteFailureOf(app, route, asked, task, failed, signal));
    } else if (page !== undefined) {
      await noteHealth(app, () => noteSuccessOf(app, route, asked, page, tookMs));
    }
    return await storePages(app, route, homes, found);
  } catch (error) {
    // What was cut short by a stop, the deadline or a lost lease says nothing of the source.
    if (signal.aborted) return undefined;
    if (error instanceof ApiError && error.code === 'collection_unavailable') {
      return homes.map(() => ({ error }));
    }
    throw error;
  }
}

/** Stores the pages of found homes under the searches that a caller would make now. */
async function storePages(
  app: App,
  route: LookupRoute,
  homes: readonly ReadLookup[],
  found: readonly FoundHome[],
): Promise<readonly ReadHome[]> {
  // First, because an id is searched for where its home was last seen.
  for (const one of found) {
    if ('page' in one) await notePlaces(app, { route: route.id }, one.page);
  }
  const located = await locateHomes(app, route, homes);
  const outcomes: ReadHome[] = [];
  for (const [at, one] of found.entries()) {
    if ('error' in one) {
      outcomes.push(one);
      continue;
    }
    const [home, where] = [homes[at], located[at]];
    const { page } = one;
    if (home !== undefined && where !== undefined && 'home' in where) {
      await ownTurn();
      const { task, page_hash } = lookupOf(app, route, home, where, 0);
      const collected = { page, body: bodyOf(app, task, page), task };
      // Before the result is stored: a home that a caller has read about is then known.
      await noteSeen(app, route.id, collected);
      const of = { route: route.id, page_hash };
      await insertResult(app.db, storedPage(app, of, app.ids.uuid(), collected));
    }
    outcomes.push({ source_id: page.rows[0]?.source_id ?? '' });
  }
  return outcomes;
}
