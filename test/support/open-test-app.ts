import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import { LIMITS, type Limits } from '#base/limits.js';
import type { Log } from '#base/log.js';
import { type Traces, UNTRACED } from '#base/traces.js';
import type { UpstreamAddresses } from '#collect/upstream/source-client.js';
import { isLicensed, SOURCES } from '#contract/sources.js';
import { adminServer } from '#http/admin/server.js';
import { apiServer } from '#http/server.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/index.js';
import { changeFeed } from '#service/accounts/feeds.js';
import { createAccount, type NewAccount } from '#service/accounts/manage.js';
import type { App } from '#service/app.js';
import { openCaches } from '#service/caches.js';
import { collections } from '#service/search/run-collections.js';
import { runWork } from '#service/work/run-work.js';
import { type OpenApp, openApp, openAppOn } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { systemIds } from '../../src/system.js';
import { type Answer, askServer } from './ask-server.js';
import { forFile } from './for-file.js';
import { geography } from './geography.js';
import { ensureTemplate } from './migrated.js';
import { openReusedStore } from './reused-store.js';
import { type TestClock, testClock } from './test-clock.js';

export const ADMIN_TOKEN = 'test-admin-token-0000';

export interface TestAppOptions {
  readonly limits?: Partial<Limits>;
  readonly env?: Readonly<Record<string, string>>;
  /** What the sandbox shows; a few ZIPs with some homes when left out. */
  readonly sandbox?: Partial<SandboxOptions>;
  /** Whether sources are asked by places of their own. */
  readonly places?: true;
  /** Addresses in place of the sandbox. */
  readonly upstreams?: UpstreamAddresses;
  /** No collector runs: jobs stay pending. */
  readonly idle?: boolean;
  /**
   * Fills the empty database that the application is started on, in place of a migrated one, with
   * what a service on its own sandbox has stored.
   */
  readonly fill?: (databaseUrl: string | null, dataDir: string) => Promise<void>;
  /** Licensed feeds are granted to every account unless the test grants them itself. */
  readonly feeds?: 'none';
  /** In place of the test's clock. */
  readonly clock?: TestClock;
  /** When the test's clock starts. */
  readonly startMs?: number;
  readonly allowedOrigins?: readonly string[];
  /** Where spans are written; none when left out. */
  readonly traces?: (parts: { readonly clock: Clock; readonly ids: Ids }) => Traces;
  readonly log?: Log;
}

export interface TestAccount {
  readonly account_id: string;
  readonly key_id: string;
  readonly api_key: string;
}

/** A whole application in this process: real database, real HTTP to a sandbox, movable clock. */
export interface TestApp {
  readonly app: OpenApp;
  readonly server: FastifyInstance;
  /** Made at its first use, as most tests call none of its routes. */
  readonly admin: FastifyInstance;
  readonly sandbox: Sandbox;
  readonly clock: TestClock;
  account(input?: Partial<NewAccount>): Promise<TestAccount>;
  /** One call of the API. */
  get(path: string, key?: string | null, headers?: Record<string, string>): Promise<Answer>;
  /** Calls, and polls until the job has settled: the last answer. */
  settled(path: string, key: string, headers?: Record<string, string>): Promise<Answer>;
  faults(mode: string, more?: object): Promise<void>;
  /** Ends the collectors, so that jobs stay pending, until `release`. */
  hold(): Promise<void>;
  release(): void;
  /** The same application with parts replaced: another limit, an unreachable database. */
  answerWith(
    changes: Partial<App>,
  ): (path: string, key: string, headers?: Record<string, string>) => Promise<Answer>;
  /** Another node on the same database: what it remembers and hears is its own. */
  node(): (path: string, key: string, headers?: Record<string, string>) => Promise<Answer>;
  close(): Promise<void>;
}

export type { Answer };

/** Prints errors only. */
export const QUIET: Log = {
  info: (fields, message) => {
    if (process.env.TEST_LOG !== undefined) console.error(message, fields);
  },
  warn: () => undefined,
  error: (fields, message) => console.error(message, fields),
};

/** Opens an application on the engine under test: embedded, or ROWHOUSE_TEST_DATABASE_URL. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-test-'));
  const database = await testDatabase({ migrated: options.fill === undefined });
  if (options.fill !== undefined) await options.fill(database?.url ?? null, dataDir);
  const limits = Object.entries(options.limits ?? {});
  const settings = Object.fromEntries(
    limits.flatMap(([name, value]) =>
      name in LIMITS ? [[`ROWHOUSE_${name}`, String(value)]] : [],
    ),
  );
  const read = readConfig({
    ROWHOUSE_DATA_DIR: dataDir,
    ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
    ROWHOUSE_UPSTREAM_CONCURRENCY: '8',
    ROWHOUSE_PLACE_AUDIT_ONE_IN: '0',
    ...(database && { DATABASE_URL: database.url, ROWHOUSE_SECRET: 'a-secret-for-tests-only' }),
    ...settings,
    ...options.env,
  });
  const config = { ...read, limits: { ...read.limits, ...options.limits } };
  const clock = options.clock ?? testClock(options.startMs);
  const geo = geography();
  const sandbox = await startSandbox({
    seed: 1,
    homes: 0,
    places: [
      { zip: '78704', homes: 60 },
      { zip: '78701', homes: 30 },
      { zip: '10025', homes: 40 },
    ],
    geo,
    clock,
    latencyMinMs: 0,
    latencyMaxMs: 0,
    ...options.sandbox,
  });
  const upstreams =
    options.upstreams ??
    Object.fromEntries(
      Object.entries(sandbox.urls).map(([name, url]) => [
        name,
        {
          url,
          headers: {},
          ...(options.places === true && { places: url }),
          ...(options.fill !== undefined && { places: url, sandbox: true as const }),
        },
      ]),
    );
  const ids = systemIds(clock);
  const traces = options.traces?.({ clock, ids }) ?? UNTRACED;
  const world = { clock, ids, log: traces.log(options.log ?? QUIET), geo, traces };
  const isOwn =
    config.databaseUrl !== null || options.fill !== undefined || config.dataDir !== dataDir;
  const app = isOwn
    ? await openApp(config, world, Promise.resolve(upstreams))
    : await openAppOn(await openReusedStore(), config, world, Promise.resolve(upstreams));
  const watching = new AbortController();
  const watches = [app.caches.access.watch(watching.signal)];
  let collectors = options.idle === true ? null : startCollectors(app);
  const hold = async () => {
    await collectors?.end();
    collectors = null;
  };
  const server = apiServer(app, {
    allowedOrigins: options.allowedOrigins ?? [],
    mcp: { version: '0.0.0-test' },
  });
  let admin: FastifyInstance | undefined;
  const get: TestApp['get'] = (path, key = null, headers = {}) => ask(server, path, key, headers);
  const others: FastifyInstance[] = [];
  return {
    app,
    server,
    get admin() {
      admin ??= adminServer(app, { token: ADMIN_TOKEN });
      return admin;
    },
    sandbox,
    clock,
    get,
    account: async (input = {}) => {
      const made = await createAccount(app, {
        name: 'test',
        extra_credits: 1000,
        rate_limit: 100_000,
        ...input,
      });
      for (const feed of SOURCES.filter(isLicensed).flatMap(app.client.feeds)) {
        if (options.feeds !== 'none') await changeFeed(app, made.account_id, feed, true);
      }
      return { account_id: made.account_id, ...made.key };
    },
    settled: async (path, key, headers) => {
      let answer = await get(path, key, headers);
      for (let polls = 0; answer.statusCode === 202 && polls < 20; polls += 1) {
        answer = await get(`${answer.json<{ poll_url: string }>().poll_url}?wait=20`, key);
      }
      return answer;
    },
    faults: async (mode, more = {}) => {
      const body = JSON.stringify({ source: 'all', mode, ...more });
      const answer = await fetch(`${sandbox.url}/__sandbox/faults`, { method: 'POST', body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    hold,
    release: () => {
      collectors ??= startCollectors(app);
    },
    answerWith: (changes) => {
      const changed = { ...app, ...changes };
      const caches = openCaches(changed);
      const other = apiServer({ ...changed, caches }, { allowedOrigins: [] });
      others.push(other);
      return (path, key, headers = {}) => ask(other, path, key, headers);
    },
    node: () => {
      const caches = openCaches(app);
      watches.push(caches.access.watch(watching.signal));
      const other = apiServer({ ...app, caches }, { allowedOrigins: [] });
      others.push(other);
      return (path, key, headers = {}) => ask(other, path, key, headers);
    },
    close: async () => {
      app.stop();
      watching.abort();
      await Promise.all(watches);
      await sandbox.close();
      await hold();
      await Promise.all([server, ...others].map((one) => one.close()));
      await admin?.close();
      await app.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Settings of a console without a map of its own, for a server that serves one. */
export const PLAIN_CONSOLE = {
  sandbox: false,
  demo: false,
  streets: null,
  tilesFile: null,
  tilesUrl: null,
  version: '0.0.0',
};

/** An application for all tests of a file. */
export const sharedApp = (options: TestAppOptions = {}): TestApp =>
  forFile(() => openTestApp(options));

const ask = (
  server: FastifyInstance,
  path: string,
  key: string | null,
  headers: Record<string, string>,
): Promise<Answer> =>
  askServer(server, path, { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers });

function startCollectors(app: OpenApp) {
  const stop = new AbortController();
  const done = runWork(app, collections(app), stop.signal);
  return {
    end: () => {
      stop.abort();
      return done;
    },
  };
}

let databases = 0;

/** A new database on the PostgreSQL under test, empty unless `migrated`; null if embedded. */
export async function testDatabase(
  options: { readonly migrated?: boolean } = {},
): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const server = process.env.ROWHOUSE_TEST_DATABASE_URL;
  if (server === undefined) return null;
  databases += 1;
  const name = `rowhouse_test_${process.pid}_${databases}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const template = options.migrated === true ? await ensureTemplate(server) : 'template1';
  await run(`create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
