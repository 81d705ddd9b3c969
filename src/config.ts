/** The only reader of the environment: settings in, one frozen Config out (docs/operating.md). */

import { LIMITS, type LimitName, type Limits } from '#base/limits.js';
import { originIn, splitAddress } from '#collect/address.js';
import { placeholderSite, SOURCES, type SourceName } from '#contract/sources.js';

export const ROLES = ['all', 'api', 'collector'] as const;
export type Role = (typeof ROLES)[number];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

interface Upstream {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly adminPort: number;
  readonly adminToken: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly role: Role;
  readonly secret: string | null;
  readonly allowedOrigins: readonly string[];
  /** Raster tiles for the console's base map; null for none. */
  readonly consoleTilesUrl: string | null;
  readonly upstreams: { readonly [S in SourceName]?: Upstream };
  /** Origin of every source's public site: what relative page addresses in rows are completed with. */
  readonly sites: { readonly [S in SourceName]: string };
  readonly sandbox: { readonly seed: number; readonly homes: number; readonly port: number };
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** For the commands that speak to the API. */
  readonly caller: { readonly apiKey: string | null; readonly baseUrl: string };
  readonly limits: Limits;
}

/** A setting that cannot be used: the message names it and says what it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Env = Readonly<Record<string, string | undefined>>;

/** Settings of the test suite are none of the service's. */
const TEST_PREFIX = 'ROWHOUSE_TEST_';
const PORT_MAX = 65_535;
const SEED_MAX = 2 ** 31;
const HOMES_MAX = 10_000_000;
export const SECRET_CHARS_MIN = 16;

/** Settings beside the limits; a name with the prefix that is neither stops the start. */
const NAMES = new Set([
  'ROWHOUSE_ADMIN_PORT',
  'ROWHOUSE_ADMIN_TOKEN',
  'ROWHOUSE_DATA_DIR',
  'ROWHOUSE_ROLE',
  'ROWHOUSE_SECRET',
  'ROWHOUSE_ALLOWED_ORIGINS',
  'ROWHOUSE_CONSOLE_TILES_URL',
  'ROWHOUSE_SANDBOX_SEED',
  'ROWHOUSE_SANDBOX_HOMES',
  'ROWHOUSE_SANDBOX_PORT',
  'ROWHOUSE_LOG_LEVEL',
  'ROWHOUSE_API_KEY',
  'ROWHOUSE_BASE_URL',
  ...SOURCES.flatMap((source) => [upstreamName(source), `${upstreamName(source)}_HEADERS`]),
  ...SOURCES.map(siteName),
  ...Object.keys(LIMITS).map((name) => `ROWHOUSE_${name}`),
]);

/** Reads the settings. Throws ConfigError with one line that says which is wrong and what to do. */
export function readConfig(env: Env): Config {
  refuseUnknown(env);
  return Object.freeze({
    host: text(env, 'HOST') ?? '127.0.0.1',
    port: whole(env, 'PORT', 8080, 0, PORT_MAX),
    adminPort: whole(env, 'ROWHOUSE_ADMIN_PORT', 8081, 0, PORT_MAX),
    adminToken: secretText(env, 'ROWHOUSE_ADMIN_TOKEN'),
    dataDir: text(env, 'ROWHOUSE_DATA_DIR') ?? './data',
    databaseUrl: databaseUrl(env),
    role: choice(env, 'ROWHOUSE_ROLE', ROLES, 'all'),
    secret: secretText(env, 'ROWHOUSE_SECRET'),
    allowedOrigins: origins(env),
    consoleTilesUrl: tilesUrl(env),
    upstreams: upstreams(env),
    sites: sites(env),
    sandbox: {
      seed: whole(env, 'ROWHOUSE_SANDBOX_SEED', 1, 0, SEED_MAX),
      homes: whole(env, 'ROWHOUSE_SANDBOX_HOMES', 1_000_000, 0, HOMES_MAX),
      port: whole(env, 'ROWHOUSE_SANDBOX_PORT', 8082, 0, PORT_MAX),
    },
    logLevel: choice(env, 'ROWHOUSE_LOG_LEVEL', LOG_LEVELS, 'info'),
    caller: {
      apiKey: text(env, 'ROWHOUSE_API_KEY') ?? null,
      baseUrl: text(env, 'ROWHOUSE_BASE_URL') ?? 'http://127.0.0.1:8080',
    },
    limits: readLimits(env),
  });
}

function readLimits(env: Env): Limits {
  const limits = Object.entries(LIMITS).map(([name, { value, min, max }]) => [
    name,
    whole(env, `ROWHOUSE_${name}`, value, min, max),
  ]);
  return Object.freeze(Object.fromEntries(limits) as Record<LimitName, number>);
}

function upstreamName(source: SourceName): string {
  return `ROWHOUSE_UPSTREAM_${source.toUpperCase()}`;
}

function siteName(source: SourceName): string {
  return `ROWHOUSE_SITE_${source.toUpperCase()}`;
}

function refuseUnknown(env: Env): void {
  const unknown = Object.keys(env).find(
    (name) => name.startsWith('ROWHOUSE_') && !name.startsWith(TEST_PREFIX) && !NAMES.has(name),
  );
  if (unknown === undefined) return;
  throw new ConfigError(`${unknown} is not a setting. docs/operating.md lists them all; unset it.`);
}

function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function secretText(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value === undefined) return null;
  if (value.length >= SECRET_CHARS_MIN) return value;
  throw new ConfigError(`${name} must have at least ${SECRET_CHARS_MIN} characters.`);
}

function whole(env: Env, name: string, standard: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return standard;
  if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
}

function choice<T extends string>(env: Env, name: string, choices: readonly T[], standard: T): T {
  const value = text(env, name);
  if (value === undefined) return standard;
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
}

function databaseUrl(env: Env): string | null {
  const value = text(env, 'DATABASE_URL');
  if (value === undefined) return null;
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new ConfigError('DATABASE_URL must be an address like postgres://user@host:5432/database.');
}

function origins(env: Env): string[] {
  const list = (text(env, 'ROWHOUSE_ALLOWED_ORIGINS') ?? '')
    .split(',')
    .filter((one) => one.trim() !== '');
  return list.map((one) => {
    const origin = one.trim();
    if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
    throw new ConfigError(
      `ROWHOUSE_ALLOWED_ORIGINS takes sites like https://app.example.com, not "${origin}".`,
    );
  });
}

function tilesUrl(env: Env): string | null {
  const value = text(env, 'ROWHOUSE_CONSOLE_TILES_URL');
  if (value === undefined) return null;
  const places = ['{z}', '{x}', '{y}'].every((place) => value.includes(place));
  if (/^https?:\/\/[^/{}\s;,]+\//.test(value) && places && URL.canParse(value)) return value;
  throw new ConfigError(
    'ROWHOUSE_CONSOLE_TILES_URL must be a template like https://tiles.example.com/{z}/{x}/{y}.png.',
  );
}

function upstreams(env: Env): Config['upstreams'] {
  const found = SOURCES.flatMap((source) => {
    const name = upstreamName(source);
    const url = text(env, name);
    const headers = headersOf(env, `${name}_HEADERS`);
    if (url === undefined) {
      if (Object.keys(headers).length === 0) return [];
      throw new ConfigError(
        `${name}_HEADERS is set without ${name}. Set the address too, or unset the headers.`,
      );
    }
    return [[source, upstream(name, url, headers)] as const];
  });
  return Object.fromEntries(found);
}

/** Credentials in the address become a header; the messages never quote the address. */
function upstream(name: string, url: string, headers: Upstream['headers']): Upstream {
  const address = splitAddress(url);
  if (address === null) {
    throw new ConfigError(
      `${name} must be an http or https address; a user name in it has no colon.`,
    );
  }
  const { authorization } = address;
  if (authorization === null) return { url: address.url, headers };
  if (Object.keys(headers).some((header) => header.toLowerCase() === 'authorization')) {
    throw new ConfigError(
      `${name} names a user and ${name}_HEADERS an authorization header. Keep one of the two.`,
    );
  }
  return { url: address.url, headers: { ...headers, authorization } };
}

function sites(env: Env): Config['sites'] {
  const found = SOURCES.map((source) => {
    const value = text(env, siteName(source));
    const site = value === undefined ? placeholderSite(source) : originIn(value);
    if (site !== null) return [source, site] as const;
    throw new ConfigError(
      `${siteName(source)} must be a site like https://www.example.com, without path, user or password.`,
    );
  });
  return Object.fromEntries(found) as Config['sites'];
}

function headersOf(env: Env, name: string): Record<string, string> {
  const value = text(env, name);
  if (value === undefined) return {};
  const parsed = parseJson(value);
  const isTexts = (all: object) => Object.values(all).every((one) => typeof one === 'string');
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) && isTexts(parsed)) {
    return parsed as Record<string, string>;
  }
  throw new ConfigError(`${name} must be a JSON object of header names and texts.`);
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
