/**
 * The process that reads one file of an import. A stranger's file may unpack to far more than its
 * size, in the heap and outside it, and keep the thread busy forever: that ends this process, not
 * the service. It inherits the open file and nothing of the environment.
 */
import { OperatorError } from '#base/operator-error.js';
import { fileIn } from './file-in.js';
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

serve();

function serve(): void {
  boundMemory(Number(process.argv[2]));
  let batches: AsyncIterator<FileBatch> | undefined;
  process.on('message', (input: ReaderInput | 'next') => {
    if (input !== 'next') batches = batchesOf(fileIn(FILE, input), input.order);
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
