/** Homes whose stored rows are left out: excluded ones, and rows collected before an erasure. */
import { groupBy } from '#base/group-by.js';
import type { Row } from '#contract/rows.js';
import type { HiddenHome } from '#domain/home.js';
import { isUuid } from '#domain/uuid.js';
import { listErasedHomes } from '#store/audit-log.js';
import type { Db } from '#store/db.js';
import { listExclusions } from '#store/home-corrections.js';
import type { Parts } from '../app.js';
import { EXCLUSIONS_MAX } from './exclusions.js';
import { sourceNames } from './find-matches.js';

/** What to leave out of rows of which the oldest were collected at a time. */
export async function hiddenHomes(
  app: Parts<'client'> & { readonly db: Db },
  oldest: Date,
): Promise<HiddenHome[]> {
  const nameOf = sourceNames(app);
  const [excluded, erased] = [
    await listExclusions(app.db, EXCLUSIONS_MAX),
    await listErasedHomes(app.db, oldest),
  ];
  return [
    ...excluded.map(({ home_id, source, source_id }) => ({
      home_id,
      source: source === null ? null : nameOf(source),
      source_id,
      until: null,
    })),
    ...erased.map(({ subject, created_at }) => ({
      ...namedBy(subject),
      until: created_at.toISOString(),
    })),
  ];
}

/** A home by its name in the audit log: its id, or `source/source_id`. */
function namedBy(subject: string): Omit<HiddenHome, 'until'> {
  if (isUuid(subject)) return { home_id: subject, source: null, source_id: null };
  const at = subject.indexOf('/');
  return { home_id: null, source: subject.slice(0, at), source_id: subject.slice(at + 1) };
}

export interface CollectedRow {
  readonly row: Row;
  readonly collectedAt: Date;
}

/** Whether a row is left out. */
export function hiding(homes: readonly HiddenHome[]): (one: CollectedRow) => boolean {
  const named = groupBy(
    homes,
    ({ home_id, source, source_id }) => home_id ?? `${source}/${source_id}`,
  );
  return ({ row: { source, source_id, extras }, collectedAt }) =>
    [extras.home_id ?? '', `${source}/${source_id}`].some((name) =>
      named.get(name)?.some(({ until }) => until === null || collectedAt.toISOString() < until),
    );
}
