/** The replicated feeds, and the turn of one. */
import type { PulledFeed } from '#collect/tables/pull-changes.js';
import { SOURCES } from '#contract/sources.js';
import type { Held, ReplicaTables } from '#store/replica-rows.js';
import type { App } from '../app.js';

/** The feeds that the operator wants replicated. */
export const replicatedFeeds = ({ client }: Pick<App, 'client'>): PulledFeed[] =>
  SOURCES.flatMap((source) =>
    client
      .feeds(source)
      .filter((feed) => client.replica(source, feed) !== null)
      .map((feed) => ({ source, feed })),
  );

/** A turn in progress. `signal` aborts when the service stops or the lease was lost. */
export interface TurnInHand {
  readonly feed: PulledFeed;
  readonly held: Held;
  readonly tables: ReplicaTables;
  readonly signal: AbortSignal;
}
