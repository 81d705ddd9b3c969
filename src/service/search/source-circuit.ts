import { areOfAll, PLACES_MIN } from '#collect/checks/witnesses.js';
import { feedsOfKind } from '#collect/sources.js';
import { notReady } from '#collect/upstream/feed-client.js';
import { isLookup, type Route } from '#contract/routes.js';
import { type SourceName, takesFiles } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { apiError } from '#domain/api-error.js';
import { findFailing } from '#store/collections.js';
import type { Db } from '#store/db.js';
import { type ContentFailure, listSourceStates, type SourceState } from '#store/source-states.js';
import { type App, now, type Parts } from '../app.js';

/** A first pull takes minutes to hours. */
const FIRST_PULL_RETRY_S = 60;
/** An operator decides how long a pause lasts. */
const PAUSED_RETRY_S = 300;

/**
 * Throws 503 collection_unavailable while the source has no address, an operator has paused it or a
 * requested feed, or the circuit of a requested feed is open. Once the circuit's time is over,
 * collections are let through again, and the first success closes it. Replicated feeds have no
 * circuit: they are read from their copy, which has to be fresh enough for their licence.
 */
export async function requireOpenCircuit(
  app: Parts<'clock' | 'limits' | 'client'>,
  db: Db,
  route: Route,
  feeds: readonly string[],
): Promise<void> {
  const { source } = route;
  if (!app.client.configured(source)) {
    throw apiError('collection_unavailable', {
      message: takesFiles(source)
        ? `${source} has no data yet, so it cannot be searched. Add open data (rowhouse open list), or import a file: rowhouse ${source} import FILE --mapping MAPPING.`
        : `The operator has configured no address for ${source}, so it cannot be searched here.`,
    });
  }
  if (feeds.length === 0 && !isLookup(route) && !takesFiles(source)) {
    throw apiError('collection_unavailable', {
      message: `The operator has configured no address with ${KIND_WORDS[route.kind]} for ${source}, so they cannot be searched here.`,
    });
  }
  const states = await listSourceStates(db);
  requireNoPause(states, [source, ...feeds]);
  const asked = feeds.filter((feed) => !requireFresh(app, source, feed));
  if (feeds.length > 0 && asked.length === 0) return;
  requireClosed(app, states, feeds.length === 0 ? [source] : asked);
}

/**
 * Whether untrusted answers are the source's fault: this many failed searches in a row, of unlike
 * places, for several accounts. Fewer may be the fault of the queries, and no account can close a
 * source for others.
 */
export const concernsAll = (failures: readonly ContentFailure[], failuresMax: number): boolean =>
  failures.length >= failuresMax &&
  new Set(failures.map(({ place }) => place)).size >= PLACES_MIN &&
  areOfAll(failures);

/** The feeds that a search of a route reads; those of a licensed source follow from its grants. */
export const feedsRead = (
  { client }: Pick<App, 'client'>,
  route: Route,
  granted: readonly string[] | null | undefined,
): readonly string[] =>
  granted ?? (isLookup(route) ? [] : feedsOfKind(client, route.source, route.kind));

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  listings: 'homes for sale',
  rentals: 'homes for rent',
  sold: 'sales',
  auctions: 'auctions',
};

/** Throws 503 collection_unavailable if this search's answer was just found untrustworthy. */
export async function requireNotFailing(
  app: Parts<'clock'>,
  db: Db,
  pageHash: string,
): Promise<void> {
  const failing = await findFailing(db, pageHash, now(app));
  if (failing === undefined) return;
  const retryAfterS = Math.ceil((failing.fails_until.getTime() - app.clock.nowMs()) / 1000);
  throw apiError('collection_unavailable', {
    message: `${failing.error.message} Nothing was charged; this search can be tried again in ${retryAfterS} s. Other searches are not affected.`,
    retryAfterS,
  });
}

/** Throws 503 collection_unavailable while an operator has paused one of them. */
function requireNoPause(states: readonly SourceState[], names: readonly string[]): void {
  const paused = pauseOf(states, names);
  if (paused === undefined) return;
  throw apiError('collection_unavailable', {
    message: `${paused.source} is paused by the operator: ${paused.paused_reason ?? 'no reason given'}. Nothing was charged; cached results are still returned.`,
    retryAfterS: PAUSED_RETRY_S,
  });
}

/** The same for a collection that is already queued. */
export async function requireUnpaused(app: Parts<'db'>, names: readonly string[]): Promise<void> {
  requireNoPause(await listSourceStates(app.db), names);
}

/** Whether an operator has paused one of these sources and feeds. */
export const isPaused = async (app: Parts<'db'>, names: readonly string[]): Promise<boolean> =>
  pauseOf(await listSourceStates(app.db), names) !== undefined;

const pauseOf = (states: readonly SourceState[], names: readonly string[]) =>
  states.find(({ source, paused_at }) => paused_at !== null && names.includes(source));

/** Throws 503 collection_unavailable while the circuit of one of them is open. */
function requireClosed(
  app: Parts<'clock'>,
  states: readonly SourceState[],
  feeds: readonly string[],
): void {
  const open = states
    .filter((state) => feeds.includes(state.source))
    .map((state) => ({ ...state, forMs: (state.open_until?.getTime() ?? 0) - app.clock.nowMs() }))
    .sort((a, b) => b.forMs - a.forMs);
  const [longest] = open;
  if (longest === undefined || longest.forMs <= 0) return;
  throw apiError('collection_unavailable', {
    message: `${longest.source} is paused after repeated failures. Nothing was charged. Last failure: ${longest.last_error ?? 'unknown'}`,
    retryAfterS: Math.ceil(longest.forMs / 1000),
  });
}

/** Whether a feed is replicated; throws 503 collection_unavailable if it cannot be searched now. */
function requireFresh(
  app: Parts<'clock' | 'limits' | 'client'>,
  source: SourceName,
  feed: string,
): boolean {
  const replica = app.client.replica(source, feed);
  if (replica === null) return false;
  const unavailable = (message: string) =>
    apiError('collection_unavailable', { message, retryAfterS: FIRST_PULL_RETRY_S });
  if (!replica.ready) throw unavailable(notReady(feed, replica.rows));
  const oldS = (app.clock.nowMs() - replica.asOfMs) / 1000;
  if (oldS <= app.limits.FEED_RETENTION_S) return true;
  throw unavailable(
    `The feed ${feed} was last pulled ${Math.floor(oldS / 3_600)} hours ago, which is longer than its rows may be shown. Nothing was charged; try again later.`,
  );
}
