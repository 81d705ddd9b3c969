/**
 * The thread of the embedded database. It takes PostgreSQL protocol bytes from a message port and
 * answers with protocol bytes: to `pg` on the other side it is a server.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DurableFs } from './durable-fs.js';

export interface WorkerInput {
  readonly directory: string;
  /** The only port to this thread: messages arrive in sending order across connections. */
  readonly port: MessagePort;
}

/** Protocol bytes, either way. Connections are numbered in the order in which they are opened. */
export interface ConnectionBytes {
  readonly connection: number;
  readonly bytes: Uint8Array;
}

/** Messages to the thread; `close` ends the database. */
export type ToWorker = ConnectionBytes | 'close';
/** Messages from the thread; `closed` is the last one. */
export type FromWorker = ConnectionBytes | 'closed';

/** What the worker reports about its start: ready, or why it cannot run. */
export type WorkerState =
  | { readonly state: 'ready'; readonly flushes: number }
  | { readonly state: 'refused'; readonly why: string };

/** Small memory settings: one session needs little, and the process holds other things too. */
const SETTINGS = ['shared_buffers=16MB', 'wal_sync_method=fsync', 'max_wal_size=256MB', 'fsync=on'];

const ERROR_RESPONSE = 'E'.charCodeAt(0);

const parent = parentPort;
if (parent === null) throw new Error('This file runs as a worker thread only.');
const input = workerData as WorkerInput;
const report = (state: WorkerState) => parent.postMessage(state);

// The engine's timers and statistics wait for moments of its own clock. After the host's clock went
// back they would come late, and a timer beyond 24 days is run by Node at once, again and again.
Date.now = () => Math.floor(performance.timeOrigin + performance.now());

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
    report({ state: 'refused', why });
  } else {
    serve(database, input.port);
    report({ state: 'ready', flushes: files.flushes });
  }
} catch (error) {
  report({ state: 'refused', why: error instanceof Error ? error.message : String(error) });
}

/** Commits a message and checks that it reached the disk. Returns why it did not, or null. */
async function notDurable(database: PGlite, files: DurableFs): Promise<string | null> {
  if (!files.hooked) return 'the file system hook for fsync found no place in this PGlite version';
  const shown = await database.query<{ fsync: string }>('show fsync');
  if (shown.rows[0]?.fsync !== 'on') return 'the embedded database runs with fsync off';
  const before = files.flushes;
  await database.query("select pg_logical_emit_message(true, 'rowhouse', 'does a commit flush?')");
  return files.flushes > before ? null : 'a commit did not reach fsync';
}

/**
 * Answers protocol bytes in the order they come. All connections share the database's one session,
 * one after the other: the first bytes of a connection end the previous one, whose open transaction
 * and prepared statements are removed before these bytes are executed. Nothing else resets the
 * session, so an old connection cannot disturb the next one, however late it is closed. An engine
 * that has panicked, or whose session cannot be reset, answers nobody again: its thread ends.
 */
function serve(database: PGlite, port: MessagePort): void {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>) => {
    last = last.then(work).catch(end);
  };
  let current = 0;
  port.on('message', (message: ToWorker) => {
    if (message === 'close') {
      inTurn(() => close(database, port));
      return;
    }
    const { connection, bytes } = message;
    if (connection < current) return;
    if (connection > current) {
      current = connection;
      inTurn(() => database.exec('rollback'));
      inTurn(() => database.exec('discard all'));
    }
    inTurn(() => answer(database, port, connection, bytes));
  });
}

/** Ends this thread; what it has sent is delivered first. */
const end = (): never => process.exit(1);

async function answer(
  database: PGlite,
  port: MessagePort,
  connection: number,
  bytes: Uint8Array,
): Promise<void> {
  await database.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (data) => {
      send(port, { connection, bytes: data.slice() });
      if (isPanic(data)) end();
    },
  });
}

/** An error response that PostgreSQL itself would not survive. */
const isPanic = (data: Uint8Array): boolean =>
  data[0] === ERROR_RESPONSE && /\0V(PANIC|FATAL)\0/.test(Buffer.from(data).toString('latin1'));

async function close(database: PGlite, port: MessagePort): Promise<void> {
  await database.close();
  send(port, 'closed');
  port.close();
}

const send = (port: MessagePort, message: FromWorker): void => port.postMessage(message);
