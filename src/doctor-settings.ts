/** The doctor's look at the settings and at Node. */
import { type Config, NO_SECRET, SETTINGS } from './config.js';
import { isLoopback, text } from './config-values.js';
import { fault, fine, type Patient, type Said, warning } from './doctor-patient.js';
import { checkTilesFile } from './tiles-file.js';
import { completeOptions } from './upstream-options.js';

/** Every wrong or unknown setting, those that contradict each other, and the names that are set. */
export async function checkSettings({ config, faults, env }: Patient): Promise<readonly Said[]> {
  const wrong = [
    ...faults.map(({ message }) => fault(message)),
    ...(faults.length > 0 ? [] : CONTRADICTIONS.flatMap((rule) => rule(config) ?? [])),
  ];
  if (wrong.length > 0) return wrong;
  completeOptions(config.upstreams);
  if (config.consolePmtiles !== null) checkTilesFile(config.consolePmtiles);
  const names = Object.keys(env)
    .filter(
      (name) => (SETTINGS.has(name) || name.startsWith('OTEL_')) && text(env, name) !== undefined,
    )
    .sort();
  return [
    names.length === 0
      ? fine(
          'none is set: this is a service for a trial, with an embedded database and the sandbox',
        )
      : fine(`set: ${names.join(', ')}`),
  ];
}

/** Settings that are right alone and wrong together. */
const CONTRADICTIONS: readonly ((config: Config) => Said | null)[] = [
  ({ databaseUrl, secret }) =>
    databaseUrl !== null && secret === null
      ? fault(`${NO_SECRET} Until then API calls are answered with 503, and nothing is collected.`)
      : null,
  ({ databaseUrl, role }) =>
    databaseUrl === null && role !== 'all'
      ? fault(
          `ROWHOUSE_ROLE is ${role}, and no other process can use the embedded database: ${role === 'api' ? 'nothing collects' : 'nothing answers calls'}. Unset it, or set DATABASE_URL.`,
        )
      : null,
  ({ host, port, adminPort, role }) =>
    role !== 'collector' &&
    port !== 0 &&
    port === adminPort &&
    /^(127\.|0\.0\.0\.0|localhost|::)/.test(host)
      ? fault(`PORT and ROWHOUSE_ADMIN_PORT are both ${port}. Set different ports.`)
      : null,
  ({ metrics, host, port, adminPort, role }) => {
    const others = [
      ...(role === 'collector' ? [] : [{ host, port }]),
      { host: '127.0.0.1', port: adminPort },
    ].filter((other) => other.port !== 0 && other.port === metrics?.port);
    if (metrics === null || others.length === 0) return null;
    const say = others.some((other) => isSameHost(other.host, metrics.host)) ? fault : warning;
    return say(
      `ROWHOUSE_METRICS_ADDRESS has the port ${metrics.port} of another listener. Give it another port.`,
    );
  },
  ({ demo, host, trustedProxies }) =>
    demo && isLoopback(host) && trustedProxies.length === 0
      ? warning(
          'ROWHOUSE_DEMO is on, on loopback, without ROWHOUSE_TRUSTED_PROXIES: all visitors behind a proxy count as one. Name the proxy.',
        )
      : null,
  ({ limits }) =>
    limits.REPLICA_PULL_S >= limits.FEED_RETENTION_S
      ? warning(
          `ROWHOUSE_REPLICA_PULL_S is not below ROWHOUSE_FEED_RETENTION_S (${limits.FEED_RETENTION_S}): the rows of a replica reach that age and are not shown until its next pull. Lower it.`,
        )
      : null,
  ({ limits }) =>
    limits.SANDBOX_LATENCY_MIN_MS > limits.SANDBOX_LATENCY_MAX_MS
      ? warning(
          'ROWHOUSE_SANDBOX_LATENCY_MIN_MS is above ROWHOUSE_SANDBOX_LATENCY_MAX_MS. Set it to that at most.',
        )
      : null,
];

const WILDCARDS: readonly string[] = ['0.0.0.0', '::'];
const isSameHost = (one: string, other: string): boolean =>
  one === other || [one, other].some((host) => WILDCARDS.includes(host));

/** The oldest release that package.json allows. */
const OLDEST = [20, 19] as const;
/** When each supported release of Node gets its last fixes. */
const LAST_FIXES: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
};
const ADVICE = 'Install Node 24.';

/** The version of the program, and whether this Node is old or without fixes. */
export async function checkNode({ version, nowMs }: Patient): Promise<readonly Said[]> {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const here = `rowhouse ${version} on Node ${node}`;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return [fault(`${here}: it needs Node ${OLDEST.join('.')} or newer. ${ADVICE}`)];
  }
  const last = LAST_FIXES[major];
  if (last === undefined)
    return [warning(`${here}: no release of Rowhouse was tested on it. ${ADVICE}`)];
  return [
    nowMs() > Date.parse(`${last}T23:59:59Z`)
      ? warning(`${here}, which has had no fixes since ${last}. ${ADVICE}`)
      : fine(here),
  ];
}
