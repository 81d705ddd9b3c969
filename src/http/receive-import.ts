/**
 * The body of an import: a file, preceded by the mapping as a line of JSON where one is needed. It
 * is received completely before it is read: then its size and hash are known, a broken connection
 * has changed nothing, and formats that are read from their end can be read.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { importError, isDiskFull, type OperatorError } from '#base/operator-error.js';
import { apiError } from '#domain/api-error.js';
import type { ReceivedFile } from '#service/datasets/import-file.js';
import { GONE } from '#service/files/file-reader.js';

export const IMPORT_TYPE = 'application/x-rowhouse-import';

export interface ReceivedImport {
  /** Undefined when not sent. */
  readonly mapping: unknown;
  readonly file: Omit<ReceivedFile, 'name'>;
}

/** What precedes the file. */
type Before = 'mapping' | 'nothing';

const MAPPING_BYTES_MAX = 1_048_576;
const NEWLINE = 0x0a;
const GIB = 1_073_741_824;

/** Receives the body, passes it on, and removes it. Throws OperatorError. */
export async function withReceived<T>(
  body: unknown,
  bytesMax: number,
  before: Before,
  work: (received: ReceivedImport) => Promise<T>,
): Promise<T> {
  if (!(body instanceof Readable)) {
    const what = before === 'mapping' ? 'the mapping as one line of JSON, followed by ' : '';
    throw importError(`Send ${what}the file, as ${IMPORT_TYPE}.`);
  }
  const folder = tmpdir();
  const directory = await roomIn(folder, mkdtemp(join(folder, 'rowhouse-import-')));
  let handle: FileHandle | undefined;
  try {
    handle = await roomIn(folder, open(join(directory, 'file'), 'wx+', 0o600));
    // Unlinked, the file goes with its handle, even if the process is killed. Not all systems can.
    await rm(directory, { recursive: true, force: true }).catch(() => undefined);
    const received = roomIn(folder, receive(body, handle, bytesMax, before));
    const { mapping, bytes, sha256 } = await received;
    return await work({
      mapping,
      file: {
        bytes,
        sha256,
        fd: handle.fd,
      },
    });
  } finally {
    await handle?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Writes to the directory for temporary files; reports when it is full, or the sender has gone. */
const roomIn = <T>(folder: string, written: Promise<T>): Promise<T> =>
  written.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      throw importError(GONE);
    if (!isDiskFull(error)) throw error;
    throw apiError('storage_unavailable', {
      message: `The service's directory for temporary files, ${folder}, has no space for the file. Nothing was imported. Free some space there, or start the service with TMPDIR set to another directory, and import again.`,
    });
  });

async function receive(body: Readable, handle: FileHandle, bytesMax: number, before: Before) {
  const hash = createHash('sha256');
  let line: Buffer | null = before === 'mapping' ? Buffer.alloc(0) : null;
  let mapping: unknown;
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let rest: Buffer = chunk;
    if (line !== null) {
      const held: Buffer = Buffer.concat([line, chunk]);
      const end = held.indexOf(NEWLINE);
      line = end < 0 ? held : null;
      if (end < 0 && held.length > MAPPING_BYTES_MAX)
        throw importError('The mapping is larger than 1 MiB.');
      if (end < 0) continue;
      mapping = mappingIn(held.subarray(0, end));
      rest = held.subarray(end + 1);
    }
    bytes += rest.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    hash.update(rest);
    await handle.appendFile(rest);
  }
  if (line !== null) throw importError('The body ended within the mapping.');
  if (bytes === 0) throw importError('The file is empty.');
  return { mapping, bytes, sha256: hash.digest('hex') };
}

const tooLarge = (bytesMax: number): OperatorError =>
  importError(
    `The file is larger than ${Math.round((bytesMax / GIB) * 100) / 100} GiB. Divide it, or raise ROWHOUSE_IMPORT_BYTES_MAX.`,
  );

function mappingIn(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    throw importError('The mapping is not valid JSON.');
  }
}
