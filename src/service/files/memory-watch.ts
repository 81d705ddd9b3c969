/**
 * Ends a child process of the service when it takes too much memory, or the service has ended. V8
 * bounds its heap alone, and no limit of the system works everywhere. A separate thread checks,
 * since the main thread, or native code, may never pause.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { workerData as bytesMax, isMainThread, Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 20;
/** Where a Linux process asks to be killed first when memory runs out. */
const OOM_SCORE = '/proc/self/oom_score_adj';
const OOM_SCORE_FIRST = '1000';

/** Bounds the memory of this process; nothing runs without the watch. */
export function boundMemory(workerData: number): void {
  if (existsSync(OOM_SCORE)) writeFileSync(OOM_SCORE, OOM_SCORE_FIRST);
  const watch = new Worker(new URL(import.meta.url), { workerData, execArgv: [] });
  watch.once('exit', () => process.exit(1));
}

if (!isMainThread) watchMemory(bytesMax as number);

function watchMemory(max: number): never {
  const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const parent = process.ppid;
  for (;;) {
    Atomics.wait(never, 0, 0, LOOK_EVERY_MS);
    if (process.memoryUsage.rss() > max || process.ppid !== parent) {
      process.kill(process.pid, 'SIGKILL');
    }
  }
}
