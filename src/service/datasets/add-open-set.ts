/** Adds an open set: reads its rows from its server, all of them or what has changed, and imports them. */
import { open, rename } from 'node:fs/promises';
import { importError, type OperatorError } from '#base/operator-error.js';
import { describeSet, mappingOf, type OpenSet, SET_SOURCE } from '#collect/open/index.js';
import { SourceError } from '#collect/sources.js';
import type { AddedSet } from '#contract/import-report.js';
import { hashOf } from '#domain/hash.js';
import { currentImports } from '#store/imports.js';
import type { App } from '../app.js';
import { type Imported, importFile } from './import-file.js';
import { type ReadSet, readChanged, readWhole, type Spooled } from './read-open-set.js';
import {
  filesOf,
  hashFile,
  hasRows,
  readState,
  removeSpool,
  type SpoolFiles,
  writeState,
} from './set-spool.js';

export interface AddSetOrder {
  readonly set: OpenSet;
  /** Compare the set with its file, and read nothing. */
  readonly check: boolean;
  /** Aborts when the operator has gone. */
  readonly signal: AbortSignal;
}

/**
 * Adds a set, or refreshes it. Where this is interrupted, the next call continues. Throws OperatorError; then the rows
 * that searches find are unchanged.
 */
export async function addOpenSet(app: App, order: AddSetOrder): Promise<AddedSet> {
  const { set, check, signal } = order;
  const { running, client } = app.openSets;
  if (running.has(set.name)) throw importError(`${set.name} is being read already.`);
  const way = client.open(set.url, signal);
  const beganMs = app.clock.nowMs();
  running.set(set.name, { step: 'describing', rows: 0, rows_total: null, seconds_left: null });
  try {
    const described = await describeSet(way.ask, set);
    const read = { set, ask: way.ask, described, signal };
    const done = check ? CHECKED : await addRead(app, read);
    return {
      dataset: set.name,
      ...done,
      differences: described.differences,
      rows_total: described.count,
      seconds: Math.round((app.clock.nowMs() - beganMs) / 100) / 10,
      licence: set.licence,
      attribution: set.attribution,
    };
  } catch (error) {
    throw error instanceof SourceError ? failureOf(set, error) : error;
  } finally {
    running.delete(set.name);
    await way.close();
  }
}

type Done = Pick<AddedSet, 'result' | 'report' | 'rows_read'>;

const CHECKED: Done = { result: 'checked', report: null, rows_read: 0 };

/** What the server did, in the words of an import: nothing is charged here. */
const failureOf = ({ name }: OpenSet, { message }: SourceError): OperatorError =>
  importError(
    `${message.replace(/^records\b/, name).replace(/ Nothing was charged.*$/, '')} Nothing was imported; what was read so far is stored, so run the command again to continue.`,
  );

async function addRead(app: App, read: ReadSet): Promise<Done> {
  const { set, described } = read;
  const { editedAt, changedColumn } = described.description;
  const whole = filesOf(app.openSets.folder, set.name, 'whole');
  const known = await knownOf(app, whole, set);
  if (known !== null && editedAt !== null && known.state.edited_at === editedAt) {
    if (known.state.rows === described.count) {
      return { result: 'unchanged', report: known.report, rows_read: 0 };
    }
  }
  const canChange = known !== null && changedColumn !== null && (await hasRows(whole, known.state));
  const changed = canChange ? await readChanged(app, read, whole, known.state) : null;
  const spooled = changed ?? (await readWhole(app, read));
  return importSpooled(app, read, whole, spooled);
}

/** The last read of a set, if its rows are those that searches find now. */
async function knownOf(app: App, files: SpoolFiles, set: OpenSet) {
  const current = (await currentImports(app.db, SET_SOURCE)).find(
    ({ dataset, mapping_hash }) => dataset === set.name && mapping_hash === hashOf(mappingOf(set)),
  );
  const state = await readState(files);
  if (current === undefined || state === null || hashOf(state.set) !== hashOf(set)) return null;
  return { state, report: current.report as unknown as Imported['report'] };
}

async function importSpooled(
  app: App,
  { set, described, signal }: ReadSet,
  whole: SpoolFiles,
  { files, state, rows_read }: Spooled,
): Promise<Done> {
  app.openSets.running.set(set.name, {
    step: 'importing',
    rows: state.rows,
    rows_total: state.rows,
    seconds_left: null,
  });
  const handle = await open(files.rows, 'r');
  try {
    const file = {
      name: `${set.name}.ndjson`,
      bytes: state.bytes,
      sha256: await hashFile(files.rows),
      fd: handle.fd,
    };
    const order = { source: SET_SOURCE, mapping: mappingOf(set), file, dataset: null };
    const { result, report } = await importFile(app, { ...order, check: false, signal });
    // Where a server can name its changes, a refresh starts from these rows.
    if (described.description.changedColumn !== null) await rename(files.rows, whole.rows);
    await writeState(whole, state);
    await removeSpool(files);
    return { result: result === 'unchanged' ? 'unchanged' : 'imported', report, rows_read };
  } finally {
    await handle.close();
  }
}
