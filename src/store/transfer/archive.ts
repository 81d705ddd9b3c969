/** Archives a ledger month to files; its sums stay, so balances still equal their entries. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '#base/assert.js';
import { OperatorError } from '#base/operator-error.js';
import { nextPeriodMs } from '#domain/credits.js';
import { isoDay, isoDayOf } from '#domain/days.js';
import { firstUuidAt } from '#domain/uuid-time.js';
import type { Db, Pool } from '../db.js';
import { migrationsOf } from '../migrate.js';
import {
  type ArchivedMonth,
  archivedMonthsOf,
  chainSha256,
  insertArchivedMonth,
  keptOf,
  MONTH_TABLES,
  MonthSums,
  type MonthTable,
} from './archived-months.js';
import { checkSchema } from './export.js';
import { flushFolder } from './file.js';
import { fileSha256, type MonthHead, rowsInMonthFile, writeMonthFile } from './month-file.js';
import { fixTexts, Prover, rowsOf, type TableProof } from './rows.js';
import { describePartition, quoted, type TransferTable } from './tables.js';

export interface ArchiveOptions {
  /** As '2026-09'. */
  readonly month: string;
  /** The folder for the month's files. */
  readonly folder: string;
  readonly at: Date;
  /** How long after its end callers can still read a month, in seconds. */
  readonly keptS: number;
}

/** A table of the month, and its partition. */
interface Part {
  readonly name: MonthTable;
  readonly partition: TransferTable;
}

/** A file that is written, flushed and verified, before it gets its name. */
interface Written extends TableProof {
  readonly file_sha256: string;
}

/** The file of a table of a month: `hits-2026-09.parquet`. */
export const monthPath = (folder: string, table: MonthTable, month: string): string =>
  join(folder, `${table}-${month}.parquet`);

/** The name until the file is complete and flushed. */
const partOf = (folder: string, table: MonthTable, month: string): string =>
  `${monthPath(folder, table, month)}.part`;

/**
 * Writes the hits and entries of a past month to two new files, stores their sums and removes them
 * from the store, in one transaction: the files are on disk and verified before the rows are
 * deleted. The service may run meanwhile; nothing is written to such a month any more. If
 * interrupted, run it again: the same rows make the same files, and a month whose files exist is
 * done. Throws OperatorError, and leaves the store as it was, while callers can still request
 * something of the month.
 */
export async function archiveMonth(pool: Pool, options: ArchiveOptions): Promise<ArchivedMonth> {
  const { folder, month } = options;
  const end = checkArchive(options);
  return pool.transaction(async (tx) => {
    await fixTexts(tx);
    checkSchema(await migrationsOf(tx));
    // One archive at a time: each month follows the previous one. Reads are not blocked.
    await tx.rows('lock table archived_months in exclusive mode');
    const before = await archivedMonthsOf(tx);
    const done = before.find((one) => one.month === month);
    if (done !== undefined) return proven(done, folder);
    const parts = await partsOf(tx, month);
    await closeMonth(tx, parts, end);
    try {
      const kept = await writeMonth(tx, options, parts, before);
      for (const { name } of parts) {
        await nameFile(monthPath(folder, name, month), keptOf(kept, name).file_sha256);
      }
      flushFolder(folder);
      await dropMonth(tx, month);
      return kept;
    } finally {
      for (const { name } of parts) rmSync(partOf(folder, name, month), { force: true });
    }
  });
}

/** Throws OperatorError unless the folder is there. */
export function checkFolder(folder: string): void {
  if (!existsSync(folder))
    throw new OperatorError(`Folder ${folder} does not exist. Create it first.`);
  if (!statSync(folder).isDirectory()) {
    throw new OperatorError(`${folder} is not a folder. Name the folder for the files.`);
  }
}

/** A month that is already archived, when its files are in the folder. */
async function proven(month: ArchivedMonth, folder: string): Promise<ArchivedMonth> {
  for (const table of MONTH_TABLES) {
    const path = monthPath(folder, table, month.month);
    const there = existsSync(path) ? await fileSha256(path) : null;
    if (there !== null && there === keptOf(month, table).file_sha256) continue;
    throw new OperatorError(
      `${month.month} was archived before, on ${isoDayOf(month.archived_at)}, and ${path} is not its file. Nothing was changed.`,
    );
  }
  return month;
}

/** The end of the month. Throws OperatorError unless it is long ago and the folder is there. */
export function checkArchive({ folder, month, at, keptS }: ArchiveOptions): Date {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new OperatorError(`"${month}" is not a month. Write it as 2026-09.`);
  }
  checkFolder(folder);
  const end = new Date(nextPeriodMs(Date.parse(`${month}-01T00:00:00Z`)));
  const free = new Date(end.getTime() + keptS * 1000);
  if (at.getTime() >= free.getTime()) return end;
  throw new OperatorError(
    `${month} can be archived from ${isoDay(free.getTime())} on: until then callers can request its jobs and usage. Nothing was changed.`,
  );
}

async function partsOf(tx: Db, month: string): Promise<Part[]> {
  const parts: Part[] = [];
  for (const name of MONTH_TABLES) {
    const partition = await describePartition(tx, name, `${name}_${month.replace('-', '_')}`);
    if (partition !== undefined) parts.push({ name, partition });
  }
  if (parts.length === MONTH_TABLES.length) return parts;
  throw new OperatorError(`${month} has no separate rows in this store. Nothing was changed.`);
}

/** Blocks writes to the month, and checks that nothing in it is still open. */
async function closeMonth(tx: Db, parts: readonly Part[], end: Date): Promise<void> {
  const [hits = '', entries = ''] = parts.map(({ partition }) => quoted(partition.name));
  await tx.rows(`lock table ${entries}, ${hits} in share mode`);
  const [open] = await tx.rows<{ requests: boolean; reserved: boolean }>(
    `select exists (select from requests where request_id < $1) as requests, exists (
       select from ${entries} r where r.kind = 'reserve' and not exists (
         select from ${entries} e where e.request_id = r.request_id and e.kind in ('capture', 'release')
       )
     ) as reserved`,
    [firstUuidAt(end.getTime())],
  );
  if (open !== undefined && !open.requests && !open.reserved) return;
  throw new OperatorError(
    'Jobs of the month are still stored. Let the service run: its cleanup removes them. Nothing was changed.',
  );
}

/** Writes the files of a month, and stores its sums and the proofs of both. */
async function writeMonth(
  tx: Db,
  { folder, month, at }: ArchiveOptions,
  parts: readonly Part[],
  before: readonly ArchivedMonth[],
): Promise<ArchivedMonth> {
  const previous = before.at(-1)?.chain_sha256 ?? '';
  const sums = new MonthSums();
  const written = new Map<MonthTable, Written>();
  for (const { name: table, partition } of parts) {
    const head = { month, table, columns: partition.columns, previous };
    written.set(table, await writePart(tx, partOf(folder, table, month), head, partition, sums));
  }
  const [hits, entries] = MONTH_TABLES.map((table) => written.get(table));
  assert(hits !== undefined && entries !== undefined, 'a month has two tables');
  const sums_sha256 = await keepSums(tx, month);
  assert(sums_sha256 === sums.sha256(), 'the sums of the files are not those of the store');
  const kept = {
    chain_position: before.length + 1,
    month,
    archived_at: at.toISOString().replace('Z', '000Z'),
    hits: hits.rows,
    hits_sha256: hits.sha256,
    entries: entries.rows,
    entries_sha256: entries.sha256,
    hits_file_sha256: hits.file_sha256,
    entries_file_sha256: entries.file_sha256,
    sums_sha256,
    chain_sha256: '',
  };
  const chained = { ...kept, chain_sha256: chainSha256(previous, kept) };
  await insertArchivedMonth(tx, chained);
  return chained;
}

/** Writes one file and reads it back: rows leave the store only when they can be read elsewhere. */
async function writePart(
  tx: Db,
  path: string,
  head: MonthHead,
  partition: TransferTable,
  sums: MonthSums,
): Promise<Written> {
  const proof = await writeMonthFile(path, head, rowsOf(tx, partition));
  const file_sha256 = await fileSha256(path);
  const prover = new Prover();
  for await (const rows of rowsInMonthFile(path, head)) {
    prover.add(rows);
    sums.add(head.table, head.columns, rows);
  }
  const { rows, sha256 } = prover.proof();
  if (rows === proof.rows && sha256 === proof.sha256) return { ...proof, file_sha256 };
  throw new OperatorError(`${path} differs from what was written to it. Nothing was changed.`);
}

/** Renames a file to its name. An existing one is from an interrupted archive, or in the way. */
async function nameFile(path: string, sha256: string | null): Promise<void> {
  if (existsSync(path) && (await fileSha256(path)) !== sha256) {
    throw new OperatorError(
      `${path} exists with other contents. Move it, or name another folder. Nothing was changed.`,
    );
  }
  renameSync(`${path}.part`, path);
}

/** Stores a month's sums by account, bucket, period and kind; returns their digest. */
async function keepSums(tx: Db, month: string): Promise<string> {
  const suffix = month.replace('-', '_');
  await tx.rows(
    `insert into archived_sums
       (month, account_id, bucket, period, kind, entries, available_delta, reserved_delta)
     select $1, account_id, bucket, period, kind, count(*), sum(available_delta), sum(reserved_delta)
     from (
       select account_id, bucket, period, kind, available_delta, reserved_delta
       from ${quoted(`ledger_entries_${suffix}`)}
       union all
       select account_id, bucket, period, 'capture', -credits, 0 from ${quoted(`hits_${suffix}`)}
     ) entries
     group by account_id, bucket, period, kind`,
    [month],
  );
  const [sums] = await tx.rows<{ sha256: string }>('select archived_sums_sha256($1) as sha256', [
    month,
  ]);
  return sums?.sha256 ?? '';
}

/** Detaches the month from the ledger: for a moment charges wait. Locks as drop_month does. */
async function dropMonth(tx: Db, month: string): Promise<void> {
  const [dropped] = await tx.rows<{ done: boolean }>('select drop_month($1) as done', [month]);
  if (dropped?.done === true) return;
  throw new OperatorError(
    'The ledger is in use by a long statement, such as a check or a dump. The month remains in the store. Try again later; its files are then replaced.',
  );
}
