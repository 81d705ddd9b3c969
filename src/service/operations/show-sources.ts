import type { SourcesBody } from '#contract/answers.js';
import { BASE_PATH } from '#contract/envelope.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { isLicensed, SOURCES } from '#contract/sources.js';
import { percentile } from '#domain/summary.js';
import { listRouteHealth, type RouteHealth } from '#store/route-health.js';
import { type AuditSummary, listPlaceAudits } from '#store/source-places.js';
import { listSourceStates, type SourceState } from '#store/source-states.js';
import { type App, healthName } from '../app.js';
import { keptFeeds } from './kept-feeds.js';

/**
 * The health of every source: configured or not, its circuit, and per route the last success, the success
 * rate, the median time and how often each field is filled (decisions §5).
 */
export async function showSources(app: App): Promise<SourcesBody> {
  const states = await listSourceStates(app.db);
  const health = await listRouteHealth(app.db);
  const audits = await listPlaceAudits(app.db);
  const kept = await keptFeeds(app);
  const sources = SOURCES.map((source) => ({
    source,
    configured: app.client.configured(source),
    sandbox: app.client.isSandbox(source),
    place_audits: auditsOf(audits.find((row) => row.source === app.client.origin(source))),
    feeds: isLicensed(source) ? app.client.feeds(source) : [],
    replicas: kept
      .filter((feed) => feed.source === source)
      .map(({ source: _source, ...one }) => one),
    circuit: circuitOf(
      states.find((state) => state.source === source),
      app.clock.nowMs(),
    ),
    routes: SEARCH_ROUTES.filter((route) => route.source === source).map((route) => ({
      route: route.id,
      path: BASE_PATH + route.path,
      ...describe(health.find((row) => row.route === healthName(app, route))),
    })),
  }));
  return { sources };
}

const auditsOf = (found: AuditSummary | undefined) => ({
  audits: found?.audits ?? 0,
  homes: found?.homes ?? 0,
  homes_outside: found?.outside ?? 0,
});

function circuitOf(state: SourceState | undefined, nowMs: number) {
  const openUntil = state?.open_until ?? null;
  const open = openUntil !== null && openUntil.getTime() > nowMs;
  return {
    state: open ? 'open' : 'closed',
    failures_in_a_row: state?.failures ?? 0,
    open_until: open ? openUntil.toISOString() : null,
  };
}

function describe(health: RouteHealth | undefined) {
  const successes = health?.successes ?? 0;
  const readings = successes + (health?.failures ?? 0);
  const times = [...(health?.took_ms ?? [])].sort((a, b) => a - b);
  const rows = health?.rows_read ?? 0;
  return {
    readings,
    success_rate: readings === 0 ? null : Math.round((successes / readings) * 10_000) / 10_000,
    last_success_at: health?.last_success_at?.toISOString() ?? null,
    last_failure_at: health?.last_failure_at?.toISOString() ?? null,
    last_error: health?.last_error ?? null,
    median_ms: percentile(times, 0.5),
    rows_read: rows,
    fill_rates: fillRates(health?.filled ?? {}, rows),
    lost_fields: health?.lost ?? {},
  };
}

const fillRates = (
  filled: Readonly<Record<string, number>>,
  rows: number,
): Record<string, number> =>
  rows === 0
    ? {}
    : Object.fromEntries(
        Object.entries(filled).map(([field, count]) => [
          field,
          Math.round((count / rows) * 1000) / 1000,
        ]),
      );
