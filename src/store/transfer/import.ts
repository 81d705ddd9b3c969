import { assert } from '#base/assert.js';
import { OperatorError } from '#base/operator-error.js';
import { addPartitions, indexPartitions, vacuumPartitions } from '../dataset-rows.js';
import type { Db, Pool } from '../db.js';
import { hasRow } from '../first-row.js';
import { migrate, migrationsOf, ownMigrations } from '../migrate.js';
import { addMonthsOfRows } from '../months.js';
import { countsOf } from './export.js';
import { readTransfer, type TransferHeader, type TransferProofs, unequal } from './file.js';
import { fixTexts, insertRows, proofOf, type TableProof, type TransferRow } from './rows.js';
import { quoted, type TransferTable, transferTables } from './tables.js';

/** The last schema before 0001_baseline merged the migrations; its tables are the same. */
const BEFORE_BASELINE = '0042_content-failures';

/** A table in which the baseline migration inserts a row; the file has its own. */
const FILLED = 'access_version';

/**
 * Reads a whole file, without a database: it must be an export of this schema or of an earlier one,
 * complete, and without a changed byte. Returns how many migrations its store had run, and the one
 * account that it holds, if it is of one. Throws OperatorError.
 */
export async function checkTransfer(
  path: string,
): Promise<{ readonly count: number; readonly account: string | null }> {
  let checked: { count: number; account: string | null } = { count: 0, account: null };
  await readTransfer(path, {
    header: ({ migrations, account = null }) => {
      checked = { count: schemaOf(path, migrations), account };
    },
    rows: async () => undefined,
  });
  return checked;
}

function schemaOf(path: string, migrations: readonly string[]): number {
  if (migrations.at(-1) === BEFORE_BASELINE) return 1;
  const own = ownMigrations();
  const isOurs = migrations.length > 0 && migrations.every((name, index) => name === own[index]);
  if (isOurs) return migrations.length;
  throw new OperatorError(
    `${path} was exported at schema ${migrations.at(-1)}, which this version of Rowhouse, at ${own.at(-1)}, does not know. Import with the version that exported it, or a newer one. Nothing was changed.`,
  );
}

/**
 * Fills an empty store from a file, as `fillStore` does, and migrates it to this version's schema.
 * Returns the row count of each table.
 */
export async function importStore(
  pool: Pool,
  path: string,
  count = ownMigrations().length,
): Promise<Record<string, number>> {
  const filled = await fillStore(pool, path, count);
  await migrate(pool);
  await indexPartitions(pool);
  await vacuumPartitions(pool);
  return filled;
}

/**
 * Fills an empty store from a file in one transaction, then reads every table back and validates it
 * against the file's proofs. A database without a schema gets that of the file, the first `count`
 * migrations: it is then as the version that exported it left it. Returns the row count of each
 * table. Throws OperatorError, and leaves the store as it was, when it is not empty, when the file
 * is damaged, or when the rows read back differ.
 */
export async function fillStore(
  pool: Pool,
  path: string,
  count: number,
): Promise<Record<string, number>> {
  if ((await migrationsOf(pool)) === null) await migrate(pool, { count });
  return pool.transaction(async (tx) => {
    await fixTexts(tx);
    const tables = await transferTables(tx);
    await lockTables(tx, tables);
    await checkStore(tx, tables, ownMigrations().slice(0, count));
    const silenced = await silenceTriggers(tx);
    const proofs = await fill(tx, tables, path);
    for (const table of tables) await continueNumbers(tx, table);
    for (const { table, trigger } of silenced) {
      await tx.rows(`alter table ${quoted(table)} enable trigger ${quoted(trigger)}`);
    }
    return countsOf(proofs);
  });
}

/** Blocks writers, in table order; readers may continue. */
async function lockTables(tx: Db, tables: readonly TransferTable[]): Promise<void> {
  const names = tables.map(({ name }) => quoted(name)).join(', ');
  await tx.rows(`lock table ${names} in share row exclusive mode`);
}

async function checkStore(
  tx: Db,
  tables: readonly TransferTable[],
  migrations: readonly string[],
): Promise<void> {
  const at = await migrationsOf(tx);
  if (at?.join() !== migrations.join()) {
    throw new OperatorError(
      `The target is at schema ${at?.at(-1)}, the file at ${migrations.at(-1)}. Import into a new database. Nothing was changed.`,
    );
  }
  for (const { name } of tables) {
    if (name === FILLED || !(await hasRow(tx, `select 1 from ${quoted(name)} limit 1`))) continue;
    throw new OperatorError(
      `The target is not empty: ${name} has rows. Import into a new database or data directory, before the service is started on it. Nothing was changed.`,
    );
  }
}

/** What a trigger writes on insert is already in the file, as a row of its own. */
async function silenceTriggers(tx: Db): Promise<{ table: string; trigger: string }[]> {
  const ON_INSERT = 4;
  const found = await tx.rows<{ table: string; trigger: string }>(
    `select c.relname as "table", t.tgname as trigger
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
       and t.tgenabled = 'O' and t.tgtype::integer & $1 <> 0`,
    [ON_INSERT],
  );
  for (const { table, trigger } of found) {
    await tx.rows(`alter table ${quoted(table)} disable trigger ${quoted(trigger)}`);
  }
  return found;
}

async function fill(
  tx: Db,
  tables: readonly TransferTable[],
  path: string,
): Promise<TransferProofs> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  if (byName.has(FILLED)) await tx.rows(`delete from ${FILLED}`);
  const proofs = await readTransfer(path, {
    header: (header) => checkTables(path, header, tables),
    rows: async (name: string, rows: readonly TransferRow[]) => {
      const table = byName.get(name);
      assert(table !== undefined, 'a table of the file is one of the store');
      if (name === 'dataset_rows' || name === 'market_series') {
        await addPartitions(tx, name, numbersIn(path, table, 'import_id', rows));
      }
      await insertRows(tx, table, rows).catch((error: unknown) => {
        throw rejectedRows(path, name, error);
      });
    },
  });
  await addMonthsOfRows(tx);
  const found: Record<string, TableProof> = {};
  for (const table of tables) found[table.name] = await proofOf(tx, table);
  const wrong = unequal(proofs, found);
  if (wrong === null) return proofs;
  throw new OperatorError(
    `The rows of ${wrong} read back differ from those of ${path}. Nothing was changed; please report it.`,
  );
}

/** SQLSTATE classes of values that a table cannot hold: data exceptions, broken constraints. */
const REJECTED = /^(22|23)[0-9A-Z]{3}$/;

/** The error for rows that could not be inserted: an OperatorError when the file is at fault. */
export function rejectedRows(path: string, table: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!(error instanceof Error) || !REJECTED.test(code)) return error;
  return new OperatorError(
    `${path} has rows of ${table} that a store rejects: ${error.message}. Export again. Nothing was changed.`,
  );
}

/** The numbers of rows in a column. Throws OperatorError for anything else. */
function numbersIn(
  path: string,
  { name: table, columns }: TransferTable,
  column: string,
  rows: readonly TransferRow[],
): Set<number> {
  const at = columns.findIndex(({ name }) => name === column);
  const numbers = new Set(rows.map((row) => Number(row[at] ?? Number.NaN)));
  if ([...numbers].every(Number.isSafeInteger)) return numbers;
  throw new OperatorError(
    `${path} has rows of ${table} without a number in ${column}. Export again. Nothing was changed.`,
  );
}

function checkTables(path: string, header: TransferHeader, tables: readonly TransferTable[]): void {
  const own = tables.map(({ name, columns }) => ({ name, columns }));
  if (JSON.stringify(sorted(own)) === JSON.stringify(sorted(header.tables))) return;
  throw new OperatorError(
    `The tables of ${path} are not those of the target. Its schema must have the tables of Rowhouse and no others. Nothing was changed.`,
  );
}

const sorted = (tables: TransferHeader['tables']): TransferHeader['tables'] =>
  [...tables].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Sets each sequence to its column's highest number, so that the next number is unused. */
async function continueNumbers(tx: Db, table: TransferTable): Promise<void> {
  for (const column of table.numbered) {
    await tx.rows(
      `select setval(pg_get_serial_sequence($1, $2), highest)
       from (select max(${quoted(column)}) as highest from ${quoted(table.name)}) numbers
       where highest is not null`,
      [quoted(table.name), column],
    );
  }
}
