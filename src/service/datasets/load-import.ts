/**
 * An import while it is loaded: it is held by a lease, shows how far it is, and ends when its load
 * fails.
 */
import { importError, OperatorError } from '#base/operator-error.js';
import type { ImportProgress } from '#contract/import-report.js';
import { beginImport, endImport, type NewImport, touchImport } from '#store/imports.js';
import { now, type Parts, secondsFromNow } from '../app.js';
import { GONE } from '../files/file-reader.js';
import { underLease } from '../work/under-lease.js';

/** A process that has said nothing for this long is taken for dead: the lease of an import. */
export const STALE_IMPORT_S = 300;
/** What hangs longer than a day is dead. */
const IMPORT_MS_MAX = 86_400_000;

export interface Loading {
  readonly importId: number;
  readonly progress: { -readonly [Name in keyof ImportProgress]: ImportProgress[Name] };
  /**
   * Stores where every node sees it that the import lives; throws OperatorError where it is no
   * longer ours.
   */
  touch(): Promise<void>;
}

/** Begins an import and loads it. Throws OperatorError where another of the dataset is running. */
export async function underImport<T>(
  app: Parts<'clock' | 'db'>,
  made: NewImport,
  bytes: number,
  signal: AbortSignal,
  load: (loading: Loading) => Promise<T>,
): Promise<T> {
  const staleAt = secondsFromNow(app, -STALE_IMPORT_S);
  const importId = await beginImport(app.db, made, now(app), staleAt);
  if (importId === undefined) {
    throw new OperatorError(
      `Another import of ${made.dataset} is running. Wait until it ends, or, if its process was killed, for five minutes: then it is considered dead.`,
    );
  }
  const progress: Loading['progress'] = { step: 'reading', records: 0, bytes_read: 0, bytes };
  const renew = () => touchImport(app.db, importId, now(app), progress);
  const touch = async () => requireAlive(signal, await renew());
  const endsMs = app.clock.nowMs() + IMPORT_MS_MAX;
  const hold = {
    leaseS: STALE_IMPORT_S,
    renew: async () => app.clock.nowMs() < endsMs && renew(),
  };
  try {
    return await underLease(app, hold, signal, () => load({ importId, progress, touch }));
  } catch (error) {
    await endImport(app.db, importId, now(app));
    throw error;
  }
}

/** Throws when the operator has gone, or the import was ended by another. */
export function requireAlive(signal: AbortSignal, isOurs: boolean): void {
  if (signal.aborted) throw importError(GONE);
  if (!isOurs) {
    throw importError('The import was considered dead and ended; nothing was changed.');
  }
}
