/** `rowhouse serve`: listeners, collectors, cleanups, the sandbox, and their shutdown. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '#base/operator-error.js';
import type { Traces } from '#base/traces.js';
import type { UpstreamAddresses } from '#collect/upstream/source-client.js';
import { type SourceName, UPSTREAM_SOURCES } from '#contract/sources.js';
import { adminServer } from '#http/admin/server.js';
import { metricsServer } from '#http/metrics-server.js';
import { apiServer } from '#http/server.js';
import type { Operator } from '#service/accounts/audit-log.js';
import type { TestService } from '#service/accounts/test-keys.js';
import type { App } from '#service/app.js';
import { requireSynthetic } from '#service/operations/require-synthetic.js';
import { type OpenApp, openApp, openGeo, type World } from './app.js';
import { makeBackup } from './backup-restore.js';
import { type Config, isToken, NO_SECRET, TOKEN_RULE } from './config.js';
import { isLoopback } from './config-values.js';
import {
  ADMIN_TOKEN_FILE,
  ensureDataFile,
  packageVersion,
  readDataFile,
  secureDataDir,
} from './data-files.js';
import { consoleLink, type DemoKey, demoKey } from './demo-key.js';
import {
  type RunningSandbox,
  type SandboxThread,
  sandboxAddresses,
  startSandboxThread,
} from './sandbox-thread.js';
import { startWork, type Work } from './start-work.js';
import { systemIds, systemSteadyClock } from './system.js';
import { systemLog } from './system-log.js';
import { type OpenTestService, testService } from './test-service.js';
import { checkTilesFile } from './tiles-file.js';
import { openTraces } from './traces.js';
import type { Upgrade } from './upgrade.js';
import { completeOptions } from './upstream-options.js';

const ADMIN_HOST = '127.0.0.1';
const TOKEN_BYTES = 24;

const MIXED =
  'these sources have no address; the sandbox serves them with synthetic homes; set ROWHOUSE_SANDBOX=off to answer 503 for them';

export interface Running {
  readonly apiUrl: string;
  readonly adminUrl: string;
  readonly sandboxUrl: string | null;
  /** What this start migrated. */
  readonly upgrade: Upgrade;
  /** Whether visitors get keys (docs/demo.md). */
  readonly isPublicDemo: boolean;
  /** The demo key, if this data directory has a usable one. */
  readonly demo: DemoKey | null;
  /** Stops accepting calls, lets running ones finish, closes the database. */
  stop(): Promise<void>;
}

/** Starts what the configured role needs; resolves when its listeners accept connections. */
export const serve = async (config: Config): Promise<Running> =>
  start({ ...config, upstreams: completeOptions(config.upstreams) });

async function start(config: Config): Promise<Running> {
  const world = await systemWorld(config);
  prepareStart(config, world);
  const synthetic = sandboxSources(config);
  const isMixed = synthetic.length > 0 && synthetic.length < UPSTREAM_SOURCES.length;
  if (isMixed) world.log.warn({ sources: synthetic }, MIXED);
  const { app, sandbox, token } = await open(config, world, synthetic.length > 0);
  const tests = testService(config, world, app, sandbox);
  app.metrics.watchProcess();
  let demo: DemoKey | null = null;
  let apiUrl = '';
  const server = apiServer(app, {
    ...apiOptions(config),
    console: consoleOptions(config, sandbox, isMixed),
    testApp: tests.find,
  });
  const admin = adminServer(app, {
    ...adminOptions(config, app, tests, token),
    version: packageVersion(),
    demoKey: () => demo && { api_key: demo.key, console: consoleLink(apiUrl, demo.key) },
  });
  const metrics = config.metrics && metricsServer(app);
  const work = startWork(app, config.role);
  const stop = stopper(
    { app, tests, apps: [server, admin, ...(metrics ? [metrics] : [])], work, sandbox },
    config,
  );
  try {
    await admin.listen({ host: ADMIN_HOST, port: config.adminPort });
    if (config.metrics !== null) await metrics?.listen(config.metrics);
    if (config.role !== 'collector') await server.listen({ host: config.host, port: config.port });
    apiUrl = urlOf(server, config.host);
    // With only sandbox sources the key opens synthetic data; on loopback nobody else can use it.
    const isTrial =
      synthetic.length === UPSTREAM_SOURCES.length && isLoopback(config.host) && !config.demo;
    demo = await demoKey(app, config.dataDir, isTrial);
    if (config.role !== 'collector') tests.resume();
    return {
      apiUrl,
      adminUrl: urlOf(admin, ADMIN_HOST),
      sandboxUrl: sandbox?.url ?? null,
      upgrade: app.upgrade,
      isPublicDemo: config.demo,
      demo,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const apiOptions = ({ allowedOrigins, mcp, demo, trustedProxies }: Config) => ({
  allowedOrigins,
  ...(mcp && { mcp: { version: packageVersion() } }),
  isDemo: demo,
  trustedProxies,
});

const consoleOptions = (config: Config, sandbox: SandboxThread | null, isMixed: boolean) => ({
  tilesUrl: config.consoleTilesUrl,
  tilesFile: config.consolePmtiles,
  // Invented streets would be wrong under real homes.
  streets: isMixed ? null : (sandbox?.streets ?? null),
  sandbox: sandbox !== null,
  demo: config.demo,
  version: packageVersion(),
});

const adminOptions = (config: Config, app: App, tests: TestService, token: string) => ({
  token,
  hosts: config.adminHosts,
  testService: tests,
  makeBackup: (by: Operator) => makeBackup(config, app, tests, by),
});

/** Opens the application, and the sandbox in parallel if a source needs it. */
async function open(config: Config, world: World, needsSandbox: boolean) {
  const opening = needsSandbox
    ? startSandboxThread(config, sandboxPort(config), true)
    : Promise.resolve(null);
  const app = await openApp(
    config,
    world,
    opening.then((opened) => addressesOf(config, opened)),
  ).catch(async (error: unknown) => {
    await (await opening)?.close();
    throw error;
  });
  const sandbox = await opening;
  try {
    // Before any work begins: watches of a store of real homes would read the sandbox.
    if (config.demo) await requireSynthetic(app);
    return { app, sandbox, token: adminToken(config, world) };
  } catch (error) {
    await Promise.all([sandbox?.close(), app.close()]);
    throw error;
  }
}

/** Secures the data directory. Throws OperatorError without a secret, or with a bad admin token. */
function prepareStart(config: Config, world: World): void {
  if (config.consolePmtiles !== null) checkTilesFile(config.consolePmtiles);
  for (const file of secureDataDir(config.dataDir)) {
    world.log.warn({ file }, 'other users of this machine can read a secret: set its mode to 0600');
  }
  const known = readDataFile(config.dataDir, ADMIN_TOKEN_FILE);
  if (config.adminToken === null && known !== null) requireToken(config, known);
  if (config.databaseUrl !== null && config.secret === null) {
    if (config.role === 'collector') throw new OperatorError(NO_SECRET);
    world.log.error({}, `${NO_SECRET} Until then API calls are answered with 503.`);
  }
}

async function systemWorld(config: Config): Promise<World & { readonly traces: Traces }> {
  const clock = systemSteadyClock();
  const ids = systemIds(clock);
  const log = systemLog(config.logLevel, process.stderr.isTTY);
  const version = packageVersion();
  const drainS = config.limits.DRAIN_S;
  const traces = await openTraces(config.traces, { clock, ids, log, version, drainS });
  return { clock, ids, log: traces.log(log), geo: openGeo(), traces };
}

/** Sources that the sandbox serves: those without an address, unless the operator turned it off. */
const sandboxSources = ({ sandbox, upstreams }: Config): readonly SourceName[] =>
  sandbox.isOn ? UPSTREAM_SOURCES.filter((source) => upstreams[source] === undefined) : [];

/** The configured port, so that it survives restarts; 0 if one of our listeners is to take it. */
function sandboxPort({ sandbox, port, adminPort }: Config): number {
  return sandbox.port === port || sandbox.port === adminPort ? 0 : sandbox.port;
}

const addressesOf = (config: Config, sandbox: RunningSandbox | null): UpstreamAddresses => ({
  ...sandboxAddresses(sandbox, sandboxSources(config)),
  ...config.upstreams,
});

/** Created only beside a store of this version. */
function adminToken(config: Config, world: World): string {
  if (config.adminToken !== null) return config.adminToken;
  const token = ensureDataFile(config.dataDir, ADMIN_TOKEN_FILE, () =>
    Buffer.from(world.ids.bytes(TOKEN_BYTES)).toString('base64url'),
  );
  return requireToken(config, token);
}

function requireToken(config: Config, token: string): string {
  if (isToken(token)) return token;
  throw new OperatorError(
    `The file ${join(config.dataDir, ADMIN_TOKEN_FILE)} must have ${TOKEN_RULE}. Remove it: the next start creates a new one.`,
  );
}

interface Parts {
  readonly app: OpenApp;
  readonly tests: OpenTestService;
  readonly apps: readonly FastifyInstance[];
  readonly work: Work;
  readonly sandbox: RunningSandbox | null;
}

function stopper({ app, tests, apps, work, sandbox }: Parts, config: Config): () => Promise<void> {
  return async () => {
    app.stop();
    tests.stop();
    const drained = Promise.all(apps.map((server) => server.close()));
    await within(app, config.limits.DRAIN_S, drained);
    // A connection still open, idle or in a call, would delay the shutdown forever.
    for (const server of apps) server.server.closeAllConnections();
    work.stop.abort();
    // A separate timeout: slow calls must not close the database while collectors use it.
    await within(app, config.limits.DRAIN_S, Promise.all([work.done, tests.close()]));
    await within(app, config.limits.DRAIN_S, app.traces.close());
    await app.close();
    await sandbox?.close();
  };
}

/** Waits for work, for at most `seconds`. */
async function within(app: OpenApp, seconds: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, app.clock.sleep(seconds * 1000, over.signal)]);
  over.abort();
}

function urlOf(server: FastifyInstance, host: string): string {
  const address = server.server.address() as AddressInfo | null;
  if (address === null) return '';
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
