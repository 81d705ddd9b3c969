/** What the service may know of the sources: their drivers' versions, addresses of homes, failures. */
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { SourceError } from '#sources/driver.js';
import { driverOf } from '#sources/index.js';
import type { AreaSearch } from './area-search.js';

export { SourceError } from '#sources/driver.js';
export { homeOfUrl } from '#sources/index.js';

/** The version of a source's data and of how it is read; null when it has no driver of the kind. */
export const dataVersion = (source: SourceName, kind: Kind): string | null =>
  driverOf(source, kind)?.version() ?? null;

/** A search at a source by its name. Throws SourceError when the source has no driver of the kind. */
export function areaSearch(kind: Kind, search: Omit<AreaSearch, 'driver' | 'kind'>): AreaSearch {
  const driver = driverOf(search.source, kind);
  if (driver === undefined) {
    throw new SourceError('unconfigured', `${search.source} cannot be read.`);
  }
  return { ...search, kind, driver };
}
