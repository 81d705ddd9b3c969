/** Feeds whose rows are kept in tables of ours: what searches see of them, and how they are asked to keep them. */
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

/** The tables of ours that rows lie in. */
export interface LocalTables {
  table(source: string): RowTable;
  /** The rows of a feed that were pulled from an origin; undefined before its first pull began. */
  replica(feed: string, origin: string): Replica | undefined;
}

/** Where no source is a table. */
export const NO_TABLES: LocalTables = {
  table: (source) => {
    throw new SourceError('unconfigured', `${source} has no table here.`);
  },
  replica: () => undefined,
};

/** One question to a feed that is kept here, and how its answer is read. */
export interface FeedAsk<T> {
  request(replication: Replication, profile: SourceProfile): UpstreamRequest;
  /** Throws SourceError. */
  read(body: string, replication: Replication, profile: SourceProfile): T;
}

export interface FeedClient {
  /** A feed whose rows are kept in tables of ours; null where searches ask it. */
  replica(source: SourceName, feed: string): Replica | null;
  /** What a feed answers to those who keep its rows. Throws SourceError. */
  askFeed<T>(source: SourceName, feed: string, ask: FeedAsk<T>, signal: AbortSignal): Promise<T>;
  /** Where a feed is reached, and its options; undefined where there is none of the name. */
  addressOf(source: SourceName, feed?: string): UpstreamAddress | undefined;
}

/** Sends a question of theirs. */
interface Asking {
  askFeed<T>(
    upstream: Upstream,
    source: SourceName,
    replication: Replication,
    ask: FeedAsk<T>,
    signal: AbortSignal,
  ): Promise<T>;
}

/** What is pulled of a feed, and where: once another is asked for, the rows that are here are of no use. */
export const pulledFrom = (
  source: SourceName,
  { url, options = {}, sandbox }: Partial<UpstreamAddress> = {},
): string =>
  hashOf({ version: replicationOf(source)?.version(), url, options, ...(sandbox && { sandbox }) });

/** Why a feed cannot be searched yet. */
export const notReady = (feed: string, rows: number): string =>
  `The feed ${feed} is pulled for the first time: ${rows} rows so far. It can be searched once all are stored. Nothing was charged; try again later.`;

/** The table of a feed that is kept here, and the moment that it is of. Throws SourceError until it can be searched. */
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
      if (replicationOf(source)?.isWanted(address?.options ?? {}) !== true) return null;
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
