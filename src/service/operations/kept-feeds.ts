/** The replicated feeds, for /v1/sources and the metrics. */
import { originOfPull } from '#collect/tables/pull-changes.js';
import type { ReplicaHealth } from '#contract/operations/service.js';
import type { SourceName } from '#contract/sources.js';
import { listReplicas } from '#store/replicas.js';
import type { Parts } from '../app.js';
import { replicatedFeeds } from '../replicas/feeds.js';

export interface KeptFeed extends ReplicaHealth {
  readonly source: SourceName;
}

/** Every feed that the operator wants replicated, and its health. */
export async function keptFeeds(app: Parts<'clock' | 'db' | 'client'>): Promise<KeptFeed[]> {
  const feeds = replicatedFeeds(app);
  const known = feeds.length === 0 ? [] : await listReplicas(app.db);
  return feeds.map(({ source, feed }) => {
    const origin = originOfPull(app.client, { source, feed });
    const row = known.find((one) => one.feed === feed && one.origin_hash === origin);
    const pulledAt = row?.pulled_at ?? null;
    const lagMs = pulledAt === null ? null : app.clock.nowMs() - pulledAt.getTime();
    return {
      source,
      feed,
      ready: pulledAt !== null,
      rows: row?.row_count ?? 0,
      last_pull_at: pulledAt?.toISOString() ?? null,
      lag_s: lagMs === null ? null : Math.max(0, Math.round(lagMs / 1000)),
      last_compared_at: row?.compared_at?.toISOString() ?? null,
      last_error: row?.last_error ?? null,
    };
  });
}
