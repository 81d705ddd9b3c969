/** The public demo: what ROWHOUSE_DEMO=on refuses and bounds (docs/demo.md). */
import ipaddr from 'ipaddr.js';
import { CONSTANTS } from '#base/constants.js';
import { LIMITS, type LimitName } from '#base/limits.js';
import { OperatorError } from '#base/operator-error.js';
import { MAIL_SETTINGS } from './config-mail.js';
import { SOURCE_SETTINGS } from './config-upstreams.js';
import { address, type Env, isLoopback, isOn, listIn, quoted, text } from './config-values.js';

const DEMO = 'ROWHOUSE_DEMO';
const PROXIES = 'ROWHOUSE_TRUSTED_PROXIES';
export const DEMO_SETTINGS = [DEMO, PROXIES] as const;

interface Conflict {
  readonly names: readonly string[];
  /** Why a demo must not have them. */
  readonly why: string;
  /** Whether the value of a name is harmless; none is when omitted. */
  readonly isFine?: (env: Env, name: string) => boolean;
}

/** Settings that a demo must not have, a row for each reason. */
const CONFLICTS: readonly Conflict[] = [
  {
    names: SOURCE_SETTINGS,
    why: 'a demo searches the sandbox and imported open data only',
  },
  {
    names: ['ROWHOUSE_SANDBOX'],
    why: 'a demo searches the sandbox',
    isFine: (env, name) => isOn(env, name, true),
  },
  { names: ['ROWHOUSE_OPEN_SET_HOSTS'], why: 'a demo calls no private address' },
  { names: MAIL_SETTINGS, why: 'a demo sends no mail' },
  {
    names: ['ROWHOUSE_WEBHOOK_PRIVATE'],
    why: 'a demo sends no webhooks',
    isFine: (env, name) => !isOn(env, name, false),
  },
  { names: ['ROWHOUSE_ADMIN_HOSTS'], why: "its operator's listener is for this machine only" },
  {
    names: ['ROWHOUSE_METRICS_ADDRESS'],
    why: 'its metrics are for this machine only',
    isFine: (env, name) => isLoopback(address(env, name)?.host ?? ''),
  },
];

/** Whether this is a public demo. Throws OperatorError with each setting that excludes it. */
export function readDemo(env: Env): boolean {
  if (!isOn(env, DEMO, false)) return false;
  const found = CONFLICTS.map(({ names, why, isFine }) => ({
    why,
    names: names.filter((name) => text(env, name) !== undefined && isFine?.(env, name) !== true),
  })).filter(({ names }) => names.length > 0);
  if (found.length === 0) return true;
  const reasons = found.map(({ names, why }) => `${names.join(', ')} (${why})`).join(', ');
  throw new OperatorError(`Unset ${reasons}, or unset ${DEMO}: they exclude each other.`);
}

/** Proxies whose X-Forwarded-For names the caller: IP addresses and blocks of them. */
export function readProxies(env: Env): readonly string[] {
  return listIn(env, PROXIES).map((proxy) => {
    if (ipaddr.isValid(proxy) || ipaddr.isValidCIDR(proxy)) return proxy;
    throw new OperatorError(
      `${PROXIES} takes IP addresses and blocks like 10.0.0.0/8, not ${quoted(proxy)}.`,
    );
  });
}

/** Bounds of a demo below the usual ones; its settings may only lower them. */
const BOUNDS: Readonly<Partial<Record<LimitName, number>>> = {
  RATE_LIMIT_PER_MINUTE: 60,
  PENDING_MAX: 8,
  WATCHES_MAX: 2,
  SNAPSHOTS_MAX: 2,
  SQL_RUN_S: 5,
  SQL_MEMORY_BYTES: 536_870_912,
  HOME_HISTORY_S: 2_592_000,
};

/** The same of bounds that are no settings. */
const CONSTANT_BOUNDS: Partial<Record<keyof typeof CONSTANTS, number>> = { LOOKUP_BATCHES_MAX: 5 };

/** The bounds that are no settings. */
export const constantsOf = (env: Env): Readonly<Record<keyof typeof CONSTANTS, number>> =>
  hasDemo(env) ? { ...CONSTANTS, ...CONSTANT_BOUNDS } : CONSTANTS;

/** Default, smallest and largest value of a limit: in a demo, none is above its bound. */
export function rangeOf(env: Env, name: LimitName): readonly [number, number, number] {
  const { value, min, max } = LIMITS[name];
  const bound = hasDemo(env) ? (BOUNDS[name] ?? max) : max;
  return [Math.min(value, bound), min, bound];
}

/** A wrong value is reported once, by `readDemo`. */
const hasDemo = (env: Env): boolean => text(env, DEMO) === 'on';
