/** What the store retains of archived months, and the digests that prove it. */
import { createHash } from 'node:crypto';
import type { Db } from '../db.js';
import type { TransferRow } from './rows.js';
import type { TransferColumn } from './tables.js';

/** The tables of a month: one file each. */
export const MONTH_TABLES = ['hits', 'ledger_entries'] as const;
export type MonthTable = (typeof MONTH_TABLES)[number];

/** A row of archived_months. SHA-256 digests are in hexadecimal digits. */
export interface ArchivedMonth {
  readonly chain_position: number;
  readonly month: string;
  /** RFC 3339, UTC, with microseconds. */
  readonly archived_at: string;
  readonly hits: number;
  /** Digest of the rows as an export writes them. */
  readonly hits_sha256: string;
  readonly entries: number;
  readonly entries_sha256: string;
  /** Digests of the files. */
  readonly hits_file_sha256: string;
  readonly entries_file_sha256: string;
  readonly sums_sha256: string;
  readonly chain_sha256: string;
}

/** Archived months in the order of their chain. */
export const archivedMonthsOf = (db: Db): Promise<ArchivedMonth[]> =>
  db.rows<ArchivedMonth>(
    `select chain_position, month,
       to_char(archived_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as archived_at,
       hits, hits_sha256, entries, entries_sha256, hits_file_sha256, entries_file_sha256, sums_sha256, chain_sha256
     from archived_months order by chain_position`,
  );

/** Stores the proof of a newly archived month. */
export const insertArchivedMonth = (tx: Db, month: ArchivedMonth): Promise<unknown> =>
  tx.rows(
    `insert into archived_months
     select * from json_populate_record(null::archived_months, $1::json)`,
    [JSON.stringify(month)],
  );

/** The stored proof of one table of a month. */
export const keptOf = (month: ArchivedMonth, table: MonthTable) =>
  table === 'hits'
    ? { rows: month.hits, sha256: month.hits_sha256, file_sha256: month.hits_file_sha256 }
    : { rows: month.entries, sha256: month.entries_sha256, file_sha256: month.entries_file_sha256 };

/** The digest of the chain up to a month, like archive_chain_sha256 in the schema. */
export const chainSha256 = (previous: string, m: ArchivedMonth): string =>
  createHash('sha256')
    .update(
      [
        previous,
        m.chain_position,
        m.month,
        m.archived_at,
        m.hits,
        m.hits_sha256,
        m.entries,
        m.entries_sha256,
        m.hits_file_sha256,
        m.entries_file_sha256,
        m.sums_sha256,
      ].join('\n'),
    )
    .digest('hex');

interface Sum {
  entries: number;
  available_delta: number;
  reserved_delta: number;
}

/** The sums of a month's rows, as in archived_sums. */
export class MonthSums {
  readonly #sums = new Map<string, Sum>();

  /** Adds rows of a table with these columns. */
  add(table: MonthTable, columns: readonly TransferColumn[], rows: readonly TransferRow[]): void {
    const places = new Map(columns.map(({ name }, place) => [name, place]));
    for (const row of rows) {
      const of = (name: string) => row[places.get(name) ?? -1] ?? '';
      const kind = table === 'hits' ? 'capture' : of('kind');
      const available = table === 'hits' ? -Number(of('credits')) : Number(of('available_delta'));
      const key = [of('account_id'), of('bucket'), of('period'), kind].join();
      const sum = this.#sums.get(key) ?? { entries: 0, available_delta: 0, reserved_delta: 0 };
      sum.entries += 1;
      sum.available_delta += available;
      sum.reserved_delta += Number(of('reserved_delta'));
      this.#sums.set(key, sum);
    }
  }

  /** Their digest, like archived_sums_sha256 in the schema. */
  sha256(): string {
    const lines = [...this.#sums].map(
      ([key, sum]) => `${key},${sum.entries},${sum.available_delta},${sum.reserved_delta}\n`,
    );
    // All of it is ASCII, so the order of code units is that of bytes.
    return createHash('sha256').update(lines.sort().join('')).digest('hex');
  }
}
