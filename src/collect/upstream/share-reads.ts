/**
 * Equal reads in flight are shared: a second caller waits for the read in progress. It ends early
 * only when nobody waits for it any more, so one caller's deadline never ends another's read.
 */
import { setMaxListeners } from 'node:events';

/** Reads under a key, or joins a read of that key that began at `freshSinceMs` or later. */
export type SharedReads<T> = (
  key: string,
  freshSinceMs: number,
  signal: AbortSignal,
  /** The error of a caller whose own signal ends its wait. */
  late: () => Error,
  read: (shared: AbortSignal) => Promise<T>,
) => Promise<T>;

interface Reading<T> {
  readonly beganMs: number;
  readonly promise: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}

/** Opens an empty registry of reads in flight. */
export function shareReads<T>(nowMs: () => number): SharedReads<T> {
  const readings = new Map<string, Reading<T>>();
  const begin = (key: string, read: (shared: AbortSignal) => Promise<T>): Reading<T> => {
    const abort = new AbortController();
    const reading = { beganMs: nowMs(), promise: read(abort.signal), abort, waiting: 0 };
    readings.set(key, reading);
    const end = () => {
      if (readings.get(key) === reading) readings.delete(key);
    };
    reading.promise.then(end, end);
    return reading;
  };
  return async (key, freshSinceMs, signal, late, read) => {
    if (signal.aborted) throw late();
    const known = readings.get(key);
    const joins =
      known !== undefined && known.beganMs >= freshSinceMs && !known.abort.signal.aborted;
    const reading = joins ? known : begin(key, read);
    reading.waiting += 1;
    try {
      return await unlessAborted(reading.promise, signal, late);
    } finally {
      reading.waiting -= 1;
      if (reading.waiting === 0) reading.abort.abort();
    }
  };
}

/** Settles as the promise does, or fails with `late()` when the signal aborts before that. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal, late: () => Error): Promise<T> {
  // All reads of a search wait on one signal; the pace of the source is their bound.
  setMaxListeners(0, signal);
  return new Promise<T>((done, failed) => {
    const leave = () => failed(late());
    signal.addEventListener('abort', leave, { once: true });
    promise.then(done, failed).finally(() => signal.removeEventListener('abort', leave));
  });
}
