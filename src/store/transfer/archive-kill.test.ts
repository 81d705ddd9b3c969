/** An archive killed at any step: no row is lost, and running it again completes it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ENTRIES, fillMonths } from '../../../test/support/ledger-of-months.js';
import { copyMigrated } from '../../../test/support/migrated.js';
import { testDatabase } from '../../../test/support/open-test-app.js';
import { programOf } from '../../../test/support/own-process.js';
import { systemClock } from '../../system.js';
import { auditLedger, LEDGER_RULES } from '../audit.js';
import type { Pool } from '../db.js';
import { openStore } from '../open.js';
import { archiveMonth } from './archive.js';
import { archivedMonthsOf } from './archived-months.js';
import { checkArchives } from './check-archives.js';

const CHILD = import.meta.resolve('../../../test/support/archive-until.js');
const MONTHS = ['2026-08', '2026-09'];

/** In order; after the last one the month is archived. */
const STEPS_OF_SERVER = [
  'flush 1',
  'flush 2',
  'insert into archived_months',
  'name hits',
  'name ledger_entries',
  'flush 3',
  'commit',
  'after the commit',
];

/** The embedded database takes seconds to start again. */
const STEPS_OF_EMBEDDED = ['name ledger_entries', 'commit', 'after the commit'];

const NEVER = 'never';

let dataDir: string;
let folder: string;
let database: Awaited<ReturnType<typeof testDatabase>>;
before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-store-'));
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-archive-'));
  database = await testDatabase({ migrated: true });
  if (database === null) await copyMigrated(dataDir);
  await withStore(async (pool) => {
    await fillMonths(pool, MONTHS);
    const at = new Date('2026-12-01T00:00:00Z');
    await archiveMonth(pool, { month: '2026-08', folder, at, keptS: 0 });
    await pool.rows(`select add_month('2026-10')`);
  });
});
after(async () => {
  await database?.drop();
  for (const one of [dataDir, folder]) rmSync(one, { recursive: true, force: true });
});

async function withStore<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const { pool } = await openStore({
    databaseUrl: database?.url ?? null,
    dataDir,
    poolMax: 2,
    timeoutS: 10,
    clock: systemClock,
  });
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

/** What a process found in the store, and what it did, if it survived. */
async function archive(month: string, step: string) {
  const words = [...programOf(CHILD), database?.url ?? dataDir, month, folder, step];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    out += String(data);
  });
  child.stderr.on('data', (data) => {
    errors += String(data);
  });
  const [code, signal] = await once(child, 'close');
  const [found, done] = out.split('\n').filter((line) => line !== '');
  const parsed = (line = 'null') => JSON.parse(line) as Record<string, unknown> | null;
  return { code, signal, found: parsed(found), done: parsed(done), errors };
}

test('killed at each step, the rows are in the store or in whole files', async () => {
  for (const step of database === null ? STEPS_OF_EMBEDDED : STEPS_OF_SERVER) {
    const { signal, found, errors } = await archive('2026-09', step);
    assert.equal(signal, 'SIGKILL', `${step} is reached: ${errors}`);
    assert.deepEqual(found, { entries: ENTRIES, months: 1 }, `before ${step}`);
  }
  const again = await archive('2026-09', NEVER);
  assert.deepEqual(again.found, { entries: 0, months: 2 });
  assert.equal(again.code, 0, again.errors);
  assert.equal(again.done?.month, '2026-09', 'a month that is archived is done');
  await withStore(async (pool) => {
    assert.deepEqual((await auditLedger(pool, LEDGER_RULES)).violations, []);
    const { files, violations } = await checkArchives(folder, await archivedMonthsOf(pool));
    assert.deepEqual({ files, violations }, { files: 4, violations: [] });
  });
  const others = readdirSync(folder).filter((name) => !name.endsWith('.parquet'));
  assert.deepEqual(others, [], 'nothing half-written is left');
});

test('a file that is in the way stays, and so do the rows', async () => {
  const path = join(folder, 'ledger_entries-2026-10.parquet');
  writeFileSync(path, 'of somebody');
  const { code, errors } = await archive('2026-10', NEVER);
  assert.equal(code, 1);
  assert.match(errors, /exists with other contents/);
  await withStore(async (pool) => assert.equal((await archivedMonthsOf(pool)).length, 2));
});
