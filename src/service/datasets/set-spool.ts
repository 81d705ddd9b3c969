/**
 * The rows of an open set on their way from its server to its dataset: a file of the data directory
 * that grows page by page, and beside it where it stands. A read that was interrupted anywhere
 * continues behind the last whole page.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { OpenSet, SetClient, SetPosition, SetRow } from '#collect/open/index.js';
import type { FileProgress, SetProgress } from '#contract/import-report.js';

/** The parts of the application that open sets need. */
export interface OpenSets {
  /** Where the files of the sets that come with the service are. */
  readonly presets: string;
  /** Where rows lie while they are read. */
  readonly folder: string;
  readonly client: SetClient;
  /** The sets that this process reads now. */
  readonly running: Map<string, SetProgress | FileProgress>;
}

/** How far a file of rows is, and of what. */
export interface SpoolState extends SetPosition {
  readonly set: OpenSet;
  /** When the set had last changed, as its server said; null where it does not say. */
  readonly edited_at: string | null;
  /** Only what changed after this time is in the file; null: everything. */
  readonly since: string | null;
  readonly began_at: string;
  readonly bytes: number;
}

/** Files of one set. */
export interface SpoolFiles {
  readonly rows: string;
  readonly state: string;
}

/** `reading` is read now, `joined` is made of it; a refresh begins with `whole`, imported last. */
export const filesOf = (
  folder: string,
  name: string,
  what: 'reading' | 'joined' | 'whole',
  ending: 'ndjson' | 'file' = 'ndjson',
): SpoolFiles => ({
  rows: join(folder, `${name}.${what}.${ending}`),
  state: join(folder, `${name}.${what}.json`),
});

/** What is known of a file of rows; null where nothing is. */
export async function readState<State = SpoolState>({ state }: SpoolFiles): Promise<State | null> {
  return existsSync(state) ? (JSON.parse(await readFile(state, 'utf8')) as State) : null;
}

/** Whether all rows of a state are in its file: a power cut may have taken the last ones. */
export const hasRows = async (
  { rows }: SpoolFiles,
  { bytes }: Pick<SpoolState, 'bytes'>,
): Promise<boolean> => existsSync(rows) && (await stat(rows)).size >= bytes;

/** Opens the file to write behind what its state says; a null state starts it over. */
export async function openSpool(
  folder: string,
  files: SpoolFiles,
  state: Pick<SpoolState, 'bytes'> | null,
): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(files.rows, state === null ? 'w+' : 'r+', 0o600);
  await handle.truncate(state?.bytes ?? 0);
  return handle;
}

/** Each line begins with the key of its row: a refresh replaces lines by it. */
const KEY = ':key';
const KEY_IN_LINE = /^\{":key":("(?:[^"\\]|\\.)*")/;

/** Writes a page and then the state behind it. */
export async function appendPage(
  handle: FileHandle,
  files: SpoolFiles,
  page: readonly SetRow[],
  state: SpoolState,
): Promise<SpoolState> {
  const lines = page.map(({ key, values }) => `${JSON.stringify({ [KEY]: key, ...values })}\n`);
  const bytes = Buffer.from(lines.join(''));
  await handle.write(bytes, 0, bytes.length, state.bytes);
  await handle.datasync();
  const next = { ...state, bytes: state.bytes + bytes.length };
  await writeState(files, next);
  return next;
}

export async function writeState({ state }: SpoolFiles, known: object): Promise<void> {
  const fresh = await open(`${state}.new`, 'w', 0o600);
  await fresh.writeFile(JSON.stringify(known));
  await fresh.datasync();
  await fresh.close();
  await rename(`${state}.new`, state);
}

/** Removes the files; those that are not there are no failure. */
export async function removeSpool({ rows, state }: SpoolFiles): Promise<void> {
  await rm(state, { force: true });
  await rm(rows, { force: true });
}

/**
 * Makes one file of the rows of before and of those that have changed since, each row once. Returns
 * how many rows it has. The changed ones come last, as read.
 */
export async function mergeChanged(
  before: string,
  changed: string,
  into: string,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  const keys = new Map<string, number>();
  let at = 0;
  for await (const line of linesOf(changed)) {
    keys.set(keyIn(line), at);
    at += 1;
  }
  let rows = 0;
  let bytes = 0;
  async function* merged(): AsyncGenerator<string> {
    for await (const line of linesOf(before)) {
      if (keys.has(keyIn(line))) continue;
      rows += 1;
      yield `${line}\n`;
    }
    let place = 0;
    for await (const line of linesOf(changed)) {
      // Of a row that was sent twice the last one counts.
      if (keys.get(keyIn(line)) === place) {
        rows += 1;
        yield `${line}\n`;
      }
      place += 1;
    }
  }
  const counted = async function* () {
    for await (const line of merged()) {
      bytes += Buffer.byteLength(line);
      yield line;
    }
  };
  await pipeline(counted, createWriteStream(into, { mode: 0o600 }));
  return { rows, bytes };
}

/** The lines of a file. */
export const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });

const keyIn = (line: string): string => KEY_IN_LINE.exec(line)?.[1] ?? line;

/** The SHA-256 of a file. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
