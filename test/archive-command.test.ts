/** `rowhouse archive` and `rowhouse ledger check --archives`, the way an operator runs them. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { migrate } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { systemClock } from '../src/system.js';
import { ENTRIES, fillMonths } from './support/ledger-of-months.js';
import { endAll, rowhouse, settingsOf, startHere } from './support/run-rowhouse.js';

const MONTHS = ['2020-07', '2020-08'];
const COMMAND_MS_MAX = 120_000;

let home: string;
before(() => {
  home = mkdtempSync(join(tmpdir(), 'rowhouse-archive-command-'));
});
after(() => {
  endAll();
  rmSync(home, { recursive: true, force: true });
});

test('months are archived while the service is stopped, and proven while it runs; a file that is gone is exit 1', async () => {
  const settings = settingsOf(home);
  const { pool } = await openStore({
    databaseUrl: null,
    dataDir: settings.ROWHOUSE_DATA_DIR,
    poolMax: 1,
    timeoutS: 30,
    clock: systemClock,
  });
  await migrate(pool);
  await fillMonths(pool, MONTHS);
  await pool.close();
  const folder = join(home, 'archives');
  mkdirSync(folder);
  for (const month of MONTHS) {
    const done = await rowhouse(['archive', month, folder, '--json'], settings, COMMAND_MS_MAX);
    assert.equal(done.code, 0, done.stderr);
    const { files, hits, entries } = JSON.parse(done.stdout);
    assert.deepEqual([files.length, hits + entries], [2, ENTRIES]);
  }
  assert.equal(readdirSync(folder).length, 4);

  const service = await startHere(settings);
  for (const [words, says] of [
    [['2026-13', folder], /"2026-13" is not a month/],
    [['2020-09', join(home, 'none')], /Folder .+ does not exist/],
    [['2020-09', folder], /in use by/],
  ] as const) {
    const wrong = await rowhouse(['archive', ...words], settings, COMMAND_MS_MAX);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, says, 'what is wrong beside the service is said first');
  }
  const check = [
    'ledger',
    'check',
    '--archives',
    folder,
    '--json',
    '--admin-url',
    service.adminUrl,
  ];
  const good = await rowhouse(check, settings, COMMAND_MS_MAX);
  assert.equal(good.code, 0, good.stdout + good.stderr);
  const { ok, archived, files } = JSON.parse(good.stdout);
  assert.deepEqual([ok, archived.months, files], [true, 2, { read: 4, rows: 2 * ENTRIES }]);
  rmSync(join(folder, 'hits-2020-07.parquet'));
  const bad = await rowhouse(check, settings, COMMAND_MS_MAX);
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /hits-2020-07\.parquet is missing/);
  await service.interrupt();
  const report = ['report', folder, '--json'];
  const reported = await rowhouse(report, settings, COMMAND_MS_MAX);
  assert.equal(reported.code, 0, reported.stderr);
  const { tables } = JSON.parse(reported.stdout);
  assert.ok(tables.ledger > 0 && tables.accounts > 0, reported.stdout);
  assert.ok(readdirSync(folder).includes('ledger.parquet'));
  assert.ok(readdirSync(folder).every((name) => name.endsWith('.parquet')));
});
