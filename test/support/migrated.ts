/**
 * A migrated database to copy: migrations cost more than most tests, and every test with a store
 * would run them. It is made with the migration files that a start uses, once per state of them.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { systemClock } from '../../src/system.js';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const MIGRATIONS = at('src/store/migrations');
const IMAGES = at('node_modules/.cache/rowhouse-tests');
const WASM = at('node_modules/@electric-sql/pglite/dist/pglite.wasm');
/** Where the embedded store keeps its database in a data directory. */
const DATABASE = 'postgres';
/** What the two of a pair of processes that make the same template wait for. */
const TEMPLATE_LOCK = 7_160_313;

const open = (databaseUrl: string | null, dataDir: string) =>
  openStore({ databaseUrl, dataDir, poolMax: 1, clock: systemClock, timeoutS: 60 });

/** Changes whenever another database would come out. */
const stateOf = (...files: readonly string[]): string => {
  const hash = createHash('sha256');
  const migrations = readdirSync(MIGRATIONS)
    .sort()
    .map((name) => join(MIGRATIONS, name));
  for (const file of [...migrations, at('src/store/migrate.ts'), ...files]) {
    hash
      .update(file.slice(at('').length))
      .update('\0')
      .update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
};

/** Puts the migrated database of the embedded store into a data directory, to be opened here. */
export async function copyMigrated(dataDir: string): Promise<void> {
  engine ??= compile(readFileSync(WASM));
  await engine;
  await copyForProcess(dataDir);
}
/** A process's threads share the compiled engine code as long as one of them holds it. */
let engine: Promise<unknown> | undefined;

/** The same for a process of its own; an existing database stays as it is. */
export async function copyForProcess(dataDir: string): Promise<void> {
  image ??= ensureImage();
  const database = join(dataDir, DATABASE);
  if (!existsSync(database)) cpSync(await image, database, { recursive: true });
}
let image: Promise<string> | undefined;

async function ensureImage(): Promise<string> {
  const directory = join(IMAGES, stateOf(at('dist/base.tgz'), at('dist/store/embedded/worker.js')));
  if (existsSync(directory)) return directory;
  mkdirSync(IMAGES, { recursive: true });
  const making = mkdtempSync(join(IMAGES, 'making-'));
  try {
    const { pool } = await open(null, making);
    await migrate(pool);
    await pool.close();
    renameSync(join(making, DATABASE), directory);
  } catch (error) {
    // Another process may have made the same one meanwhile.
    if (!existsSync(directory)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return directory;
}

/** The types of Node 20 do not have it. */
const { compile } = Reflect.get(globalThis, 'WebAssembly') as {
  compile(bytes: Uint8Array): Promise<unknown>;
};

/** The name of the migrated database on a server, to create others from. */
export async function ensureTemplate(server: string): Promise<string> {
  template ??= makeTemplate(server);
  return template;
}
let template: Promise<string> | undefined;

async function makeTemplate(server: string): Promise<string> {
  const name = `rowhouse_test_migrated_${stateOf()}`;
  const making = `${name}_making`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await client.query('select from pg_database where datname = $1', [name]);
    if (rows.length > 0) return name;
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making}`);
    const url = new URL(server);
    url.pathname = `/${making}`;
    const { pool } = await open(url.href, '');
    await migrate(pool);
    await pool.close();
    await client.query(`alter database ${making} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}
