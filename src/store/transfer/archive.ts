/** A month of the ledger goes to a file; its sums stay, so that balances are still the sum of all entries. */
import { nextPeriodMs } from '#domain/credits.js';
import { firstUuidAt } from '#domain/uuid-time.js';
import type { Db, Pool } from '../db.js';
import { checkSchema } from './export.js';
import { checkName, FORMAT, TransferError, type TransferHeader, writeTransfer } from './file.js';
import { fixTexts, lineOf, linesOf, type TableProof } from './rows.js';
import { describePartition, migrationsOf, quoted, type TransferTable } from './tables.js';

export interface ArchiveOptions {
  /** As '2026-09'. */
  readonly month: string;
  readonly path: string;
  readonly at: Date;
  /** How long after its end a month is still read by callers, in seconds. */
  readonly keptS: number;
}

export interface ArchivedMonth {
  readonly hits: TableProof;
  readonly ledger_entries: TableProof;
}

/** A table of the file, and the partition that it is read from. */
interface Part {
  readonly name: 'hits' | 'ledger_entries';
  readonly partition: TransferTable;
}

/**
 * Writes the hits and entries of a month that is over to a new file, keeps their sums and removes them from
 * the store, in one transaction: the file is on the disk before the rows are gone. The service may go on;
 * nothing is written to such a month any more. Throws TransferError, and leaves the store as it was, while
 * callers can still ask for something of the month.
 */
export async function archiveMonth(pool: Pool, options: ArchiveOptions): Promise<ArchivedMonth> {
  checkName(options.path);
  const end = checkOver(options);
  return pool.transaction(async (tx) => {
    await fixTexts(tx);
    const migrations = await migrationsOf(tx);
    checkSchema(migrations);
    const parts = await partsOf(tx, options.month);
    await closeMonth(tx, parts, end);
    const header: TransferHeader = {
      format: FORMAT,
      migrations: migrations ?? [],
      created_at: options.at.toISOString(),
      month: options.month,
      tables: parts.map(({ name, partition }) => ({ name, columns: partition.columns })),
    };
    const proofs: Record<string, TableProof> = {};
    await writeTransfer(options.path, textOf(tx, header, parts, proofs));
    const { hits, ledger_entries } = proofs;
    if (hits === undefined || ledger_entries === undefined)
      throw new Error('a file has two tables');
    await keepSums(tx, options, { hits, ledger_entries });
    const [dropped] = await tx.rows<{ done: boolean }>('select drop_month($1) as done', [
      options.month,
    ]);
    if (dropped?.done !== true) {
      throw new TransferError(
        `The ledger is in use by a long statement, such as a check or a dump. The month stays in the store. Remove ${options.path} and try again later.`,
      );
    }
    return { hits, ledger_entries };
  });
}

/** The end of the month, when it is long enough ago. */
function checkOver({ month, at, keptS }: ArchiveOptions): Date {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new TransferError(`"${month}" is no month. Write it as 2026-09.`);
  }
  const end = new Date(nextPeriodMs(Date.parse(`${month}-01T00:00:00Z`)));
  const free = new Date(end.getTime() + keptS * 1000);
  if (at.getTime() >= free.getTime()) return end;
  throw new TransferError(
    `${month} can be archived from ${free.toISOString().slice(0, 10)} on: until then callers can ask for its jobs and its usage. Nothing was changed.`,
  );
}

async function partsOf(tx: Db, month: string): Promise<Part[]> {
  const parts: Part[] = [];
  for (const name of ['hits', 'ledger_entries'] as const) {
    const partition = await describePartition(tx, name, `${name}_${month.replace('-', '_')}`);
    if (partition !== undefined) parts.push({ name, partition });
  }
  const done = await tx.rows('select from archived_months where month = $1', [month]);
  if (parts.length === 2 && done.length === 0) return parts;
  const why = done.length > 0 ? 'was archived before' : 'has no rows of its own in this store';
  throw new TransferError(`${month} ${why}. Nothing was changed.`);
}

/** Keeps writers out of the month, and makes sure that nothing of it is still open. */
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
  throw new TransferError(
    'Jobs of the month are still stored. Let the service run: its cleanup removes them. Nothing was changed.',
  );
}

async function* textOf(
  tx: Db,
  header: TransferHeader,
  parts: readonly Part[],
  proofs: Record<string, TableProof>,
): AsyncGenerator<string> {
  yield lineOf(header);
  for (const { name, partition } of parts) {
    yield lineOf({ table: name });
    proofs[name] = yield* linesOf(tx, partition);
  }
  yield lineOf({ proofs });
}

/** The sums of a month, by account, bucket, period and kind, as the ledger has them; and what proves its file. */
async function keepSums(
  tx: Db,
  { month, at }: ArchiveOptions,
  { hits, ledger_entries }: ArchivedMonth,
): Promise<void> {
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
  await tx.rows(
    `insert into archived_months (month, archived_at, hits, hits_sha256, entries, entries_sha256)
     values ($1, $2, $3, $4, $5, $6)`,
    [month, at, hits.rows, hits.sha256, ledger_entries.rows, ledger_entries.sha256],
  );
}
