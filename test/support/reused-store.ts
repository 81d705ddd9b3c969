/**
 * Embedded databases that the tests of a process use one after the other. To start one and to load
 * its catalogs costs more than most tests: when a test closes it, it is emptied, and the next test
 * finds it as if it were new. One whose schema or statistics a test has changed is ended instead.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiError } from '#domain/api-error.js';
import type { Db, Pool } from '#store/db.js';
import { openStore, type Store } from '#store/open.js';
import { systemClock } from '../../src/system.js';
import { afterFiles } from './after-files.js';
import { emptyTables, usedTables } from './empty-tables.js';
import { copyMigrated } from './migrated.js';

/** Deleted rows stay in the files of their tables: one that has grown beyond this is ended. */
const TABLE_BYTES_MAX = 4_000_000;

/** What a test finds in a new database. */
interface Content {
  readonly objects: string;
  /** Rows of the tables that have any, as JSON; migrations are among the objects. */
  readonly rows: ReadonlyMap<string, string>;
  /** The last value of each sequence, null before its first. */
  readonly sequences: ReadonlyMap<string, number | null>;
}

interface Engine {
  readonly store: Store;
  readonly directory: string;
  readonly first: Content;
}

const idle: Engine[] = [];
let willEnd = false;

/** A migrated, otherwise empty embedded store. Close its pool, and nothing answers there again. */
export async function openReusedStore(): Promise<Store> {
  const engine = idle.pop() ?? (await startEngine());
  await endSession(engine);
  return { ...engine.store, pool: lend(engine) };
}

async function startEngine(): Promise<Engine> {
  if (!willEnd) afterFiles(() => Promise.all(idle.splice(0).map(end)));
  willEnd = true;
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-engine-'));
  await copyMigrated(directory);
  const place = { databaseUrl: null, dataDir: directory, poolMax: 1, timeoutS: 10 };
  const store = await openStore({ ...place, clock: systemClock });
  return { store, directory, first: await contentOf(store.pool) };
}

async function end({ store, directory }: Engine): Promise<void> {
  await store.pool.close();
  rmSync(directory, { recursive: true, force: true });
}

/** The engine's pool until it is closed, which waits for the work under way. */
function lend(engine: Engine): Pool {
  const { pool } = engine.store;
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  const whileOpen = <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) return Promise.reject(apiError('storage_unavailable'));
    const one = work();
    const settled: Promise<unknown> = one.then(
      () => underWay.delete(settled),
      () => underWay.delete(settled),
    );
    underWay.add(settled);
    return one;
  };
  return {
    ...pool,
    rows: (text, values, name) => whileOpen(() => pool.rows(text, values, name)),
    transaction: (work, timeoutMs) => whileOpen(() => pool.transaction(work, timeoutMs)),
    session: () => whileOpen(() => pool.session()),
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await Promise.all(underWay);
      if (await renewed(engine)) idle.push(engine);
      else await end(engine);
    },
  };
}

/** The next statement has a session in which nothing was set or prepared. */
const endSession = async ({ store }: Engine): Promise<void> =>
  (await store.pool.session()).release(true);

/** Whether the database is as at first again. */
async function renewed(engine: Engine): Promise<boolean> {
  try {
    await endSession(engine);
    return await engine.store.pool.transaction((db) => empty(db, engine.first));
  } catch {
    return false;
  }
}

async function empty(db: Db, first: Content): Promise<boolean> {
  if ((await objectsOf(db)) !== first.objects) return false;
  const tables = await emptyTables(db);
  if (tables.some(({ bytes }) => bytes > TABLE_BYTES_MAX)) return false;
  for (const [name, rows] of first.rows) {
    await db.rows(
      `insert into ${name} overriding system value
       select * from json_populate_recordset(null::${name}, $1)`,
      [rows],
    );
  }
  for (const [name, value] of await sequencesOf(db)) {
    const firstValue = first.sequences.get(name) ?? null;
    if (value === firstValue) continue;
    await db.rows(`alter sequence ${name} restart`);
    if (firstValue !== null) await db.rows('select setval($1, $2)', [name, firstValue]);
  }
  return true;
}

async function contentOf(db: Db): Promise<Content> {
  const rows = new Map<string, string>();
  for (const { name } of await usedTables(db)) rows.set(name, await rowsOf(db, name));
  return { objects: await objectsOf(db), rows, sequences: await sequencesOf(db) };
}

async function rowsOf(db: Db, table: string): Promise<string> {
  const [found] = await db.rows<{ rows: string }>(
    `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
  );
  return found?.rows ?? '';
}

async function sequencesOf(db: Db): Promise<ReadonlyMap<string, number | null>> {
  const found = await db.rows<{ name: string; value: number | null }>(
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public'`,
  );
  return new Map(found.map(({ name, value }) => [name, value]));
}

/** Changes with any migration, table, column, index, function, trigger, constraint or statistic. */
async function objectsOf(db: Db): Promise<string> {
  const [found] = await db.rows<{ objects: string }>(
    `select concat_ws(' ',
       (select count(*) || '-' || max(oid) from pg_class),
       (select count(*) from pg_attribute),
       (select count(*) || '-' || max(oid) from pg_proc),
       (select count(*) || '-' || max(oid) from pg_trigger),
       (select count(*) || '-' || max(oid) from pg_constraint),
       (select count(*) from pg_statistic),
       (select count(*) from pg_db_role_setting),
       (select string_agg(name, ' ' order by id) from migrations)) as objects`,
  );
  return found?.objects ?? '';
}
