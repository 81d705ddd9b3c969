/** What the service may know of sources: their drivers' versions, addresses of homes, failures. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { type FeedDriver, SourceError } from '#sources/driver.js';
import { driverOf, placesOf } from '#sources/index.js';
import { tableDriver } from '#sources/table-driver.js';
import type { AreaSearch } from './area/area-search.js';
import { overFeeds } from './tables/over-feeds.js';
import type { SourceClient } from './upstream/source-client.js';

export { changedAnswer, SourceError } from '#sources/driver.js';
export type { ImportFile, ImportRecord } from '#sources/importer.js';
export { homeOfUrl, importerOf, placesOf } from '#sources/index.js';

/**
 * The version of a source's data: its origin, its driver and, for replicated feeds among `feeds`,
 * the version of their tables. Null when it has no driver for the kind.
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
  // A stored position means another row if areas are requested in another form.
  const { areas } = withOptions(client, source, driver).capabilities;
  const asked = driver.capabilitiesWith === undefined ? [] : areas;
  return [client.origin(source), driver.version(), ...asked, ...versions].join(' ');
}

/** Whether a search reads local tables: rows of another version must not be stored as its own. */
export const readsTables = (
  client: SourceClient,
  source: SourceName,
  kind: Kind,
  feeds: readonly string[],
): boolean =>
  driverOf(source, kind)?.over === 'table' ||
  feeds.some((feed) => client.replica(source, feed) !== null);

/** Whether a search reads only local tables: then it is answered at once. */
export const isTable = (
  client: SourceClient,
  source: SourceName,
  kind: Kind,
  feeds: readonly string[],
): boolean =>
  driverOf(source, kind)?.over === 'table' ||
  (feeds.length > 0 && feeds.every((feed) => client.replica(source, feed) !== null));

/** Whether a source is queried by its own places, which may leave out homes of an area. */
export const hasOwnPlaces = (source: SourceName, kind: Kind): boolean =>
  isAskedByPlaces(source) || driverOf(source, kind)?.placesOfZip !== undefined;

const isAskedByPlaces = (source: SourceName): boolean => {
  const places = placesOf(source);
  return places !== undefined && places.instead !== true;
};

/** A search of a source by name, over the given feeds. Throws SourceError if it lacks the kind. */
export function areaSearch(
  kind: Kind,
  search: Omit<AreaSearch, 'driver' | 'kind'>,
  feeds: readonly string[] = [search.source],
): AreaSearch {
  const driver = driverOf(search.source, kind);
  if (driver === undefined) {
    throw new SourceError('unconfigured', `${search.source} cannot be collected.`);
  }
  const { client, source } = search;
  const asked = withOptions(client, source, driver);
  const drivers = feeds.map((feed) => {
    const own = { ...asked, ...(feed !== source && { feed }) };
    return client.replica(source, feed) === null ? own : tableDriver<SourceName, Kind>(own);
  });
  return { ...search, kind, driver: overFeeds(source, drivers.length === 0 ? [asked] : drivers) };
}

/** The driver with the capabilities it has under its upstream's options. */
function withOptions(client: SourceClient, source: SourceName, driver: FeedDriver): FeedDriver {
  if (driver.over === 'table' || driver.capabilitiesWith === undefined) return driver;
  const options = client.addressOf(source)?.options ?? {};
  return { ...driver, capabilities: driver.capabilitiesWith(options) };
}
