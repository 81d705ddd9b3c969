/** Starts a run of a watch, with the snapshot that it is compared with. */
import { SCHEMA_VERSION } from '#contract/envelope.js';
import { hashOf } from '#domain/hash.js';
import { readQuery } from '#domain/query.js';
import { findArea } from '#geo/find-area.js';
import type { Lease } from '#store/claims.js';
import type { Db } from '#store/db.js';
import { insertRun, type WatchRun } from '#store/watch-runs.js';
import type { Watch } from '#store/watches.js';
import type { Parts } from '../app.js';
import { readingStored, toQueryText } from './query-text.js';
import { routeOf } from './read-body.js';

/** Starts a run of a locked watch that has no running one. */
export async function beginRun(
  app: Parts<'ids' | 'geo' | 'client'>,
  tx: Db,
  watch: Watch,
  lease: Lease,
): Promise<WatchRun> {
  const isSame = watch.snapshot_of === rulesOf(app, watch);
  const run = {
    run_id: app.ids.uuid(),
    watch_id: watch.watch_id,
    account_id: watch.account_id,
    compared_run_id: isSame ? watch.snapshot_run_id : null,
  };
  return insertRun(tx, run, lease);
}

/**
 * What determines a search's rows besides the source's data: the query, the area's outline, the
 * version of the rows. Two snapshots are compared only where it is equal. Null where the search is
 * rejected now, such as one of a ZIP that another geography no longer has: its run ends with that.
 */
export const rulesOf = (
  app: Parts<'geo' | 'client'>,
  watch: Pick<Watch, 'route' | 'query'>,
  of: 'origin' | 'other origin' = 'origin',
): string | null =>
  readingStored(() => {
    const route = routeOf(watch);
    const { location, filters } = readQuery(route, toQueryText(watch.query));
    return hashOf({
      route: route.id,
      area: findArea(app.geo, route, location).test,
      filters,
      geo: app.geo.version,
      schema: SCHEMA_VERSION,
      origin: app.client.isSandbox(route.source) === (of === 'origin'),
    });
  });

/** Whether the snapshot of a watch is of the sandbox and its source is read now, or the reverse. */
export const isOfOtherOrigin = (app: Parts<'geo' | 'client'>, watch: Watch): boolean =>
  watch.snapshot_of !== null && watch.snapshot_of === rulesOf(app, watch, 'other origin');
