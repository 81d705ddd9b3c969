import type { Backlog } from '#base/metrics.js';
import { isSteady } from '#base/steady-clock.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { SOURCES, type SourceName } from '#contract/sources.js';
import { readBacklog } from '#store/backlog.js';
import { listRouteHealth } from '#store/route-health.js';
import { listSourceStates } from '#store/source-states.js';
import { healthName, type Parts } from '../app.js';
import { keptFeeds } from './kept-feeds.js';

/**
 * All metrics in the Prometheus text format: the counters of this process, and the current contents
 * of the store. Without a database the first half is still returned.
 */
export async function measure(
  app: Parts<'client' | 'clock' | 'db' | 'limits' | 'metrics'>,
): Promise<string> {
  const backlog = await backlogNow(app).then(
    (known) => known,
    () => null,
  );
  app.metrics.backlog(backlog);
  return app.metrics.text();
}

async function backlogNow(app: Parts<'client' | 'clock' | 'db' | 'limits'>): Promise<Backlog> {
  const nowMs = app.clock.nowMs();
  const { oldest_queued_at, ...counts } = await readBacklog(app.db);
  const states = await listSourceStates(app.db);
  const health = await listRouteHealth(app.db);
  const open = new Set(
    states
      .filter((state) => (state.open_until?.getTime() ?? 0) > nowMs)
      .map(({ source }) => source),
  );
  const isOpen = (source: SourceName) =>
    open.has(source) || app.client.feeds(source).some((feed) => open.has(feed));
  return {
    ...counts,
    clock_step_s: isSteady(app.clock) ? app.clock.stepMs() / 1000 : 0,
    oldest_queued_s: Math.max(0, nowMs - (oldest_queued_at?.getTime() ?? nowMs)) / 1000,
    queue_max: app.limits.QUEUE_MAX,
    replicas: Object.fromEntries(
      (await keptFeeds(app)).map(({ feed, rows, lag_s }) => [feed, { rows, lag_s }]),
    ),
    lost_fields: Object.fromEntries(
      SEARCH_ROUTES.flatMap((route) => {
        const found = health.find((row) => row.route === healthName(app, route));
        return found === undefined ? [] : [[route.id, Object.keys(found.lost).length]];
      }),
    ),
    circuits: Object.fromEntries(SOURCES.map((source) => [source, isOpen(source) ? 1 : 0])),
  };
}
