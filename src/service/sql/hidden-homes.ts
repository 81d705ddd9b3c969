/** Homes whose rows no statement reads: excluded ones, and rows collected before an erasure. */
import { isUuid } from '#domain/uuid.js';
import { listErasedHomes } from '#store/audit-log.js';
import { listExclusions } from '#store/home-corrections.js';
import { type Parts, secondsFromNow } from '../app.js';
import { sourceNames } from '../homes/find-matches.js';
import type { HiddenHome } from './engine-orders.js';

/** Exclusions, and erasures of the time for which results are retained: operators name each one. */
const HIDDEN_MAX = 10_000;

export async function hiddenHomes(
  app: Parts<'client' | 'clock' | 'db' | 'limits'>,
): Promise<HiddenHome[]> {
  const nameOf = sourceNames(app);
  const retainedSince = secondsFromNow(app, -app.limits.JOB_RETENTION_S);
  const [excluded, erased] = [
    await listExclusions(app.db, HIDDEN_MAX),
    await listErasedHomes(app.db, retainedSince, HIDDEN_MAX),
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
