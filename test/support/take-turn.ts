/** Takes turns of feeds that are kept here, as a process does that keeps them. */
import type { SourceName } from '#contract/sources.js';
import type { App } from '#service/app.js';
import { feedTurns, type Turn } from '#service/replicas/pull-feed.js';
import { runOne } from '#service/work/run-work.js';

/** One turn of a feed; idle if not due or taken elsewhere. Most tests have one address and feed. */
export async function takeTurn(
  app: App,
  feed: string,
  stop: AbortSignal = new AbortController().signal,
): Promise<Turn | 'idle'> {
  const [source = ''] = feed.split('/');
  const feeds = [{ source: source as SourceName, feed }];
  return (await runOne(app, feedTurns(app, feeds), stop)) ?? 'idle';
}
