/** Verifies the files of archived months against the proofs in the store. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#base/operator-error.js';
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
import { fileSha256, type MonthFile, readMonthHead, rowsInMonthFile } from './month-file.js';
import { Prover } from './rows.js';

/** What was read, and the violations found. */
export interface CheckedArchives {
  readonly files: number;
  readonly rows: number;
  readonly violations: readonly Violation[];
}

const CHAIN = 'an archived month is unchanged, and follows the previous one';
const THERE = 'every archived month has its files';
const BYTES = 'a file is the archived one';
const ROWS = 'the rows of a file are the archived ones';
const SUMS = "the sums of a month's files are those that were stored";
const KNOWN = 'every file is of an archived month';

/**
 * Reads every file of a folder again: its bytes, rows, sums and position in the chain. `kept` is
 * what the store has, in chain order. Throws OperatorError when the folder does not exist.
 */
export async function checkArchives(
  folder: string,
  kept: readonly ArchivedMonth[],
): Promise<CheckedArchives> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new OperatorError(
      `Folder ${folder} does not exist. Name the folder of the archived months.`,
    );
  }
  const check = new Check(folder);
  let previous = '';
  for (const month of kept) {
    if (month.chain_sha256 !== chainSha256(previous, month)) check.wrong(CHAIN, month.month);
    await check.month(month, previous);
    previous = month.chain_sha256;
  }
  check.unknown(kept);
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
    // Its bytes are the archived ones, so it can be read.
    const head = await readMonthHead(path);
    if (head === undefined) throw new OperatorError(`${path} is of a newer version of Rowhouse.`);
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

  /** Reports files of months that are not archived in the store. */
  unknown(kept: readonly ArchivedMonth[]): void {
    const months = new Set(kept.map(({ month }) => month));
    for (const name of readdirSync(this.#folder)) {
      const month = MONTH_FILE.exec(name)?.[1];
      if (month === undefined || months.has(month)) continue;
      this.wrong(
        KNOWN,
        `${join(this.#folder, name)}: an archive of ${month} was interrupted, then run it again; or the store lost its record of it`,
      );
    }
  }
}

const MONTH_FILE = new RegExp(`^(?:${MONTH_TABLES.join('|')})-(\\d{4}-\\d{2})\\.parquet$`);

/** What is wrong with a file: damaged, foreign, of another month or table, or changed. */
async function whatInstead(path: string, month: ArchivedMonth, table: MonthTable): Promise<string> {
  const head: MonthFile | null | undefined = await readMonthHead(path).catch(() => null);
  if (head === null) return ' is damaged';
  if (head === undefined) return ' is not a file of an archive';
  const isOther = head.month !== month.month || head.table !== table;
  return isOther ? ` holds ${head.table} of ${head.month}` : ' was changed';
}
