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
import type { Log } from '#base/log.js';
import { OperatorError } from '#base/operator-error.js';
import type { Pool } from '#store/db.js';
import { migrate, migrationsOf, ownMigrations } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { restoreTo } from '../src/backup-restore.js';
import { systemClock } from '../src/system.js';
import { type Upgrade, upgradeStore } from '../src/upgrade.js';
import { QUIET } from './support/open-test-app.js';
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

const NOTHING = () => Promise.resolve();

/** Starts only the store of a directory, as `serve` and `migrate` do, and looks at it. */
async function upgrade(
  dataDir: string,
  { log = QUIET, before: look = NOTHING, after: lookAgain = NOTHING }: Looks = {},
): Promise<Upgrade> {
  const options = { databaseUrl: null, dataDir, poolMax: 1, timeoutS: 30, clock: systemClock };
  const store = await openStore(options);
  const parts = { dataDir, schema: null, clock: systemClock, log };
  try {
    await look(store.pool);
    const upgraded = await upgradeStore(store, parts);
    await lookAgain(store.pool);
    return upgraded;
  } finally {
    await store.pool.close();
  }
}

interface Looks {
  readonly log?: Log;
  readonly before?: (pool: Pool) => Promise<void>;
  readonly after?: (pool: Pool) => Promise<void>;
}

const backupsIn = (dataDir: string): string[] => readdirSync(join(dataDir, 'backups'));

/** A data directory that the earlier version has written, with test keys. */
const EARLIER = join(base, 'earlier');
/** Two starts fail on this copy of it, and the next one finds it as it was. */
const UNWRITTEN = join(base, 'unwritten');
const rowsOf = (pool: Pool) =>
  pool
    .rows<{ route: string }>('select route from route_health order by route')
    .then((rows) => rows.map(({ route }) => route));
const holds = (migrations: readonly string[], route: string) => async (pool: Pool) => {
  assert.deepEqual(await migrationsOf(pool), migrations);
  assert.deepEqual(await rowsOf(pool), [route]);
};
before(async () => {
  await inStore(EARLIER, async (pool) => {
    await migrate(pool, { count: OLDER });
    await pool.rows(
      `insert into route_health (route, successes, failures, took_ms, rows_read, filled)
       values ('live', 0, 0, '{}', 0, '{}')`,
    );
  });
  const tests = join(EARLIER, 'test-keys');
  cpSync(join(EARLIER, 'postgres'), join(tests, 'postgres'), { recursive: true });
  await inStore(tests, (pool) => pool.rows(`update route_health set route = 'test'`));
  writeFileSync(join(EARLIER, 'secret'), 'the-secret-of-the-earlier-version\n');
  mkdirSync(join(earlier('unwritten'), 'backups'));
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
    log: {
      ...QUIET,
      info: (fields, message) => logged.push(`${message} ${String(fields.restore)}`),
    },
    after: holds(OWN, 'live'),
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
  await inStore(restored, holds(OWN.slice(0, OLDER), 'live'));
  await inStore(join(restored, 'test-keys'), holds(OWN.slice(0, OLDER), 'test'));
  await inStore(join(dataDir, 'test-keys'), holds(OWN, 'test'));
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
}

test('on a full disk no migration runs, and no part of a backup remains', async (t) => {
  const folder = join(UNWRITTEN, 'backups');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=500k', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    t.skip('this user may not mount: run it as root to test a real disk');
    return;
  }
  try {
    await rejects(UNWRITTEN, /ENOSPC: no space left on device.+Free up to \d\d MB/);
    assert.deepEqual(backupsIn(UNWRITTEN), []);
  } finally {
    execFileSync('umount', [folder]);
  }
});

test('without a backup no migration runs: the start ends with one sentence, and the next one succeeds', async () => {
  const folder = join(UNWRITTEN, 'backups');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file in the place of the directory');
  await rejects(
    UNWRITTEN,
    new RegExp(
      `at schema ${OLD_SCHEMA} and this version migrates it to ${NEWEST}, but .+ EEXIST.+ Free up to \\d\\d MB .+ Nothing was changed\\.$`,
    ),
  );
  rmSync(folder);
  await inStore(join(UNWRITTEN, 'test-keys'), holds(OWN.slice(0, OLDER), 'test'));
  const { backup } = await upgrade(UNWRITTEN, { before: holds(OWN.slice(0, OLDER), 'live') });
  assert.deepEqual(backupsIn(UNWRITTEN), [basename(backup?.file ?? '')]);
});

test('serve says where the backup is and how to restore it, once', async () => {
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
});

test('migrate says it as well; three backups remain, the newest of a schema; files of the operator are left alone', async () => {
  const migrated = settingsOf(earlier('migrated'));
  const folder = join(migrated.ROWHOUSE_DATA_DIR, 'backups');
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
  const { stdout, stderr } = await rowhouse(['migrate'], migrated);
  const said = new RegExp(`^Ran .*${NEWEST}\\. To go back: rowhouse restore (\\S+)`).exec(stdout);
  assert.ok(said !== null, stdout + stderr);
  const made = basename(said[1] ?? '');
  assert.match(made, BACKUP);
  const left = backupsIn(migrated.ROWHOUSE_DATA_DIR).sort();
  assert.deepEqual(left, [old[2], old[3], made, 'mine.backup'].sort());
});

test('the log of the node that migrates the database of a server names both schemas, and that of a new one none', async () => {
  for (const [dataDir, logged] of [
    [earlier('server'), [{ from: OLD_SCHEMA, to: NEWEST }]],
    [join(base, 'new-server'), []],
  ] as const) {
    const said: object[] = [];
    const log = { ...QUIET, info: (fields: object) => said.push(fields) };
    await inStore(dataDir, async (pool) => {
      const store = { pool, embedded: false, openNotifications: () => assert.fail() };
      const parts = { dataDir: base, schema: null, clock: systemClock, log };
      await upgradeStore(store, parts);
      await upgradeStore(store, parts);
    });
    assert.deepEqual(said, logged);
  }
});
