/**
 * The configured upstreams: one per source, or one per feed where a source has several with a
 * licence each. A feed's name follows that of its source ("mls/actris"); a source with one address
 * is its own only feed.
 */
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import type { Limits } from '#base/limits.js';
import type { SourceName } from '#contract/sources.js';
import type { PaceStore } from './pace.js';
import {
  closeUpstream,
  openUpstream,
  type Upstream,
  type UpstreamAddress,
  type WatchRequest,
} from './upstream.js';

export type UpstreamAddresses = { readonly [S in SourceName]?: UpstreamAddress };

export interface Upstreams {
  /** The upstream of a feed, or of the source itself if no feed is named. */
  of(source: string, feed?: string): Upstream | undefined;
  /** The feeds of a source; empty if it has no address. */
  feeds(source: string): readonly string[];
  /** Every upstream of a source. */
  all(source: string): readonly Upstream[];
  close(): Promise<void>;
}

export const feedName = (source: string, name: string): string => `${source}/${name}`;

/** The addresses of a source by feed. */
function feedsOf(source: string, address: UpstreamAddress): [string, UpstreamAddress][] {
  const feeds = Object.entries(address.feeds ?? {});
  return feeds.length === 0
    ? [[source, address]]
    : feeds.map(([name, own]) => [feedName(source, name), own]);
}

/** Opens a connection pool and the pace of each upstream. */
export function openUpstreams(
  addresses: UpstreamAddresses,
  limits: Limits,
  clock: Clock,
  pace: PaceStore,
  bytes?: Ids['bytes'],
): Upstreams {
  const bySource = new Map<string, ReadonlyMap<string, Upstream>>(
    Object.entries(addresses).map(([source, address]) => [
      source,
      new Map(
        feedsOf(source, address).map(([feed, own]) => [
          feed,
          openUpstream(feed, own, limits, clock, pace, { bytes }),
        ]),
      ),
    ]),
  );
  const all = (source: string) => [...(bySource.get(source)?.values() ?? [])];
  return {
    of: (source, feed) => (feed === undefined ? all(source)[0] : bySource.get(source)?.get(feed)),
    feeds: (source) => [...(bySource.get(source)?.keys() ?? [])],
    all,
    close: async () => {
      await Promise.all([...bySource.keys()].flatMap(all).map(closeUpstream));
    },
  };
}

/** The same upstreams, watched: `watchOf` gets the name of a feed or of a source's places. */
export function watched(
  { of, ...others }: Upstreams,
  watchOf: (to: string) => WatchRequest,
): Upstreams {
  const known = new Map<Upstream, Upstream>();
  return {
    ...others,
    of: (source, feed) => {
      const upstream = of(source, feed);
      if (upstream === undefined || known.has(upstream)) return upstream && known.get(upstream);
      const { places } = upstream;
      const seen = {
        ...upstream,
        watch: watchOf(feed ?? source),
        places: places && { ...places, watch: watchOf(`${source} places`) },
      };
      known.set(upstream, seen);
      return seen;
    },
  };
}
