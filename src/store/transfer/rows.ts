import { createHash } from 'node:crypto';
import type { Db } from '../db.js';
import { quoted, type TransferColumn, type TransferTable } from './tables.js';

/** A row's values in column order, each as PostgreSQL writes it; bytes in base64. */
export type TransferRow = readonly (string | null)[];

/** The proof of a table: its row count, and the SHA-256 of its lines, line feeds included. */
export interface TableProof {
  readonly rows: number;
  readonly sha256: string;
}

/** Rows per fetch. Those with bytes are pages of results, tens of kilobytes each. */
const FETCH_ROWS = 1_000;
const FETCH_ROWS_WITH_BYTES = 50;

/**
 * Fixes for one transaction what the text of a value depends on: a time keeps its microseconds and
 * is in UTC on every server.
 */
export async function fixTexts(tx: Db): Promise<void> {
  await tx.rows(`set local timezone = 'UTC'`);
  await tx.rows(`set local datestyle = 'ISO, YMD'`);
  await tx.rows('set local extra_float_digits = 1');
}

/**
 * The lines of a table in primary key order, in batches, each with its line feed; returns their
 * proof. Call it inside a transaction after `fixTexts`.
 */
export async function* linesOf(
  tx: Db,
  table: TransferTable,
  which?: string,
): AsyncGenerator<string, TableProof> {
  const prover = new Prover();
  for await (const rows of rowsOf(tx, table, which)) yield prover.add(rows);
  return prover.proof();
}

/**
 * The rows of a table in primary key order, in batches. Call it inside a transaction after
 * `fixTexts`: it uses a cursor. `which` is a condition on the rows, named t, and must be text of
 * this folder: a cursor takes no values.
 */
export async function* rowsOf(
  tx: Db,
  table: TransferTable,
  which = 'true',
): AsyncGenerator<TransferRow[]> {
  const order = table.key.map((column) => inOneOrder(table, column)).join(', ');
  yield* rowsOfQuery(
    tx,
    table.columns,
    `select ${table.columns.map(asText).join(', ')} from ${quoted(table.name)} t where ${which} order by ${order}`,
  );
}

/**
 * The rows of a query with these columns, each a text, in batches. As `rowsOf`, it uses a cursor
 * inside a transaction; the query must be text of this folder.
 */
export async function* rowsOfQuery(
  tx: Db,
  columns: readonly TransferColumn[],
  query: string,
): AsyncGenerator<TransferRow[]> {
  const fetched = columns.some(isBytes) ? FETCH_ROWS_WITH_BYTES : FETCH_ROWS;
  await tx.rows(`declare moved no scroll cursor for ${query}`);
  for (;;) {
    const found = await tx.rows<Record<string, string | null>>(`fetch ${fetched} from moved`);
    if (found.length === 0) break;
    yield found.map((row) => columns.map((column) => row[column.name] ?? null));
  }
  await tx.rows('close moved');
}

/** Builds the proof of rows as they come. */
export class Prover {
  readonly #digest = createHash('sha256');
  #rows = 0;

  /** Adds rows in order; returns their lines. */
  add(rows: readonly TransferRow[]): string {
    const text = rows.map(lineOf).join('');
    this.#rows += rows.length;
    this.#digest.update(text);
    return text;
  }

  /** Call it once, at the end. */
  proof(): TableProof {
    return { rows: this.#rows, sha256: this.#digest.digest('hex') };
  }
}

/** The proof of a table's current rows. */
export async function proofOf(tx: Db, table: TransferTable, which?: string): Promise<TableProof> {
  const lines = linesOf(tx, table, which);
  for (;;) {
    const next = await lines.next();
    if (next.done === true) return next.value;
  }
}

/** Inserts rows unchanged, numbered columns included; `end` is the statement's last clause. */
export async function insertRows(
  tx: Db,
  table: TransferTable,
  rows: readonly TransferRow[],
  end: '' | 'on conflict do nothing' = '',
): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const places = table.columns.map((_column, index) => `$${index + 1}::text[]`).join(', ');
  await tx.rows(
    `insert into ${quoted(table.name)} (${names}) overriding system value
     select ${table.columns.map(fromText).join(', ')} from unnest(${places}) as line (${names}) ${end}`,
    table.columns.map((_column, index) => rows.map((row) => row[index] ?? null)),
  );
}

export const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

const isBytes = ({ type }: TransferColumn): boolean => type === 'bytea';

/** A column as an expression of its text. */
export function asText(column: TransferColumn): string {
  const name = quoted(column.name);
  return isBytes(column)
    ? `translate(encode(${name}, 'base64'), E'\\n', '') as ${name}`
    : `${name}::text as ${name}`;
}

function fromText(column: TransferColumn): string {
  const name = quoted(column.name);
  return isBytes(column) ? `decode(${name}, 'base64')` : `${name}::${column.type}`;
}

/** Text sorts by bytes: servers differ in collation, and the hash depends on the order. */
function inOneOrder(table: TransferTable, column: string): string {
  const type = table.columns.find(({ name }) => name === column)?.type ?? '';
  const sorted = `t.${quoted(column)}`;
  return /^(text|character)/.test(type) ? `${sorted} collate "C"` : sorted;
}
