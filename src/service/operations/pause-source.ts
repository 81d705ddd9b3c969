/** An operator pauses a source or a feed, for any time; other processes know at once. */
import { OperatorError } from '#base/operator-error.js';
import { routeIdsOf } from '#contract/routes.js';
import { SOURCES, type SourceName } from '#contract/sources.js';
import { hurryBatchesOn } from '#store/lookup-batches.js';
import { setPause } from '#store/source-states.js';
import { hurryRunsOn } from '#store/watch-runs.js';
import { noteChange, type Operator } from '../accounts/audit-log.js';
import { now, type Parts } from '../app.js';

/**
 * Pauses a source (`mls`) or one feed (`mls/actris`), or resumes it (`reason` null). Searches that
 * need it then get 503 collection_unavailable with the reason, uncharged; cached results are still
 * served, and running collections end. After a resume the runs of watches and the lookup batches
 * that waited for the source continue at once. Throws OperatorError for an unknown name.
 */
export async function pauseSource(
  app: Parts<'clock' | 'db' | 'client'>,
  name: string,
  reason: string | null,
  by: Operator,
): Promise<{ source: string; paused_at: Date | null; paused_reason: string | null }> {
  const known = new Map<string, SourceName>(
    SOURCES.flatMap((source) => [source, ...app.client.feeds(source)].map((one) => [one, source])),
  );
  const source = known.get(name);
  if (source === undefined) {
    const names = [...known.keys()].join(', ');
    throw new OperatorError(`No source or feed has this name. They are ${names}.`);
  }
  const at = now(app);
  await app.db.transaction(async (tx) => {
    const before = await setPause(tx, name, reason === null ? null : { at, reason });
    await noteChange(app, tx, by, {
      action: reason === null ? 'source.resume' : 'source.pause',
      subject: name,
      before: { paused_reason: before?.paused_reason ?? null },
      after: { paused_reason: reason },
    });
    if (reason !== null) return;
    const routes = routeIdsOf(source);
    await hurryRunsOn(tx, routes);
    await hurryBatchesOn(tx, routes, at);
  });
  return { source: name, paused_at: reason === null ? null : at, paused_reason: reason };
}
