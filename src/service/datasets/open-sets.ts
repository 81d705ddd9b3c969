/** Which open sets there are, and which were added (docs/open-data.md). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importError, OperatorError } from '#base/operator-error.js';
import { type OpenSet, partsOf, readOpenSet, SET_SOURCE } from '#collect/open/index.js';
import type { SeriesReport } from '#contract/import-report.js';
import { currentImports, endCurrent, type ImportRow, SERIES } from '#store/imports.js';
import { now, type Parts } from '../app.js';
import { filesOf, readState, removeSpool } from './set-spool.js';
import { removeDataset } from './show-datasets.js';

export type { OpenSet } from '#collect/open/index.js';

/**
 * The sets that come with the service, by name. Throws OperatorError where a file of them is wrong.
 */
export const presetsIn = (folder: string): readonly OpenSet[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => readOpenSet(JSON.parse(readFileSync(join(folder, file), 'utf8'))));

/**
 * A set by its name: one that comes with the service, else one that was read from a file of the
 * operator.
 */
export async function findSet({ openSets }: Parts<'openSets'>, name: string): Promise<OpenSet> {
  const preset = presetsIn(openSets.presets).find((set) => set.name === name);
  if (preset !== undefined) return preset;
  if (/^[a-z0-9-]+$/.test(name)) {
    for (const what of ['whole', 'reading'] as const) {
      const known = await readState(filesOf(openSets.folder, name, what));
      if (known !== null) return readOpenSet(known.set);
    }
  }
  throw new OperatorError(
    `No open set ${JSON.stringify(name.slice(0, 100))} exists. "rowhouse open list" shows all.`,
  );
}

/**
 * A set in a file of the operator. Throws OperatorError that lists what is wrong, or where a set
 * has its name.
 */
export function ownSet({ openSets }: Parts<'openSets'>, value: unknown): OpenSet {
  const set = readOpenSet(value);
  if (!presetsIn(openSets.presets).some(({ name }) => name === set.name)) return set;
  throw importError(`A set named ${set.name} comes with the service: give yours another name.`);
}

/** A line a set: what it holds, its licence, and what was added of it. */
export async function listSets(app: Parts<'db' | 'openSets'>) {
  const current = [
    ...(await currentImports(app.db, SET_SOURCE)),
    ...(await currentImports(app.db, SERIES)),
  ];
  const presets = presetsIn(app.openSets.presets);
  const known = new Set(presets.map(({ name }) => name));
  const added = current.filter(({ dataset }) =>
    existsSync(filesOf(app.openSets.folder, dataset, 'whole').state),
  );
  const own = added.filter(({ dataset }) => !known.has(dataset));
  return {
    sets: [
      ...presets.map((set) => ({
        name: set.name,
        title: set.title,
        rows_expected: set.rows_expected as number | null,
        updates: set.updates as string | null,
        licence: set.licence,
        ...addedOf(current.find(({ dataset }) => dataset === set.name)),
      })),
      ...own.map((row) => ({
        name: row.dataset,
        title: String((row.mapping as { title?: unknown }).title),
        rows_expected: null,
        updates: null,
        licence: String((row.mapping as { licence?: unknown }).licence),
        ...addedOf(row),
      })),
    ],
  };
}

const addedOf = (row: ImportRow | undefined) => ({
  rows: (row?.report.rows ?? null) as number | null,
  latest: (row?.report.latest ?? null) as string | null,
  imported_at: row?.settled_at.toISOString() ?? null,
});

/** The file of a set, how far it is where it is being added, and what was added of it. */
export async function showSet(app: Parts<'db' | 'openSets'>, name: string) {
  const set = await findSet(app, name);
  const { sets } = await listSets(app);
  const added = sets.find((one) => one.name === name);
  const series = (await currentImports(app.db, SERIES)).find(({ dataset }) => dataset === name);
  const { measures, regions, earliest } = (series?.report ?? {}) as Partial<SeriesReport>;
  return {
    progress: app.openSets.running.get(name) ?? null,
    set,
    rows: added?.rows ?? null,
    ...(series !== undefined && { measures, regions, earliest }),
    latest: added?.latest ?? null,
    imported_at: added?.imported_at ?? null,
  };
}

/**
 * Removes the rows of a set from searches and from the disk. Throws OperatorError where it was not
 * added.
 */
export async function removeSet(app: Parts<'clock' | 'db' | 'openSets' | 'tables'>, name: string) {
  if (app.openSets.running.has(name)) throw importError(`${name} is being read.`);
  const set = await findSet(app, name);
  const wasSeries = await endCurrent(app.db, SERIES, name, now(app));
  if (!wasSeries) await removeDataset(app, SET_SOURCE, name);
  const ending = wasSeries ? 'file' : 'ndjson';
  for (const part of partsOf(set)) {
    for (const what of ['reading', 'joined', 'whole'] as const) {
      await removeSpool(filesOf(app.openSets.folder, part.name, what, ending));
    }
  }
  return { removed: name };
}
