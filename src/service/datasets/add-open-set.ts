/**
 * Adds an open set: reads its rows from its server, all of them or what has changed, and imports
 * them.
 */
import { open, rename } from 'node:fs/promises';
import { assert } from '#base/assert.js';
import { importError, isDiskFull } from '#base/operator-error.js';
import {
  describeSet,
  differencesOf,
  mappingOf,
  type OpenSet,
  partsOf,
  SET_SOURCE,
  type SetWay,
} from '#collect/open/index.js';
import { SourceError } from '#collect/sources.js';
import type { AddedSet } from '#contract/import-report.js';
import { hashOf } from '#domain/hash.js';
import { currentImports } from '#store/imports.js';
import type { App, Parts } from '../app.js';
import { addSeries } from './add-series.js';
import { type Imported, importFile } from './import-file.js';
import { type JoinedSide, joinSets } from './join-sets.js';
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
 * Adds a set, or refreshes it. Where this is interrupted, the next call continues. Throws
 * OperatorError; then the rows that searches find are unchanged.
 */
export async function addOpenSet(app: App, order: AddSetOrder): Promise<AddedSet> {
  const { set, check, signal } = order;
  const { running, client } = app.openSets;
  if (set.kind === 'listings' && !check) throw importError(readLive(set));
  if (running.has(set.name)) throw importError(`${set.name} is being read already.`);
  const beganMs = app.clock.nowMs();
  running.set(set.name, { step: 'describing', rows: 0, rows_total: null, seconds_left: null });
  const ways: (SetWay & Pick<ReadSet, 'part'>)[] = [];
  try {
    for (const part of partsOf(set)) ways.push({ part, ...client.open(part, signal) });
    const [way] = ways;
    assert(way !== undefined, 'a set has a part');
    const { series } = set;
    const done =
      series === undefined
        ? await addRows(app, order, ways)
        : await addSeries(app, { ...order, series }, way);
    return {
      dataset: set.name,
      ...done,
      seconds: Math.round((app.clock.nowMs() - beganMs) / 100) / 10,
      licence: set.licence,
      attribution: set.attribution,
    };
  } catch (error) {
    throw explained(app, set, error);
  } finally {
    running.delete(set.name);
    for (const { close } of ways) await close();
  }
}

/** Reads the rows of a set, and of the sets that are joined to it. */
async function addRows(
  app: App,
  { set, check, signal }: AddSetOrder,
  ways: readonly Pick<ReadSet, 'part' | 'ask'>[],
) {
  const reads: ReadSet[] = [];
  for (const { part, ask } of ways) {
    reads.push({ set, part, ask, signal, described: await describeSet(ask, part) });
  }
  const [main, ...others] = reads;
  assert(main !== undefined, 'a set has a part');
  const done = check ? CHECKED : await addRead(app, main, others);
  const differences = differencesOf(set, main.described);
  return { ...done, differences, rows_total: main.described.count };
}

/** Homes for sale change every day, so they are not stored. */
const readLive = ({ name }: OpenSet): string =>
  `${name} has homes for sale, which are read live and not stored: name it in the options of an upstream.`;

type Done = Pick<AddedSet, 'result' | 'report' | 'rows_read'>;

const CHECKED: Done = { result: 'checked', report: null, rows_read: 0 };

const CONTINUES = 'What was read so far is stored: run the command again to continue.';

/** What a server or the disk did, in the words of an import: nothing is charged here. */
function explained(
  { openSets }: Parts<'openSets'>,
  { name, url }: OpenSet,
  error: unknown,
): unknown {
  if (error instanceof SourceError) {
    const what = error.message.replace(/^records\b/, name).replace(/ Nothing was charged.*$/, '');
    return importError(`${what} (${new URL(url).host}) Nothing was imported. ${CONTINUES}`);
  }
  if (!isDiskFull(error)) return error;
  return importError(
    `${openSets.folder} has no space for the rows of ${name}. Nothing was imported. Free some space. ${CONTINUES}`,
  );
}

async function addRead(app: App, main: ReadSet, others: readonly ReadSet[]): Promise<Done> {
  const { set, described } = main;
  const whole = filesOf(app.openSets.folder, set.name, 'whole');
  const known = await knownOf(app, whole, set);
  const edited_at = editedAtOf([main, ...others]);
  const isSame = known !== null && edited_at !== null && known.state.edited_at === edited_at;
  if (isSame && known.state.rows === described.count) {
    return { result: 'unchanged', report: known.report, rows_read: 0 };
  }
  const { changedColumn } = described.description;
  // Of joined sets nobody knows which rows a change concerns.
  const canChange = known !== null && changedColumn !== null && others.length === 0;
  const changed =
    canChange && (await hasRows(whole, known.state))
      ? await readChanged(app, main, whole, known.state)
      : null;
  const spooled = changed ?? (await readWhole(app, main));
  if (others.length === 0) return importSpooled(app, main, whole, spooled);
  const joined = await join(app, main, others, spooled);
  return importSpooled(app, main, whole, { ...joined, state: { ...joined.state, edited_at } });
}

/** When the last of the parts of a set changed, all of them named; null where one does not say. */
function editedAtOf(reads: readonly ReadSet[]): string | null {
  const edits = reads.map(({ described }) => described.description.editedAt);
  return edits.includes(null) ? null : edits.join(' ');
}

/** Reads the other parts of a set, and puts their rows beside those of the first. */
async function join(
  app: Parts<'clock' | 'limits' | 'openSets'>,
  { set }: ReadSet,
  others: readonly ReadSet[],
  main: Spooled,
): Promise<Spooled> {
  const { folder } = app.openSets;
  const sides: JoinedSide[] = [];
  let rows_read = main.rows_read;
  for (const other of others) {
    const spooled = await readWhole(app, other);
    rows_read += spooled.rows_read;
    if (other.part.join !== null) sides.push({ ...other.part.join, file: spooled.files.rows });
  }
  const files = filesOf(folder, set.name, 'joined');
  const bytes = await joinSets(main.files.rows, sides, `${files.rows}.parts`, files.rows);
  return { files, state: { ...main.state, bytes }, rows_read };
}

/** The last read of a set, if its rows are those that searches find now. */
async function knownOf(app: Parts<'db'>, files: SpoolFiles, set: OpenSet) {
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
  const { folder, running } = app.openSets;
  running.set(set.name, {
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
    const isKept = described.description.changedColumn !== null && set.joins === undefined;
    if (isKept) await rename(files.rows, whole.rows);
    await writeState(whole, state);
    for (const part of partsOf(set)) await removeSpool(filesOf(folder, part.name, 'reading'));
    await removeSpool(files);
    return { result: result === 'unchanged' ? 'unchanged' : 'imported', report, rows_read };
  } finally {
    await handle.close();
  }
}
