/** Reads each file of an import in a process of its own, with bounded memory and time. */
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import type { Log } from '#base/log.js';
import { importError, type OperatorError } from '#base/operator-error.js';
import { builtFile } from '#base/program-files.js';
import { type FileReader, GONE, type ReceivedFile } from './file-reader.js';
import type { FileBatch, ReadOrder } from './read-orders.js';
import type { ReaderInput, ReaderReply } from './reader-process.js';
import { Program, type ProgramEnd } from './start-program.js';

interface Parts {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

const PROGRAM = builtFile('service/files/reader-process.js');
const MIB = 1_048_576;
/** V8's share of the memory for its heap. */
const HEAP_SHARE = 0.5;

export const processReader = (parts: Parts): FileReader => ({
  read: (file, order, signal) => read(parts, file, order, signal),
});

async function* read(
  parts: Parts,
  file: ReceivedFile,
  order: ReadOrder,
  signal: AbortSignal,
): AsyncGenerator<FileBatch> {
  const reader = new Reader(parts, file.fd, signal);
  try {
    let answer = reader.program.ask({ order, name: file.name, bytes: file.bytes });
    for (;;) {
      const batch = await reader.batchIn(answer);
      if (batch === null) return;
      // Reads the next batch while this one is processed.
      answer = reader.program.ask('next');
      yield batch;
    }
  } finally {
    reader.end();
  }
}

class Reader {
  readonly #parts: Parts;
  readonly #signal: AbortSignal;
  readonly #done = new AbortController();
  readonly program: Program<ReaderInput | 'next', ReaderReply>;
  /** Time left to wait for the process, over the whole file. */
  #leftMs: number;

  constructor(parts: Parts, fd: number, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#leftMs = parts.limits.IMPORT_READ_S * 1000;
    const memory = { bytes: parts.limits.IMPORT_MEMORY_BYTES, heapShare: HEAP_SHARE };
    this.program = new Program(PROGRAM, memory, [fd]);
    signal.addEventListener('abort', this.end);
  }

  /** The batch of a reply; null at the end of the file. Throws OperatorError. */
  async batchIn(answer: Promise<ReaderReply | ProgramEnd>): Promise<FileBatch | null> {
    const { clock, limits, log } = this.#parts;
    const beganMs = clock.nowMs();
    const waited = new AbortController();
    const late = clock.sleep(this.#leftMs, AbortSignal.any([waited.signal, this.#done.signal]));
    const reply = await Promise.race([answer, late]);
    waited.abort();
    this.#leftMs -= clock.nowMs() - beganMs;
    if (this.#signal.aborted) throw importError(GONE);
    if (reply === undefined) throw tooSlow(limits.IMPORT_READ_S);
    if ('batch' in reply) return reply.batch;
    if ('rejected' in reply) throw importError(reply.rejected);
    if ('failed' in reply)
      throw new Error(`the reader of an imported file failed: ${reply.failed}`);
    log.warn({ ended: reply.ended }, 'the process that read an imported file ended');
    throw tooMuch(limits.IMPORT_MEMORY_BYTES);
  }

  readonly end = (): void => {
    this.#signal.removeEventListener('abort', this.end);
    this.#done.abort();
    this.program.end();
  };
}

const tooMuch = (bytes: number): OperatorError =>
  importError(
    `The file cannot be read in ${Math.floor(bytes / MIB)} MiB of memory, or it crashes its reader: it may unpack to much more than its size. Nothing was imported. If you trust it, divide it (Parquet: smaller row groups), or raise ROWHOUSE_IMPORT_MEMORY_BYTES.`,
  );

const tooSlow = (seconds: number): OperatorError =>
  importError(
    `The file could not be read within ${seconds} seconds. Nothing was imported. If you trust it, divide it, or raise ROWHOUSE_IMPORT_READ_S.`,
  );
