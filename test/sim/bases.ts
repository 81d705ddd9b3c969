/** What seeds run on: a migrated database without rows, and the application around it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#store/db.js';
import { migrate } from '#store/migrate.js';
import { type OpenApp, openApp, openAppOn, type World } from '../../src/app.js';
import { type Config, readConfig } from '../../src/config.js';
import { systemClock, systemIds } from '../../src/system.js';
import { emptyTables } from '../support/empty-tables.js';
import { geography } from '../support/geography.js';
import { testDatabase } from '../support/open-test-app.js';
import { openEngine } from './engine.js';
import { NO_BUG, type SeededBug } from './seeded-bugs.js';

export interface Bases {
  readonly engine: 'embedded' | 'PostgreSQL';
  /** Where the next seed runs: no row of another one is left, and the bug is in the schema. */
  next(seed: number, bug: SeededBug): Promise<OpenApp>;
  close(): Promise<void>;
}

/** A new database is opened after this many seeds, so that months without a partition occur. */
const SEEDS_PER_DATABASE = 100;
/** The ledger of a server cannot be emptied, so the schema is made again after this many seeds. */
const SEEDS_PER_SCHEMA = 20;

/** Opens the engine under test: the embedded one, or ROWHOUSE_TEST_DATABASE_URL. */
export async function openBases(): Promise<Bases> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-sim-'));
  const database = await testDatabase();
  const config = readConfig({
    ROWHOUSE_DATA_DIR: dataDir,
    ROWHOUSE_SECRET: 'a-secret-for-the-simulation',
    ...(database && { DATABASE_URL: withoutFlushes(database.url) }),
  });
  const world = {
    clock: systemClock,
    ids: systemIds(systemClock),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    geo: geography(),
  };
  const bases = database === null ? embeddedBases(config, world) : await serverBases(config, world);
  return {
    ...bases,
    close: async () => {
      await bases.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Copies of one database that has the schema, each for some seeds. */
function embeddedBases(config: Config, world: World): Bases {
  let copied: Blob | undefined;
  let base: OpenApp | undefined;
  let bugInIt = NO_BUG;
  const ran = new Set<number>();
  const renew = async (bug: SeededBug): Promise<OpenApp> => {
    await base?.close();
    ran.clear();
    const engine = await openEngine(copied);
    const fresh = await openAppOn(engine, config, world, Promise.resolve({}));
    copied ??= await engine.copy();
    for (const statement of bug.statements) await fresh.db.rows(statement);
    // As the tables of later seeds: the planner takes one that was never vacuumed for a larger one.
    await fresh.db.rows('vacuum');
    bugInIt = bug;
    return fresh;
  };
  return {
    engine: 'embedded',
    next: async (seed, bug) => {
      const old = ran.has(seed) || ran.size === SEEDS_PER_DATABASE || bug !== bugInIt;
      if (base === undefined || old) base = await renew(bug);
      else await emptyAll(base.db);
      ran.add(seed);
      return base;
    },
    close: async () => base?.close(),
  };
}

/**
 * After the vacuum the files of the tables are empty too, and every statement is planned again, so
 * that row positions and plans do not depend on earlier seeds.
 */
async function emptyAll(db: Db): Promise<void> {
  const tables = await db.transaction(emptyTables);
  const names = tables.map(({ name }) => name);
  if (names.length > 0) await db.rows(`vacuum ${names.join(', ')}`);
  await db.rows('discard plans');
}

/** A server: one database, whose schema is made again now and then. */
async function serverBases(config: Config, world: World): Promise<Bases> {
  const base = await openApp(config, world, Promise.resolve({}));
  const ran = new Set<number>();
  return {
    engine: 'PostgreSQL',
    next: async (seed, bug) => {
      if (ran.has(seed) || ran.size % SEEDS_PER_SCHEMA === 0 || bug !== NO_BUG) {
        await makeSchema(base);
        ran.clear();
      } else await emptyAll(base.db);
      // What a seeded bug has done to the schema must not reach the next seed.
      if (bug === NO_BUG) ran.add(seed);
      for (const statement of bug.statements) await base.db.rows(statement);
      return base;
    },
    close: () => base.close(),
  };
}

async function makeSchema({ db }: OpenApp): Promise<void> {
  await db.rows('drop schema public cascade');
  await db.rows('create schema public');
  await migrate(db);
}

/** Durability is the business of bench/kill; here every commit would only wait for the disk. */
function withoutFlushes(address: string): string {
  const url = new URL(address);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}
