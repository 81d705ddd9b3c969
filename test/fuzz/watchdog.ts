/** Ends the process when a case holds the thread: no timer of its own would ever run. */
import { Worker } from 'node:worker_threads';

export interface Watchdog {
  /** A case of the block of this seed begins. */
  begin(seed: number): void;
  end(): void;
  close(): Promise<unknown>;
}

const WATCH = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const state = new Int32Array(workerData.state);
let seen = -1;
let since = 0;
setInterval(() => {
  const [isBusy, count, seed] = state;
  if (isBusy === 0 || count !== seen) {
    seen = count;
    since = Date.now();
    return;
  }
  if (Date.now() - since < workerData.heldMs) return;
  writeSync(2, 'BROKEN: case ' + count + ' of this process, of the block of seed ' + seed +
    ', has held the thread for ' + workerData.heldMs + ' ms\\n');
  process.kill(process.pid, 'SIGKILL');
}, 500);
`;

/** Starts the thread that looks on. */
export function startWatchdog(heldMs: number): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(WATCH, { eval: true, workerData: { state: state.buffer, heldMs } });
  worker.unref();
  return {
    begin: (seed) => {
      Atomics.store(state, 2, seed);
      Atomics.add(state, 1, 1);
      Atomics.store(state, 0, 1);
    },
    end: () => void Atomics.store(state, 0, 0),
    close: () => worker.terminate(),
  };
}
