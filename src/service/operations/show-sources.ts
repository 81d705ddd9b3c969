import { BASE_PATH } from '#contract/envelope.js';
import type { ImportReport } from '#contract/import-report.js';
import type { DatasetBody, SourcesBody } from '#contract/operations/service.js';
import type { SourceStateBody } from '#contract/operator.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { isLicensed, SOURCES, type SourceName, takesFiles } from '#contract/sources.js';
import { percentile } from '#domain/summary.js';
import { currentImports, type ImportRow } from '#store/imports.js';
import { listRouteHealth, type StoredRouteHealth } from '#store/route-health.js';
import { type AuditSummary, listPlaceAudits } from '#store/source-places.js';
import { listSourceStates, type SourceState } from '#store/source-states.js';
import { healthName, type Parts } from '../app.js';
import { rightsIn, textIn } from '../datasets/rights.js';
import { keptFeeds } from './kept-feeds.js';

/**
 * The health of every source: configured or not, its circuit, and per route the last success, the
 * success rate, the median time and the fill rate of each field.
 */
export async function showSources(app: Parts<'clock' | 'db' | 'client'>): Promise<SourcesBody> {
  const states = await listSourceStates(app.db);
  const health = await listRouteHealth(app.db);
  const audits = await listPlaceAudits(app.db);
  const kept = await keptFeeds(app);
  const datasets = new Map<string, DatasetBody[]>();
  for (const source of SOURCES.filter(takesFiles)) {
    datasets.set(source, (await currentImports(app.db, source)).map(datasetOf));
  }
  const sources = SOURCES.map((source) => ({
    source,
    configured: app.client.configured(source),
    sandbox: app.client.isSandbox(source),
    place_audits: auditsOf(audits.find((row) => row.source === app.client.origin(source))),
    feeds: isLicensed(source) ? app.client.feeds(source) : [],
    replicas: kept
      .filter((feed) => feed.source === source)
      .map(({ source: _source, ...one }) => one),
    datasets: datasets.get(source) ?? [],
    ...circuitsOf(app, source, states),
    routes: SEARCH_ROUTES.filter((route) => route.source === source).map((route) => ({
      route: route.id,
      path: BASE_PATH + route.path,
      ...describe(health.find((row) => row.route === healthName(app, route))),
    })),
  }));
  return { sources };
}

/** An imported dataset as callers see it. */
function datasetOf({ dataset, mapping, report, settled_at }: ImportRow): DatasetBody {
  const { rows, earliest, latest } = report as unknown as ImportReport;
  return {
    dataset,
    title: textIn(mapping, 'title'),
    rows,
    earliest,
    latest,
    imported_at: settled_at.toISOString(),
    publisher: textIn(mapping, 'publisher'),
    ...rightsIn(mapping),
  };
}

const auditsOf = (found: AuditSummary | undefined) => ({
  audits: found?.audits ?? 0,
  homes: found?.homes ?? 0,
  homes_outside: found?.outside ?? 0,
});

/** The circuit of a source (the worst of its feeds'), and of each feed. */
function circuitsOf(
  app: Parts<'clock' | 'client'>,
  source: SourceName,
  states: readonly SourceState[],
) {
  const nowMs = app.clock.nowMs();
  const feeds = app.client.feeds(source);
  const stateOf = (feed: string) => states.find((state) => state.source === feed);
  const isPaused = (stateOf(source)?.paused_at ?? null) !== null;
  const circuit = (feed: string) => circuitOf(stateOf(feed), isPaused, nowMs);
  const worst = (feeds.length === 0 ? [source] : feeds)
    .map(circuit)
    .reduce((one, other) => (isWorse(other, one) ? other : one));
  const isOne = !isLicensed(source) && feeds.every((feed) => feed === source);
  const feed_circuits = (isOne ? [] : feeds).map((feed) => {
    const state = stateOf(feed);
    return { feed, ...circuit(feed), last_error: state?.last_error ?? null };
  });
  return { circuit: worst, feed_circuits };
}

type Circuit = SourcesBody['sources'][number]['circuit'];

const FROM_BAD_TO_GOOD = ['paused', 'open', 'closed'];

const isWorse = (one: Circuit, other: Circuit): boolean =>
  one.state === other.state
    ? one.failures_in_a_row > other.failures_in_a_row
    : FROM_BAD_TO_GOOD.indexOf(one.state) < FROM_BAD_TO_GOOD.indexOf(other.state);

/** The circuit of a source or a feed; a pause of its source counts. */
export function circuitOf(
  state: SourceState | undefined,
  isPaused: boolean,
  nowMs: number,
): Pick<SourceStateBody, keyof Circuit> {
  const openUntil = state?.open_until ?? null;
  const open = openUntil !== null && openUntil.getTime() > nowMs;
  const otherwise = open ? 'open' : 'closed';
  return {
    state: isPaused || (state?.paused_at ?? null) !== null ? 'paused' : otherwise,
    failures_in_a_row: state?.failures ?? 0,
    open_until: open ? openUntil.toISOString() : null,
  };
}

function describe(health: StoredRouteHealth | undefined) {
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

/** The share of rows that have each field. */
export const fillRates = (
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
