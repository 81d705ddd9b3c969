/** A file of an import, read from the open file that was received. */
import { readSync } from 'node:fs';
import type { ImportFile } from '#collect/importers.js';

const CHUNK_BYTES = 262_144;

export function fileIn(
  fd: number,
  { name, bytes }: Pick<ImportFile, 'name' | 'bytes'>,
): ImportFile {
  const slice = (start: number, end: number): Buffer => {
    // A file with wrong offsets of its own parts is rejected.
    const length = Math.max(0, Math.min(end, bytes) - Math.max(0, start));
    const buffer = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const more = readSync(fd, buffer, read, length - read, Math.max(0, start) + read);
      if (more === 0) break;
      read += more;
    }
    return buffer.subarray(0, read);
  };
  return {
    name,
    bytes,
    stream: async function* () {
      for (let at = 0; at < bytes; at += CHUNK_BYTES) yield slice(at, at + CHUNK_BYTES);
    },
    slice: async (start, end) => slice(start, end),
  };
}
