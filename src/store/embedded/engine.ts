import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { OperatorError } from '#base/operator-error.js';
import { failure, PortStream } from './port-stream.js';
import type { FromWorker, ToWorker, WorkerInput, WorkerState } from './worker.js';

/** A start that takes longer is aborted, recovery after a crash included. */
const START_MS_MAX = 60_000;
/** A stop that takes longer leaves its last checkpoint to the next start. */
export const CLOSE_MS_MAX = 5_000;
/** The wait before a restart doubles from MIN to MAX; it resets once the engine has run for MAX. */
const RESTART_MS_MIN = 250;
const RESTART_MS_MAX = 4_000;
/** After this many short-lived starts in a row, the process reports that it is not alive. */
const RESTARTS_MAX = 20;

/** The database thread, started again whenever it ends. */
export interface Engine {
  /** A new connection; it fails at once while the engine is down. */
  connect(): PortStream;
  /** False after many restarts in a row; they continue. */
  isAlive(): boolean;
  /** Lets the database write its last checkpoint, then ends the thread; bounded. */
  close(): Promise<void>;
}

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly ended: Promise<unknown>;
}

/**
 * Starts the database thread. A full or broken disk stops the engine, as it stops a server: open
 * connections break, new ones are refused at once, and the engine restarts, recovering from its log
 * what was acknowledged. Throws OperatorError when the first start fails.
 */
export async function startEngine(file: string | URL, directory: string): Promise<Engine> {
  const stop = new AbortController();
  const streams = new Set<PortStream>();
  let running: Running | null = await startWorker(file, directory, stop.signal);
  let connections = 0;
  let restarts = 0;
  const supervise = async () => {
    while (!stop.signal.aborted) {
      if (running !== null) {
        if (await lasts(running)) restarts = 0;
        await running.ended;
        running = null;
        for (const stream of streams) stream.destroy(failure('ECONNRESET', 'has stopped'));
      }
      const waitMs = Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** restarts);
      await sleep(waitMs, undefined, stop).catch(() => undefined);
      if (stop.signal.aborted) return;
      restarts += 1;
      running = await startWorker(file, directory, stop.signal).catch(() => null);
    }
  };
  const supervised = supervise();
  return {
    connect: () => {
      connections += 1;
      const stream = new PortStream(running?.port ?? null, connections);
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      return stream;
    },
    isAlive: () => restarts < RESTARTS_MAX,
    close: async () => {
      stop.abort();
      if (running !== null) await closeWorker(running);
      await supervised;
      await running?.worker.terminate();
    },
  };
}

/** Whether the engine runs for RESTART_MS_MAX. */
async function lasts({ ended }: Running): Promise<boolean> {
  const over = new AbortController();
  const lasted = sleep(RESTART_MS_MAX, true, over).catch(() => false);
  const whole = await Promise.race([lasted, ended.then(() => false)]);
  over.abort();
  return whole;
}

async function startWorker(
  file: string | URL,
  directory: string,
  stop: AbortSignal,
): Promise<Running> {
  const { port1, port2 } = new MessageChannel();
  const input: WorkerInput = { directory, port: port2 };
  // The worker needs none of the flags of the main thread, above all no source loader.
  const worker = new Worker(file, { workerData: input, transferList: [port2], execArgv: [] });
  const ended = new Promise((done) => worker.once('exit', done));
  const late = new AbortController();
  const state = await new Promise<WorkerState>((done) => {
    worker.once('message', done);
    worker.on('error', (error) => done({ state: 'refused', why: error.message }));
    void ended.then(() => done({ state: 'refused', why: 'its thread ended' }));
    stop.addEventListener('abort', () => done({ state: 'refused', why: 'it was stopped' }), late);
    sleep(START_MS_MAX, undefined, late).then(
      () => done({ state: 'refused', why: `it did not start in ${START_MS_MAX / 1000} s` }),
      () => undefined,
    );
  });
  late.abort();
  if (state.state === 'ready') {
    return { worker, port: port1, ended };
  }
  await worker.terminate();
  throw new OperatorError(
    `The embedded database in ${directory} cannot run: ${state.why}. Check that its disk has free space and honours fsync, and that all its files belong to the user who runs this ("rowhouse doctor" looks), then start again; or set DATABASE_URL to use a PostgreSQL server.`,
  );
}

async function closeWorker({ worker, port, ended }: Running): Promise<void> {
  const last: ToWorker = 'close';
  const over = new AbortController();
  const closed = new Promise<void>((done) => {
    port.on('message', (message: FromWorker) => {
      if (message === 'closed') done();
    });
    port.postMessage(last);
  });
  const late = sleep(CLOSE_MS_MAX, undefined, over).catch(() => undefined);
  await Promise.race([closed, ended, late]);
  over.abort();
  await worker.terminate();
}
