/** What the service may know of the sources: their drivers' versions, addresses of homes, failures. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { SourceError } from '#sources/driver.js';
import { driverOf } from '#sources/index.js';
import type { AreaSearch } from './area-search.js';
import { overFeeds } from './over-feeds.js';
import type { SourceClient } from './source-client.js';

export { changedAnswer, SourceError } from '#sources/driver.js';
export { ImportError, type ImportFile, type ImportRecord } from '#sources/importer.js';
export { homeOfUrl, importerOf, placesOf } from '#sources/index.js';

/**
 * The version of a source's data, of where it is read and how, over those of its feeds that are asked; null when it
 * has no driver of the kind.
 */
export function dataVersion(
  client: SourceClient,
  source: SourceName,
  kind: Kind,
  feeds: readonly string[] = [],
): string | null {
  const driver = driverOf(source, kind);
  if (driver === undefined) return null;
  if (driver.over === 'table') return `${driver.version()} ${client.table(source).version}`;
  const replicas = feeds.flatMap((feed) => client.replica(source, feed) ?? []);
  const versions = replicas.map((replica) => (replica.ready ? replica.version : 'none'));
  return [client.origin(source), driver.version(), ...versions].join(' ');
}

/** Whether a search reads tables of ours: rows of another version must not be stored as its own. */
export const readsTables = (
  client: SourceClient,
  source: SourceName,
  kind: Kind,
  feeds: readonly string[],
): boolean =>
  driverOf(source, kind)?.over === 'table' ||
  feeds.some((feed) => client.replica(source, feed) !== null);

/** Whether a search reads nothing but tables of ours: then it is answered at once. */
export const isTable = (
  client: SourceClient,
  source: SourceName,
  kind: Kind,
  feeds: readonly string[],
): boolean =>
  driverOf(source, kind)?.over === 'table' ||
  (feeds.length > 0 && feeds.every((feed) => client.replica(source, feed) !== null));

/** A search at a source by its name, over those of its feeds that are asked. Throws SourceError when the source has no driver of the kind. */
export function areaSearch(
  kind: Kind,
  search: Omit<AreaSearch, 'driver' | 'kind'>,
  feeds: readonly string[] = [search.source],
): AreaSearch {
  const driver = driverOf(search.source, kind);
  if (driver === undefined) {
    throw new SourceError('unconfigured', `${search.source} cannot be read.`);
  }
  return { ...search, kind, driver: overFeeds(search.source, driver, feeds) };
}
