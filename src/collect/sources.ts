/** What the service may know of sources: their drivers' versions, addresses of homes, failures. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { Area } from '#domain/area.js';
import { type FeedDriver, SourceError } from '#sources/driver.js';
import { driverOf, placesOf } from '#sources/index.js';
import { tableDriver } from '#sources/table-driver.js';
import type { AreaSearch } from './area/area-search.js';
import { overFeeds } from './tables/over-feeds.js';
import type { SourceClient } from './upstream/source-client.js';

export { changedAnswer, SourceError } from '#sources/driver.js';
export { homeOfUrl, placesOf } from '#sources/index.js';

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
  // Rows and positions are those of the core, whatever it reads them with.
  if (client.isCore(source)) return `${client.origin(source)} of a core`;
  if (driver.over === 'table') return `${driver.version()} ${client.table(source).version}`;
  const replicas = feeds.flatMap((feed) => client.replica(source, feed) ?? []);
  const versions = replicas.map((replica) => (replica.ready ? replica.version : 'none'));
  const own = feedsOfKind(client, source, kind);
  // A stored position means another row if areas are requested in another form, or of other data.
  const asked = own.flatMap((feed) => [
    ...(driver.capabilitiesWith?.(optionsOf(client, source, feed)).areas ?? []),
    ...(driver.dataIn === undefined ? [] : [feed, String(dataIn(client, source, driver, feed))]),
  ]);
  return [client.origin(source), driver.version(), ...asked, ...versions].join(' ');
}

/** The feeds of a source with rows of a kind, by their names. */
export function feedsOfKind(
  client: Pick<SourceClient, 'feeds' | 'addressOf' | 'isCore'>,
  source: SourceName,
  kind: Kind,
): readonly string[] {
  const driver = driverOf(source, kind);
  if (driver !== undefined && client.isCore(source)) return client.feeds(source);
  return driver === undefined
    ? []
    : client.feeds(source).filter((feed) => dataIn(client, source, driver, feed) !== null);
}

const optionsOf = (client: Pick<SourceClient, 'addressOf'>, source: SourceName, feed: string) =>
  client.addressOf(source, feed)?.options ?? {};

/** The version of what a feed holds; null where it has no rows of the driver's kind. */
const dataIn = (
  client: Pick<SourceClient, 'addressOf'>,
  source: SourceName,
  driver: FeedDriver,
  feed: string,
): string | null =>
  driver.over === 'table' || driver.dataIn === undefined
    ? ''
    : driver.dataIn(optionsOf(client, source, feed));

/** Why a source cannot be searched by such an area; null if it can. */
export function refusalOf(
  client: Pick<SourceClient, 'feeds' | 'addressOf' | 'isCore'>,
  source: SourceName,
  kind: Kind,
  by: Area['test']['by'],
): string | null {
  const driver = driverOf(source, kind);
  // Only the core knows how its source is asked.
  if (client.isCore(source)) return null;
  if (driver?.over !== 'http' || driver.refusal === undefined) return null;
  const refusals = feedsOfKind(client, source, kind).flatMap(
    (feed) => driver.refusal?.(by, optionsOf(client, source, feed)) ?? [],
  );
  return refusals[0] ?? null;
}

/** Whether a search reads local tables: rows of another version must not be stored as its own. */
export const readsTables = (
  client: SourceClient,
  source: SourceName,
  kind: Kind,
  feeds: readonly string[],
): boolean =>
  !client.isCore(source) &&
  (driverOf(source, kind)?.over === 'table' ||
    feeds.some((feed) => client.replica(source, feed) !== null));

/** Whether a search reads only local tables: then it is answered at once. */
export const isTable = (
  client: SourceClient,
  source: SourceName,
  kind: Kind,
  feeds: readonly string[],
): boolean =>
  !client.isCore(source) &&
  (driverOf(source, kind)?.over === 'table' ||
    (feeds.length > 0 && feeds.every((feed) => client.replica(source, feed) !== null)));

/** Whether a source is queried by its own places, which may leave out homes of an area. */
export const hasOwnPlaces = (source: SourceName, kind: Kind): boolean =>
  isAskedByPlaces(source) || driverOf(source, kind)?.placesOfZip !== undefined;

const isAskedByPlaces = (source: SourceName): boolean => {
  const places = placesOf(source);
  return places !== undefined && places.instead !== true;
};

/**
 * A search of a source by name, over the given feeds, or all that have its kind. Throws SourceError
 * if it lacks the kind.
 */
export function areaSearch(
  kind: Kind,
  search: Omit<AreaSearch, 'driver' | 'kind'>,
  feeds: readonly string[] = feedsOfKind(search.client, search.source, kind),
): AreaSearch {
  const { client, source } = search;
  if (client.isCore(source)) throw new SourceError('unconfigured', readElsewhere(source));
  const driver = driverOf(source, kind);
  if (driver === undefined || (feeds.length === 0 && 'dataIn' in driver)) {
    throw new SourceError('unconfigured', `${source} cannot be collected.`);
  }
  const drivers = feeds.map((feed) => {
    const own = { ...withOptions(client, source, driver, feed), ...(feed !== source && { feed }) };
    return client.replica(source, feed) === null ? own : tableDriver<SourceName, Kind>(own);
  });
  return { ...search, kind, driver: overFeeds(source, drivers.length === 0 ? [driver] : drivers) };
}

/** What only the installation with the source's own address can do. */
const readElsewhere = (source: SourceName): string =>
  `${source} is read by another installation. Ask its operator; nothing was sent.`;

/** The driver with the capabilities it has under the options of a feed. */
function withOptions(
  client: SourceClient,
  source: SourceName,
  driver: FeedDriver,
  feed: string,
): FeedDriver {
  if (driver.over === 'table' || driver.capabilitiesWith === undefined) return driver;
  return { ...driver, capabilities: driver.capabilitiesWith(optionsOf(client, source, feed)) };
}
