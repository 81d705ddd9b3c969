import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { openPool, type Pool } from '../db.js';
import { StartError } from '../start-error.js';
import { ensureDatabaseDirectory } from './create.js';
import { lockDirectory } from './lock.js';
import { PortStream } from './port-stream.js';
import type { FromWorker, ToWorker, WorkerInput, WorkerState } from './worker.js';

/** Compiled beside this file; when the sources run directly, the worker still runs compiled. */
const DIST = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/' : '../../',
  import.meta.url,
);
const BASE_ARCHIVE = fileURLToPath(new URL('base.tgz', DIST));
const WORKER = new URL('store/embedded/worker.js', DIST);

/**
 * Opens the embedded database of a data directory: PostgreSQL compiled to WebAssembly, in a thread
 * of its own, behind the same `pg` pool as a server. Throws StartError when the directory is in use
 * or when the database cannot prove that its commits reach the disk.
 */
export async function openEmbedded(dataDirectory: string): Promise<Pool> {
  const data = resolve(dataDirectory);
  mkdirSync(data, { recursive: true });
  const unlock = await lockDirectory(data);
  if (unlock === null) {
    throw new StartError(
      `The data directory ${data} is in use by another process. Stop it, or set ROWHOUSE_DATA_DIR to another directory.`,
    );
  }
  const directory = await ensureDatabaseDirectory(data, BASE_ARCHIVE);
  const { port1, port2 } = new MessageChannel();
  const worker = await startWorker({ directory, port: port2 });
  let connections = 0;
  const pool = openPool({
    stream: () => {
      connections += 1;
      return new PortStream(port1, connections);
    },
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
  });
  return {
    ...pool,
    close: async () => {
      await pool.close();
      await closeWorker(port1, worker);
      await unlock();
    },
  };
}

async function startWorker(input: WorkerInput): Promise<Worker> {
  // The worker needs none of the flags of the main thread, above all no source loader.
  const worker = new Worker(WORKER, {
    workerData: input,
    transferList: [input.port],
    execArgv: [],
  });
  const state = await new Promise<WorkerState>((done, failed) => {
    worker.once('message', done);
    worker.once('error', failed);
  });
  if (state.state === 'ready') return worker;
  await worker.terminate();
  throw new StartError(
    `The embedded database cannot run: ${state.why}. Nothing was changed; set DATABASE_URL to use a PostgreSQL server instead.`,
  );
}

/** Lets the database write its last checkpoint, then ends the thread. */
async function closeWorker(port: MessagePort, worker: Worker): Promise<void> {
  const last: ToWorker = 'close';
  await new Promise<void>((done) => {
    port.on('message', (message: FromWorker) => {
      if (message === 'closed') done();
    });
    port.postMessage(last);
  });
  await worker.terminate();
}
