/** The application behind test keys: sandbox sources, its own store, opened on first use. */
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UPSTREAM_SOURCES } from '#contract/sources.js';
import type { TestService } from '#service/accounts/test-keys.js';
import type { App, Parts } from '#service/app.js';
import { type OpenApp, openApp, type World } from './app.js';
import type { Config } from './config.js';
import { secureDataDir, TEST_KEYS_DIRECTORY } from './data-files.js';
import { type RunningSandbox, sandboxAddresses, startSandboxThread } from './sandbox-thread.js';
import { startWork, type Work } from './start-work.js';

/** The schema of its tables on a PostgreSQL server. */
const SCHEMA = 'rowhouse_test_keys';
/** Database connections, in addition to the service's own. */
const POOL_MAX = 5;
/** How often a process checks whether another one has created the first test key. */
const LOOK_EVERY_MS = 1_000;

export interface OpenTestService extends TestService {
  /**
   * Opens it in the background if it exists, so that its watches run without a call. A failure is
   * only logged: live keys do not depend on it.
   */
  resume(): void;
  /** Ends held polls, as stopping the service does. */
  stop(): void;
  close(): Promise<void>;
}

interface Opened {
  readonly app: OpenApp;
  readonly work: Work;
  /** The sandbox, if it was started only for test keys. */
  readonly sandbox: RunningSandbox | null;
}

/** The service behind the test keys of `live`; `sandbox` is the one already running, if any. */
export function testService(
  config: Config,
  world: World,
  live: Parts<'db'>,
  sandbox: RunningSandbox | null,
): OpenTestService {
  let opened: Promise<Opened> | null = null;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looked: Promise<boolean> = Promise.resolve(false);
  let isClosed = false;
  const open = async (): Promise<App> => {
    opened ??= start(config, world, sandbox).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return (await opened).app;
  };
  const find = async (): Promise<App | null> => {
    if (opened !== null) return open();
    const atMs = world.clock.nowMs();
    if (atMs - lookedAtMs >= LOOK_EVERY_MS) {
      lookedAtMs = atMs;
      looked = isThere(config, live);
    }
    // A call during a check waits for its result, as its key may belong to this store.
    return (await looked) && !isClosed ? open() : null;
  };
  return {
    open,
    find,
    resume: () =>
      void find().catch((error: unknown) =>
        world.log.error({ err: error }, 'the store of test keys could not be opened'),
      ),
    stop: () => void opened?.then(({ app }) => app.stop()).catch(() => undefined),
    close: async () => {
      isClosed = true;
      const parts = await opened?.catch(() => undefined);
      if (parts === undefined) return;
      parts.app.stop();
      parts.work.stop.abort();
      await parts.work.done;
      await parts.app.close();
      await parts.sandbox?.close();
    },
  };
}

/** Whether a test key was ever created here. */
async function isThere({ databaseUrl, dataDir }: Config, live: Parts<'db'>): Promise<boolean> {
  if (databaseUrl === null) return existsSync(join(dataDir, TEST_KEYS_DIRECTORY));
  const rows = await live.db.rows<{ there: boolean }>(
    `select to_regnamespace($1) is not null as there`,
    [SCHEMA],
  );
  return rows[0]?.there === true;
}

async function start(
  config: Config,
  world: World,
  running: RunningSandbox | null,
): Promise<Opened> {
  const dataDir = join(config.dataDir, TEST_KEYS_DIRECTORY);
  if (config.databaseUrl === null) secureDataDir(dataDir);
  const own = running === null ? await startSandboxThread(config, 0, true) : null;
  const addresses = sandboxAddresses(running ?? own, UPSTREAM_SOURCES);
  const settings: Config = {
    ...config,
    dataDir,
    schema: config.databaseUrl === null ? null : SCHEMA,
    secret: secretOf(config),
    upstreams: {},
    // Homes of the sandbox are not news for anybody's mailbox.
    mail: null,
    limits: {
      ...config.limits,
      DATABASE_POOL_MAX: Math.min(config.limits.DATABASE_POOL_MAX, POOL_MAX),
    },
  };
  try {
    const app = await openApp(settings, world, Promise.resolve(addresses));
    return { app, work: startWork(app, 'all'), sandbox: own };
  } catch (error) {
    await own?.close();
    throw error;
  }
}

/** Not the service's secret, so cursors are not interchangeable. Embedded: a generated one. */
const secretOf = ({ secret, databaseUrl }: Config): string | null =>
  secret === null || databaseUrl === null
    ? null
    : createHmac('sha256', secret).update('test keys').digest('base64url');
