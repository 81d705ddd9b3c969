import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '#base/operator-error.js';
import { ensureDatabaseDirectory } from './create.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-create-'));
after(() => rmSync(base, { recursive: true, force: true }));
const ARCHIVE = fileURLToPath(new URL('../../../dist/base.tgz', import.meta.url));
const FREE = /could not be created.+Free 2\d MB on this disk.+ROWHOUSE_DATA_DIR/;

function directory(name: string): string {
  const path = join(base, name);
  mkdirSync(path);
  return path;
}

/** The path and size of each file. */
const filesIn = (path: string): Map<string, number> =>
  new Map(
    readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(path.length), statSync(file).size]),
  );

const whole = filesIn(await ensureDatabaseDirectory(directory('whole'), ARCHIVE));

test('the base archive holds one database, without the templates of a server', () => {
  assert.equal(readdirSync(join(base, 'whole', 'postgres', 'base')).length, 1);
});

/** Every write fails, as on a full disk, once this many bytes are written. */
function fillAfter(bytes: number): void {
  let left = bytes;
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  const write = fs.writeSync as (...words: unknown[]) => number;
  mock.method(fs, 'writeSync', (...words: unknown[]) => {
    left -= (words[1] as Buffer).length;
    if (left < 0) throw full;
    return write(...words);
  });
}

for (const bytes of [0, 1_000_000, 24_000_000]) {
  test(`a disk that is full after ${bytes} bytes of a first start leaves nothing, and says so`, async () => {
    const data = directory(`full-${bytes}`);
    fillAfter(bytes);
    await assert.rejects(ensureDatabaseDirectory(data, ARCHIVE), (error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(error.message, FREE);
      return true;
    });
    mock.restoreAll();
    assert.deepEqual(readdirSync(data), []);
    assert.deepEqual(filesIn(await ensureDatabaseDirectory(data, ARCHIVE)), whole);
  });
}

test('a real disk that is full leaves nothing, and the next start succeeds', async (t) => {
  const data = directory('disk');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', data], { stdio: 'pipe' });
  } catch {
    t.skip('this user may not mount: run it as root to test a real disk');
    return;
  }
  t.after(() => execFileSync('umount', [data]));
  await assert.rejects(ensureDatabaseDirectory(data, ARCHIVE), FREE);
  assert.deepEqual(readdirSync(data), []);
  execFileSync('mount', ['-o', 'remount,size=100m', data]);
  assert.deepEqual(filesIn(await ensureDatabaseDirectory(data, ARCHIVE)), whole);
});

/** What an earlier version left on a full disk: all names, and the contents of the first files. */
function unfinished(name: string): string {
  const data = directory(name);
  const database = join(data, 'postgres');
  cpSync(join(base, 'whole', 'postgres'), database, { recursive: true });
  for (const [index, file] of [...whole.keys()].entries()) {
    if (index > 20 || file.endsWith('pg_control')) truncateSync(join(database, file), 0);
  }
  return data;
}

test('a directory that an earlier version left unfinished is replaced', async () => {
  const data = unfinished('unfinished');
  writeFileSync(join(data, 'postgres', 'postmaster.pid'), '-42\n');
  assert.deepEqual(filesIn(await ensureDatabaseDirectory(data, ARCHIVE)), whole);
  assert.deepEqual(readdirSync(data), ['postgres']);
});

test('a damaged database that holds data is left as it is, with what to do', async () => {
  const data = unfinished('damaged');
  writeFileSync(join(data, 'postgres', 'base', '99999'), 'rows of somebody');
  const before = filesIn(data);
  await assert.rejects(
    ensureDatabaseDirectory(data, ARCHIVE),
    /contains a damaged database.+99999.+Nothing was changed\. Restore a backup/,
  );
  assert.deepEqual(filesIn(data), before);
});

test('what a killed restore left beside a whole database is removed; without one it stays, with what to do', async () => {
  const done = directory('restored');
  cpSync(join(base, 'whole', 'postgres'), join(done, 'postgres'), { recursive: true });
  mkdirSync(join(done, 'restoring-abc'));
  assert.deepEqual(filesIn(await ensureDatabaseDirectory(done, ARCHIVE)), whole);
  assert.deepEqual(readdirSync(done), ['postgres']);

  const half = directory('half-restored');
  cpSync(join(base, 'whole', 'postgres'), join(half, 'restoring-abc', 'postgres'), {
    recursive: true,
  });
  const before = filesIn(half);
  await assert.rejects(
    ensureDatabaseDirectory(half, ARCHIVE),
    /was interrupted before its database was in place: run the same "rowhouse restore" once more/,
  );
  assert.deepEqual(filesIn(half), before);
});
