/** A start that meets an embedded database of an earlier version writes a backup before it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { OperatorError } from '#base/operator-error.js';
import type { Pool } from '#store/db.js';
import { migrate, migrationsOf, ownMigrations } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { restoreTo } from '../src/backup-restore.js';
import { systemClock } from '../src/system.js';
import { type Upgrade, upgradeStore } from '../src/upgrade.js';
import { QUIET } from './support/open-test-app.js';
import { openTestStore } from './support/open-test-store.js';
import { endAll, rowhouse, settingsOf, startHere } from './support/run-rowhouse.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-upgrade-'));
after(() => {
  endAll();
  rmSync(base, { recursive: true, force: true });
});

const OWN = ownMigrations();
const NEWEST = OWN.at(-1) ?? '';
/** How many migrations the earlier version knew. */
const OLDER = OWN.length - 2;
const OLD_SCHEMA = OWN[OLDER - 1] ?? '';
const BACKUP = new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d{6}\\.\\d{3}Z-${OLD_SCHEMA}\\.backup$`);

async function inStore<T>(dataDir: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true });
  const { pool } = await openStore({
    databaseUrl: null,
    dataDir,
    poolMax: 1,
    timeoutS: 30,
    clock: systemClock,
  });
  return work(pool).finally(() => pool.close());
}

/** Starts only the store of a directory, as `serve` and `migrate` do. */
async function upgrade(dataDir: string, log = QUIET): Promise<Upgrade> {
  const options = { databaseUrl: null, dataDir, poolMax: 1, timeoutS: 30, clock: systemClock };
  const store = await openStore(options);
  const parts = { dataDir, schema: null, clock: systemClock, log };
  return upgradeStore(store, parts).finally(() => store.pool.close());
}

const backupsIn = (dataDir: string): string[] => readdirSync(join(dataDir, 'backups'));

/** A data directory that the earlier version has written, with test keys. */
const EARLIER = join(base, 'earlier');
const rowsOf = (pool: Pool) =>
  pool
    .rows<{ route: string }>('select route from route_health order by route')
    .then((rows) => rows.map(({ route }) => route));
before(async () => {
  for (const [dataDir, route] of [
    [EARLIER, 'live'],
    [join(EARLIER, 'test-keys'), 'test'],
  ] as const) {
    await inStore(dataDir, async (pool) => {
      await migrate(pool, { count: OLDER });
      await pool.rows(
        `insert into route_health (route, successes, failures, took_ms, rows_read, filled)
         values ($1, 0, 0, '{}', 0, '{}')`,
        [route],
      );
    });
  }
  writeFileSync(join(EARLIER, 'secret'), 'the-secret-of-the-earlier-version\n');
});

function earlier(name: string): string {
  const dataDir = join(base, name);
  cpSync(EARLIER, dataDir, { recursive: true });
  return dataDir;
}

test('the backup is complete before the first migration: restored, it is the earlier database with its test keys and secret', async () => {
  const dataDir = earlier('complete');
  const logged: string[] = [];
  const said = await upgrade(dataDir, {
    ...QUIET,
    info: (fields, message) => logged.push(`${message} ${String(fields.restore)}`),
  });
  assert.deepEqual(said.ran, OWN.slice(OLDER));
  const [name = '', ...others] = backupsIn(dataDir);
  assert.match(name, BACKUP);
  assert.deepEqual(others, []);
  assert.deepEqual(said.backup, {
    file: join(dataDir, 'backups', name),
    bytes: statSync(join(dataDir, 'backups', name)).size,
    from: OLD_SCHEMA,
    to: NEWEST,
    restore: `rowhouse restore ${dataDir}/backups/${name} ${dataDir}-restored`,
  });
  assert.equal(logged.length, 1);
  assert.match(logged[0] ?? '', new RegExp(`backup was written .+ ${said.backup.restore}$`));
  assert.equal(statSync(said.backup.file).mode & 0o777, 0o600);
  assert.equal(statSync(join(dataDir, 'backups')).mode & 0o777, 0o700);
  const restored = `${dataDir}-restored`;
  await restoreTo(said.backup.file, restored);
  assert.equal(existsSync(join(restored, 'backups')), false);
  assert.equal(
    readFileSync(join(restored, 'secret'), 'utf8'),
    readFileSync(join(EARLIER, 'secret'), 'utf8'),
  );
  for (const [below, route] of [
    ['.', 'live'],
    ['test-keys', 'test'],
  ] as const) {
    await inStore(join(restored, below), async (pool) => {
      assert.deepEqual(await migrationsOf(pool), OWN.slice(0, OLDER));
      assert.deepEqual(await rowsOf(pool), [route]);
    });
    await inStore(join(dataDir, below), async (pool) => {
      assert.deepEqual(await migrationsOf(pool), OWN);
      assert.deepEqual(await rowsOf(pool), [route]);
    });
  }
});

test('a new directory and one that is up to date get no backup', async () => {
  const dataDir = join(base, 'new');
  mkdirSync(dataDir);
  assert.deepEqual(await upgrade(dataDir), { ran: OWN, backup: null });
  assert.deepEqual(await upgrade(dataDir), { ran: [], backup: null });
  assert.equal(existsSync(join(dataDir, 'backups')), false);
});

async function rejects(dataDir: string, text: RegExp): Promise<void> {
  const names = readdirSync(dataDir).sort();
  await assert.rejects(upgrade(dataDir), (error) => {
    assert.ok(error instanceof OperatorError, String(error));
    assert.match(error.message, text);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
  assert.deepEqual(readdirSync(dataDir).sort(), names);
  for (const [below, route] of [
    ['.', 'live'],
    ['test-keys', 'test'],
  ] as const) {
    await inStore(join(dataDir, below), async (pool) => {
      assert.deepEqual(await migrationsOf(pool), OWN.slice(0, OLDER));
      assert.deepEqual(await rowsOf(pool), [route]);
    });
  }
}

test('without a backup no migration runs: the start ends with one sentence, and the next one succeeds', async () => {
  const dataDir = earlier('unwritable');
  writeFileSync(join(dataDir, 'backups'), 'a file in the place of the directory');
  await rejects(
    dataDir,
    new RegExp(
      `at schema ${OLD_SCHEMA} and this version migrates it to ${NEWEST}, but .+ EEXIST.+ Free up to \\d\\d MB .+ Nothing was changed\\.$`,
    ),
  );
  rmSync(join(dataDir, 'backups'));
  assert.notEqual((await upgrade(dataDir)).backup, null);
});

test('on a full disk no migration runs, and no part of a backup remains', async (t) => {
  const dataDir = earlier('full');
  const folder = join(dataDir, 'backups');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=500k', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    t.skip('this user may not mount: run it as root to test a real disk');
    return;
  }
  try {
    await rejects(dataDir, /ENOSPC: no space left on device.+Free up to \d\d MB/);
    assert.deepEqual(backupsIn(dataDir), []);
    execFileSync('mount', ['-o', 'remount,size=100m', folder], { stdio: 'pipe' });
    await upgrade(dataDir);
    assert.equal(backupsIn(dataDir).length, 1);
  } finally {
    execFileSync('umount', [folder]);
  }
});

test('three backups remain, the newest of a schema; files of the operator are left alone', async () => {
  const dataDir = earlier('many');
  const folder = join(dataDir, 'backups');
  mkdirSync(folder);
  const old = [
    '2026-01-01T000000.000Z-0001_one.backup',
    '2026-02-01T000000.000Z-0002_two.backup',
    '2026-02-02T000000.000Z-0002_two.backup',
    '2026-03-01T000000.000Z-0003_three.backup',
  ];
  const unfinished = `2026-04-01T000000.000Z-${OLD_SCHEMA}.backup.part`;
  for (const name of [...old, unfinished, 'mine.backup']) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, `${unfinished}-a1B2c3`));
  const { backup } = await upgrade(dataDir);
  assert.deepEqual(
    backupsIn(dataDir).sort(),
    [old[2], old[3], basename(backup?.file ?? ''), 'mine.backup'].sort(),
  );
});

test('serve says where the backup is and how to restore it, once; migrate does as well', async () => {
  const served = settingsOf(earlier('served'));
  const first = await startHere(served);
  const [name = ''] = backupsIn(served.ROWHOUSE_DATA_DIR);
  const restore = `rowhouse restore ${join(served.ROWHOUSE_DATA_DIR, 'backups', name)} ${served.ROWHOUSE_DATA_DIR}-restored`;
  assert.ok(first.greeting.includes(`from schema ${OLD_SCHEMA} to ${NEWEST}`), first.greeting);
  assert.ok(first.greeting.includes(restore), first.greeting);
  await first.interrupt();
  const second = await startHere(served);
  assert.doesNotMatch(second.greeting, /backup/);
  await second.interrupt();
  assert.deepEqual(backupsIn(served.ROWHOUSE_DATA_DIR), [name]);
  const migrated = settingsOf(earlier('migrated'));
  const { stdout, stderr } = await rowhouse(['migrate'], migrated);
  assert.match(stdout, new RegExp(`^Ran .*${NEWEST}\\. To go back: rowhouse restore \\S+`), stderr);
});

test('the log of the node that migrates the database of a server names both schemas, and that of a new one none', async () => {
  const schema = ownMigrations();
  for (const [count, logged] of [
    [schema.length - 1, [{ from: schema.at(-2), to: schema.at(-1) }]],
    [0, []],
  ] as const) {
    const { pool, close } = await openTestStore({ migrated: false });
    if (count > 0) await migrate(pool, { count });
    const said: object[] = [];
    const log = { ...QUIET, info: (fields: object) => said.push(fields) };
    const store = { pool, embedded: false, openNotifications: () => assert.fail() };
    const parts = { dataDir: base, schema: null, clock: systemClock, log };
    await upgradeStore(store, parts);
    await upgradeStore(store, parts);
    assert.deepEqual(said, logged);
    await close();
  }
});
