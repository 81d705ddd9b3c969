import type { Dirent } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from '../db.js';

/** A file or directory of a database, by its path below the database's directory. */
export interface CopiedFile {
  readonly name: string;
  /** In bytes; null for a directory. */
  readonly size: number | null;
  /** Its content, exactly `size` bytes. Read it before the next file is requested. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Bytes per read. */
const CHUNK_BYTES = 1_048_576;
const WAL = 'pg_wal';
const LABEL = 'backup_label';
const CONTROL = 'global/pg_control';
/** Retains the write-ahead log through checkpoints, and ends with the process. */
const SLOT = 'rowhouse_backup';
const SEGMENT = /^[0-9A-F]{24}$/;
/** The engine makes these itself at its start. */
const OMITTED =
  /^(postmaster\.(pid|opts)|backup_label.*|pg_wal\/.*|.*pg_internal\.init.*|.*pgsql_tmp.*)$/;
/** A start needs these directories, and empties them. */
const EMPTIED = /^pg_(replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/./;

/**
 * The files of a running embedded database, as PostgreSQL's own online backup takes them: the
 * engine keeps answering, and waits only for one checkpoint. Files may change while they are read;
 * the log of the whole copy comes last and makes them consistent when a database is opened on them.
 * Never run two copies of one database at once; whoever stops early ends the backup.
 */
export async function* copyOnline(pool: Pool, directory: string): AsyncGenerator<CopiedFile> {
  let begun = false;
  try {
    await pool.rows('select pg_create_physical_replication_slot($1, true, true)', [SLOT]);
    const [start] = await pool.rows<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('rowhouse', true)) as segment`,
    );
    begun = true;
    yield* filesBelow(directory, '');
    yield* fileOf(directory, CONTROL);
    const [stop] = await pool.rows<{ segment: string; label: string }>(
      'select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(false)',
    );
    begun = false;
    yield* segments(directory, start?.segment ?? '', stop?.segment ?? '');
    const label = Buffer.from(stop?.label ?? '');
    yield { name: LABEL, size: label.length, bytes: only(label) };
  } finally {
    await end(pool, begun);
  }
}

/** Ends the backup and removes its slot. A database that was closed meanwhile has ended both. */
async function end(pool: Pool, begun: boolean): Promise<void> {
  if (begun) await pool.rows('select pg_backup_stop(false)').catch(() => undefined);
  await pool.rows('select pg_drop_replication_slot($1)', [SLOT]).catch(() => undefined);
}

/** Every file except the log, and the control file, which comes last. */
async function* filesBelow(directory: string, below: string): AsyncGenerator<CopiedFile> {
  for (const entry of await entriesOf(join(directory, below))) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (name === CONTROL || OMITTED.test(name) || EMPTIED.test(name)) continue;
    if (entry.isDirectory()) {
      yield folder(name);
      yield* filesBelow(directory, name);
    } else {
      yield* fileOf(directory, name);
    }
  }
}

async function* segments(
  directory: string,
  first: string,
  last: string,
): AsyncGenerator<CopiedFile> {
  yield folder(`${WAL}/archive_status`);
  yield folder(`${WAL}/summaries`);
  const names = (await entriesOf(join(directory, WAL))).map(({ name }) => name);
  for (const name of names.filter((one) => SEGMENT.test(one)).sort()) {
    if (name >= first && name <= last) yield* fileOf(directory, `${WAL}/${name}`);
  }
}

/** The file at its current size, named below `below`; nothing when it is gone. */
export async function* fileOf(
  directory: string,
  name: string,
  below = '',
): AsyncGenerator<CopiedFile> {
  const file = await open(join(directory, name), 'r').catch(goneIsNull);
  if (file === null) return;
  try {
    const { size } = await file.stat();
    yield { name: `${below}${name}`, size, bytes: chunksOf(file, size) };
  } finally {
    await file.close();
  }
}

/** A file truncated meanwhile ends with zeros: the log repeats the truncation. */
async function* chunksOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
    await file.read(chunk, 0, chunk.length, at);
    at += chunk.length;
    yield chunk;
  }
}

const entriesOf = async (path: string): Promise<Dirent[]> =>
  (await readdir(path, { withFileTypes: true }).catch(goneIsNull)) ?? [];

function goneIsNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

const folder = (name: string): CopiedFile => ({ name, size: null, bytes: only() });

async function* only(...chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}
