/** The only reader of the environment: settings in, one frozen Config out (docs/operating.md). */

import { CONSTANTS } from '#base/constants.js';
import { LIMITS, type LimitName, type Limits } from '#base/limits.js';
import { OperatorError } from '#base/operator-error.js';
import type { Sites } from '#collect/upstream/origin.js';
import type { MailSettings } from '#service/mail/mailer.js';
import { constantsOf, DEMO_SETTINGS, rangeOf, readDemo, readProxies } from './config-demo.js';
import { MAIL_SETTINGS, readMail } from './config-mail.js';
import { readTraces, type TraceSettings } from './config-traces.js';
import {
  readSites,
  readUpstreams,
  SOURCE_SETTINGS,
  type UpstreamSettings,
} from './config-upstreams.js';
import {
  address,
  choice,
  type Env,
  hostList,
  hostTokens,
  isOn,
  type ListenAddress,
  originList,
  PORT_MAX,
  quoted,
  type ReadApart,
  secretText,
  text,
  tokenText,
  whole,
} from './config-values.js';

export { isToken, SECRET_CHARS_MIN, TOKEN_RULE } from './config-values.js';

export const ROLES = ['all', 'api', 'collector'] as const;
export type Role = (typeof ROLES)[number];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly adminPort: number;
  /** A listener for metrics, in addition to the admin listener; null for none. */
  readonly metrics: ListenAddress | null;
  /** Where traces are sent and which are sampled; null for no traces. */
  readonly traces: TraceSettings | null;
  readonly adminToken: string | null;
  /** The operator's name in the audit log of commands; null for the system user's. */
  readonly operator: string | null;
  /** Host names that the admin listener accepts in addition to loopback. */
  readonly adminHosts: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** The schema of the tables on a server; null for the first of the role's search path. */
  readonly schema: string | null;
  readonly role: Role;
  readonly secret: string | null;
  readonly allowedOrigins: readonly string[];
  /** Raster tiles for the console's base map; null for none. */
  readonly consoleTilesUrl: string | null;
  /** PMTiles archive of vector tiles for the console's base map; null for none. */
  readonly consolePmtiles: string | null;
  /** Whether the API listener has the MCP endpoint. */
  readonly mcp: boolean;
  /** Whether webhooks may be sent to private addresses, over http and to any port. */
  readonly webhookPrivate: boolean;
  /** The server of alerts by mail; null for none. */
  readonly mail: MailSettings | null;
  /** Whether this is a public demo: anyone gets a key, and nothing real can be reached. */
  readonly demo: boolean;
  /** Proxies whose X-Forwarded-For names the caller. */
  readonly trustedProxies: readonly string[];
  /**
   * Hosts with their ports from which open sets may be read though they are private or without TLS.
   */
  readonly openSetHosts: readonly string[];
  /** Application tokens for open sets, by host with its port: each is sent to that host alone. */
  readonly openSetTokens: Readonly<Record<string, string>>;
  readonly upstreams: UpstreamSettings;
  /** Origin of each source's public site: the base of relative page addresses in rows. */
  readonly sites: Sites;
  readonly sandbox: {
    /** Whether it serves every source without an address; otherwise such a source answers 503. */
    readonly isOn: boolean;
    readonly seed: number;
    readonly homes: number;
    readonly port: number;
  };
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** For the commands that call the API. */
  readonly caller: { readonly apiKey: string | null; readonly baseUrl: string };
  readonly limits: Limits;
}

/** Why a service with a database server cannot answer. */
export const NO_SECRET =
  'ROWHOUSE_SECRET is not set. It signs cursors: set the same one on every node of this database.';

/** The test suite's settings; the service ignores them. */
const TEST_PREFIX = 'ROWHOUSE_TEST_';
const SEED_MAX = 2 ** 31;
const HOMES_MAX = 10_000_000;

/** All settings with the prefix. An unknown one stops the start. */
const NAMES = new Set([
  'ROWHOUSE_ADMIN_PORT',
  'ROWHOUSE_ADMIN_TOKEN',
  'ROWHOUSE_OPERATOR',
  'ROWHOUSE_METRICS_ADDRESS',
  'ROWHOUSE_ADMIN_HOSTS',
  'ROWHOUSE_DATA_DIR',
  'ROWHOUSE_ROLE',
  'ROWHOUSE_SECRET',
  'ROWHOUSE_ALLOWED_ORIGINS',
  'ROWHOUSE_CONSOLE_TILES_URL',
  'ROWHOUSE_CONSOLE_PMTILES',
  'ROWHOUSE_MCP',
  'ROWHOUSE_READ_AHEAD',
  'ROWHOUSE_WEBHOOK_PRIVATE',
  ...MAIL_SETTINGS,
  ...DEMO_SETTINGS,
  'ROWHOUSE_OPEN_SET_HOSTS',
  'ROWHOUSE_OPEN_SET_TOKENS',
  'ROWHOUSE_SANDBOX',
  'ROWHOUSE_SANDBOX_SEED',
  'ROWHOUSE_SANDBOX_HOMES',
  'ROWHOUSE_SANDBOX_PORT',
  'ROWHOUSE_LOG_LEVEL',
  'ROWHOUSE_API_KEY',
  'ROWHOUSE_BASE_URL',
  ...SOURCE_SETTINGS,
  ...Object.keys(LIMITS).map((name) => `ROWHOUSE_${name}`),
]);

/** Every setting but those of OpenTelemetry. */
export const SETTINGS: ReadonlySet<string> = new Set(['PORT', 'HOST', 'DATABASE_URL', ...NAMES]);

/** How each part of the settings is read; a part with several settings reads each of them apart. */
const READERS: {
  readonly [Part in keyof Config]: (env: Env, apart: ReadApart) => Config[Part];
} = {
  host: (env) => text(env, 'HOST') ?? '127.0.0.1',
  port: (env) => whole(env, 'PORT', 8080, 0, PORT_MAX),
  adminPort: (env) => whole(env, 'ROWHOUSE_ADMIN_PORT', 8081, 0, PORT_MAX),
  metrics: (env) => address(env, 'ROWHOUSE_METRICS_ADDRESS'),
  traces: readTraces,
  adminToken: (env) => tokenText(env, 'ROWHOUSE_ADMIN_TOKEN'),
  operator: (env) => text(env, 'ROWHOUSE_OPERATOR') ?? null,
  adminHosts: (env) => hostList(env, 'ROWHOUSE_ADMIN_HOSTS'),
  dataDir: (env) => text(env, 'ROWHOUSE_DATA_DIR') ?? './data',
  databaseUrl,
  schema: () => null,
  role: (env) => choice(env, 'ROWHOUSE_ROLE', ROLES, 'all'),
  secret: (env) => secretText(env, 'ROWHOUSE_SECRET'),
  allowedOrigins: (env) => originList(env, 'ROWHOUSE_ALLOWED_ORIGINS'),
  consoleTilesUrl: tilesUrl,
  consolePmtiles: pmtiles,
  mcp: (env) => isOn(env, 'ROWHOUSE_MCP', true),
  webhookPrivate: (env) => isOn(env, 'ROWHOUSE_WEBHOOK_PRIVATE', false),
  mail: readMail,
  demo: readDemo,
  trustedProxies: readProxies,
  openSetHosts: (env) => hostList(env, 'ROWHOUSE_OPEN_SET_HOSTS'),
  openSetTokens: (env) => hostTokens(env, 'ROWHOUSE_OPEN_SET_TOKENS'),
  upstreams: readUpstreams,
  sites: readSites,
  sandbox: (_env, apart) => ({
    isOn: apart((env) => isOn(env, 'ROWHOUSE_SANDBOX', true)),
    seed: apart((env) => whole(env, 'ROWHOUSE_SANDBOX_SEED', 1, 0, SEED_MAX)),
    homes: apart((env) => whole(env, 'ROWHOUSE_SANDBOX_HOMES', 1_000_000, 0, HOMES_MAX)),
    port: apart((env) => whole(env, 'ROWHOUSE_SANDBOX_PORT', 8082, 0, PORT_MAX)),
  }),
  logLevel: (env) => choice(env, 'ROWHOUSE_LOG_LEVEL', LOG_LEVELS, 'info'),
  caller: (env) => ({
    apiKey: text(env, 'ROWHOUSE_API_KEY') ?? null,
    baseUrl: text(env, 'ROWHOUSE_BASE_URL') ?? 'http://127.0.0.1:8080',
  }),
  limits: readLimits,
};

/** A wrong setting; `part` is the part of the settings that lacks it, null for an unknown name. */
export interface SettingFault {
  readonly part: keyof Config | null;
  readonly message: string;
}

export interface InspectedConfig {
  readonly config: Config;
  readonly faults: readonly SettingFault[];
}

/** Reads the settings. Throws a one-line OperatorError: which setting is wrong and what to do. */
export function readConfig(env: Env): Config {
  const { config, faults } = inspectConfig(env);
  requireNoFault(faults);
  return config;
}

/** Throws the first fault, if there is one. */
export function requireNoFault([first]: readonly SettingFault[]): void {
  if (first !== undefined) throw new OperatorError(first.message);
}

/** Reads the settings: everything that is wrong, and the rest with defaults in its place. */
export function inspectConfig(env: Env): InspectedConfig {
  const faults: SettingFault[] = unknownNames(env).map((message) => ({ part: null, message }));
  const orDefault = <T>(part: keyof Config, read: () => T, standard: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      faults.push({ part, message: error.message });
      return standard();
    }
  };
  const parts = Object.entries(READERS).map(([name, read]) => {
    const part = name as keyof Config;
    const apart: ReadApart = (one) =>
      orDefault(
        part,
        () => one(env),
        () => one({}),
      );
    const value = orDefault<unknown>(
      part,
      () => read(env, apart),
      () => read({}, (one) => one({})),
    );
    return [name, value];
  });
  return { config: Object.freeze(Object.fromEntries(parts)) as Config, faults };
}

function readLimits(env: Env, apart: ReadApart): Limits {
  const limits = (Object.keys(LIMITS) as LimitName[]).map((name) => [
    name,
    apart((known) => whole(known, `ROWHOUSE_${name}`, ...rangeOf(env, name))),
  ]);
  const read = Object.freeze({
    ...constantsOf(env),
    ...(Object.fromEntries(limits) as Record<LimitName, number>),
    READ_AHEAD: isOn(env, 'ROWHOUSE_READ_AHEAD', true) ? CONSTANTS.READ_AHEAD : 0,
  });
  // A result made of pages cached for the whole retention would expire before it is read.
  if (read.UPSTREAM_CACHE_S * 2 <= read.FEED_RETENTION_S) return read;
  throw new OperatorError(
    `ROWHOUSE_UPSTREAM_CACHE_S (${read.UPSTREAM_CACHE_S}) must be at most half of ROWHOUSE_FEED_RETENTION_S (${read.FEED_RETENTION_S}): no data of a licensed feed is stored longer.`,
  );
}

/** What is wrong with each name that is no setting. */
const unknownNames = (env: Env): string[] =>
  Object.keys(env)
    .filter(
      (name) => name.startsWith('ROWHOUSE_') && !name.startsWith(TEST_PREFIX) && !NAMES.has(name),
    )
    .map((name) => {
      const shown = /^\w+$/.test(name) ? name : quoted(name);
      return `${shown} is not a setting. docs/operating.md lists them all; unset it.`;
    });

function databaseUrl(env: Env): string | null {
  const value = text(env, 'DATABASE_URL');
  if (value === undefined) return null;
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new OperatorError(
    'DATABASE_URL must be an address like postgres://user@host:5432/database, or postgres://user@%2Frun%2Fpostgresql/database for a socket.',
  );
}

function tilesUrl(env: Env): string | null {
  const value = text(env, 'ROWHOUSE_CONSOLE_TILES_URL');
  if (value === undefined) return null;
  const places = ['{z}', '{x}', '{y}'].every((place) => value.includes(place));
  if (/^https?:\/\/[^/{}\s;,]+\//.test(value) && places && URL.canParse(value)) return value;
  throw new OperatorError(
    'ROWHOUSE_CONSOLE_TILES_URL must be a template like https://tiles.example.com/{z}/{x}/{y}.png.',
  );
}

function pmtiles(env: Env): string | null {
  const path = text(env, 'ROWHOUSE_CONSOLE_PMTILES');
  if (path === undefined || tilesUrl(env) === null) return path ?? null;
  throw new OperatorError(
    'Set ROWHOUSE_CONSOLE_PMTILES or ROWHOUSE_CONSOLE_TILES_URL, not both: the map has only one base.',
  );
}
