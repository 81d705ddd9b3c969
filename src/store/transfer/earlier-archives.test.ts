/** Months that an earlier version archived, in one file of lines each: they stay proven, and the chain begins there. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { textOf } from '../../../test/architecture/read-tree.js';
import { ENTRIES, fillMonths } from '../../../test/support/ledger-of-months.js';
import { openTestStore, type TestStore } from '../../../test/support/open-test-store.js';
import { auditLedger, LEDGER_RULES } from '../audit.js';
import type { Db } from '../db.js';
import { ownMigrations } from '../migrate.js';
import { archiveMonth } from './archive.js';
import { archivedMonthsOf, chainSha256 } from './archived-months.js';
import { checkArchives } from './check-archives.js';
import { FORMAT, writeTransfer } from './file.js';
import { fixTexts, lineOf, linesOf, type TableProof } from './rows.js';
import { describePartition } from './tables.js';

const CHAIN = '0033_archive-chain';
const LATER = new Date('2026-12-01T00:00:00Z');
const EARLIER = '2026-08';

let store: TestStore;
let folder: string;
const file = () => join(folder, 'ledger-august.gz');
before(async () => {
  store = await openTestStore({ migrated: false });
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-archives-'));
  const names = ownMigrations();
  for (const name of names.filter((one) => one < CHAIN)) await migrate(name);
  await fillMonths(store.pool, [EARLIER, '2026-09']);
  await store.pool.transaction(archiveAsBefore);
  for (const name of names.filter((one) => one >= CHAIN)) await migrate(name);
  await store.pool.rows(
    'create table migrations (id integer generated always as identity, name text)',
  );
  await store.pool.rows('insert into migrations (name) select unnest($1::text[])', [names]);
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function migrate(name: string): Promise<void> {
  const session = await store.pool.session();
  await session.query(textOf(`src/store/migrations/${name}.sql`));
  session.release();
}

/** What version 0032 of the schema was archived with. */
async function archiveAsBefore(tx: Db): Promise<void> {
  await fixTexts(tx);
  const parts = await Promise.all(
    (['hits', 'ledger_entries'] as const).map(async (name) => {
      const partition = await describePartition(tx, name, `${name}_2026_08`);
      assert.ok(partition !== undefined);
      return { name, partition };
    }),
  );
  const proofs: Record<string, TableProof> = {};
  async function* text() {
    yield lineOf({
      format: FORMAT,
      migrations: [],
      created_at: LATER.toISOString(),
      month: EARLIER,
      tables: parts.map(({ name, partition }) => ({ name, columns: partition.columns })),
    });
    for (const { name, partition } of parts) {
      yield lineOf({ table: name });
      proofs[name] = yield* linesOf(tx, partition);
    }
    yield lineOf({ proofs });
  }
  await writeTransfer(file(), text());
  await tx.rows(
    `insert into archived_sums
     select '2026-08', account_id, bucket, period, kind, count(*), sum(available_delta), sum(reserved_delta)
     from ledger where created_at < '2026-09-01' group by account_id, bucket, period, kind`,
  );
  await tx.rows('insert into archived_months values ($1, $2, $3, $4, $5, $6)', [
    EARLIER,
    LATER,
    ...parts.flatMap(({ name }) => [proofs[name]?.rows, proofs[name]?.sha256]),
  ]);
  await tx.rows('select drop_month($1)', [EARLIER]);
}

test('an earlier month is the first of the chain, and its file is proven with those after it', async () => {
  const [earlier] = await archivedMonthsOf(store.pool);
  assert.equal(earlier?.chain_position, 1);
  assert.equal(earlier.chain_sha256, chainSha256('', earlier));
  await archiveMonth(store.pool, { month: '2026-09', folder, at: LATER, keptS: 0 });
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
  const { files, rows, violations } = await checkArchives(
    folder,
    await archivedMonthsOf(store.pool),
  );
  assert.deepEqual({ files, rows, violations }, { files: 3, rows: 2 * ENTRIES, violations: [] });
});

test('an earlier month is archived already, whatever the folder', async () => {
  const again = archiveMonth(store.pool, { month: EARLIER, folder, at: LATER, keptS: 0 });
  await assert.rejects(again, /2026-08 was archived before, on 2026-12-01/);
});

test('an earlier file that is changed or gone is found', async () => {
  const bytes = readFileSync(file());
  const middle = Math.floor(bytes.length / 2);
  writeFileSync(file(), bytes.fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1));
  const months = await archivedMonthsOf(store.pool);
  assert.equal((await checkArchives(folder, months)).violations.length, 1);
  rmSync(file());
  assert.deepEqual(
    (await checkArchives(folder, months)).violations.map(({ rule }) => rule),
    ['every archived month has its files'],
  );
});
