/**
 * The thread in which the embedded database lives. It takes PostgreSQL protocol bytes from a message
 * port and answers with protocol bytes: to `pg` on the other side it is a server.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DurableFs } from './durable-fs.js';

export interface WorkerInput {
  readonly directory: string;
  /** Connections arrive here, a port each. */
  readonly control: MessagePort;
}

/** What the worker says about its start: ready, or why it refuses to run. */
export type WorkerState =
  | { readonly state: 'ready'; readonly flushes: number }
  | { readonly state: 'refused'; readonly why: string };

/** Small memory settings: one session needs little, and the process holds other things too. */
const SETTINGS = ['shared_buffers=16MB', 'wal_sync_method=fsync', 'max_wal_size=256MB', 'fsync=on'];

const parent = parentPort;
if (parent === null) throw new Error('This file runs as a worker thread only.');
const input = workerData as WorkerInput;
const say = (state: WorkerState) => parent.postMessage(state);

try {
  const files = new DurableFs(input.directory);
  const database = await PGlite.create({
    fs: files,
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
  });
  const why = await notDurable(database, files);
  if (why !== null) {
    await database.close();
    say({ state: 'refused', why });
  } else {
    serve(database, input.control);
    say({ state: 'ready', flushes: files.flushes });
  }
} catch (error) {
  say({ state: 'refused', why: error instanceof Error ? error.message : String(error) });
}

/** Commits something and looks whether it reached the disk. Returns why it did not, or null. */
async function notDurable(database: PGlite, files: DurableFs): Promise<string | null> {
  if (!files.hooked) return 'the file system hook for fsync found no place in this PGlite version';
  const shown = await database.query<{ fsync: string }>('show fsync');
  if (shown.rows[0]?.fsync !== 'on') return 'the embedded database runs with fsync off';
  const before = files.flushes;
  await database.query("select pg_logical_emit_message(true, 'rowhouse', 'does a commit flush?')");
  return files.flushes > before ? null : 'a commit did not reach fsync';
}

/**
 * Takes a port for every connection that `pg` opens, and answers protocol bytes in the order they
 * come. There is one session behind all of them, so an ended connection is cleaned up after, and what
 * it would still have been told reaches nobody else. `close` ends the database.
 */
function serve(database: PGlite, control: MessagePort): void {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>) => {
    last = last.then(work, work);
  };
  control.on('message', (message: MessagePort | 'close') => {
    if (message === 'close') {
      inTurn(() => close(database, control));
      return;
    }
    message.on('message', (bytes: Uint8Array) => inTurn(() => answer(database, message, bytes)));
    message.on('close', () => {
      inTurn(() => database.exec('rollback'));
      inTurn(() => database.exec('discard all'));
    });
  });
}

async function answer(database: PGlite, port: MessagePort, bytes: Uint8Array): Promise<void> {
  await database.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (data) => port.postMessage(data.slice()),
  });
}

async function close(database: PGlite, control: MessagePort): Promise<void> {
  await database.close();
  control.postMessage('closed');
  control.close();
}
