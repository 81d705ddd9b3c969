/** The doctor's look at the configured sources; it contacts them only with --sources. */
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { TLSSocket } from 'node:tls';
import { feedName } from '#collect/upstream/upstreams.js';
import { DAY_MS } from '#contract/durations.js';
import { isLicensed, type SourceName, UPSTREAM_SOURCES } from '#contract/sources.js';
import type { UpstreamSettings } from './config-upstreams.js';
import { CERTIFICATE_DAYS_ENOUGH } from './doctor-certificates.js';
import { fault, fine, type Patient, type Said, warning } from './doctor-patient.js';

/** Longest wait for a source. */
const ANSWER_MS = 10_000;
const SERVER_ERROR = 500;

interface Feed {
  readonly source: SourceName;
  /** The source, or one of its feeds, as in `sources pause`. */
  readonly name: string;
  readonly url: string;
}

/** Addresses, licences and, with --sources, whether each address answers. */
export async function checkSources(patient: Patient): Promise<readonly Said[]> {
  const { config, sources, nowMs } = patient;
  const feeds = feedsOf(config.upstreams);
  const without = UPSTREAM_SOURCES.filter((source) => config.upstreams[source] === undefined);
  const said = await Promise.all(
    feeds.map(async (feed) =>
      sources ? contact(feed, nowMs()) : fine(`${feed.name} has an address`),
    ),
  );
  return [...said, ...(await licences(patient, feeds)), ...unconfigured(without, config)];
}

const feedsOf = (upstreams: UpstreamSettings): Feed[] =>
  UPSTREAM_SOURCES.flatMap((source): Feed[] => {
    const address = upstreams[source];
    if (address === undefined) return [];
    if (address.feeds === undefined) return [{ source, name: source, url: address.url }];
    return Object.entries(address.feeds).map(([feed, { url }]) => ({
      source,
      name: feedName(source, feed),
      url,
    }));
  });

function unconfigured(
  without: readonly SourceName[],
  { demo, sandbox }: Pick<Patient['config'], 'demo' | 'sandbox'>,
): Said[] {
  const names = without.join(', ');
  if (without.length === 0) return [];
  if (demo) return [fine('ROWHOUSE_DEMO is on: the sandbox serves every source')];
  if (!sandbox.isOn) return [fine(`no address: ${names}; their searches are answered with 503`)];
  return [
    warning(
      `the sandbox serves ${without.length === UPSTREAM_SOURCES.length ? 'every source' : names} with synthetic homes. Set the addresses of sources that you may use, and ROWHOUSE_SANDBOX=off for the others.`,
    ),
  ];
}

/** Licensed feeds that no account may read. */
async function licences({ store }: Patient, feeds: readonly Feed[]): Promise<Said[]> {
  const licensed = feeds.filter(({ source }) => isLicensed(source));
  if (licensed.length === 0) return [];
  const granted = (await store()).facts?.contents?.granted_feeds;
  if (granted === undefined) return [];
  return licensed
    .filter(({ name }) => !granted.includes(name))
    .map(({ name }) =>
      warning(
        `no account may read the licensed feed ${name}. Once its licence allows it, run: rowhouse accounts grant ID ${name}`,
      ),
    );
}

/**
 * One request without credentials: any answer below 500 shows that the address is reached. Whether
 * the source works is what a probe with a search finds out.
 */
async function contact({ name, url }: Feed, nowMs: number): Promise<Said> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const sent = send(url, { signal: AbortSignal.timeout(ANSWER_MS), rejectUnauthorized: false });
  const { host } = new URL(url);
  const came = await once(sent.end(), 'response').then(
    ([answer]) => ({ answer: answer as IncomingMessage }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  if ('error' in came) {
    return fault(
      `${name}: ${host} cannot be reached: ${came.error}. Check the address and whether this network lets requests out.`,
    );
  }
  const { statusCode = 0, socket } = came.answer;
  const said = (socket instanceof TLSSocket && tlsFault(name, host, socket, nowMs)) || null;
  came.answer.destroy();
  if (said !== null) return said;
  if (statusCode >= SERVER_ERROR) {
    return warning(
      `${name}: ${host} answers with ${statusCode}. Try it with: rowhouse sources probe ${name} --zip ZIP`,
    );
  }
  return fine(`${name}: ${host} answers (${statusCode} without credentials)`);
}

/** What is wrong with the certificate of a host; null for nothing. */
function tlsFault(name: string, host: string, socket: TLSSocket, nowMs: number): Said | null {
  const { valid_to } = socket.getPeerCertificate();
  if (!socket.authorized) {
    return fault(
      `${name}: the certificate of ${host}, valid until ${valid_to}, is rejected: ${String(socket.authorizationError)}. Ask its operator for a valid one, or name your own authority in NODE_EXTRA_CA_CERTS.`,
    );
  }
  const days = Math.floor((Date.parse(valid_to) - nowMs) / DAY_MS);
  return days < CERTIFICATE_DAYS_ENOUGH
    ? warning(
        `${name}: the certificate of ${host} ends in ${days} days. Ask its operator to renew it.`,
      )
    : null;
}
