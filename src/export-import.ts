/** `rowhouse export`, `import`, `archive`, `report`: a store to and from files on either engine. */
import { join, resolve } from 'node:path';
import { OperatorError } from '#base/operator-error.js';
import type { Archived, Exported, ImportedStore, Reported } from '#cli/program.js';
import { DAY_S } from '#contract/durations.js';
import { USAGE_DAYS } from '#service/accounts/show.js';
import { auditLedger } from '#store/audit.js';
import type { Pool } from '#store/db.js';
import { holdsDatabase } from '#store/embedded/create.js';
import { openStore } from '#store/open.js';
import { archiveMonth, checkArchive, monthPath } from '#store/transfer/archive.js';
import { type ArchivedMonth, MONTH_TABLES } from '#store/transfer/archived-months.js';
import { type CheckedArchives, checkArchives } from '#store/transfer/check-archives.js';
import { exportStore } from '#store/transfer/export.js';
import { checkTransfer, importStore } from '#store/transfer/import.js';
import {
  exportAccountRows,
  FROZEN_SETTLES_MS,
  importAccountRows,
  requireFrozen,
} from '#store/transfer/move-account.js';
import { writeReport } from '#store/transfer/report.js';
import type { Config } from './config.js';
import { secureDataDir } from './data-files.js';
import { systemClock } from './system.js';

/** Time limit of one statement: an export reads a whole table in order. */
const STATEMENT_S_MAX = 300;

/**
 * Exports the configured store, or one account of it. Throws OperatorError when it cannot be
 * exported, or while a service uses the embedded database.
 */
export async function exportTo(config: Config, file: string, account?: string): Promise<Exported> {
  checkStore(config);
  const at = new Date(systemClock.nowMs()).toISOString();
  const write = async (pool: Pool) => {
    if (account === undefined) return exportStore(pool, file, at);
    await requireFrozen(pool, account, file);
    await systemClock.sleep(FROZEN_SETTLES_MS);
    return exportAccountRows(pool, account, file, at);
  };
  const tables = await withStore(config, write, true);
  return { file, tables, secret: account === undefined ? secretOfOld(config) : MOVED_NEXT };
}

/**
 * Moves a past month of the configured store's ledger to files in a folder. Throws OperatorError
 * when it cannot be archived yet, or while a service uses the embedded database.
 */
export async function archiveTo(config: Config, month: string, folder: string): Promise<Archived> {
  checkStore(config);
  const at = new Date(systemClock.nowMs());
  const keptS = Math.max(config.limits.JOB_RETENTION_S, (USAGE_DAYS + 1) * DAY_S);
  const options = { month, folder, at, keptS };
  // A wrong word is said before the service has to be stopped for the command.
  checkArchive(options);
  return withStore(config, async (pool) => {
    const { hits, entries, chain_sha256 } = await archiveMonth(pool, options);
    const files = MONTH_TABLES.map((table) => monthPath(folder, table, month));
    return { month, files, hits, entries, chain_sha256 };
  });
}

/**
 * Writes the accounts, balances and sums of the configured store to files in a folder. Throws
 * OperatorError without a folder, or while a service uses the embedded database.
 */
export async function reportTo(config: Config, folder: string): Promise<Reported> {
  checkStore(config);
  const at = new Date(systemClock.nowMs()).toISOString();
  const tables = await withStore(config, (pool) => writeReport(pool, folder, at), true);
  return { folder, taken_at: at, tables };
}

/** Checks archive files against the service's record of them (`months` of its response). */
export const checkArchivesIn = (folder: string, months: unknown): Promise<CheckedArchives> =>
  checkArchives(folder, months as readonly ArchivedMonth[]);

function checkStore(config: Config): void {
  if (config.databaseUrl !== null || holdsDatabase(config.dataDir)) return;
  throw new OperatorError(
    `No embedded database exists in ${resolve(config.dataDir)}. Set ROWHOUSE_DATA_DIR to the data directory of the service, or DATABASE_URL.`,
  );
}

/**
 * Fills the configured store from a file and audits its ledger. Throws OperatorError, and changes
 * nothing, when the file or the store does not allow it.
 */
export async function importFrom(config: Config, file: string): Promise<ImportedStore> {
  const { count, account } = await checkTransfer(file);
  if (account !== null) checkStore(config);
  return withStore(config, async (pool) => {
    const tables =
      account === null
        ? await importStore(pool, file, count)
        : await importAccountRows(pool, account, file);
    const audit = await auditLedger(pool);
    return {
      tables,
      ledger: { ok: audit.violations.length === 0, ...audit },
      secret: account === null ? secretOfNew(config) : resumeNext(account),
    };
  });
}

const MOVED_NEXT =
  'Import the file where the account goes, send its keys there, and resume it there. It stays frozen here.';
const resumeNext = (account: string): string =>
  `Send the keys of the account here, then run: rowhouse accounts resume ${account}`;

async function withStore<T>(
  config: Config,
  work: (pool: Pool) => Promise<T>,
  mayBeReadOnly = false,
): Promise<T> {
  if (config.databaseUrl === null) secureDataDir(config.dataDir);
  const { pool } = await openStore({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    poolMax: 1,
    timeoutS: STATEMENT_S_MAX,
    mayBeReadOnly,
    clock: systemClock,
  });
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

const ownSecret = (config: Config): boolean =>
  config.secret === null && config.databaseUrl === null;

/** Cursors issued before the import verify only with the old secret (docs/decisions/0006). */
function secretOfOld(config: Config): string {
  const where = ownSecret(config)
    ? `the contents of ${join(resolve(config.dataDir), 'secret')}`
    : 'the value of the old service';
  return `The file does not contain the secret that signs cursors. Set ROWHOUSE_SECRET of the new service to ${where}; without it existing cursors become invalid.`;
}

function secretOfNew(config: Config): string {
  const how = ownSecret(config)
    ? `Copy the file "secret" of the old data directory to ${resolve(config.dataDir)}, or set ROWHOUSE_SECRET to its contents`
    : 'Set ROWHOUSE_SECRET on every node to the secret of the old service';
  return `${how}, before the service starts: without it existing cursors become invalid.`;
}
