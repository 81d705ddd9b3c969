import { OperatorError } from '#base/operator-error.js';
import type { Db, Pool } from '../db.js';
import { migrationsOf, ownMigrations } from '../migrate.js';
import { checkName, FORMAT, type TransferHeader, writeTransfer } from './file.js';
import { fixTexts, lineOf, linesOf, type TableProof } from './rows.js';
import { type TransferTable, transferTables } from './tables.js';

/**
 * Writes a whole store to a new file, in one snapshot: writes may continue. Returns the row count
 * of each table. Throws OperatorError when there is no store, when it is not at this version's
 * schema, or when the file exists.
 */
export async function exportStore(
  pool: Pool,
  path: string,
  createdAt: string,
): Promise<Record<string, number>> {
  checkName(path);
  return pool.transaction(async (tx) => {
    await tx.rows('set transaction isolation level repeatable read, read only');
    await fixTexts(tx);
    const migrations = await migrationsOf(tx);
    checkSchema(migrations);
    const tables = await transferTables(tx);
    const header: TransferHeader = {
      format: FORMAT,
      migrations: migrations ?? [],
      created_at: createdAt,
      tables: tables.map(({ name, columns }) => ({ name, columns })),
    };
    const proofs: Record<string, TableProof> = {};
    await writeTransfer(path, textOf(tx, header, tables, proofs));
    return Object.fromEntries(Object.entries(proofs).map(([name, { rows }]) => [name, rows]));
  });
}

async function* textOf(
  tx: Db,
  header: TransferHeader,
  tables: readonly TransferTable[],
  proofs: Record<string, TableProof>,
): AsyncGenerator<string> {
  yield lineOf(header);
  for (const table of tables) {
    yield lineOf({ table: table.name });
    proofs[table.name] = yield* linesOf(tx, table);
  }
  yield lineOf({ proofs });
}

/** Throws OperatorError unless the store is at the schema of this version. */
export function checkSchema(migrations: readonly string[] | null): void {
  if (migrations === null) {
    throw new OperatorError('This database contains no store. Check DATABASE_URL.');
  }
  if (migrations.join() === ownMigrations().join()) return;
  throw new OperatorError(
    `The store is at schema ${migrations.at(-1)}, this version of Rowhouse at ${ownMigrations().at(-1)}. Run "rowhouse migrate" first, or export with the version of the store.`,
  );
}
