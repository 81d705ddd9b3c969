/** Imports of files in tests, without the transport that receives them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ImportFile } from '#collect/importers.js';
import { type Imported, importFile, type ReceivedFile } from '#service/datasets/import-file.js';
import { fileIn } from '#service/files/file-in.js';
import type { FileReader } from '#service/files/file-reader.js';
import { batchesOf } from '#service/files/read-orders.js';
import type { TestApp } from './open-test-app.js';

/** A mapping that comes with the package. */
export const readyMapping = (name: string): Record<string, unknown> =>
  JSON.parse(
    readFileSync(new URL(`../../mappings/${name}.json`, import.meta.url), 'utf8'),
  ) as Record<string, unknown>;

/** A file in memory, without an open file behind it. */
export type TestFile = ReceivedFile & ImportFile;

/** Reads files in this process, received ones and those in memory, as a child process does. */
export const readHere: FileReader = {
  read: (file, order) =>
    batchesOf('stream' in file ? (file as TestFile) : fileIn(file.fd, file), order),
};

export function fileOf(name: string, content: string | Buffer): TestFile {
  const bytes = Buffer.from(content);
  return {
    name,
    bytes: bytes.length,
    fd: -1,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    stream: async function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    },
    slice: async (start, end) => bytes.subarray(start, end),
  };
}

export const importInto = (
  t: Pick<TestApp, 'app'>,
  mapping: unknown,
  file: TestFile,
  more: { dataset?: string; check?: boolean; signal?: AbortSignal } = {},
): Promise<Imported> =>
  importFile(
    { ...t.app, files: readHere },
    {
      source: 'records',
      mapping,
      file,
      dataset: more.dataset ?? null,
      check: more.check ?? false,
      signal: more.signal ?? new AbortController().signal,
    },
  );

/** Imports the file that the sandbox offers of a box, as `npm start` would by hand. */
export async function importSandboxSales(t: TestApp, bbox: string): Promise<Imported> {
  const answer = await fetch(`${t.sandbox.urls.records}/sales.geojson?bbox=${bbox}`);
  const file = fileOf('sales.geojson', await answer.text());
  return importInto(t, readyMapping('sandbox-sales'), file);
}
