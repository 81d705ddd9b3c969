/** The way out to open sets: at a pace of its own for each read, and to public addresses only. */
import { lookup } from 'node:dns';
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import { importError } from '#base/operator-error.js';
import { type AnswerFailure, SourceError } from '#sources/driver.js';
import type { SetPart } from '#sources/open/open-set.js';
import type { AskSet } from '../open/ask-set.js';
import { SET_SOURCE } from '../open/read-set.js';
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
   * a private network that the operator has not named, or wants a token that is not set.
   */
  open(set: SetAddress, signal: AbortSignal): SetWay;
}

type SetAddress = Pick<SetPart, 'name' | 'url' | 'protocol' | 'api' | 'requests_per_s'>;

/** The way to one set. */
export interface SetWay {
  readonly ask: AskSet;
  /** Receives a file as it comes. Throws SourceError or OperatorError. */
  receive(request: StreamedRequest): Promise<void>;
  close(): Promise<void>;
}

/** What the operator says of hosts. */
export interface SetHosts {
  /** Hosts, all ports of them or one, that may be private or without TLS. */
  readonly named: ReadonlySet<string>;
  /** Application tokens by host with its port. */
  readonly tokens: Readonly<Record<string, string>>;
}

export function openSetClient(
  limits: Limits,
  clock: Clock,
  watchers: Watchers,
  { named, tokens }: SetHosts,
): SetClient {
  const send = openSender(limits, clock, watchers);
  return {
    open: (set, signal) => {
      const { url, requests_per_s = RATE_PER_S } = set;
      const { origin, host, protocol, hostname } = new URL(url);
      const isNamed = named.has(host) || named.has(bareHost(hostname));
      if (!isNamed && (protocol !== 'https:' || !isPublicHost(hostname))) {
        throw importError(
          `Open sets are read from public addresses over https only. To read from ${host}, name its host in ROWHOUSE_OPEN_SET_HOSTS.`,
        );
      }
      const address = {
        url: origin,
        headers: tokenFor(set, tokens),
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

/** The token of a set's host, for Socrata alone: other protocols on that host get none. */
function tokenFor(
  { name, url, protocol, api }: SetAddress,
  tokens: SetHosts['tokens'],
): Readonly<Record<string, string>> {
  if (protocol !== 'socrata') return {};
  const { host } = new URL(url);
  const token = Object.hasOwn(tokens, host) ? tokens[host] : undefined;
  if (token !== undefined) return { 'x-app-token': token };
  if (api !== 3) return {};
  throw importError(
    `${name} is read by version 3 of Socrata's interface, which wants an application token. Add the token of ${host} to ROWHOUSE_OPEN_SET_TOKENS and restart the service, or set "api" to 2 in the file of the set.`,
  );
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
