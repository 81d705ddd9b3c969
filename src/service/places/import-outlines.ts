/** Outlines of ZIPs, imported from a file, shown, removed. Each ZIP search looks up its own. */
import { importError, OperatorError } from '#base/operator-error.js';
import { findOutlineSet, removeOutlines, replaceOutlines } from '#store/zip-outlines.js';
import { now, type Parts } from '../app.js';
import { GONE, type ReceivedFile, recordsOf } from '../files/file-reader.js';
import { readOutlines } from '../files/read-outlines.js';

export interface PlacesOrder {
  readonly file: ReceivedFile;
  /** Read the file and store nothing. */
  readonly check: boolean;
  /** Aborts when the operator has disconnected. */
  readonly signal: AbortSignal;
}

/** Replaces all outlines by those of a file. Throws OperatorError; then nothing is changed. */
export async function importOutlines(
  app: Parts<'clock' | 'db' | 'files' | 'geo'>,
  { file, check, signal }: PlacesOrder,
) {
  const order = { what: 'outlines' } as const;
  const records = recordsOf(app.files, { file, order, signal });
  const { outlines, report } = await readOutlines(records, app.geo);
  const { name: file_name, sha256: file_sha256 } = file;
  if (!check) {
    requireOperator(signal);
    const set = { file_name, file_sha256, report, imported_at: now(app) };
    await replaceOutlines(app.db, set, outlines);
  }
  return { result: check ? 'checked' : 'imported', file_sha256, report };
}

export function requireOperator(signal: AbortSignal): void {
  if (signal.aborted) throw importError(GONE);
}

const NO_OUTLINES = 'No outlines are imported. "rowhouse outlines import FILE" imports them.';

/** The file that the outlines came from, and the report of its import. */
export async function showOutlines(app: Parts<'db'>) {
  const set = await findOutlineSet(app.db);
  if (set === undefined) throw new OperatorError(NO_OUTLINES);
  const { file_name, file_sha256, imported_at, report } = set;
  return { file_name, file_sha256, imported_at: imported_at.toISOString(), report };
}

/** Removes all outlines: ZIPs are then read by what was learned about them. */
export async function dropOutlines(app: Parts<'db'>) {
  const removed = await removeOutlines(app.db);
  if (!removed) throw new OperatorError(NO_OUTLINES);
  return { removed: 'outlines' };
}
