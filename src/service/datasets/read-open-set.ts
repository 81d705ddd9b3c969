/**
 * Reads the rows of an open set into its file, from where a read was interrupted, until its count
 * agrees.
 */
import { importError } from '#base/operator-error.js';
import {
  type AskSet,
  countSet,
  type Described,
  type OpenSet,
  readPages,
  type SetPart,
} from '#collect/open/index.js';
import { hashOf } from '#domain/hash.js';
import type { Parts } from '../app.js';
import {
  appendPage,
  filesOf,
  hasRows,
  mergeChanged,
  openSpool,
  readState,
  removeSpool,
  type SpoolFiles,
  type SpoolState,
} from './set-spool.js';

/** A set, or a part of it, on its way here. */
export interface ReadSet {
  readonly set: OpenSet;
  readonly part: SetPart;
  readonly ask: AskSet;
  readonly described: Described;
  readonly signal: AbortSignal;
}

type App = Parts<'clock' | 'limits' | 'openSets'>;

/** Where the rows are, and how many of them were read now. */
export interface Spooled {
  readonly files: SpoolFiles;
  readonly state: SpoolState;
  readonly rows_read: number;
}

/**
 * Reads all rows. Throws OperatorError where the server counts another number; the next call starts
 * over.
 */
export async function readWhole(app: App, read: ReadSet): Promise<Spooled> {
  const { part, ask, described } = read;
  const spooled = await spool(app, read, null);
  const { rows } = spooled.state;
  const now = await countSet(ask, part, described, null);
  const [least, most] = [Math.min(now, described.count), Math.max(now, described.count)];
  if (rows >= least && rows <= most) return spooled;
  await removeSpool(spooled.files);
  throw importError(
    `${part.name} gave ${rows} rows, and its server counts ${now}. Nothing was imported. It may have changed while it was read: run the command again.`,
  );
}

async function startOver(...spooled: readonly SpoolFiles[]): Promise<null> {
  for (const files of spooled) await removeSpool(files);
  return null;
}

/**
 * Reads what has changed since the last read, and puts it into the rows of then. Null where all
 * must be read: too much has changed, or the result is not what the server counts, since rows are
 * gone.
 */
export async function readChanged(
  app: App,
  read: ReadSet,
  whole: SpoolFiles,
  before: SpoolState,
): Promise<Spooled | null> {
  const { ask, part, described } = read;
  const since = overlapping(before.edited_at ?? before.began_at);
  const counted = await countSet(ask, part, described, since);
  if (counted > CHANGED_ROWS_MAX) return null;
  const changed = await spool(app, read, since);
  if (counted !== changed.state.rows) return startOver(changed.files);
  // What was read stays as it is until all is imported: an import that ends early is made again.
  const files = filesOf(app.openSets.folder, part.name, 'joined');
  const { rows, bytes } = await mergeChanged(whole.rows, changed.files.rows, files.rows);
  if (rows !== described.count) return startOver(changed.files, files);
  return { ...changed, files, state: { ...changed.state, since: null, rows, bytes } };
}

/**
 * A refresh reads again what changed so long before the last read: clocks differ, and edits arrive
 * late.
 */
const OVERLAP_MS = 86_400_000;
const overlapping = (lastRead: string): string =>
  new Date(Date.parse(lastRead) - OVERLAP_MS).toISOString();

/** Their keys are in memory while they are merged; where more have changed, all are read. */
const CHANGED_ROWS_MAX = 500_000;

async function spool(app: App, read: ReadSet, since: string | null): Promise<Spooled> {
  const { set, part, ask, described, signal } = read;
  const { folder, running } = app.openSets;
  const files = filesOf(folder, part.name, 'reading');
  const known = await resumable(files, read, since);
  const began: SpoolState = known ?? {
    set,
    edited_at: described.description.editedAt,
    since,
    began_at: new Date(app.clock.nowMs()).toISOString(),
    after: null,
    rows: 0,
    bytes: 0,
  };
  const beganMs = app.clock.nowMs();
  const total = since === null ? described.count : null;
  const handle = await openSpool(folder, files, known);
  let state = began;
  try {
    const order = { set: part, described, since, from: { after: state.after, rows: state.rows } };
    for await (const { page, after, rows } of readPages(ask, order)) {
      if (signal.aborted) throw importError(STOPPED);
      state = await appendPage(handle, files, page, { ...state, after, rows });
      requireSize(app, set, state.bytes);
      const done = (rows - began.rows) / Math.max(1, app.clock.nowMs() - beganMs);
      const left = total === null || done === 0 ? null : (total - rows) / done / 1000;
      running.set(set.name, {
        step: 'reading',
        rows,
        rows_total: total,
        seconds_left: left === null ? null : Math.max(0, Math.round(left)),
      });
    }
  } finally {
    await handle.close();
  }
  return { files, state, rows_read: state.rows - began.rows };
}

const STOPPED = 'The command ended before all rows were read. Run it again: it continues there.';

function requireSize({ limits }: App, { name }: OpenSet, bytes: number): void {
  if (bytes <= limits.IMPORT_BYTES_MAX) return;
  throw importError(
    `The rows of ${name} take more than ${limits.IMPORT_BYTES_MAX} bytes. Raise ROWHOUSE_IMPORT_BYTES_MAX and run the command again: it continues there.`,
  );
}

/** A read that was interrupted, if it is of the same rows; null to start over. */
async function resumable(
  files: SpoolFiles,
  { set, described }: ReadSet,
  since: string | null,
): Promise<SpoolState | null> {
  const known = await readState(files);
  if (known === null || known.since !== since) return null;
  const isSame =
    hashOf(known.set) === hashOf(set) && known.edited_at === described.description.editedAt;
  return isSame && (await hasRows(files, known)) ? known : null;
}
