/** A source as the operator configured it: its address, our credentials and its rate limit. */
import { type buildConnector, Pool } from 'undici';
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import type { Limits } from '#base/limits.js';
import type { FailedAnswer, UpstreamRequest } from '#sources/driver.js';
import { type Authorization, type ClientCredentials, openAuthorization } from './authorization.js';
import { Pace, type PaceStore } from './pace.js';

/** Where a source is reached, and what the operator set for it alone. */
export interface UpstreamAddress {
  readonly url: string;
  /** Headers to send, for example an access token; `{uuid}` is new with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: ClientCredentials;
  /** Whether it is the built-in sandbox: its homes are synthetic data. */
  readonly sandbox?: true;
  /** Whether another installation is there, which reads the source for this one. */
  readonly core?: true;
  readonly rate_per_s?: number;
  readonly concurrency?: number;
  readonly timeout_s?: number;
  /** What the driver reads besides the question: page size, required filters and the like. */
  readonly options?: Readonly<Record<string, string>>;
  /** Several upstreams of one source, by name, instead of this one. */
  readonly feeds?: Readonly<Record<string, UpstreamAddress>>;
  /** Where the source looks up its own places; it gets none of the headers above. */
  readonly places?: string;
}

/** The limits of one request. */
export interface ExchangeBounds {
  readonly timeoutS: number;
  readonly bytesMax: number;
  readonly retryAfterMaxS: number;
}

/**
 * Sees a request before it is sent, then its response: only part of it if the request failed.
 * Throwing prevents the request.
 */
export type WatchRequest = (
  request: UpstreamRequest,
  headers: Readonly<Record<string, string>>,
) => (came: Partial<FailedAnswer>) => void;

/** A configured source, ready for requests. */
export interface Upstream {
  readonly address: UpstreamAddress;
  readonly pool: Pool;
  readonly pace: Pace;
  readonly authorization: Authorization;
  readonly bounds: ExchangeBounds;
  /** Random bytes for the placeholders of its headers. */
  readonly bytes?: Ids['bytes'];
  /** Present only when an operator watches. */
  readonly watch?: WatchRequest;
  /** Where its places are looked up, at the same pace; null when it has no such address. */
  readonly places: Upstream | null;
}

/** What is needed to open an upstream that shares a pace or has placeholders in its headers. */
export interface UpstreamParts {
  readonly sharedPace?: Pace;
  readonly bytes?: Ids['bytes'] | undefined;
  /** How it is dialled, where not every address may be. */
  readonly connect?: buildConnector.connector;
}

/** Opens the connections and the pace of a configured source. */
export function openUpstream(
  source: string,
  address: UpstreamAddress,
  limits: Limits,
  clock: Clock,
  turns: PaceStore,
  { sharedPace, bytes, connect }: UpstreamParts = {},
): Upstream {
  const timeoutS = address.timeout_s ?? limits.UPSTREAM_TIMEOUT_S;
  const concurrency = address.concurrency ?? limits.UPSTREAM_CONCURRENCY;
  const pool = new Pool(new URL(address.url).origin, {
    connections: concurrency,
    ...(connect && { connect }),
    headersTimeout: timeoutS * 1000,
    bodyTimeout: timeoutS * 1000,
  });
  const pace =
    sharedPace ??
    new Pace(
      {
        source,
        perS: address.rate_per_s ?? limits.UPSTREAM_RATE_PER_S,
        concurrency,
        heldMsMax: limits.UPSTREAM_RETRY_AFTER_S_MAX * 1000,
      },
      clock,
      turns,
    );
  const { places, oauth: _oauth, ...others } = address;
  return {
    address,
    ...(bytes && { bytes }),
    pool,
    pace,
    authorization: openAuthorization(address.oauth ?? null, clock, timeoutS),
    bounds: {
      timeoutS,
      bytesMax: limits.UPSTREAM_BYTES_MAX,
      retryAfterMaxS: limits.UPSTREAM_RETRY_AFTER_S_MAX,
    },
    places:
      places === undefined
        ? null
        : openUpstream(source, { ...others, url: places, headers: {} }, limits, clock, turns, {
            sharedPace: pace,
          }),
  };
}

/** Closes its connections. */
export async function closeUpstream({ pool, authorization, places }: Upstream): Promise<void> {
  if (places !== null) await closeUpstream(places);
  await Promise.all([pool.destroy(), authorization.close()]);
}
