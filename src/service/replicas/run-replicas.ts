/** Keeps feeds in tables of ours until the signal aborts. */
import { originOfPull, type PulledFeed } from '#collect/tables/pull-changes.js';
import { SOURCES } from '#contract/sources.js';
import { addReplica } from '#store/replicas.js';
import { type App, now } from '../app.js';
import { isPaused } from '../search/source-circuit.js';
import { replicatedFeeds } from './feeds.js';
import { pullFeed } from './pull-feed.js';

/** How often a process looks whether a feed is due. */
const LOOK_EVERY_MS = 1_000;

export async function runReplicas(app: App, signal: AbortSignal): Promise<void> {
  const feeds = SOURCES.flatMap((source) => replicatedFeeds(app, source));
  await Promise.all(feeds.map((feed) => runReplica(app, feed, signal)));
}

async function runReplica(app: App, feed: PulledFeed, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await takeTurn(app, feed, signal).catch((error: unknown) =>
      app.log.error(
        { err: error, feed: feed.feed },
        'a turn of a feed failed; the next one continues',
      ),
    );
    await app.clock.sleep(LOOK_EVERY_MS, signal);
  }
}

async function takeTurn(app: App, feed: PulledFeed, signal: AbortSignal): Promise<void> {
  if (app.tables.replica(feed.feed, originOfPull(app.client, feed)) === undefined) {
    await addReplica(app.db, { ...feed, at: now(app) });
  }
  if (await isPaused(app, [feed.source, feed.feed])) return;
  await pullFeed(app, feed, signal);
}
