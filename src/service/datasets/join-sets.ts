/**
 * Puts the rows of joined sets beside those of a set, by a key. Both are divided into parts by the
 * hash of the key, so that one part at a time is in memory, however many rows there are.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { linesOf } from './set-spool.js';

/** A file of rows, and the column with the key. */
export interface JoinSide {
  readonly file: string;
  readonly key: string;
}

export interface JoinedSide extends JoinSide {
  /** The member of a row that gets the columns of the joined row. */
  readonly name: string;
  /** The column of the set that has the key. */
  readonly on: string;
}

/** Parts of a join: of ten million rows each has some 150,000. */
const PARTS = 64;

type Line = Readonly<Record<string, unknown>>;

/**
 * Writes the rows of `set` into a file, each with the rows of `others` that have its key. A row
 * without one stays as it is; of several with one key the first is taken. Returns the bytes of the
 * file.
 */
export async function joinSets(
  set: string,
  others: readonly JoinedSide[],
  folder: string,
  into: string,
): Promise<number> {
  let from = set;
  let bytes = 0;
  for (const [at, other] of others.entries()) {
    const to = at === others.length - 1 ? into : `${into}.${at}`;
    bytes = await joinOne(from, other, folder, to);
    if (from !== set) await rm(from, { force: true });
    from = to;
  }
  return bytes;
}

async function joinOne(
  set: string,
  other: JoinedSide,
  folder: string,
  into: string,
): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const out = createWriteStream(into, { mode: 0o600 });
  try {
    const ours = await divide({ file: set, key: other.on }, folder, 'set');
    const theirs = await divide(other, folder, 'joined');
    for (const [part, file] of ours.entries()) {
      const rows = await rowsByKey(theirs[part] ?? '', other.key);
      for await (const line of linesOf(file)) {
        const row = JSON.parse(line) as Line;
        const joined = rows.get(keyOf(row, other.on));
        const whole = joined === undefined ? row : { ...row, [other.name]: joined };
        await write(out, `${JSON.stringify(whole)}\n`);
      }
    }
    out.end();
    await finished(out);
    return out.bytesWritten;
  } finally {
    out.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the lines of a file into parts by the hash of their key. */
async function divide(
  { file, key }: JoinSide,
  folder: string,
  name: string,
): Promise<readonly string[]> {
  const files = Array.from({ length: PARTS }, (_part, at) => join(folder, `${name}-${at}`));
  const parts = files.map((path) => createWriteStream(path, { mode: 0o600 }));
  for await (const line of linesOf(file)) {
    const part = parts[partOf(keyOf(JSON.parse(line) as Line, key))];
    if (part !== undefined) await write(part, `${line}\n`);
  }
  for (const part of parts) {
    part.end();
    await finished(part);
  }
  return files;
}

const partOf = (key: string): number =>
  createHash('sha1').update(key).digest().readUInt32BE() % PARTS;

/** Keys are texts in one set and numbers in another. */
function keyOf(row: Line, column: string): string {
  const value = row[column];
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
}

async function rowsByKey(file: string, key: string): Promise<ReadonlyMap<string, Line>> {
  const rows = new Map<string, Line>();
  for await (const line of linesOf(file)) {
    const row = JSON.parse(line) as Line;
    const name = keyOf(row, key);
    if (name !== '' && !rows.has(name)) rows.set(name, row);
  }
  return rows;
}

async function write(out: WriteStream, text: string): Promise<void> {
  if (!out.write(text)) await once(out, 'drain');
}
