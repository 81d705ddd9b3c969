/**
 * The HTTP client for the sources that the operator configured. It sends a user agent, respects
 * each source's pace and Retry-After, retries only temporary failures, does not retry a 403, and
 * never follows a redirect (docs/sources.md#politeness). Recently fetched pages come from a cache,
 * and equal reads in flight are shared. Drivers over a local table need none of this.
 */
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import type { Limits } from '#base/limits.js';
import { ownTurn } from '#base/own-turn.js';
import { type SourceName, takesFiles } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { hashOf } from '#domain/hash.js';
import type { RowTable } from '#domain/table.js';
import {
  type FeedDriver,
  type HttpDriver,
  type Question,
  SourceError,
  type SourcePage,
  type UpstreamRequest,
} from '#sources/driver.js';
import type { Replication } from '#sources/replication.js';
import { shownPage } from './address.js';
import { Descriptions } from './describe-source.js';
import {
  type FeedAsk,
  type FeedClient,
  feedClient,
  type LocalTables,
  NO_TABLES,
  replicaTable,
} from './feed-client.js';
import { originOf, PLACEHOLDER_SITES, type Sites } from './origin.js';
import { localPaceStore, type PaceStore, type PaceUsed } from './pace.js';
import { type CachedBody, NO_PAGES, openPageCache, type PageStore } from './page-store.js';
import { openSender, type Send, tooLate, UNWATCHED, type Watchers } from './send-request.js';
import { type SharedReads, shareReads } from './share-reads.js';
import type { Upstream, WatchRequest } from './upstream.js';
import { openUpstreams, type UpstreamAddresses, type Upstreams, watched } from './upstreams.js';

export type { UpstreamAddresses } from './upstreams.js';

export interface PageRead {
  readonly page: SourcePage;
  /** When the page was fetched; older than now if it came from the page cache. */
  readonly readAtMs: number;
  /** Whether the page came from the page cache: it was judged when it was fetched. */
  readonly cached?: true;
  /** The feed it comes from, where several are read as one. */
  readonly feed?: string | undefined;
}

export interface ReadOptions {
  /** Pages fetched before this moment are not used. */
  readonly freshSinceMs: number;
  readonly signal: AbortSignal;
  /** The kind of rows, if they may be in a local table. */
  readonly kind?: Kind;
}

export interface SourceClient extends FeedClient {
  /** One page of a source. Throws SourceError. */
  read(
    source: SourceName,
    driver: FeedDriver,
    question: Question,
    options: ReadOptions,
  ): Promise<PageRead>;
  /** Whether the source's own places can be looked up. */
  findsPlaces(source: SourceName): boolean;
  /** Requests a source's places, at their address or the source's own. Throws SourceError. */
  ask(
    source: SourceName,
    at: 'places' | 'source',
    request: UpstreamRequest,
    signal: AbortSignal,
  ): Promise<string>;
  /** The rows of a source that is a local table. */
  table(source: SourceName): RowTable;
  /** The feeds of a source, by their names; a source with one address is its own feed. */
  feeds(source: SourceName): readonly string[];
  /** The pace of a feed and how much of it is used; null if it has no address. */
  pace(source: SourceName, feed: string): Promise<PaceUsed | null>;
  /** Whether the source can be read: it has an address (configured or sandbox) or rows. */
  configured(source: SourceName): boolean;
  /** Whether another installation, its core, reads the source for this one. */
  isCore(source: SourceName): boolean;
  /** Whether the built-in sandbox serves the source. */
  isSandbox(source: SourceName): boolean;
  /** The name for stored data of a source: sandbox data is never stored as a real source's. */
  origin(source: SourceName): string;
  /** Origin of a source's public site, used to resolve relative links of its rows. */
  siteBase(source: SourceName): string;
  /** The address of a home's page as callers may see it, for an absolute address in a row. */
  publicPage(source: SourceName, page: string): string;
  /** A watched client with the same addresses and pace, its own cache and no metrics. */
  watched(watchOf: (to: string) => WatchRequest): SourceClient;
  close(): Promise<void>;
}

/** What the processes that read the same sources share. */
export interface SharedSources {
  readonly pace: PaceStore;
  readonly pages: PageStore;
}

/** Opens a connection pool and a rate limiter for every configured source. */
export function openSourceClient(
  addresses: UpstreamAddresses,
  limits: Limits,
  clock: Clock,
  watchers: Watchers = UNWATCHED,
  sites: Sites = PLACEHOLDER_SITES,
  shared: SharedSources = { pace: localPaceStore(clock.nowMs), pages: NO_PAGES },
  tables: LocalTables = NO_TABLES,
  bytes?: Ids['bytes'],
): SourceClient {
  const upstreams = openUpstreams(addresses, limits, clock, shared.pace, bytes);
  const parts = { limits, clock, sites, tables };
  return clientOver(upstreams, new PageReader(limits, clock, watchers, shared.pages), parts);
}

interface ClientParts {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly sites: Sites;
  readonly tables: LocalTables;
}

function clientOver(upstreams: Upstreams, pages: PageReader, parts: ClientParts): SourceClient {
  const { limits, clock, sites, tables } = parts;
  const isSandbox = (source: SourceName) => upstreams.of(source)?.address.sandbox === true;
  const isCore = (source: SourceName) => upstreams.of(source)?.address.core === true;
  const { table } = tables;
  const kept = feedClient(upstreams, tables, pages);
  const tableOf = (source: SourceName, feed: string, kind: Kind | undefined) =>
    takesFiles(source)
      ? { own: table(source), readAtMs: clock.nowMs() }
      : replicaTable(kept.replica(source, feed), feed, kind);
  return {
    ...kept,
    read: async (source, driver, question, options) => {
      if (driver.over === 'table') {
        const { own, readAtMs } = tableOf(source, driver.feed ?? source, options.kind);
        return { page: await driver.query(question, options.signal, own), readAtMs };
      }
      const upstream = upstreams.of(source, driver.feed);
      if (upstream === undefined) throw unconfigured(source);
      return pages.read(upstream, source, driver, question, options);
    },
    findsPlaces: (source) => (upstreams.of(source)?.places ?? null) !== null,
    ask: async (source, at, request, signal) => {
      const upstream = upstreams.of(source);
      const asked = at === 'places' ? upstream?.places : upstream;
      if (asked === undefined || asked === null) throw unconfigured(source);
      return pages.ask(asked, source, request, signal);
    },
    table,
    configured: (source) =>
      takesFiles(source) && !isCore(source)
        ? table(source).version !== null
        : upstreams.feeds(source).length > 0,
    feeds: upstreams.feeds,
    pace: async (source, feed) => (await upstreams.of(source, feed)?.pace.used()) ?? null,
    isCore,
    isSandbox,
    origin: (source) => originOf(source, isSandbox(source)),
    siteBase: (source) => sites[source],
    publicPage: (source, page) => {
      const urls = upstreams.all(source).map(({ address }) => address.url);
      return shownPage(page, sites[source], urls);
    },
    watched: (watchOf) => {
      const own = new PageReader(limits, clock, UNWATCHED, NO_PAGES);
      return clientOver(watched(upstreams, watchOf), own, parts);
    },
    close: upstreams.close,
  };
}

/** An answer of a source, from a cache or not. */
interface BodyRead extends CachedBody {
  readonly cached?: true;
}

/** Reads pages over HTTP: from the caches, by an equal read in flight, or from the source. */
class PageReader {
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #cache: ReturnType<typeof openPageCache>;
  readonly #inFlight: SharedReads<BodyRead>;
  readonly #send: Send;
  readonly #shared: PageStore;
  readonly #descriptions: Descriptions;

  constructor(limits: Limits, clock: Clock, watchers: Watchers, shared: PageStore) {
    this.#limits = limits;
    this.#clock = clock;
    this.#cache = openPageCache(limits, clock);
    this.#inFlight = shareReads(() => clock.nowMs());
    this.#send = openSender(limits, clock, watchers);
    this.#shared = shared;
    this.#descriptions = new Descriptions(clock);
  }

  async read(
    upstream: Upstream,
    source: SourceName,
    driver: HttpDriver,
    question: Question,
    { freshSinceMs, signal }: ReadOptions,
  ): Promise<PageRead> {
    const profile = await this.#profileOf(upstream, source, driver, signal);
    const request = driver.request(question, profile);
    const { feed } = driver;
    const origin = originOf(source, upstream.address.sandbox === true);
    const key = hashOf({ origin, ...(feed && { feed }), version: driver.version(), request });
    const known = this.#cache.find(key, freshSinceMs);
    if (known !== null) {
      await ownTurn();
      const page = driver.read(known.body.toString(), question, profile);
      return { page, readAtMs: known.readAtMs, cached: true };
    }
    // Callers share the bytes: each one finds its own page and the next one in them.
    let own: SourcePage | undefined;
    const late = () => tooLate(source);
    const answer = await this.#inFlight(key, freshSinceMs, signal, late, async (shared) => {
      const kept = await this.#sharedPage(key, freshSinceMs);
      if (kept !== null) return { ...kept, cached: true };
      const asked = { upstream, source, request, signal: shared, explain: driver.explain };
      const sent = await this.#send(asked, (text) => driver.read(text, question, profile));
      own = sent.value;
      return this.#keep(key, Buffer.from(sent.text));
    });
    const { body, ...read } = answer;
    if (own === undefined) await ownTurn();
    return { page: own ?? driver.read(body.toString(), question, profile), ...read };
  }

  #profileOf(
    upstream: Upstream,
    source: SourceName,
    driver: HttpDriver | Replication,
    signal: AbortSignal,
  ) {
    return this.#descriptions.profileOf(upstream, driver, async (request, read) => {
      const asked = { upstream, source, request, signal, explain: driver.explain };
      return (await this.#send(asked, read)).value;
    });
  }

  #keep(key: string, body: Buffer): CachedBody {
    const read = { body, readAtMs: this.#clock.nowMs() };
    if (this.#limits.UPSTREAM_CACHE_S > 0) {
      this.#cache.keep(key, read);
      this.#shared.keep(key, read);
    }
    return read;
  }

  /** A page fetched by another process; it is cached in this process too. */
  async #sharedPage(key: string, freshSinceMs: number): Promise<CachedBody | null> {
    const keptMs = this.#limits.UPSTREAM_CACHE_S * 1000;
    if (keptMs === 0) return null;
    const sinceMs = Math.max(freshSinceMs, this.#clock.nowMs() - keptMs);
    const kept = await this.#shared.find(key, sinceMs);
    const ttl = kept === null ? 0 : kept.readAtMs + keptMs - this.#clock.nowMs();
    if (kept !== null && ttl > 0) this.#cache.keep(key, kept, ttl);
    return kept;
  }

  /** An answer that is not cached: the caller stores what it learns. */
  async ask(
    upstream: Upstream,
    source: SourceName,
    request: UpstreamRequest,
    signal: AbortSignal,
  ): Promise<string> {
    return (await this.#send({ upstream, source, request, signal }, () => null)).text;
  }

  /** A feed's answer for replication. */
  async askFeed<T>(
    upstream: Upstream,
    source: SourceName,
    replication: Replication,
    ask: FeedAsk<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const profile = await this.#profileOf(upstream, source, replication, signal);
    const request = ask.request(replication, profile);
    const asked = { upstream, source, request, signal, explain: replication.explain };
    return (await this.#send(asked, (body) => ask.read(body, replication, profile))).value;
  }
}

const unconfigured = (source: SourceName): SourceError =>
  new SourceError('unconfigured', `The operator has configured no address for ${source}.`);
