/** Settings of the sources: each one's address, request options and public site. */

import { LIMITS } from '#base/limits.js';
import { OperatorError } from '#base/operator-error.js';
import { originIn, splitAddress } from '#collect/upstream/address.js';
import type { ClientCredentials } from '#collect/upstream/authorization.js';
import type { Sites } from '#collect/upstream/origin.js';
import type { UpstreamAddress } from '#collect/upstream/upstream.js';
import {
  manifestOf,
  placeholderSite,
  SOURCES,
  type SourceName,
  takesFeeds,
  UPSTREAM_SOURCES,
} from '#contract/sources.js';
import { coreUpstream, isCoreAddress } from './config-core.js';
import { headersOf, textsIn } from './config-headers.js';
import { type Env, parseJson, quoted, type ReadApart, text, whole } from './config-values.js';

export type UpstreamSettings = { readonly [S in SourceName]?: UpstreamAddress };

const upstreamName = (source: SourceName): string => `ROWHOUSE_UPSTREAM_${source.toUpperCase()}`;
const siteName = (source: SourceName): string => `ROWHOUSE_SITE_${source.toUpperCase()}`;

/** Suffixes of the settings that go with an upstream's address. */
const OF_AN_UPSTREAM = [
  'HEADERS',
  'OAUTH',
  'RATE_PER_S',
  'CONCURRENCY',
  'TIMEOUT_S',
  'PLACES',
  'OPTIONS',
] as const;

/** Those that only the installation with the source's own address uses. */
const NOT_OF_A_CORE = ['OAUTH', 'PLACES', 'OPTIONS'] as const;

/** Every setting of a source. */
export const SOURCE_SETTINGS: readonly string[] = [
  ...UPSTREAM_SOURCES.flatMap((source) => [
    upstreamName(source),
    ...(takesFeeds(source) ? [`${upstreamName(source)}_FEEDS`] : []),
    ...OF_AN_UPSTREAM.map((part) => `${upstreamName(source)}_${part}`),
  ]),
  ...SOURCES.map(siteName),
];

/** The addresses that the operator set. No message quotes an address, header value or secret. */
export function readUpstreams(_env: Env, apart: ReadApart): UpstreamSettings {
  const found = UPSTREAM_SOURCES.flatMap((source) => {
    const address = apart((env) => addressOf(env, source));
    return address === null ? [] : [[source, address] as const];
  });
  return Object.fromEntries(found);
}

function addressOf(env: Env, source: SourceName): UpstreamAddress | null {
  const name = upstreamName(source);
  const one = upstreamOf(env, name, source);
  const feeds = takesFeeds(source) ? feedsOf(env, name, source) : null;
  if (one === null || feeds === null) return one ?? feeds;
  throw new OperatorError(`${name} and ${name}_FEEDS are both set. Set only one of them.`);
}

/** Sent to a server, it is a bad request; in a user or password it is taken as it is. */
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;

/** One upstream with all its settings; null if it has no address. */
function upstreamOf(env: Env, name: string, source: SourceName): UpstreamAddress | null {
  const url = text(env, name);
  if (url === undefined) {
    const set = OF_AN_UPSTREAM.find((part) => text(env, `${name}_${part}`) !== undefined);
    if (set === undefined) return null;
    throw new OperatorError(
      `${name}_${set} is set without ${name}. Set the address too, or unset ${name}_${set}.`,
    );
  }
  if (URL.canParse(url) && BROKEN_ESCAPE.test(new URL(url).pathname + new URL(url).search)) {
    throw new OperatorError(
      `${name} has a percent sign without two hex digits after it. Write it as %25.`,
    );
  }
  const headers = headersOf(env, `${name}_HEADERS`);
  if (isCoreAddress(url)) {
    const set = NOT_OF_A_CORE.find((part) => text(env, `${name}_${part}`) !== undefined);
    if (set === undefined) return { ...coreUpstream(name, url, headers), ...ownLimits(env, name) };
    throw new OperatorError(
      `${name}_${set} is set, but another installation reads the source. Set it there.`,
    );
  }
  const options = optionsOf(env, `${name}_OPTIONS`, source);
  const address = upstream(name, url, headers);
  const own = ownLimits(env, name);
  if (own.oauth !== undefined && hasAuthorization(address.headers)) {
    throw new OperatorError(
      `${name}_OAUTH is set, and so is another authorization, as a user of the address or as a header. Set only one of them.`,
    );
  }
  return {
    ...address,
    ...own,
    ...(Object.keys(options).length > 0 && { options }),
  };
}

const FEED_NAME = /^[a-z0-9][a-z0-9_-]{0,30}$/;
/** Members of a feed's JSON; each is the upstream setting of the same name. */
const FEED_MEMBERS = [
  'url',
  'headers',
  'oauth',
  'options',
  'rate_per_s',
  'concurrency',
  'timeout_s',
];

/** Several feeds of one source, each with the settings of a single upstream. */
function feedsOf(env: Env, name: string, source: SourceName): UpstreamAddress | null {
  const setting = `${name}_FEEDS`;
  const value = text(env, setting);
  if (value === undefined) return null;
  const feeds = Object.entries(objectIn(parseJson(value)) ?? {}).map(([feed, members]) => {
    if (!FEED_NAME.test(feed)) {
      throw new OperatorError(
        `${setting}: the name of a feed is lower-case letters, digits, - and _.`,
      );
    }
    const known = objectIn(members);
    if (known === null || Object.keys(known).some((member) => !FEED_MEMBERS.includes(member))) {
      throw new OperatorError(`${setting}: ${feed} must have ${FEED_MEMBERS.join(', ')} only.`);
    }
    const own = `${setting}.${feed}`;
    const settings = Object.entries(known).map(([member, sent]) => [
      member === 'url' ? own : `${own}_${member.toUpperCase()}`,
      typeof sent === 'string' ? sent : JSON.stringify(sent),
    ]);
    const address = upstreamOf(Object.fromEntries(settings), own, source);
    if (address === null) throw new OperatorError(`${setting}: ${feed} has no url.`);
    return [feed, address] as const;
  });
  const [first] = feeds;
  if (first === undefined) {
    throw new OperatorError(`${setting} must be a JSON object with feeds by name.`);
  }
  return { url: first[1].url, headers: {}, feeds: Object.fromEntries(feeds) };
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

/** Settings of this source alone: rate, concurrency, timeout, OAuth credentials, place lookup. */
function ownLimits(env: Env, name: string): Partial<UpstreamAddress> {
  const own = (part: 'RATE_PER_S' | 'CONCURRENCY' | 'TIMEOUT_S') => {
    const { min, max } = LIMITS[`UPSTREAM_${part}`];
    const setting = `${name}_${part}`;
    return text(env, setting) === undefined ? undefined : whole(env, setting, min, min, max);
  };
  const [rate_per_s, concurrency, timeout_s] = [
    own('RATE_PER_S'),
    own('CONCURRENCY'),
    own('TIMEOUT_S'),
  ];
  const oauth = oauthOf(env, `${name}_OAUTH`);
  const places = placesOf(env, `${name}_PLACES`);
  return {
    ...(rate_per_s !== undefined && { rate_per_s }),
    ...(concurrency !== undefined && { concurrency }),
    ...(timeout_s !== undefined && { timeout_s }),
    ...(oauth !== undefined && { oauth }),
    ...(places !== undefined && { places }),
  };
}

/** Options of this upstream, if its source's manifest has any. */
function optionsOf(
  env: Env,
  name: string,
  source: SourceName,
): NonNullable<UpstreamAddress['options']> {
  const value = text(env, name);
  if (value === undefined) return {};
  const known = manifestOf(source)?.upstream_options ?? [];
  const options = textsIn(value);
  if (options === null || known.length === 0) {
    const names = known.map((option) => option.name).join(', ');
    const takes =
      names === '' ? 'may not be set: this source has none' : 'must be a JSON object of strings';
    throw new OperatorError(`${name} ${takes}${names === '' ? '.' : `: ${names}.`}`);
  }
  for (const [option, sent] of Object.entries(options)) {
    const rule = known.find((one) => one.name === option);
    if (rule === undefined) throw new OperatorError(`${name} has no option ${quoted(option)}.`);
    if (!rule.pattern.test(sent)) {
      throw new OperatorError(`${name}: ${rule.name} must be ${rule.description}.`);
    }
  }
  return options;
}

/** Address of the source's place lookup: another host, which gets no credentials of this one. */
function placesOf(env: Env, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const address = splitAddress(value);
  if (address === null || address.authorization !== null) {
    throw new OperatorError(`${name} must be an http or https address without a user.`);
  }
  return address.url;
}

const OAUTH_MEMBERS: readonly string[] = ['token_url', 'client_id', 'client_secret', 'scope'];

/** OAuth 2.0 client credentials. One value is a secret, so messages quote none. */
function oauthOf(env: Env, name: string): ClientCredentials | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const members = textsIn(value) ?? {};
  const { token_url, client_id, client_secret, scope } = members;
  const isKnown = Object.keys(members).every((member) => OAUTH_MEMBERS.includes(member));
  if (!isKnown || token_url === undefined || !client_id || !client_secret) {
    throw new OperatorError(
      `${name} must be a JSON object with token_url, client_id, client_secret and, if needed, scope.`,
    );
  }
  const address = splitAddress(token_url);
  if (address === null || address.authorization !== null) {
    throw new OperatorError(`${name}: token_url must be an http or https address without a user.`);
  }
  return { token_url, client_id, client_secret, ...(scope !== undefined && { scope }) };
}

const hasAuthorization = (headers: UpstreamAddress['headers']): boolean =>
  Object.keys(headers).some((header) => header.toLowerCase() === 'authorization');

/** Credentials in the address become a header. */
function upstream(name: string, url: string, headers: UpstreamAddress['headers']): UpstreamAddress {
  const address = splitAddress(url);
  if (address === null) {
    throw new OperatorError(
      `${name} must be an http or https address; its user name must not contain a colon.`,
    );
  }
  const { authorization } = address;
  if (authorization === null) return { url: address.url, headers };
  if (hasAuthorization(headers)) {
    throw new OperatorError(
      `${name} has a user and ${name}_HEADERS an authorization header. Set only one of them.`,
    );
  }
  return { url: address.url, headers: { ...headers, authorization } };
}

/** Origin of every source's public site. */
export function readSites(_env: Env, apart: ReadApart): Sites {
  const found = SOURCES.map((source) => [source, apart((env) => siteOf(env, source))] as const);
  return Object.fromEntries(found) as Sites;
}

function siteOf(env: Env, source: SourceName): string {
  const value = text(env, siteName(source));
  const site = value === undefined ? placeholderSite(source) : originIn(value);
  if (site !== null) return site;
  throw new OperatorError(
    `${siteName(source)} must be a site like https://www.example.com, without path, user or password.`,
  );
}
