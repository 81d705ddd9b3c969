/** Proves the files of archived months against what the store keeps of them. */
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from '../audit.js';
import { monthPath } from './archive.js';
import {
  type ArchivedMonth,
  chainSha256,
  keptOf,
  MONTH_TABLES,
  MonthSums,
  type MonthTable,
} from './archived-months.js';
import { readTransfer, TransferError, type TransferHeader } from './file.js';
import { fileSha256, type MonthFile, readMonthHead, rowsInMonthFile } from './month-file.js';
import { Prover } from './rows.js';

/** What was read, and what is wrong with it. */
export interface CheckedArchives {
  readonly files: number;
  readonly rows: number;
  readonly violations: readonly Violation[];
}

const CHAIN = 'an archived month is as it was kept, and follows the one before it';
const THERE = 'every archived month has its files';
const BYTES = 'a file is the one that was archived';
const ROWS = 'the rows of a file are those that were archived';
const SUMS = 'the sums of the files of a month are those that were kept';
const KNOWN = 'every file is of an archived month';

/** A file of the earlier form: one for both tables, under any name. */
interface EarlierFile {
  readonly path: string;
  readonly month: string;
}

/**
 * Reads every file of a folder again: its bytes, its rows, its sums and its place in the chain. `kept` is what the
 * store keeps, in the order of the chain. Throws TransferError when there is no such folder.
 */
export async function checkArchives(
  folder: string,
  kept: readonly ArchivedMonth[],
): Promise<CheckedArchives> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new TransferError(
      `There is no folder ${folder}. Name the folder of the archived months.`,
    );
  }
  const check = new Check(folder);
  const earlier = await earlierFiles(folder);
  let previous = '';
  for (const month of kept) {
    if (month.chain_sha256 !== chainSha256(previous, month)) check.wrong(CHAIN, month.month);
    if (month.hits_file_sha256 === null) await check.earlierMonth(month, earlier);
    else await check.month(month, previous);
    previous = month.chain_sha256;
  }
  check.unknown(kept, earlier);
  return check;
}

class Check implements CheckedArchives {
  readonly #folder: string;
  files = 0;
  rows = 0;
  violations: Violation[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  wrong(rule: string, detail: string): void {
    this.violations.push({ rule, account_id: null, detail });
  }

  /** The two files of a month. */
  async month(month: ArchivedMonth, previous: string): Promise<void> {
    const sums = new MonthSums();
    let isWhole = true;
    for (const table of MONTH_TABLES) {
      isWhole = (await this.#table(month, table, previous, sums)) && isWhole;
    }
    if (isWhole && sums.sha256() !== month.sums_sha256) this.wrong(SUMS, month.month);
  }

  /** Whether a file could be read; its rows are added to the sums. */
  async #table(
    month: ArchivedMonth,
    table: MonthTable,
    previous: string,
    sums: MonthSums,
  ): Promise<boolean> {
    const path = monthPath(this.#folder, table, month.month);
    if (!existsSync(path)) {
      this.wrong(THERE, `${path} is missing`);
      return false;
    }
    this.files += 1;
    const { sha256, file_sha256, rows } = keptOf(month, table);
    if ((await fileSha256(path)) !== file_sha256) {
      this.wrong(BYTES, `${path}${await whatInstead(path, month, table)}`);
      return false;
    }
    // Its bytes are those that were archived, so it can be read.
    const head = await readMonthHead(path);
    if (head === undefined) throw new TransferError(`${path} is of a newer version of Rowhouse.`);
    if (head.previous !== previous) this.wrong(CHAIN, `${path} follows another month`);
    const prover = new Prover();
    for await (const some of rowsInMonthFile(path, head)) {
      prover.add(some);
      sums.add(table, head.columns, some);
    }
    const proof = prover.proof();
    this.rows += proof.rows;
    const isKept = proof.rows === rows && proof.sha256 === sha256;
    if (!isKept || head.proof.sha256 !== sha256 || head.month !== month.month)
      this.wrong(ROWS, path);
    return true;
  }

  /** A month in one file of the earlier form, which proves itself; its rows have to be those that were kept. */
  async earlierMonth(month: ArchivedMonth, files: readonly EarlierFile[]): Promise<void> {
    const file = files.find((one) => one.month === month.month);
    if (file === undefined) {
      this.wrong(THERE, `the file of ${month.month}, archived by an earlier version, is missing`);
      return;
    }
    this.files += 1;
    const sums = new MonthSums();
    let header: TransferHeader | undefined;
    const proofs = await readTransfer(file.path, {
      header: (read) => {
        header = read;
      },
      rows: async (table, rows) => {
        const columns = header?.tables.find(({ name }) => name === table)?.columns ?? [];
        sums.add(table === 'hits' ? 'hits' : 'ledger_entries', columns, rows);
        this.rows += rows.length;
      },
    }).catch((error: unknown) => {
      if (error instanceof TransferError) return null;
      throw error;
    });
    if (proofs === null) {
      this.wrong(BYTES, `${file.path} is damaged`);
      return;
    }
    for (const table of MONTH_TABLES) {
      if (proofs[table]?.sha256 !== keptOf(month, table).sha256)
        this.wrong(ROWS, `${table} of ${file.path}`);
    }
    if (sums.sha256() !== month.sums_sha256) this.wrong(SUMS, month.month);
  }

  /** Files of months that the store does not have as archived. */
  unknown(kept: readonly ArchivedMonth[], earlier: readonly EarlierFile[]): void {
    const months = new Set(kept.map(({ month }) => month));
    const files = readdirSync(this.#folder).flatMap((name) => {
      const month = MONTH_FILE.exec(name)?.[1];
      return month === undefined ? [] : [{ path: join(this.#folder, name), month }];
    });
    for (const { path, month } of [...files, ...earlier].filter((one) => !months.has(one.month))) {
      this.wrong(
        KNOWN,
        `${path}: an archive of ${month} broke off, then do it again; or the store lost what it kept of it`,
      );
    }
  }
}

const MONTH_FILE = new RegExp(`^(?:${MONTH_TABLES.join('|')})-(\\d{4}-\\d{2})\\.parquet$`);

/** What a file says that it is, where it can be read and is another. */
async function whatInstead(path: string, month: ArchivedMonth, table: MonthTable): Promise<string> {
  const head: MonthFile | null | undefined = await readMonthHead(path).catch(() => null);
  if (head === null) return ' is damaged';
  if (head === undefined) return ' is no file of an archive';
  const isOther = head.month !== month.month || head.table !== table;
  return isOther ? ` holds ${head.table} of ${head.month}` : ' was changed';
}

const GZIP_MAGIC = '1f8b';
/** The header of a file is far shorter. */
const STOPPED = new Error('the header was read');

/** The archives of the earlier form in a folder, by their first line. */
async function earlierFiles(folder: string): Promise<EarlierFile[]> {
  const found: EarlierFile[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isFile() || !isGzip(path)) continue;
    let month: string | undefined;
    await readTransfer(path, {
      header: (header) => {
        month = header.month;
        throw STOPPED;
      },
      rows: async () => undefined,
    }).catch((error: unknown) => {
      if (error !== STOPPED && !(error instanceof TransferError)) throw error;
    });
    if (month !== undefined) found.push({ path, month });
  }
  return found;
}

function isGzip(path: string): boolean {
  const bytes = Buffer.alloc(GZIP_MAGIC.length / 2);
  const file = openSync(path, 'r');
  readSync(file, bytes);
  closeSync(file);
  return bytes.toString('hex') === GZIP_MAGIC;
}
