/** Takes turns of feeds that are kept here, as a process does that keeps them. */
import type { SourceName } from '#contract/sources.js';
import type { App } from '#service/app.js';
import { pullFeed, type Turn } from '#service/replicas/pull-feed.js';
import { addReplica } from '#store/replicas.js';

/** One turn of a feed; most tests of the source have one address and one feed. */
export async function takeTurn(
  app: App,
  feed: string,
  stop: AbortSignal = new AbortController().signal,
): Promise<Turn> {
  const [source = ''] = feed.split('/');
  const kept = { source: source as SourceName, feed };
  await addReplica(app.db, { ...kept, at: new Date(app.clock.nowMs()) });
  return pullFeed(app, kept, stop);
}
