/** The way out to open sets: at a pace of its own for each read, and to public addresses only. */
import { lookup } from 'node:dns';
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import { importError } from '#base/operator-error.js';
import { type AnswerFailure, SourceError } from '#sources/driver.js';
import type { SetPart } from '#sources/open/open-set.js';
import { type AskSet, SET_SOURCE } from '../open/read-set.js';
import type { StreamedRequest } from './exchange.js';
import { localPaceStore } from './pace.js';
import { bareHost, isPublicHost } from './public-address.js';
import { publicConnector } from './public-connector.js';
import { openSender, type Watchers } from './send-request.js';
import { closeUpstream, openUpstream } from './upstream.js';

/**
 * Public servers are shared by many: fewer requests a second than a contract allows, one at a time.
 */
const RATE_PER_S = 4;
const TIMEOUT_S = 60;
const ACCEPTED = 202;

export interface SetClient {
  /**
   * Opens the way to one set, until the signal aborts. Throws OperatorError where its address is on
   * a private network that the operator has not named.
   */
  open(set: Pick<SetPart, 'url' | 'requests_per_s'>, signal: AbortSignal): SetWay;
}

/** The way to one set. */
export interface SetWay {
  readonly ask: AskSet;
  /** Receives a file as it comes. Throws SourceError or OperatorError. */
  receive(request: StreamedRequest): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the client; `named` are the hosts, all ports of them or one, that may be private or without
 * TLS.
 */
export function openSetClient(
  limits: Limits,
  clock: Clock,
  watchers: Watchers,
  named: ReadonlySet<string>,
): SetClient {
  const send = openSender(limits, clock, watchers);
  return {
    open: ({ url, requests_per_s = RATE_PER_S }, signal) => {
      const { origin, host, protocol, hostname } = new URL(url);
      const isNamed = named.has(host) || named.has(bareHost(hostname));
      if (!isNamed && (protocol !== 'https:' || !isPublicHost(hostname))) {
        throw importError(
          `Open sets are read from public addresses over https only. To read from ${host}, name its host in ROWHOUSE_OPEN_SET_HOSTS.`,
        );
      }
      const address = {
        url: origin,
        headers: {},
        rate_per_s: requests_per_s,
        concurrency: 1,
        timeout_s: TIMEOUT_S,
      };
      const store = localPaceStore(clock.nowMs);
      const parts = isNamed ? {} : { connect: publicConnector(lookup) };
      const upstream = openUpstream(SET_SOURCE, address, limits, clock, store, parts);
      const ask: AskSet = async (request, read) => {
        const sent = { upstream, source: SET_SOURCE, request, signal, explain: explainSet };
        return (await send(sent, read)).value;
      };
      return {
        ask,
        receive: (request) => ask(request, () => undefined),
        close: () => closeUpstream(upstream),
      };
    },
  };
}

/** Socrata answers 202 while it computes, and its own words say what is wrong with a request. */
function explainSet({ status, body }: { status: number; body: string }): AnswerFailure {
  if (status === ACCEPTED) {
    return { error: new SourceError('busy', `${SET_SOURCE} is still computing the response.`) };
  }
  const said = /"message"\s*:\s*"([^"]{1,300})/.exec(body)?.[1];
  if (said === undefined) return {};
  const message = `${SET_SOURCE} rejected the request (HTTP ${status}): ${said}`;
  return { error: new SourceError('refused', message) };
}
