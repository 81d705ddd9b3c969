/**
 * The process that reads one file of an import. A stranger's file may unpack to far more than its
 * size, in the heap and outside it, and keep the thread busy forever: that ends this process, not
 * the service. It inherits the open file and nothing of the environment.
 */
import { readSync } from 'node:fs';
import { OperatorError } from '#base/operator-error.js';
import type { ImportFile } from '#collect/sources.js';
import { boundMemory } from './memory-watch.js';
import { batchesOf, type FileBatch, type ReadOrder } from './read-orders.js';

/** The first message; each later one requests a batch. */
export interface ReaderInput {
  readonly order: ReadOrder;
  readonly name: string;
  readonly bytes: number;
}

export type ReaderReply =
  | { readonly batch: FileBatch | null }
  | { readonly rejected: string }
  | { readonly failed: string };

/** After the three standard streams and the channel. */
const FILE = 4;
const CHUNK_BYTES = 262_144;

serve();

function serve(): void {
  boundMemory(Number(process.argv[2]));
  let batches: AsyncIterator<FileBatch> | undefined;
  process.on('message', (input: ReaderInput | 'next') => {
    if (input !== 'next') batches = batchesOf(openFile(input), input.order);
    void replyOf(batches).then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => process.exit());
}

async function replyOf(batches: AsyncIterator<FileBatch> | undefined): Promise<ReaderReply> {
  try {
    const next = await batches?.next();
    return { batch: next === undefined || next.done === true ? null : next.value };
  } catch (error) {
    if (error instanceof OperatorError) return { rejected: error.message };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function openFile({ name, bytes }: ReaderInput): ImportFile {
  const slice = (start: number, end: number): Buffer => {
    // A file with wrong offsets of its own parts is rejected.
    const length = Math.max(0, Math.min(end, bytes) - Math.max(0, start));
    const buffer = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const more = readSync(FILE, buffer, read, length - read, Math.max(0, start) + read);
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
