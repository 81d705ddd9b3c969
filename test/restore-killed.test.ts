/** A restore that is killed at each of its renames: the directory starts, or says what to do. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.js';
import { SECRET_FILE } from '../src/data-files.js';
import { systemClock } from '../src/system.js';
import { rowhouse, SOON_ENDED, settingsOf, startHere } from './support/run-rowhouse.js';

const BIN = fileURLToPath(new URL('../bin/rowhouse.js', import.meta.url));
const COMMAND_MS_MAX = 60_000;
/** The directory's new name, the secrets of a service that ran, and the database. */
const RENAMES_MAX = 10;
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

const at = (kills: number): string => join(base, `killed-${kills}`);

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
  await service.interrupt();
  const accounts = await accountsIn(settings.ROWHOUSE_DATA_DIR);
  assert.ok(accounts.length > 0);
  const secret = readFileSync(join(settings.ROWHOUSE_DATA_DIR, SECRET_FILE), 'utf8');

  let kills = 0;
  for (; kills < RENAMES_MAX; kills += 1) {
    const words = [...SOON_ENDED, '--import', dyingAt(kills), BIN, 'restore', file, at(kills)];
    const { signal, stderr } = spawnSync(process.execPath, words, {
      timeout: COMMAND_MS_MAX,
      encoding: 'utf8',
    });
    if (signal === null) break;
    assert.equal(signal, 'SIGKILL', stderr);
    const left = readdirSync(at(kills)).join(' ');
    assert.match(left, kills === 0 ? /creating-/ : /restoring-/);
    if (kills > 0) await assert.rejects(openIn(at(kills)), /was interrupted .+ "rowhouse restore"/);
  }
  assert.ok(kills >= 3 && kills < RENAMES_MAX, `${kills} kills`);

  const last = at(kills - 1);
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
