/**
 * The options of upstreams, which their sources complete. Apart from the other settings, since only
 * a command that needs the sources loads them.
 */
import type { UpstreamAddress } from '#collect/upstream/upstream.js';
import type { SourceName } from '#contract/sources.js';
import { readOptions } from '#sources/index.js';
import type { UpstreamSettings } from './config-upstreams.js';

/**
 * Every upstream with the options that its operator left out. Throws OperatorError for options that
 * name what their source does not have, or that need a header which is not set.
 */
export const completeOptions = (upstreams: UpstreamSettings): UpstreamSettings =>
  mapValues(upstreams, (address, source) => completed(address, source as SourceName));

function completed(address: UpstreamAddress, source: SourceName): UpstreamAddress {
  if (address.core) return address;
  if (address.feeds !== undefined) {
    return { ...address, feeds: mapValues(address.feeds, (feed) => completed(feed, source)) };
  }
  const options = readOptions(source, address.options ?? {}, Object.keys(address.headers));
  return Object.keys(options).length === 0 ? address : { ...address, options };
}

const mapValues = <T>(
  values: Readonly<Record<string, T>>,
  change: (value: T, name: string) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
