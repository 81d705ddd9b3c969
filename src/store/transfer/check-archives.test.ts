/** Files of archived months and their proofs in the store: any change of either is found. */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ENTRIES, fillMonths } from '../../../test/support/ledger-of-months.js';
import { openTestStore, type TestStore } from '../../../test/support/open-test-store.js';
import { auditLedger, LEDGER_RULES } from '../audit.js';
import type { Db } from '../db.js';
import { archiveMonth } from './archive.js';
import { type ArchivedMonth, archivedMonthsOf } from './archived-months.js';
import { checkArchives } from './check-archives.js';

const MONTHS = ['2026-07', '2026-08', '2026-09'] as const;
const LATER = new Date('2026-12-01T00:00:00Z');

let store: TestStore;
let folder: string;
let kept: ArchivedMonth[];
before(async () => {
  store = await openTestStore();
  folder = mkdtempSync(join(tmpdir(), 'rowhouse-archives-'));
  await fillMonths(store.pool, MONTHS);
  for (const month of MONTHS) {
    await archiveMonth(store.pool, { month, folder, at: LATER, keptS: 0 });
  }
  kept = await archivedMonthsOf(store.pool);
});
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const rulesOf = (violations: readonly { rule: string; detail: string }[]) => [
  ...new Set(violations.map(({ rule }) => rule)),
];

/** What a check finds after a change in a copy of the folder. */
async function found(change: (file: (name: string) => string) => void, months = kept) {
  const copy = mkdtempSync(join(tmpdir(), 'rowhouse-archives-'));
  cpSync(folder, copy, { recursive: true });
  change((name) => join(copy, name));
  const { violations } = await checkArchives(copy, months);
  rmSync(copy, { recursive: true, force: true });
  return violations;
}

test('what was archived is proven, by the store alone and with its files', async () => {
  assert.deepEqual((await auditLedger(store.pool, LEDGER_RULES)).violations, []);
  const { files, rows, violations } = await checkArchives(folder, kept);
  assert.deepEqual({ files, rows, violations }, { files: 6, rows: 3 * ENTRIES, violations: [] });
  await assert.rejects(checkArchives(join(folder, 'none'), kept), /does not exist/);
});

for (const place of [0, 0.3, 0.6, 0.9, 1]) {
  test(`a byte that is another is found, at ${place} of the file`, async () => {
    const name = 'ledger_entries-2026-08.parquet';
    const violations = await found((file) => {
      const bytes = readFileSync(file(name));
      const at = Math.floor(place * (bytes.length - 1));
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(file(name), bytes);
    });
    assert.deepEqual(rulesOf(violations), ['a file is the archived one']);
    assert.ok(violations[0]?.detail.includes(name));
  });
}

test('a month whose files are gone is found, and one file that is gone', async () => {
  const month = await found((file) => {
    rmSync(file('hits-2026-08.parquet'));
    rmSync(file('ledger_entries-2026-08.parquet'));
  });
  assert.deepEqual(rulesOf(month), ['every archived month has its files']);
  assert.equal(month.length, 2);
  assert.equal((await found((file) => rmSync(file('hits-2026-09.parquet')))).length, 1);
});

test('two files that were exchanged are found, and it is said which month each holds', async () => {
  const violations = await found((file) => {
    renameSync(file('hits-2026-07.parquet'), file('x'));
    renameSync(file('hits-2026-08.parquet'), file('hits-2026-07.parquet'));
    renameSync(file('x'), file('hits-2026-08.parquet'));
  });
  assert.deepEqual(rulesOf(violations), ['a file is the archived one']);
  assert.deepEqual(
    violations.map(({ detail }) => /holds \w+ of [\d-]+/.exec(detail)?.[0]),
    ['holds hits of 2026-08', 'holds hits of 2026-07'],
  );
});

test('a file of a month that the store does not have as archived is found', async () => {
  const violations = await found((file) =>
    copyFileSync(file('hits-2026-07.parquet'), file('hits-2026-06.parquet')),
  );
  assert.deepEqual(rulesOf(violations), ['every file is of an archived month']);
  const fewer = await found(() => undefined, kept.slice(0, 2));
  assert.deepEqual(rulesOf(fewer), ['every file is of an archived month']);
});

/** Rules broken after a statement, by the store alone and with its files; all is undone. */
async function rulesAfter(statement: string): Promise<{ alone: string[]; files: string[] }> {
  const undone = new Error('undone');
  let broken = { alone: [] as string[], files: [] as string[] };
  await assert.rejects(
    store.pool.transaction(async (tx: Db) => {
      for (const table of ['archived_months', 'archived_sums']) {
        await tx.rows(`alter table ${table} disable trigger ${table}_are_append_only`);
      }
      await tx.rows(statement);
      const { violations } = await auditLedger(tx, LEDGER_RULES);
      const files = await checkArchives(folder, await archivedMonthsOf(tx));
      broken = { alone: rulesOf(violations), files: rulesOf(files.violations) };
      throw undone;
    }),
    undone,
  );
  return broken;
}

const CHAINED = 'an archived month is unchanged, and follows the previous one';

for (const change of [
  `month = '2026-06'`,
  `archived_at = archived_at + interval '1 s'`,
  'hits = hits + 1',
  `hits_sha256 = repeat('0', 64)`,
  'entries = entries - 1',
  `entries_sha256 = repeat('0', 64)`,
  'chain_position = 7',
  `hits_file_sha256 = repeat('0', 64)`,
  `entries_file_sha256 = repeat('0', 64)`,
  `sums_sha256 = repeat('0', 64)`,
  `chain_sha256 = repeat('0', 64)`,
]) {
  test(`an altered row of archived_months is found: ${change}`, async () => {
    const { alone, files } = await rulesAfter(
      `update archived_months set ${change} where month = '2026-08'`,
    );
    assert.ok(alone.includes(CHAINED));
    assert.ok(files.length > 0);
  });
}

for (const month of MONTHS) {
  test(`a removed row of archived_months is found: ${month}`, async () => {
    const { alone, files } = await rulesAfter(
      `delete from archived_months where month = '${month}'`,
    );
    assert.ok(alone.includes('the sums of an archived month are those that were stored'));
    assert.equal(alone.includes(CHAINED), month !== '2026-09');
    assert.ok(files.includes('every file is of an archived month'));
  });
}

test('sums that are others are found, also where balances stay what they were', async () => {
  const { alone } = await rulesAfter(
    `update archived_sums set entries = entries + 1 where month = '2026-07' and kind = 'grant'`,
  );
  assert.deepEqual(alone, ['the sums of an archived month are those that were stored']);
});

test('a month that was archived again, digests and all, does not fit the month after it', async () => {
  const { alone, files } = await rulesAfter(
    `with other as (
       select (json_populate_record(m, '{"hits": 2}')).* from archived_months m where month = '2026-08'
     )
     update archived_months a set hits = 2, chain_sha256 = archive_chain_sha256(
       (select chain_sha256 from archived_months where chain_position = 1), o)
     from other o where a.month = o.month`,
  );
  assert.deepEqual(alone, [CHAINED]);
  assert.ok(files.includes(CHAINED));
});
