/**
 * Audits the own places of sources after a search has settled: a random share of ZIP searches, and
 * a city when it is searched again. A process audits one place at a time, and none where that would
 * occupy its only collector; a failed audit is logged.
 */
import { auditPlace } from '#collect/places/audit-place.js';
import { placeOf } from '#collect/places/learn-extents.js';
import { listedIds } from '#collect/places/own-places.js';
import { hasOwnPlaces } from '#collect/sources.js';
import { isLookup, type Route, routeById } from '#contract/routes.js';
import { isCovered } from '#domain/extent.js';
import type { Collection } from '#store/collections.js';
import type { App, Parts } from '../app.js';
import { withinTime } from '../work/under-lease.js';
import { searchOfTask } from './collect-task.js';
import type { Task } from './task.js';

type AuditedSearch = ReturnType<typeof searchOfTask>;

/** Audits the place of a search that was just collected, if an audit is due. */
export async function auditSometimes(
  app: App,
  { route: id, task, created_at }: Pick<Collection<Task>, 'route' | 'task' | 'created_at'>,
  stop: AbortSignal,
): Promise<void> {
  const route = routeById(id);
  const isFirstPage = !task.continued && task.home === undefined;
  if (
    route === undefined ||
    isLookup(route) ||
    !isFirstPage ||
    app.audits.size > 0 ||
    app.limits.COLLECT_CONCURRENCY === 1 ||
    app.client.isCore(route.source) ||
    !hasOwnPlaces(route.source, route.kind)
  ) {
    return;
  }
  app.audits.add(route.id);
  try {
    await withinTime(app, app.limits.JOB_DEADLINE_S, stop, async (signal) => {
      const search = searchOfTask(app, route, task, signal);
      if (await isDue(app, search, created_at.getTime())) await audit(app, route, search);
    });
  } catch (error) {
    app.log.warn({ err: error, route: route.id }, 'a place of a source could not be audited');
  } finally {
    app.audits.delete(route.id);
  }
}

async function isDue(
  { limits, ids, clock }: Parts<'clock' | 'ids' | 'limits'>,
  search: AuditedSearch,
  askedMs: number,
): Promise<boolean> {
  const name = placeOf(search.area);
  const oneIn = limits.PLACE_AUDIT_ONE_IN;
  if (name === null || oneIn === 0) return false;
  const canLookUp = search.client.findsPlaces(search.source);
  if (name.form === 'zip') {
    if (ids.random() * oneIn >= 1) return false;
    if (listedIds(search).length > 0) return true;
    return canLookUp || (await search.places.findPlace(search.source, name))?.status === 'good';
  }
  // The repeated search of a city pays for its audit.
  const extent = await search.places.findExtent(search.source, search.kind, name);
  if (extent === null) return false;
  const isWhole = isCovered(extent, clock.nowMs());
  const known = await search.places.findPlace(search.source, name);
  if (known === null) return canLookUp && isWhole;
  const isAgain = isWhole || known.checkedAtMs < askedMs;
  return known.status === 'good' && !known.audited && isAgain;
}

async function audit(app: Parts<'log'>, route: Route, search: AuditedSearch): Promise<void> {
  const name = placeOf(search.area);
  const found = await auditPlace(search);
  app.log.info({ route: route.id, place: name, ...found }, 'audited a place');
  if (found === null && name?.form === 'city') {
    // Too large to be audited: it is read by boxes, and not tried again for a while.
    await search.places.keepPlace(search.source, name, { status: 'none' });
  }
}
