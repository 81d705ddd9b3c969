/**
 * The backup file: gzip over tar. The first entry describes it, then come the files of a data
 * directory, and the last entry has the size and SHA-256 of each.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { extract, Header } from 'tar';
import { OperatorError } from '#base/operator-error.js';
import { oneLine } from '#contract/one-line.js';
import type { CopiedFile } from '../embedded/online-copy.js';
import { ownMigrations } from '../migrate.js';

const FORMAT = 'rowhouse-backup-1';
const HEADER = 'backup.json';
const MANIFEST = 'manifest.json';
/** How the unpacked text of a backup starts: with the name of its first entry. */
export const BACKUP_START = `${HEADER}\0`;
const BLOCK_BYTES = 512;
/** More than gzip can reach: a log is mostly zeros. */
const GZIP_RATIO_MAX = 2_000;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The description of a backup, before its files. */
export interface BackupNote {
  /** The version of Rowhouse that created it. */
  readonly version: string;
  /** When it started, RFC 3339. It contains whatever was committed before. */
  readonly created_at: string;
  /** The migrations that the store has run, oldest first. */
  readonly migrations: readonly string[];
  /** Secrets of the data directory that it contains, by file name. */
  readonly secrets: readonly string[];
}

export interface BackupHeader extends BackupNote {
  readonly format: typeof FORMAT;
}

interface FileProof {
  readonly size: number;
  readonly sha256: string;
}

/** The bytes of a tar archive of these files, with their proofs at the end. */
export async function* backupOf(
  note: BackupNote,
  files: AsyncIterable<CopiedFile>,
): AsyncGenerator<Buffer> {
  const proofs: Record<string, FileProof> = {};
  yield* textEntry(HEADER, JSON.stringify({ format: FORMAT, ...note } satisfies BackupHeader));
  for await (const { name, size, bytes } of files) {
    if (size === null) {
      yield headerOf(name, null);
      continue;
    }
    yield headerOf(name, size);
    const digest = createHash('sha256');
    for await (const chunk of bytes) {
      digest.update(chunk);
      yield chunk;
    }
    yield padding(size);
    proofs[name] = { size, sha256: digest.digest('hex') };
  }
  yield* textEntry(MANIFEST, JSON.stringify({ files: proofs }));
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

/**
 * Unpacks a backup into an empty directory and validates each file against its proof; returns the
 * first entry. Throws OperatorError for a file that is not a backup, is damaged or truncated, or
 * comes from a newer version.
 */
export async function unpackBackup(path: string, into: string): Promise<BackupHeader> {
  const strangers: string[] = [];
  try {
    await extract({
      file: path,
      cwd: into,
      strict: true,
      preserveOwner: false,
      dmode: FOLDER_MODE,
      maxDecompressionRatio: GZIP_RATIO_MAX,
      filter: (name, entry) => {
        const isOurs = 'type' in entry && (entry.type === 'File' || entry.type === 'Directory');
        if (!isOurs) strangers.push(name);
        return isOurs;
      },
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && OF_DISK.test(String(error.code))) throw error;
    throw damaged(path, 'it cannot be unpacked');
  }
  if (strangers.length > 0) throw damaged(path, 'it has foreign contents');
  const header = headerIn(path, into);
  await prove(path, into);
  return header;
}

/** Errors of the disk, such as a missing file: reported as they are. */
const OF_DISK = /^(ENOENT|EACCES|ENOSPC|EIO|EDQUOT|EISDIR)$/;

function headerIn(path: string, into: string): BackupHeader {
  const file = join(into, HEADER);
  if (!existsSync(file)) throw damaged(path, 'its start is not that of a backup');
  const header = objectIn(file);
  const { format, version, migrations, secrets } = header ?? {};
  if (header === null || !Array.isArray(migrations ?? []) || !Array.isArray(secrets ?? []))
    throw damaged(path, DESCRIPTION);
  const own = ownMigrations();
  const isKnown = (migrations as unknown[] | undefined)?.every((name, at) => own[at] === name);
  if (format !== FORMAT || isKnown !== true) {
    throw new OperatorError(
      `${path} was made by Rowhouse ${oneLine(String(version))}, which is newer than this one or has another schema. Restore it with that version. Nothing was changed.`,
    );
  }
  if (secrets === undefined) throw damaged(path, DESCRIPTION);
  return header as unknown as BackupHeader;
}

const DESCRIPTION = 'its description cannot be read';

/** The object in a text of the backup; null where it holds something else. */
function objectIn(file: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' ? (value as Readonly<Record<string, unknown>> | null) : null;
  } catch {
    return null;
  }
}

/** Validates the files against the last entry, then removes the first and last entry. */
async function prove(path: string, into: string): Promise<void> {
  const last = join(into, MANIFEST);
  if (!existsSync(last)) throw damaged(path, 'it is truncated');
  const listed = objectIn(last)?.files;
  if (typeof listed !== 'object' || listed === null)
    throw damaged(path, 'its list of files is not one');
  const files = listed as Readonly<Record<string, FileProof>>;
  for (const name of [HEADER, MANIFEST]) rmSync(join(into, name));
  const found = new Set(filesIn(into, ''));
  for (const name of new Set([...Object.keys(files), ...found])) {
    const is = found.has(name) ? await proofOf(join(into, name)) : undefined;
    if (files[name]?.size === is?.size && files[name]?.sha256 === is?.sha256) continue;
    throw damaged(path, `${oneLine(name)} differs from the backup`);
  }
}

const filesIn = (directory: string, below: string): string[] =>
  readdirSync(join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesIn(directory, name) : [name];
  });

async function proofOf(path: string): Promise<FileProof> {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: digest.digest('hex') };
}

function* textEntry(name: string, text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  yield headerOf(name, bytes.length);
  yield bytes;
  yield padding(bytes.length);
}

function headerOf(name: string, size: number | null): Buffer {
  const header = new Header({
    path: size === null ? `${name}/` : name,
    mode: size === null ? FOLDER_MODE : FILE_MODE,
    size: size ?? 0,
    type: size === null ? 'Directory' : 'File',
    mtime: new Date(0),
  });
  header.encode();
  return header.block ?? Buffer.alloc(BLOCK_BYTES);
}

const padding = (size: number): Buffer =>
  Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);

const damaged = (path: string, why: string): OperatorError =>
  new OperatorError(
    `${path} is damaged or not a backup: ${why}. Copy it again, or use another one. Nothing was changed.`,
  );
