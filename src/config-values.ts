/** Parses one environment variable: returns a checked value or throws a one-line OperatorError. */
import { isIP } from 'node:net';
import { OperatorError } from '#base/operator-error.js';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads one setting apart from the others of its part, so that each wrong one has a fault of its
 * own: what is read from the settings, or its default when it is wrong.
 */
export type ReadApart = <T>(read: (env: Env) => T) => T;

export const SECRET_CHARS_MIN = 16;

/** A setting as messages echo it: quoted, so that it stays one line, and truncated. */
export const quoted = (value: string): string => JSON.stringify(value.slice(0, ECHO_CHARS_MAX));
const ECHO_CHARS_MAX = 200;

export function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

export function secretText(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value === undefined) return null;
  if (value.length >= SECRET_CHARS_MIN) return value;
  throw new OperatorError(`${name} must have at least ${SECRET_CHARS_MIN} characters.`);
}

/** A token is sent in a header: visible ASCII characters without spaces. */
export function tokenText(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value === undefined || isToken(value)) return value ?? null;
  throw new OperatorError(`${name} must have ${TOKEN_RULE}.`);
}

export const TOKEN_RULE = `at least ${SECRET_CHARS_MIN} visible ASCII characters and no spaces`;
export const isToken = (value: string): boolean =>
  value.length >= SECRET_CHARS_MIN && /^[\x21-\x7e]+$/.test(value);

export function whole(env: Env, name: string, standard: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return standard;
  if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw new OperatorError(
    `${name} must be a whole number from ${min} to ${max}, not ${quoted(value)}.`,
  );
}

/** Where to listen. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export const PORT_MAX = 65_535;

/** `HOST:PORT`, such as `10.0.0.5:9464` or `[::]:9464`; null if unset. */
export function address(env: Env, name: string): ListenAddress | null {
  const value = text(env, name);
  if (value === undefined) return null;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(value) ?? [];
  const host = bracketed ?? plain;
  if (host !== undefined && Number(port) <= PORT_MAX) return { host, port: Number(port) };
  throw new OperatorError(
    `${name} must be HOST:PORT, such as 10.0.0.5:9464, not ${quoted(value)}.`,
  );
}

export function choice<T extends string>(
  env: Env,
  name: string,
  choices: readonly T[],
  standard: T,
): T {
  const value = text(env, name);
  if (value === undefined) return standard;
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  throw new OperatorError(`${name} must be one of ${choices.join(', ')}, not ${quoted(value)}.`);
}

/** A setting that is `on` or `off`; no other spelling is accepted. */
export const isOn = (env: Env, name: string, standard: boolean): boolean =>
  choice(env, name, ['on', 'off'], standard ? 'on' : 'off') === 'on';

/** The parts of a comma-separated list. */
export const listIn = (env: Env, name: string): string[] =>
  (text(env, name) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Host names or IP addresses. */
const HOST_NAME = /^(?!-)[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i;
const isHost = (name: string): boolean => HOST_NAME.test(name) || isIP(name) !== 0;

/** Sites as browsers name them in `Origin`: scheme, host and port, no wildcards. */
export function originList(env: Env, name: string): string[] {
  return listIn(env, name).map((origin) => {
    if (isOrigin(origin)) return origin;
    throw new OperatorError(
      `${name} takes complete http and https origins like https://app.example.com, not ${quoted(origin)}.`,
    );
  });
}

function isOrigin(site: string): boolean {
  if (!/^https?:\/\//.test(site) || !URL.canParse(site)) return false;
  const { origin, hostname } = new URL(site);
  return origin === site && isHost(hostname.replace(/^\[|\]$/g, ''));
}

/** Host names without ports, in lower case. */
export function hostList(env: Env, name: string): string[] {
  return listIn(env, name).map((host) => {
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    if (isHost(bare)) return bare.toLowerCase();
    throw new OperatorError(
      `${name} takes host names like metrics.internal, without scheme, port or wildcard, not ${quoted(host)}.`,
    );
  });
}

/**
 * Tokens by host, as a JSON object: each is sent to that host alone. One of them may be in a wrong
 * place, so no message quotes a name or a value.
 */
export function hostTokens(env: Env, name: string): Readonly<Record<string, string>> {
  const value = text(env, name);
  if (value === undefined) return {};
  const given = parseJson(value);
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  const isGood = entries.every(
    ([host, token]) => isHostOfUrl(host) && typeof token === 'string' && SENT_TOKEN.test(token),
  );
  if (entries.length > 0 && !Array.isArray(given) && isGood) {
    return Object.fromEntries(entries.map(([host, token]) => [host.toLowerCase(), String(token)]));
  }
  throw new OperatorError(
    `${name} must be a JSON object with tokens by host, such as {"data.example.gov":"TOKEN"}: hosts without a scheme, with a port unless it is 443, and tokens of letters, digits and ._~+/=-.`,
  );
}

/** RFC 6750, section 2.1. */
const SENT_TOKEN = /^[\w.~+/=-]{1,200}$/;

/** Whether it is the host of an https address, with its port where that is not 443. */
function isHostOfUrl(host: string): boolean {
  const url = `https://${host}`;
  return URL.canParse(url) && new URL(url).host === host.toLowerCase();
}

/** JSON in a setting, or undefined. The text may contain secrets, so no message quotes it. */
export function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Decodes a percent-encoded text, or undefined. It may be a secret, so no message quotes it. */
export function percentDecoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Whether a listen address is reachable from this machine alone. */
export const isLoopback = (host: string): boolean =>
  ['127.0.0.1', '::1', 'localhost'].includes(host);
