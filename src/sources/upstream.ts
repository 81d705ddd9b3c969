/**
 * The only way out: polite HTTP to the addresses that the operator configured. It says who it is,
 * keeps each source's pace, waits as long as it is told, retries only what may pass by itself, takes a
 * 403 as a no, and never follows a redirect (decisions §6).
 */
import { ExponentialBackoff, handleWhen, type RetryPolicy, retry } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { Pool } from 'undici';
import type { Clock } from '#base/clock.js';
import type { Metrics } from '#base/metrics.js';
import type { Limits } from '#contract/limits.js';
import { placeholderSite, SOURCES, type SourceName } from '#contract/values.js';
import { digestOf } from '#domain/digest.js';
import { publicPage } from './address.js';
import { sendOnce, type UpstreamAddress } from './exchange.js';
import type { Ask, Reader, SourcePage } from './source.js';
import { SourceError } from './source.js';

export type UpstreamAddresses = { readonly [S in SourceName]?: UpstreamAddress };
export type Sites = { readonly [S in SourceName]: string };

const PLACEHOLDER_SITES = Object.fromEntries(
  SOURCES.map((source) => [source, placeholderSite(source)]),
) as Sites;

export interface PageRead {
  readonly page: SourcePage;
  /** When the source was read; older than now when the page came from the page cache. */
  readonly readAtMs: number;
}

export interface ReadOptions {
  /** Whether pages read before are passed over. */
  readonly freshSinceMs: number;
  readonly signal: AbortSignal;
}

export interface Upstreams {
  /** One page of a source. Throws SourceError. */
  read(source: SourceName, reader: Reader, ask: Ask, options: ReadOptions): Promise<PageRead>;
  /** Whether the operator named an address for the source. */
  configured(source: SourceName): boolean;
  /** Origin of a source's public site, which relative links of its rows belong to. */
  siteBase(source: SourceName): string;
  /** The address of a home's page as callers may see it, for an absolute address in a row. */
  publicPage(source: SourceName, page: string): string;
  close(): Promise<void>;
}

interface Door {
  readonly address: UpstreamAddress;
  readonly pool: Pool;
  readonly pace: PQueue;
}

const BACKOFF = { initialDelay: 200, maxDelay: 5_000 };
const PACE_INTERVAL_MS = 1_000;

/** Opens a pool and a pace for every configured source. */
export function openUpstreams(
  addresses: UpstreamAddresses,
  limits: Limits,
  clock: Clock,
  metrics: UpstreamMetrics = UNCOUNTED,
  sites: Sites = PLACEHOLDER_SITES,
): Upstreams {
  const doors = new Map(
    Object.entries(addresses).map(([source, address]) => [source, openDoor(address, limits)]),
  );
  const pages = openPageCache(limits, clock);
  const policy = retryPolicy(limits);
  return {
    read: async (source, reader, ask, { freshSinceMs, signal }) => {
      const door = doors.get(source);
      if (door === undefined) {
        throw new SourceError(
          'unconfigured',
          `The operator has configured no address for ${source}.`,
        );
      }
      const request = reader.request(ask);
      const key = digestOf({ source, request });
      const known = pages.get(key);
      if (known !== undefined && known.readAtMs >= freshSinceMs) {
        return { page: reader.read(known.body.toString(), ask), readAtMs: known.readAtMs };
      }
      const { page, text } = await policy.execute(async () => {
        const send = () =>
          counted(metrics, clock, source, () =>
            sendOnce(door.pool, door.address, source, request, limits, clock, signal),
          );
        const body = await inTurn(door, source, send, signal);
        return { page: reader.read(body, ask), text: body };
      }, signal);
      const readAtMs = clock.nowMs();
      if (limits.UPSTREAM_CACHE_S > 0) pages.set(key, { body: Buffer.from(text), readAtMs });
      return { page, readAtMs };
    },
    configured: (source) => doors.has(source),
    siteBase: (source) => sites[source],
    publicPage: (source, page) => publicPage(page, sites[source], doors.get(source)?.address.url),
    close: async () => {
      await Promise.all([...doors.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

type UpstreamMetrics = Pick<Metrics, 'asked'>;
const UNCOUNTED: UpstreamMetrics = { asked: () => undefined };

/** Counts one request by its outcome; the time of one that failed says nothing of the source. */
function counted(
  metrics: UpstreamMetrics,
  clock: Clock,
  source: SourceName,
  send: () => Promise<string>,
): Promise<string> {
  const beganMs = clock.nowMs();
  return send().then(
    (body) => {
      metrics.asked(source, 'ok', (clock.nowMs() - beganMs) / 1000);
      return body;
    },
    (error: unknown) => {
      metrics.asked(source, error instanceof SourceError ? error.kind : 'fault', null);
      throw error;
    },
  );
}

/** A page as the source sent it: parsed, it would take several times the bytes that are counted. */
interface KeptPage {
  readonly body: Buffer;
  readonly readAtMs: number;
}

/** Pages that were read a short while ago, so that pages that straddle are not read twice. */
function openPageCache(limits: Limits, clock: Clock) {
  return new LRUCache<string, KeptPage>({
    maxSize: Math.max(1, limits.UPSTREAM_CACHE_BYTES),
    ttl: limits.UPSTREAM_CACHE_S * 1000,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    perf: { now: () => clock.nowMs() },
  });
}

/** Waits for the source's pace; a wait that the signal ends is a source that was not reached. */
async function inTurn(
  door: Door,
  source: SourceName,
  send: () => Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  const ended = () => new SourceError('down', `${source} was not asked before the deadline.`);
  const body = await door.pace.add(async () => (signal.aborted ? undefined : send()));
  if (body === undefined) throw ended();
  return body;
}

function openDoor(address: UpstreamAddress, limits: Limits): Door {
  const { origin } = new URL(address.url);
  const pool = new Pool(origin, {
    connections: limits.UPSTREAM_CONCURRENCY,
    headersTimeout: limits.UPSTREAM_TIMEOUT_S * 1000,
    bodyTimeout: limits.UPSTREAM_TIMEOUT_S * 1000,
  });
  const pace = new PQueue({
    concurrency: limits.UPSTREAM_CONCURRENCY,
    interval: PACE_INTERVAL_MS,
    intervalCap: limits.UPSTREAM_RATE_PER_S,
    carryoverIntervalCount: true,
  });
  return { address, pool, pace };
}

/** Busy and broken answers may pass; a refusal, a changed format and our own bugs do not. */
function retryPolicy(limits: Limits): RetryPolicy {
  const mayPass = handleWhen(
    (error) => error instanceof SourceError && (error.kind === 'busy' || error.kind === 'down'),
  );
  return retry(mayPass, {
    maxAttempts: limits.UPSTREAM_ATTEMPTS_MAX - 1,
    backoff: new ExponentialBackoff(BACKOFF),
  });
}
