/**
 * The export file: gzip over lines of JSON. The first line is the header; then each table has a
 * line with its name, and a line per row, an array; the last line proves every table.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '#base/operator-error.js';
import { BACKUP_START } from './backup-file.js';
import type { TableProof, TransferRow } from './rows.js';
import type { TransferColumn } from './tables.js';

export const FORMAT = 'rowhouse-export-1';

export interface TransferHeader {
  readonly format: typeof FORMAT;
  /** The migrations that the store has run, oldest first. */
  readonly migrations: readonly string[];
  /** When it was exported, RFC 3339. */
  readonly created_at: string;
  /** The account that it holds; absent where it holds a whole store. */
  readonly account?: string;
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly TransferColumn[];
  }[];
}

export type TransferProofs = Readonly<Record<string, TableProof>>;

/** Only the owner may read it: it has names, searches and hashes of keys. */
const MODE = 0o600;
/** Bytes unpacked at once, and so the text of the rows of one insert. */
const CHUNK_BYTES = 1_048_576;
/** The longest line of a file that claims to be an export; a page of results is far below. */
const LINE_BYTES_MAX = 67_108_864;
const LINE_FEED = 10;

/** Throws OperatorError when an export cannot have this name. */
export function checkName(path: string): void {
  if (path === '')
    throw new OperatorError('The name of the file is empty. Name a file that does not exist.');
  if (path === '-')
    throw new OperatorError('- is not a file. Name one, or ./- for a file with this name.');
  if (existsSync(path)) throw new OperatorError(`${path} exists. Name a file that does not.`);
  const folder = dirname(path);
  if (!existsSync(folder))
    throw new OperatorError(`Folder ${folder} does not exist. Create it first.`);
}

/**
 * Writes a file completely and flushed, or not at all: until then it is in a new folder beside it,
 * so that two exports never write the same one. The later one finds the file of the earlier.
 */
export async function writeTransfer(path: string, text: AsyncIterable<string>): Promise<void> {
  const folder = mkdtempSync(`${path}.part-`);
  const part = join(folder, 'part');
  try {
    const file = createWriteStream(part, { mode: MODE, flush: true });
    await pipeline(Readable.from(text, { highWaterMark: 1 }), createGzip(), file);
    checkName(path);
    renameSync(part, path);
    flushFolder(dirname(path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Flushes a folder: before that, a power cut could lose the name of a flushed file. */
export function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Receives a file's contents, in order. */
export interface TransferTarget {
  header(header: TransferHeader): void;
  rows(table: string, rows: readonly TransferRow[]): Promise<void>;
}

/**
 * Reads a file to its end and validates it against its own checksums, which it returns. Throws
 * OperatorError when it is not an export, is damaged or truncated; by then `taker` may have
 * received rows.
 */
export async function readTransfer(path: string, taker: TransferTarget): Promise<TransferProofs> {
  const reader = new MoveReader(path, taker);
  const file = createReadStream(path);
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  // Not pipeline(): it would report that the stream ended, not which line could not be read.
  file.on('error', (error) => unpacked.destroy(error));
  file.pipe(unpacked);
  try {
    for await (const lines of linesIn(path, unpacked)) await reader.take(lines);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('Z_')) throw damaged(path, 'it cannot be unpacked');
    throw error;
  } finally {
    file.destroy();
    unpacked.destroy();
  }
  return reader.end();
}

/** Takes lines in order and tracks their position in the file. */
class MoveReader {
  readonly #path: string;
  readonly #taker: TransferTarget;
  readonly #seen: Record<string, TableProof> = {};
  #header: TransferHeader | undefined;
  #table: { readonly name: string; readonly digest: Hash; rows: number } | undefined;
  #proofs: TransferProofs | undefined;

  constructor(path: string, taker: TransferTarget) {
    this.#path = path;
    this.#taker = taker;
  }

  async take(lines: readonly string[]): Promise<void> {
    let rows: TransferRow[] = [];
    for (const line of lines) {
      if (line.startsWith('[') && this.#table !== undefined) {
        rows.push(this.#row(line, this.#table));
        continue;
      }
      await this.#give(rows);
      rows = [];
      this.#mark(line);
    }
    await this.#give(rows);
  }

  end(): TransferProofs {
    if (this.#proofs === undefined) throw damaged(this.#path, 'its last line is missing');
    return this.#proofs;
  }

  async #give(rows: readonly TransferRow[]): Promise<void> {
    if (this.#table !== undefined && rows.length > 0)
      await this.#taker.rows(this.#table.name, rows);
  }

  #row(line: string, table: { readonly digest: Hash; rows: number }): TransferRow {
    table.digest.update(`${line}\n`);
    table.rows += 1;
    const row = parsed(this.#path, line);
    if (isListOf(row, isValue)) return row as TransferRow;
    throw damaged(this.#path, 'a value in its rows is not text');
  }

  /** A line other than a row: the header, the start of a table or the proofs. */
  #mark(line: string): void {
    const said = parsed(this.#path, line) as {
      readonly format?: unknown;
      readonly table?: string;
      readonly proofs?: TransferProofs;
    };
    if (this.#header === undefined) {
      this.#header = headerOf(this.#path, said);
      this.#taker.header(this.#header);
      return;
    }
    this.#endTable();
    const next = this.#header.tables[Object.keys(this.#seen).length]?.name;
    if (this.#proofs !== undefined || (said.table ?? undefined) !== next) {
      throw damaged(this.#path, 'its tables are not in the order of its first line');
    }
    if (next !== undefined) {
      this.#table = { name: next, digest: createHash('sha256'), rows: 0 };
      return;
    }
    this.#proofs = this.#proven(said.proofs ?? {});
  }

  #endTable(): void {
    if (this.#table === undefined) return;
    const { name, rows, digest } = this.#table;
    this.#seen[name] = { rows, sha256: digest.digest('hex') };
    this.#table = undefined;
  }

  #proven(proofs: TransferProofs): TransferProofs {
    const wrong = unequal(proofs, this.#seen);
    if (wrong === null) return proofs;
    throw damaged(this.#path, `the rows of ${wrong} are not the exported ones`);
  }
}

/** The first table whose two proofs differ, or null. */
export function unequal(left: TransferProofs, right: TransferProofs): string | null {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const name of names) {
    const [one, other] = [left[name], right[name]];
    if (one?.rows !== other?.rows || one?.sha256 !== other?.sha256) return name;
  }
  return null;
}

async function* linesIn(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED);
    rest = bytes.subarray(end + 1);
    if (rest.length > LINE_BYTES_MAX) throw damaged(path, 'one of its lines is too long');
    if (end >= 0) yield bytes.toString('utf8', 0, end).split('\n');
  }
  if (rest.length > 0) throw damaged(path, 'it ends within a line');
}

function headerOf(path: string, said: { readonly format?: unknown }): TransferHeader {
  if (said.format !== FORMAT) {
    throw new OperatorError(
      `${path} is not an export that this version of Rowhouse reads (${FORMAT}).`,
    );
  }
  const { migrations, tables } = said as Partial<Record<keyof TransferHeader, unknown>>;
  if (isListOf(migrations, isText) && isListOf(tables, isTable)) return said as TransferHeader;
  throw damaged(path, 'its first line does not list its contents');
}

const isValue = (value: unknown): boolean => value === null || isText(value);

const isText = (value: unknown): boolean => typeof value === 'string';

const isTable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'name' in value && isText(value.name);

const isListOf = (value: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is);

function parsed(path: string, line: string): object {
  if (line.startsWith(BACKUP_START)) {
    throw new OperatorError(
      `${path} is a backup, not an export. "rowhouse restore ${path} DIRECTORY" restores it. Nothing was changed.`,
    );
  }
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below, with every other foreign line.
  }
  throw damaged(path, 'one of its lines is unreadable');
}

const damaged = (path: string, why: string): OperatorError =>
  new OperatorError(
    `${path} is damaged or not an export: ${why}. Copy it again, or export again. Nothing was changed.`,
  );
