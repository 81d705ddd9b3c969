import { OperatorError } from '#base/operator-error.js';
import type { Db, Pool } from '../db.js';
import { migrationsOf, ownMigrations, requireOwnHistory } from '../migrate.js';
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
    return writeTables(tx, path, createdAt, await transferTables(tx));
  });
}

/** The rows of one account alone. */
export interface OneAccount {
  readonly account: string;
  /** The condition on the rows of a table, named t. */
  readonly which: (table: string) => string;
}

/**
 * Writes tables, or one account's rows of them, as the reading transaction sees them. Returns the
 * row count of each. Throws OperatorError when the store is not at this version's schema.
 */
export async function writeTables(
  tx: Db,
  path: string,
  createdAt: string,
  tables: readonly TransferTable[],
  one?: OneAccount,
): Promise<Record<string, number>> {
  const migrations = await migrationsOf(tx);
  checkSchema(migrations);
  const header: TransferHeader = {
    format: FORMAT,
    migrations: migrations ?? [],
    created_at: createdAt,
    ...(one !== undefined && { account: one.account }),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  };
  const proofs: Record<string, TableProof> = {};
  await writeTransfer(path, textOf(tx, header, tables, proofs, one?.which));
  return countsOf(proofs);
}

export const countsOf = (proofs: Readonly<Record<string, TableProof>>): Record<string, number> =>
  Object.fromEntries(Object.entries(proofs).map(([name, { rows }]) => [name, rows]));

async function* textOf(
  tx: Db,
  header: TransferHeader,
  tables: readonly TransferTable[],
  proofs: Record<string, TableProof>,
  which?: OneAccount['which'],
): AsyncGenerator<string> {
  yield lineOf(header);
  for (const table of tables) {
    yield lineOf({ table: table.name });
    proofs[table.name] = yield* linesOf(tx, table, which?.(table.name));
  }
  yield lineOf({ proofs });
}

/** Throws OperatorError unless the store is at the schema of this version. */
export function checkSchema(migrations: readonly string[] | null): void {
  if (migrations === null) {
    throw new OperatorError('This database contains no store. Check DATABASE_URL.');
  }
  requireOwnHistory(migrations);
  if (migrations.length === ownMigrations().length) return;
  throw new OperatorError(
    `The store is at schema ${migrations.at(-1)}, this version of Rowhouse at ${ownMigrations().at(-1)}. Run "rowhouse migrate" first, or export with the version of the store.`,
  );
}
