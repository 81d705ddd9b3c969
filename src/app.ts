/** Builds the modules and wires them: the application without its listeners. */
import { join } from 'node:path';
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import type { Limits } from '#base/limits.js';
import type { Log } from '#base/log.js';
import { OperatorError } from '#base/operator-error.js';
import { builtFile } from '#base/program-files.js';
import { isSteady, type SteadyClock } from '#base/steady-clock.js';
import { type Traces, UNTRACED } from '#base/traces.js';
import { FieldHistory } from '#collect/checks/field-history.js';
import { openSortedAreas } from '#collect/pages/sorted-area.js';
import { keptBytesOf, openSortedMemory } from '#collect/pages/sorted-memory.js';
import { NO_PAGES } from '#collect/upstream/page-store.js';
import type { Watchers } from '#collect/upstream/send-request.js';
import { openSetClient } from '#collect/upstream/set-client.js';
import {
  openSourceClient,
  type SharedSources,
  type UpstreamAddresses,
} from '#collect/upstream/source-client.js';
import type { Geo } from '#geo/geo.js';
import { loadGeo } from '#geo/index.js';
import { GZIP } from '#http/gzip-body.js';
import type { App } from '#service/app.js';
import { openCaches } from '#service/caches.js';
import type { OpenSets } from '#service/datasets/set-spool.js';
import { openTables } from '#service/datasets/tables.js';
import type { FileReader } from '#service/files/file-reader.js';
import { processReader } from '#service/files/read-in-process.js';
import { openMailer } from '#service/mail/mailer.js';
import { FailedCalls } from '#service/operations/failed-calls.js';
import { openAreaReads } from '#service/read-turns.js';
import { openReadAheads } from '#service/search/query-cache.js';
import { sharedPaceStore, sharedPageStore } from '#service/search/shared-sources.js';
import { SqlSessions } from '#service/sql/sessions.js';
import { NO_WEBHOOKS, openWebhookClient } from '#service/webhooks/webhook-client.js';
import { withSpare } from '#service/work/run-work.js';
import { PRESETS } from '#sources/open/presets.js';
import { accountPools, ONE_SESSION, sharesOf } from '#store/account-pools.js';
import type { Pool } from '#store/db.js';
import { listFieldShares } from '#store/field-shares.js';
import { endLoading } from '#store/imports.js';
import { readNewestMs, readServerMs } from '#store/maintenance.js';
import { openStore, type Store } from '#store/open.js';
import { type Config, SECRET_CHARS_MIN } from './config.js';
import { ensureDataFile, OPEN_SETS_DIRECTORY, SECRET_FILE } from './data-files.js';
import { openMetrics } from './metrics.js';
import { requireKnown, type Upgrade, upgradeStore } from './upgrade.js';

const SECRET_BYTES = 32;

export interface World {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly geo: Geo;
  /** Without it no traces are collected. */
  readonly traces?: Traces;
  /** Without it files are read in child processes. */
  readonly files?: FileReader;
}

export interface OpenApp extends App {
  readonly embedded: boolean;
  /** What its start migrated. */
  readonly upgrade: Upgrade;
  /** Aborts `stopping`. */
  stop(): void;
  /** Closes what was opened; call it after everything that uses the application has ended. */
  close(): Promise<void>;
}

/** The geography pack that the build made. */
export const openGeo = (): Geo => loadGeo(builtFile('geo.bin'));

/** Opens the store, migrates it, and builds the application around it. */
export async function openApp(
  config: Config,
  world: World,
  addresses: Promise<UpstreamAddresses>,
): Promise<OpenApp> {
  return openAppOn(await storeOf(config, world.clock), config, world, addresses);
}

/** Builds the application around an open store, which it closes with itself or when it fails. */
export async function openAppOn(
  store: Store,
  config: Config,
  world: World,
  addresses: Promise<UpstreamAddresses>,
): Promise<OpenApp> {
  const { limits, sites } = config;
  const { clock, ids, traces = UNTRACED } = world;
  const prepared = prepare(store, config, world, addresses, () =>
    secretOf(config, ids, store.embedded),
  );
  const { notifications, upstreams, tables, ...found } = await prepared.catch((error: unknown) =>
    store.pool.close().then(() => Promise.reject(error)),
  );
  const stop = new AbortController();
  const around = { db: store.pool, clock, limits, notifications, codec: GZIP };
  const watched = { metrics: openMetrics(), traces };
  const caches = openCaches({ ...around, stopping: stop.signal });
  // A parsed query is valid only for the version of the tables it was parsed with.
  tables.onChange(() => caches.queryCache.clear());
  const shared = store.embedded ? undefined : sharedSources(store.pool, limits, world);
  const out = openSourceClient(upstreams, limits, clock, watched, sites, shared, tables, ids.bytes);
  const own = { webhooks: webhooksOf(config), ...emptyMemory(limits, clock) };
  return {
    ...world,
    limits,
    ...watched,
    ...found,
    ...databases(store, limits),
    codec: GZIP,
    caches,
    notifications,
    client: out,
    ...own,
    tables,
    ...outside(config, world, watched, upstreams),
    ...sortedParts(limits, clock),
    readAheads: openReadAheads(limits.UPSTREAM_CACHE_S, clock.nowMs),
    stopping: stop.signal,
    embedded: store.embedded,
    stop: () => stop.abort(),
    close: async () => {
      stop.abort();
      own.sql.close();
      await notifications.close();
      await Promise.all([out.close(), own.webhooks.close()]);
      await store.pool.close();
    },
  };
}

/** The pool, and a view of it per account that limits the account to its share of connections. */
const databases = ({ pool, embedded }: Store, limits: Limits) => ({
  db: pool,
  dbOf: accountPools(
    pool,
    embedded ? ONE_SESSION : sharesOf(limits.DATABASE_POOL_MAX, limits.DATABASE_TIMEOUT_S * 1000),
  ),
});

/** Readers of the operator's files and of open data, and the way to the mail server. */
const outside = (
  config: Config,
  world: World,
  watched: Watchers,
  upstreams: UpstreamAddresses,
): Pick<App, 'files' | 'mail' | 'openSets'> => ({
  mail: mailerOf(config),
  files: world.files ?? processReader({ ...world, limits: config.limits }),
  openSets: openSetsOf(config, world.clock, watched, upstreams),
});

/** Presets are beside the code; rows being read are in the data directory. */
const openSetsOf = (
  { limits, dataDir, openSetHosts, openSetTokens }: Config,
  clock: Clock,
  watchers: Watchers,
  upstreams: UpstreamAddresses,
): OpenSets => {
  const sandboxes = Object.values(upstreams).flatMap((address) =>
    address?.sandbox === true ? [new URL(address.url).host] : [],
  );
  return {
    presets: PRESETS,
    folder: join(dataDir, OPEN_SETS_DIRECTORY),
    client: openSetClient(limits, clock, watchers, {
      named: new Set([...openSetHosts, ...sandboxes]),
      tokens: openSetTokens,
    }),
    running: new Map(),
  };
};

const webhooksOf = ({ limits, webhookPrivate, demo }: Config) =>
  demo
    ? NO_WEBHOOKS
    : openWebhookClient({
        isPrivateAllowed: webhookPrivate,
        timeoutS: limits.WEBHOOK_TIMEOUT_S,
      });

const mailerOf = ({ limits, mail }: Config) =>
  mail === null ? null : openMailer(mail, limits.WEBHOOK_TIMEOUT_S);

const storeOf = ({ limits, dataDir, databaseUrl, schema }: Config, clock: Clock): Promise<Store> =>
  openStore({
    databaseUrl,
    dataDir,
    schema,
    poolMax: limits.DATABASE_POOL_MAX,
    timeoutS: limits.DATABASE_TIMEOUT_S,
    clock,
  });

/** On a database server, other processes may call the same sources: rates and pages are shared. */
function sharedSources(db: Pool, limits: Limits, { clock, log, ids }: World): SharedSources {
  const parts = { db, clock, log };
  return {
    pace: sharedPaceStore(parts, ids.uuid()),
    pages: sharedPageStore(parts, limits) ?? NO_PAGES,
  };
}

/** State that a process keeps in memory only, empty at its start. */
const emptyMemory = (limits: Limits, clock: Clock) => ({
  areaReads: openAreaReads(),
  sql: new SqlSessions({ clock, limits }),
  learned: new Map(),
  audits: new Set<string>(),
  failedCalls: new FailedCalls(),
});

/** The cache of sorted searches, and the memory limit while one is collected. */
const sortedParts = (limits: Limits, { nowMs }: Clock) => ({
  sortedAreas: openSortedAreas(keptBytesOf(limits.SORTED_BYTES), limits.UPSTREAM_CACHE_S, nowMs),
  sortedMemory: openSortedMemory(limits.SORTED_BYTES, withSpare(limits.COLLECT_CONCURRENCY)),
});

/** A database server has a clock to compare with; an embedded store only a newest timestamp. */
async function compareClock(store: Store, clock: SteadyClock): Promise<void> {
  const { pool, embedded } = store;
  const known = embedded ? await readNewestMs(pool) : await readServerMs(pool);
  if (known !== null) clock.compare(known, !embedded);
}

/** The steps that can fail. Notifications open last: they hold a connection of their own. */
async function prepare(
  store: Store,
  { dataDir, schema }: Config,
  { clock, log }: World,
  addresses: Promise<UpstreamAddresses>,
  secretOfStore: () => string | null,
) {
  // A store of another version is rejected before a file is created beside it.
  await requireKnown(store, dataDir);
  const secret = secretOfStore();
  const upgrade = await upgradeStore(store, { dataDir, schema, clock, log });
  if (isSteady(clock)) await compareClock(store, clock);
  const tables = openTables(store.pool, clock);
  if (store.embedded) await endLoading(store.pool, new Date(clock.nowMs()));
  await tables.refresh();
  const fieldHistory = new FieldHistory(await listFieldShares(store.pool));
  const upstreams = await addresses;
  return {
    secret,
    tables,
    fieldHistory,
    upstreams,
    upgrade,
    notifications: await store.openNotifications(),
  };
}

/** Embedded: generated once. Nodes sharing a database: set (docs/operating.md#several-nodes). */
function secretOf(config: Config, ids: Ids, embedded: boolean): string | null {
  if (config.secret !== null || !embedded) return config.secret;
  const secret = ensureDataFile(config.dataDir, SECRET_FILE, () =>
    Buffer.from(ids.bytes(SECRET_BYTES)).toString('base64url'),
  );
  if (secret.length >= SECRET_CHARS_MIN) return secret;
  throw new OperatorError(
    `The file ${join(config.dataDir, SECRET_FILE)} must have at least ${SECRET_CHARS_MIN} characters. Restore the old secret, or remove the file: this invalidates all cursors.`,
  );
}
