/**
 * An export of the schema that became the baseline, and what its rows have become after an import.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Db } from '#store/db.js';
import { migrate } from '#store/migrate.js';
import { FORMAT, readTransfer, writeTransfer } from '#store/transfer/file.js';
import { fixTexts, insertRows, lineOf, linesOf, type TableProof } from '#store/transfer/rows.js';
import { type TransferTable, transferTables } from '#store/transfer/tables.js';
import { openTestStore } from '../support/open-test-store.js';

/** Rows of tables that later migrations have changed, and what is found of them at the end. */
const CHANGED: readonly (readonly [rows: string, found: string, expected: readonly unknown[]])[] = [
  [
    `insert into idempotency_keys
     select gen_random_uuid(), key, gen_random_uuid(), 'page' from unnest('{mine,watch-run:1,repeat-1}'::text[]) key`,
    'select idempotency_key as key, purpose from idempotency_keys order by purpose',
    [
      { key: 'mine', purpose: 'call' },
      { key: 'repeat-1', purpose: 'repeat' },
      { key: 'watch-run:1', purpose: 'watch_run' },
    ],
  ],
  [
    `create table dataset_rows_1 partition of dataset_rows for values in (1);
     insert into dataset_rows (import_id, line, price, source_id, body)
     values (1, 1, -1, 'A', '{}'), (1, 2, 5, 'B', '{}')`,
    'select line, price from dataset_rows order by line',
    [
      { line: 1, price: null },
      { line: 2, price: 5 },
    ],
  ],
  [
    `insert into imports (source, dataset, state, file_name, file_sha256, mapping, mapping_hash, report, started_at,
       touched_at) values ('records', 'sales', 'current', 'a.csv', 'ab', '{}', 'cd', '{}', 'epoch', 'epoch');
     insert into replicas (feed, source, origin_hash, due_at)
     values ('mls/a', 'mls', '', 'epoch'), ('mls/b', 'mls', 'ef', 'epoch');
     insert into replica_tables (feed, kind, ended_at) values ('mls/a', 'sold', 'epoch'), ('mls/b', 'sold', null)`,
    `select i.import_id, i.state, i.kind, feed, r.origin_hash
     from imports i left join replicas r using (feed) order by import_id`,
    [
      { import_id: 1, state: 'current', kind: null, feed: null, origin_hash: null },
      { import_id: 1_000_000_001, state: 'ended', kind: 'sold', feed: 'mls/a', origin_hash: null },
      {
        import_id: 1_000_000_002,
        state: 'current',
        kind: 'sold',
        feed: 'mls/b',
        origin_hash: 'ef',
      },
    ],
  ],
  [
    `insert into access_version (version) values (7);
     insert into access_changes values (3, gen_random_uuid(), 'epoch');
     insert into results
     values ('0000000c-0000-8000-8000-000000000000', 'page', 'portal_a_sold', 'epoch', 'epoch', 'complete', 0, false, '');
     insert into erasure_results select result_id, 'epoch' from results`,
    `select max(version) as version, (select erase_at = 'epoch' from results) as goes from access_changes`,
    [{ version: 7, goes: true }],
  ],
  [
    `insert into home_aliases values
       ('0000000a-0000-8000-8000-000000000000', 'ffffffff-0000-8000-8000-000000000000', 'moved', 'epoch');
     insert into home_exclusions values
       ('', 'portal_a', '7', 'epoch'), ('0000000b-0000-8000-8000-000000000000', '', '', 'epoch')`,
    `select kind, left(home_id::text, 8) as home, left(other_id::text, 8) as other, why, source, source_id
     from home_corrections order by correction_id`,
    [
      {
        kind: 'link',
        home: '0000000a',
        other: 'ffffffff',
        why: 'moved',
        source: null,
        source_id: null,
      },
      { kind: 'exclusion', home: null, other: null, why: null, source: 'portal_a', source_id: '7' },
      {
        kind: 'exclusion',
        home: '0000000b',
        other: null,
        why: null,
        source: null,
        source_id: null,
      },
    ],
  ],
];

/**
 * Columns at the end of tables that later migrations have added, by default in the filled store.
 */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  accounts: ['erase_at'],
  watch_runs: ['idempotency_keys', 'page_tries', 'waits_until'],
};

const isChanged = (name: string): boolean =>
  CHANGED.some(([rows]) => new RegExp(`insert into ${name}\\b`).test(rows));

/**
 * Writes what the last version before the baseline would have: the rows of tables that are still
 * the same from an export of now, and those of `CHANGED`.
 */
export async function exportOfBaseline(
  now: string,
  folder: string,
): Promise<{ file: string; same: string[] }> {
  const store = await openTestStore({ migrated: false });
  await migrate(store.pool, { count: 1 });
  await store.pool.rows('delete from access_version');
  const file = join(folder, 'baseline.gz');
  const same: string[] = [];
  await store.pool.transaction(async (tx) => {
    await fixTexts(tx);
    for (const { name } of await triggersOf(tx))
      await tx.rows(`alter table ${name} disable trigger user`);
    const tables = await transferTables(tx);
    await readTransfer(now, {
      header: (header) => {
        const [before, after] = [tables, header.tables].map(
          (some) =>
            new Map(
              some.map(({ name, columns }) => [
                name,
                JSON.stringify(columns.filter((column) => !ADDED[name]?.includes(column.name))),
              ]),
            ),
        );
        for (const [name, columns] of before ?? [])
          if (after?.get(name) === columns && !isChanged(name)) same.push(name);
      },
      rows: async (name, rows) => {
        const table = tables.find((one) => one.name === name && same.includes(name));
        const width = table?.columns.length;
        if (table !== undefined)
          await insertRows(
            tx,
            table,
            rows.map((row) => row.slice(0, width)),
          );
      },
    });
    for (const [rows] of CHANGED) for (const row of rows.split(';')) await tx.rows(row);
    await writeTransfer(file, textOf(tx, tables));
  });
  await store.close();
  return { file, same };
}

export async function checkMigrated(db: Db): Promise<void> {
  for (const [, found, expected] of CHANGED) assert.deepEqual(await db.rows(found), expected);
}

const triggersOf = (tx: Db): Promise<{ name: string }[]> =>
  tx.rows(
    `select distinct tgrelid::regclass::text as name from pg_trigger
     join pg_class c on c.oid = tgrelid
     where not tgisinternal and c.relnamespace = current_schema()::regnamespace`,
  );

async function* textOf(tx: Db, tables: readonly TransferTable[]): AsyncGenerator<string> {
  const migrations = ['0001_first-house', '0042_content-failures'];
  const described = tables.map(({ name, columns }) => ({ name, columns }));
  yield lineOf({ format: FORMAT, migrations, created_at: '', tables: described });
  const proofs: Record<string, TableProof> = {};
  for (const table of tables) {
    yield lineOf({ table: table.name });
    proofs[table.name] = yield* linesOf(tx, table);
  }
  yield lineOf({ proofs });
}
