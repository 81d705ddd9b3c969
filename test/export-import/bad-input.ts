/** What an import rejects, and that it changes nothing then. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { migrationsOf, ownMigrations } from '#store/migrate.js';
import { readConfig } from '../../src/config.js';
import { exportTo, importFrom } from '../../src/export-import.js';
import {
  everything,
  everythingIn,
  type Filled,
  folder,
  linesOf,
  newPlace,
  SERVER,
  TABLES,
  withPool,
} from '../support/filled-store.js';
import { checkMigrated, exportOfBaseline } from './baseline.js';

export function register(filled: () => Filled): void {
  /** A copy of the export with other bytes. */
  function changed(change: (bytes: Buffer) => Buffer): string {
    const file = join(folder(), 'changed.gz');
    writeFileSync(file, change(readFileSync(filled().file)));
    return file;
  }

  const changedLines = (change: (lines: string[]) => string[]): string =>
    changed(() => gzipSync(change(linesOf(filled().file)).join('\n')));

  test('an export of the schema that became the baseline is imported, and migrated to the end', async () => {
    const target = await newPlace(SERVER ? 'server' : 'embedded', 'nothing');
    const { file, same } = await exportOfBaseline(filled().file, folder());
    await importFrom(readConfig(target), file);
    assert.ok(same.length > 30 && same.length < TABLES.length);
    await withPool(target, async (pool) => {
      const found = await everythingIn(pool);
      for (const name of same) assert.deepEqual(found[name], filled().rows[name], name);
      assert.deepEqual(await migrationsOf(pool), ownMigrations());
      await checkMigrated(pool);
    });
  });

  test('rows that the database rejects take the whole import back; a store at another schema is left alone', async () => {
    const file = changedLines((lines) => {
      const at = lines.findIndex((line) => line.startsWith('{"table":"api_keys"')) + 1;
      // Key and account: the account is none.
      const row: unknown[] = JSON.parse(lines[at] ?? '');
      const stranger = lines.with(at, JSON.stringify(row.with(1, filled().pending[0])));
      const end = lines.length - 2;
      const last = JSON.parse(stranger[end] ?? '');
      const rows = stranger.slice(at, at + last.proofs.api_keys.rows);
      const digest = createHash('sha256').update(rows.map((one) => `${one}\n`).join(''));
      last.proofs.api_keys.sha256 = digest.digest('hex');
      return stranger.with(end, JSON.stringify(last));
    });
    const target = await newPlace(SERVER ? 'server' : 'embedded');
    await assert.rejects(importFrom(readConfig(target), file), {
      name: 'OperatorError',
      message: /rows of api_keys that a store rejects: .+foreign key.+Nothing was changed/,
    });
    await withPool(target, async (pool) => {
      const left = await everythingIn(pool);
      assert.deepEqual([...new Set(TABLES.map((name) => left[name]?.length))], [0]);
      await pool.rows(`insert into migrations (name, run_on) values ('9999_later', '2026-11-21')`);
    });
    const later = join(folder(), 'later.gz');
    await assert.rejects(
      exportTo(readConfig(target), later),
      /at schema 9999_later.+Start the newer version/,
    );
    assert.deepEqual(
      readdirSync(folder()).filter((name) => name.startsWith('later')),
      [],
    );
    await assert.rejects(
      importFrom(readConfig(target), filled().file),
      /target is at schema 9999_later, the file at \d{4}_/,
    );
  });

  // The rest is the same beside a server.
  if (SERVER) return;

  test('a damaged, truncated or foreign file is rejected before a database is opened', async () => {
    const bytes = readFileSync(filled().file);
    const middle = Math.floor(bytes.length / 2);
    const cases: readonly (readonly [string, RegExp])[] = [
      [changed((all) => all.subarray(0, middle)), /damaged.+unpacked.+Nothing was changed/],
      [changed(() => Buffer.alloc(0)), /cannot be unpacked/],
      [changed(() => Buffer.from('hello')), /damaged or not an export/],
      [changed(() => gzipSync('hello\n')), /is unreadable/],
      [
        changed(() => gzipSync('backup.json\0\0\n')),
        /is a backup.+"rowhouse restore .+ DIRECTORY"/,
      ],
      [
        changed(() => gzipSync('{"format":"other"}\n')),
        /not an export that this version of Rowhouse reads/,
      ],
      [
        changed(() => gzipSync('{"format":"rowhouse-export-1"}\n')),
        /its first line does not list its contents/,
      ],
      [
        changed(() => gzipSync('{"format":"rowhouse-export-1","migrations":[],"tables":[null]}\n')),
        /its first line does not list its contents/,
      ],
      [
        changed((all) => {
          all[middle] = (all[middle] ?? 0) ^ 1;
          return all;
        }),
        /damaged/,
      ],
      [changedLines((lines) => [...lines.slice(0, -2), '']), /its last line is missing/],
      [changedLines((lines) => lines.with(2, '[["1"]]')), /a value in its rows is not text/],
      [changedLines((lines) => lines.slice(0, -1)), /it ends within a line/],
      [
        changedLines((lines) => lines.toSpliced(2, 1)),
        /rows of access_changes are not the exported ones/,
      ],
      [
        changedLines((lines) => lines.with(2, lines[3] ?? '').with(3, lines[2] ?? '')),
        /rows of access_changes/,
      ],
      [
        changedLines((lines) => lines.map((line) => line.replace('"extra","","', '"extra","","1'))),
        /rows of (wallets|hits|ledger_entries) are not the exported ones/,
      ],
      [
        changedLines((lines) => lines.filter((line) => !line.startsWith('{"table":"wallets"'))),
        /order of its first line/,
      ],
      [
        changedLines((lines) => [...lines.slice(0, -1), '{"table":"more"}', '']),
        /order of its first line/,
      ],
      [
        changedLines(([header = '', ...rest]) => [
          header.replace('0001_baseline', '0000_before'),
          ...rest,
        ]),
        /schema .+this version of Rowhouse, at .+does not know.+Import with the version that exported/,
      ],
    ];
    for (const [file, description] of cases) {
      const target = join(folder(), 'data');
      await assert.rejects(importFrom(readConfig({ ROWHOUSE_DATA_DIR: target }), file), {
        name: 'OperatorError',
        message: description,
      });
      assert.ok(!existsSync(target), 'nothing was made');
    }
  });

  test('a store that holds anything is rejected and keeps what it has', async () => {
    await assert.rejects(
      importFrom(readConfig(filled().from), filled().file),
      /target is not empty: access_changes has rows.+Nothing was changed/,
    );
    assert.deepEqual(await everything(filled().from), filled().rows);
  });
}
