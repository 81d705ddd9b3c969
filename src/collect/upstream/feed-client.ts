/** Feeds replicated into local tables: how searches read them, and how they are pulled. */
import { assert } from '#base/assert.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { hashOf } from '#domain/hash.js';
import type { Replica, RowTable } from '#domain/table.js';
import { SourceError, type SourceProfile, type UpstreamRequest } from '#sources/driver.js';
import { replicationOf } from '#sources/index.js';
import type { Replication } from '#sources/replication.js';
import type { Upstream, UpstreamAddress } from './upstream.js';
import type { Upstreams } from './upstreams.js';

/** The local tables that hold rows. */
export interface LocalTables {
  table(source: string): RowTable;
  /** The rows of a feed pulled from an origin; undefined before its first pull began. */
  replica(feed: string, origin: string): Replica | undefined;
}

/** Where no source is a table. */
export const NO_TABLES: LocalTables = {
  table: (source) => {
    throw new SourceError('unconfigured', `${source} has no table here.`);
  },
  replica: () => undefined,
};

/** One request to a replicated feed, and how its answer is read. */
export interface FeedAsk<T> {
  request(replication: Replication, profile: SourceProfile): UpstreamRequest;
  /** Throws SourceError. */
  read(body: string, replication: Replication, profile: SourceProfile): T;
}

export interface FeedClient {
  /** A feed whose rows are in local tables; null where searches query the feed itself. */
  replica(source: SourceName, feed: string): Replica | null;
  /** A feed's answer for replication. Throws SourceError. */
  askFeed<T>(source: SourceName, feed: string, ask: FeedAsk<T>, signal: AbortSignal): Promise<T>;
  /** A feed's address and its options; undefined if there is no such feed. */
  addressOf(source: SourceName, feed?: string): UpstreamAddress | undefined;
}

/** Sends requests for replication. */
interface Asking {
  askFeed<T>(
    upstream: Upstream,
    source: SourceName,
    replication: Replication,
    ask: FeedAsk<T>,
    signal: AbortSignal,
  ): Promise<T>;
}

/** Identifies what is pulled of a feed and from where: if it changes, stored rows are useless. */
export const pulledFrom = (
  source: SourceName,
  { url, options = {}, sandbox }: Partial<UpstreamAddress> = {},
): string =>
  hashOf({ version: replicationOf(source)?.version(), url, options, ...(sandbox && { sandbox }) });

/** Why a feed cannot be searched yet. */
export const notReady = (feed: string, rows: number): string =>
  `The feed ${feed} is pulled for the first time: ${rows} rows so far. It can be searched once all are stored. Nothing was charged; try again later.`;

/** The table of a replicated feed and its time. Throws SourceError until it can be searched. */
export function replicaTable(replica: Replica | null, feed: string, kind: Kind | undefined) {
  if (replica?.ready !== true) {
    throw new SourceError('unconfigured', notReady(feed, replica?.rows ?? 0));
  }
  assert(kind !== undefined, 'a replicated feed has one kind of rows per request');
  return { own: replica.table(kind), readAtMs: replica.asOfMs };
}

const NOT_PULLED: Replica = { ready: false, rows: 0 };

export function feedClient(upstreams: Upstreams, tables: LocalTables, asking: Asking): FeedClient {
  return {
    replica: (source, feed) => {
      const address = upstreams.of(source, feed)?.address;
      const isWanted = replicationOf(source)?.isWanted(address?.options ?? {}) === true;
      if (!isWanted || address?.core === true) return null;
      return tables.replica(feed, pulledFrom(source, address)) ?? NOT_PULLED;
    },
    askFeed: async (source, feed, ask, signal) => {
      const upstream = upstreams.of(source, feed);
      const replication = replicationOf(source);
      if (upstream === undefined || replication === undefined) {
        throw new SourceError('unconfigured', `No feed ${feed} can be replicated here.`);
      }
      return asking.askFeed(upstream, source, replication, ask, signal);
    },
    addressOf: (source, feed) => upstreams.of(source, feed)?.address,
  };
}
