/**
 * One account from one store to another, both in use: its rows in a file of the form of a whole
 * export. It is frozen before (status `moved`), so that what is exported is what is imported.
 */
import { assert } from '#base/assert.js';
import { OperatorError } from '#base/operator-error.js';
import { ACCOUNT_TABLES } from '../account-data.js';
import type { Db, Pool } from '../db.js';
import { migrationsOf, ownMigrations } from '../migrate.js';
import { sumUsageOf } from '../usage-days.js';
import { MONTH_TABLES } from './archived-months.js';
import { checkSchema, countsOf, writeTables } from './export.js';
import { checkName, readTransfer, type TransferHeader } from './file.js';
import { rejectedRows } from './import.js';
import { fixTexts, insertRows, proofOf } from './rows.js';
import { type TransferTable, transferTables } from './tables.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Between the freeze and the export: nodes hear of it within a second, and charge meanwhile the
 * calls that they had admitted.
 */
export const FROZEN_SETTLES_MS = 3_000;

/** Tables of an account that stay where they are, and why. */
const STAYING: Readonly<Record<string, string>> = {
  archived_sums: 'an account with archived months is not moved: their chain is of one store',
  access_changes: 'is for the nodes of one store',
  erasures: 'an erased account is not moved',
  audit_log: 'says what the operator of one store did',
  usage_days: 'is summed again, as far as the other store has summed',
};
/** Rows that other accounts may have too: those that are there already are the same. */
const SHARED = new Set(['collections', 'cached_pages', 'results']);
/** Columns that say what one store does with a row. */
const OWN_COLUMNS: Readonly<Record<string, string>> = { results: 'erase_at' };

/**
 * Writes the rows of a frozen account to a new file. Returns the row count of each table. Throws
 * OperatorError while something of it still runs, or when it cannot be moved.
 */
export async function exportAccountRows(
  pool: Pool,
  accountId: string,
  path: string,
  createdAt: string,
): Promise<Record<string, number>> {
  return pool.transaction(async (tx) => {
    await tx.rows('set transaction isolation level repeatable read, read only');
    await fixTexts(tx);
    await requireFrozen(tx, accountId, path);
    await requireIdle(tx, accountId, createdAt);
    const which = (table: string) => rowsOfAccount(table, accountId);
    return writeTables(tx, path, createdAt, await tablesOfAccounts(tx), {
      account: accountId,
      which,
    });
  });
}

const tablesOfAccounts = async (tx: Db): Promise<TransferTable[]> =>
  (await transferTables(tx))
    .filter(({ name }) => name in ACCOUNT_TABLES && !(name in STAYING))
    .map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => name !== OWN_COLUMNS[table.name]),
    }));

/** The condition on a table's rows; the id has the form of one. */
function rowsOfAccount(table: string, accountId: string): string {
  const of = ACCOUNT_TABLES[table]?.of;
  assert(of !== undefined && UUID.test(accountId), 'the rows of an account');
  return of.replaceAll('$1', `'${accountId}'::uuid`);
}

/** How work ends that a process holds: its lease ends with the process, at the latest. */
const BY_THEMSELVES = 'They end by themselves; export it again in a minute.';
/** Searches wait for a process that collects: in a stopped service they stay pending. */
const WHILE_SERVED =
  'They end while the service runs: start it again if it was stopped, and export when "rowhouse jobs list --account ID --status pending" shows none.';

/**
 * What may still write rows of an account: in words, as a query, and how it ends. Work that no
 * process holds is claimed by none while the account is frozen: it moves as it is, and continues
 * there.
 */
const RUNNING: readonly (readonly [what: string, find: string, end: string])[] = [
  ['searches that are pending', `requests where status = 'pending'`, WHILE_SERVED],
  ['runs of watches', `watch_runs where state = 'running' and lease_until > now`, BY_THEMSELVES],
  ['deliveries to its endpoints', 'endpoints where lease_until > now', BY_THEMSELVES],
  [
    'lookups of many homes',
    'lookup_batches where lease_id is not null and lease_until > now',
    BY_THEMSELVES,
  ],
];

/** Throws OperatorError where an export could not begin however long one waits. */
export async function requireFrozen(db: Db, accountId: string, path: string): Promise<void> {
  checkName(path);
  if (!UUID.test(accountId)) throw new OperatorError('--account must be the id of an account.');
  checkSchema(await migrationsOf(db));
  const [account] = await db.rows<{ status: string }>(
    'select status from accounts where account_id = $1',
    [accountId],
  );
  if (account === undefined) {
    throw new OperatorError(
      'No account has this id. "rowhouse accounts list" shows all accounts of a running service.',
    );
  }
  if (account.status !== 'moved') {
    throw new OperatorError(
      `The account is ${account.status}. Freeze it first: rowhouse accounts move ${accountId}. Nothing was written.`,
    );
  }
}

async function requireIdle(tx: Db, accountId: string, now: string): Promise<void> {
  for (const [what, find, end] of RUNNING) {
    const found = await tx.rows(
      `with clock as (select $2::timestamptz as now) select 1 from clock, ${find} and account_id = $1 limit 1`,
      [accountId, now],
    );
    if (found.length === 0) continue;
    throw new OperatorError(`The account still has ${what}. ${end} Nothing was written.`);
  }
  for (const [table, why] of [
    ['archived_sums', 'archived months, whose chain is of one store'],
    ['erasures', 'an erasure'],
  ] as const) {
    const found = await tx.rows(`select 1 from ${table} where account_id = $1 limit 1`, [
      accountId,
    ]);
    if (found.length === 0) continue;
    throw new OperatorError(`An account with ${why} cannot be moved. Nothing was written.`);
  }
}

/**
 * Adds the account of a file to a store in use, in one transaction, reads its rows back and
 * compares them with the file's proofs. It stays frozen. Returns the row count of each table.
 * Throws OperatorError, and changes nothing, when the store has the account or one of its keys.
 */
export async function importAccountRows(
  pool: Pool,
  accountId: string,
  path: string,
): Promise<Record<string, number>> {
  return pool.transaction(async (tx) => {
    await fixTexts(tx);
    if ((await migrationsOf(tx))?.join() !== ownMigrations().join()) {
      throw new OperatorError(
        'The store and the file must both be of this version. Start the service once, or export again. Nothing was changed.',
      );
    }
    const tables = await tablesOfAccounts(tx);
    await requireAbsent(tx, accountId, path, tables);
    const byName = new Map(tables.map((table) => [table.name, table]));
    const proofs = await readTransfer(path, {
      header: (header) => checkTables(path, header, tables),
      rows: async (name, rows) => {
        const table = byName.get(name);
        assert(table !== undefined, 'a table of the file is one of the store');
        const end = SHARED.has(name) ? 'on conflict do nothing' : '';
        await insertRows(tx, table, rows, end).catch((error: unknown) => {
          throw rejectedRows(path, name, error);
        });
      },
    });
    for (const table of tables) {
      const found = await proofOf(tx, table, rowsOfAccount(table.name, accountId));
      if (found.sha256 === proofs[table.name]?.sha256) continue;
      throw new OperatorError(
        `The rows of ${table.name} read back differ from those of ${path}. Nothing was changed; please report it.`,
      );
    }
    await sumUsageOf(tx, accountId);
    return countsOf(proofs);
  });
}

async function requireAbsent(
  tx: Db,
  accountId: string,
  path: string,
  tables: readonly TransferTable[],
): Promise<void> {
  const [account] = await tx.rows<{ status: string }>(
    'select status from accounts where account_id = $1',
    [accountId],
  );
  if (account === undefined) return;
  const proofs = await readTransfer(path, {
    header: (header) => checkTables(path, header, tables),
    rows: async () => undefined,
  });
  // Their rows are only ever added: where they differ, one copy is older than the other.
  for (const table of tables.filter(({ name }) => MONTH_TABLES.some((one) => one === name))) {
    const found = await proofOf(tx, table, rowsOfAccount(table.name, accountId));
    if (found.sha256 === proofs[table.name]?.sha256) continue;
    throw new OperatorError(
      `This store has the account already (${account.status}), and its ledger is not that of ${path}. Nothing was changed. If it is the frozen copy that stayed when the account moved away, never resume it: what was charged since is not in it.`,
    );
  }
  throw new OperatorError(
    `This store has the account already. Nothing was changed. If it is where the account goes, an earlier import has ended: run rowhouse accounts resume ${accountId}`,
  );
}

function checkTables(path: string, header: TransferHeader, tables: readonly TransferTable[]): void {
  const own = tables.map(({ name, columns }) => ({ name, columns }));
  if (JSON.stringify(own) === JSON.stringify(header.tables)) return;
  throw new OperatorError(
    `The tables of ${path} are not those of this version. Export the account again with this version. Nothing was changed.`,
  );
}
