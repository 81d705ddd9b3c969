/** A restore that is killed at each of its renames: the directory starts, or says what to do. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs, { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.js';
import { SECRET_FILE } from '../src/data-files.js';
import { systemClock } from '../src/system.js';
import { SOON_ENDED } from './support/own-process.js';
import { rowhouse, settingsOf, startHere } from './support/run-rowhouse.js';

const BIN = fileURLToPath(new URL('../bin/rowhouse.js', import.meta.url));
const COMMAND_MS_MAX = 60_000;
/** The directory's new name, the secrets of a service that ran, and the database. */
const RENAMES_MAX = 10;
const HALF_RESTORED = /was interrupted .+ "rowhouse restore"/;
const base = mkdtempSync(join(tmpdir(), 'rowhouse-killed-restore-'));
after(() => rmSync(base, { recursive: true, force: true }));

/** Code that ends its process before the rename of this number. */
const dyingAt = (nth: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { renameSync } = fs;
    let left = ${nth};
    fs.renameSync = (...paths) => {
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      left -= 1;
      return renameSync(...paths);
    };
    syncBuiltinESMExports();
  `)}`;

const at = (nth: number): string => join(base, `before-rename-${nth}`);

/**
 * Restores to the end, with a copy of the directory from before each rename: what a process that is
 * killed there leaves. Returns how many there were.
 */
async function copiesOf(file: string): Promise<number> {
  const target = join(base, 'whole');
  const { renameSync } = fs;
  let renames = 0;
  fs.renameSync = (...paths) => {
    cpSync(target, at(renames), { recursive: true });
    renames += 1;
    return renameSync(...paths);
  };
  syncBuiltinESMExports();
  try {
    const whole = await rowhouse(['restore', file, target]);
    assert.equal(whole.code, 0, whole.stderr);
  } finally {
    fs.renameSync = renameSync;
    syncBuiltinESMExports();
  }
  return renames;
}

/** A directory in which a process was killed before the rename of this number. */
function killedAt(nth: number, file: string): string {
  const target = join(base, 'killed');
  const words = [...SOON_ENDED, '--import', dyingAt(nth), BIN, 'restore', file, target];
  const { signal, stderr } = spawnSync(process.execPath, words, {
    timeout: COMMAND_MS_MAX,
    encoding: 'utf8',
  });
  assert.equal(signal, 'SIGKILL', stderr);
  return target;
}

/** The names of all files below, without what differs from run to run. */
const namesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replace(/^((?:creating|restoring)-)\w+/, '$1'))
    .sort();

const openIn = (dataDir: string) =>
  openStore({ databaseUrl: null, dataDir, poolMax: 1, timeoutS: 30, clock: systemClock });

async function accountsIn(dataDir: string): Promise<string[]> {
  const { pool } = await openIn(dataDir);
  try {
    const rows = await pool.rows<{ name: string }>('select name from accounts order by name');
    return rows.map(({ name }) => name);
  } finally {
    await pool.close();
  }
}

test('a restore killed before any of its renames leaves a directory that starts whole, or says what to do', async () => {
  const settings = settingsOf(join(base, 'live'));
  const file = join(base, 'store.backup');
  const service = await startHere(settings);
  const made = await rowhouse(['backup', file, '--admin-url', service.adminUrl], settings);
  assert.equal(made.code, 0, made.stderr);
  const words = ['accounts', 'list', '--json', '--admin-url', service.adminUrl];
  const listed = JSON.parse((await rowhouse(words, settings)).stdout);
  const accounts = listed.accounts.map(({ name }: { readonly name: string }) => name).sort();
  await service.interrupt();
  assert.ok(accounts.length > 0);
  const secret = readFileSync(join(settings.ROWHOUSE_DATA_DIR, SECRET_FILE), 'utf8');

  const renames = await copiesOf(file);
  assert.ok(renames >= 3 && renames < RENAMES_MAX, `${renames} renames`);
  const last = killedAt(renames - 1, file);
  assert.deepEqual(namesIn(last), namesIn(at(renames - 1)), 'a copy is what a kill leaves');
  for (let nth = 0; nth < renames; nth += 1) {
    assert.match(readdirSync(at(nth)).join(' '), nth === 0 ? /creating-/ : /restoring-/);
    if (nth > 0) await assert.rejects(openIn(at(nth)), HALF_RESTORED);
  }
  await assert.rejects(openIn(last), HALF_RESTORED);

  // A stranger's file is nobody's to remove.
  await rejectsBeside(file, last);
  const doctor = await rowhouse(['doctor'], settingsOf(last));
  assert.match(doctor.stdout, /was interrupted before its database was in place/);
  for (const target of [at(0), last]) {
    const again = await rowhouse(['restore', file, target], settingsOf(target));
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual(await accountsIn(target), accounts);
    assert.equal(readFileSync(join(target, SECRET_FILE), 'utf8'), secret);
    assert.doesNotMatch(readdirSync(target).join(' '), /creating-|restoring-/);
  }
});

async function rejectsBeside(file: string, target: string): Promise<void> {
  const own = join(target, 'note');
  writeFileSync(own, 'mine');
  const { code, stderr } = await rowhouse(['restore', file, target], settingsOf(target));
  assert.equal(code, 1);
  assert.match(stderr, /is not empty: it contains note/);
  assert.equal(readFileSync(own, 'utf8'), 'mine');
  rmSync(own);
}
