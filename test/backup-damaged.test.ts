/** What a restore rejects, and that it changes nothing then. */
import assert from 'node:assert/strict';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { create } from 'tar';
import { copyOnline } from '#store/embedded/online-copy.js';
import { migrate, ownMigrations } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { backupOf } from '#store/transfer/backup-file.js';
import { restoreTo } from '../src/backup-restore.js';
import { systemClock } from '../src/system.js';

const base = mkdtempSync(join(tmpdir(), 'rowhouse-damaged-'));
const FILE = join(base, 'store.backup');
const ROWS = 5_000;
after(() => rmSync(base, { recursive: true, force: true }));

const openIn = (dataDir: string) =>
  openStore({ databaseUrl: null, dataDir, poolMax: 1, timeoutS: 30, clock: systemClock });

before(async () => {
  const dataDir = join(base, 'live');
  const { pool } = await openIn(dataDir);
  await migrate(pool);
  await pool.rows(`insert into route_health (route, successes, failures, took_ms, rows_read, filled)
    select 'before-' || n, 0, 0, '{}', 0, '{}' from generate_series(1, ${ROWS}) n`);
  const note = { version: '0.0.0-test', created_at: '', migrations: ownMigrations(), secrets: [] };
  const files = async function* () {
    for await (const file of copyOnline(pool, join(dataDir, 'postgres'))) {
      yield { ...file, name: `postgres/${file.name}` };
      // The store is written, and its log cut, while it is copied.
      if (!/^global.*0$/.test(file.name)) continue;
      await pool.rows(`update route_health set successes = successes + 1`);
      await pool.rows('checkpoint');
    }
  };
  await pipeline(
    Readable.from(backupOf(note, files())),
    createGzip({ level: 1 }),
    createWriteStream(FILE),
  );
  await pool.close();
});

test('a store that is written while it is copied, with checkpoints between, is restored as it was at the end of the copy', async () => {
  const target = join(base, 'good');
  assert.equal((await restoreTo(FILE, target)).ledger?.ok, true);
  const { pool } = await openIn(target);
  const found = await pool.rows<{ rows: number; least: number; most: number }>(
    'select count(*) as rows, min(successes) as least, max(successes) as most from route_health',
  );
  await pool.close();
  const [all] = found;
  assert.equal(all?.rows, ROWS);
  assert.ok(all.least > 1 && all.least === all.most, JSON.stringify(all));
});

test('a backup that is damaged, cut off, foreign or from a newer version is rejected, and the directory is left as it was', async () => {
  const bytes = readFileSync(FILE);
  const plain = gunzipSync(bytes);
  // More than one, as some bits of a packed file say what another would have said too.
  const flipped = (all: Buffer, at: number, count = 1) => {
    const copy = Buffer.from(all);
    for (let n = at; n < at + count; n += 1) copy[n] = (copy[n] ?? 0) ^ 255;
    return copy;
  };
  const replaced = (from: string, to: string) => {
    const copy = Buffer.from(plain);
    const at = copy.indexOf(from);
    assert.ok(at > 0 && from.length === to.length);
    copy.write(to, at);
    return gzipSync(copy, { level: 1 });
  };
  const heap = plain.indexOf('postgres/base/');
  const cases: readonly (readonly [string, Buffer, RegExp])[] = [
    ['half of it', bytes.subarray(0, bytes.length / 2), /damaged.+unpacked.+Nothing was changed/],
    [
      'without its end',
      gzipSync(plain.subarray(0, plain.indexOf('manifest.json')), { level: 1 }),
      /damaged.+(truncated|unpacked)/,
    ],
    ['bytes of the file', flipped(bytes, Math.floor(bytes.length / 2), 64), /damaged/],
    [
      'a byte of a table, packed again',
      gzipSync(flipped(plain, plain.indexOf('before-', heap)), { level: 1 }),
      /damaged.+postgres\/.+ differs from the backup/,
    ],
    ['no backup', Buffer.from('hello'), /damaged or not a backup/],
    ['empty', Buffer.alloc(0), /damaged or not a backup/],
    [
      'a later schema',
      replaced('"0001_baseline"', '"9999_baseline"'),
      /newer than this one.+Nothing was changed/,
    ],
    ['a later form', replaced('rowhouse-backup-1', 'rowhouse-backup-2'), /newer than this one/],
  ];
  for (const [name, content, description] of cases) {
    const file = join(base, 'case.backup');
    writeFileSync(file, content);
    const target = join(base, 'case');
    await assert.rejects(
      restoreTo(file, target),
      { name: 'OperatorError', message: description },
      name,
    );
    assert.ok(!existsSync(target), `${name}: nothing was made`);
  }
  const full = join(base, 'full');
  mkdirSync(full);
  writeFileSync(join(full, 'note'), 'kept');
  await assert.rejects(restoreTo(FILE, full), /not empty: it contains note.+Nothing was changed/);
  assert.deepEqual(readdirSync(full), ['note']);
  await assert.rejects(restoreTo(join(base, 'none'), join(base, 'new')), { code: 'ENOENT' });
  assert.ok(!existsSync(join(base, 'new')));
});

test('a file that only looks like a backup is rejected in one line, whatever its texts hold', async () => {
  const folder = join(base, 'forged');
  mkdirSync(folder);
  const note = { format: 'rowhouse-backup-1', version: '1', created_at: '', secrets: [] };
  const good = JSON.stringify({ ...note, migrations: [] });
  const cases: readonly (readonly [header: string, manifest: string, why: RegExp])[] = [
    ['not JSON', '{"files":{}}', /damaged/],
    ['null', '{"files":{}}', /damaged/],
    [JSON.stringify({ ...note, migrations: 'all' }), '{"files":{}}', /damaged/],
    [JSON.stringify({ ...note, migrations: [], secrets: 1 }), '{"files":{}}', /damaged/],
    [good, 'not JSON', /damaged/],
    [good, 'null', /damaged/],
    [good, '{}', /damaged/],
    [JSON.stringify({ format: 'x', version: '\u001b[2Jred' }), '{}', /Rowhouse  \[2Jred, which is/],
  ];
  for (const [header, manifest, why] of cases) {
    writeFileSync(join(folder, 'backup.json'), header);
    writeFileSync(join(folder, 'manifest.json'), manifest);
    const file = join(base, 'forged.backup');
    await create({ file, cwd: folder, gzip: true }, ['backup.json', 'manifest.json']);
    const target = join(base, 'from-forged');
    await assert.rejects(
      restoreTo(file, target),
      { name: 'OperatorError', message: why },
      `${header} ${manifest}`,
    );
    assert.ok(!existsSync(target));
  }
});
