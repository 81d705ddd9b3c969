/** Places by a source's own ids: imported from a table of the operator, counted, removed. */
import { OperatorError } from '#base/operator-error.js';
import { placesOf } from '#collect/sources.js';
import { SOURCES, type SourceName } from '#contract/sources.js';
import { countImported, deleteImported, replaceImportedPlaces } from '#store/imported-places.js';
import { now, type Parts } from '../app.js';
import { recordsOf } from '../files/file-reader.js';
import { readPlaces } from '../files/read-places.js';
import { type PlacesOrder, requireOperator } from './import-outlines.js';

/**
 * Replaces a source's imported places by those of a file. They are used like places that were
 * looked up: every answer is checked. Throws OperatorError; then nothing is changed.
 */
export async function importPlaces(
  app: Parts<'client' | 'clock' | 'db' | 'files' | 'geo'>,
  source: string,
  { file, check, signal }: PlacesOrder,
) {
  const order = { what: 'places' } as const;
  const own = ownPlacesOf(source);
  const records = recordsOf(app.files, { file, order, signal });
  const { places, report } = await readPlaces(records, app.geo, own);
  if (!check) {
    requireOperator(signal);
    await replaceImportedPlaces(app.db, keptAs(app, source), places, now(app));
  }
  return { source, result: check ? 'checked' : 'imported', file_sha256: file.sha256, report };
}

/** The sandbox's place ids differ from those of a real source. */
const keptAs = ({ client }: Parts<'client'>, source: string): string =>
  client.origin(source as SourceName);

function ownPlacesOf(source: string) {
  const own = placesOf(source);
  if (own !== undefined) return own;
  const named = JSON.stringify(source.slice(0, 40));
  const known: readonly string[] = SOURCES;
  const why = known.includes(source)
    ? `${source} has no importable places.`
    : `No source is named ${named}.`;
  const able = known.filter((one) => placesOf(one) !== undefined);
  throw new OperatorError(`${why} These have: ${able.join(', ')}.`);
}

/** Counts imported places by their use: those that answered for another place are not used. */
export async function showPlaces(app: Parts<'client' | 'db'>, source: string) {
  ownPlacesOf(source);
  const counts = await countImported(app.db, keptAs(app, source));
  return {
    source,
    places: counts.map(({ form, status, places, imported_at }) => ({
      form,
      status,
      places,
      imported_at: imported_at.toISOString(),
    })),
  };
}

/** Removes the imported places of a source. */
export async function removePlaces(app: Parts<'client' | 'db'>, source: string) {
  ownPlacesOf(source);
  return { source, removed: await deleteImported(app.db, keptAs(app, source)) };
}
