/** What a reading says of the health of its source: circuits, and what /v1/sources shows. */
import type { CollectedPage } from '#collect/pages/page.js';
import { SourceError } from '#collect/sources.js';
import type { AskedFeeds } from '#collect/tables/over-feeds.js';
import type { Route } from '#contract/routes.js';
import { noteBadReading, noteGoodReading } from '#store/route-health.js';
import { noteContentFailure, noteFailure, noteSuccess } from '#store/source-states.js';
import { healthName, now, type Parts, secondsFromNow } from '../app.js';
import { bestEffort } from '../best-effort.js';
import { concernsAll } from './source-circuit.js';
import type { Task } from './task.js';

/** A collection that hit its deadline is a source error; null for an internal error. */
export function lateOrOurs(source: string, signal: AbortSignal): SourceError | null {
  if (!signal.aborted) return null;
  const message = `${source} did not answer before the deadline. Nothing was charged; try again later.`;
  return new SourceError('down', message);
}

/** Recording a source's health is best effort: a failed write fails no collection. */
export async function noteHealth(app: Parts<'log'>, note: () => Promise<void>): Promise<void> {
  await bestEffort(app, 'the health of a source could not be recorded', note());
}

export async function noteSuccessOf(
  app: Parts<'client' | 'clock' | 'db' | 'limits'>,
  route: Route,
  { answered }: AskedFeeds,
  page: CollectedPage,
  tookMs: number,
): Promise<void> {
  const at = now(app);
  for (const feed of answered) await noteSuccess(app.db, feed, at);
  await noteGoodReading(app.db, healthName(app, route), {
    at,
    tookMs,
    rows: page.rows.length,
    filled: page.filled,
    lost: page.lost,
    timesMax: app.limits.HEALTH_TIMES_MAX,
  });
}

/**
 * A failed reading of a source. One that its signal ended though the feed answered was too long for
 * its time: that is of this search, and opens no circuit.
 */
export async function noteFailureOf(
  app: Parts<'client' | 'clock' | 'db' | 'limits' | 'log' | 'metrics'>,
  route: Route,
  { last, answered }: AskedFeeds,
  { location, asker = '' }: Task,
  { kind, message: error }: SourceError,
  signal: AbortSignal,
): Promise<void> {
  const at = now(app);
  const feed = last ?? route.source;
  app.metrics.failed(route.source, kind);
  app.log.warn({ route: route.id, feed, kind, why: error }, 'a source failed');
  const openUntil = secondsFromNow(app, app.limits.CIRCUIT_OPEN_S);
  const failuresMax = app.limits.CIRCUIT_FAILURES;
  if (kind === 'changed') {
    const failure = { place: JSON.stringify(location), asker, at, error, openUntil };
    await noteContentFailure(app.db, feed, failure, (failures) =>
      concernsAll(failures, failuresMax),
    );
  } else if (!signal.aborted || !answered.has(feed)) {
    await noteFailure(app.db, feed, { at, error, failuresMax, openUntil });
  }
  await noteBadReading(app.db, healthName(app, route), at, error);
}
