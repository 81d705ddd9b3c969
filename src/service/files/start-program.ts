/** Starts a program of the build as a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';

const MIB = 1_048_576;

interface Memory {
  /** All that the process may take: it ends itself above it (memory-watch.ts). */
  readonly bytes: number;
  /** V8's share of it for its heap; the rest is for memory outside the heap. */
  readonly heapShare: number;
}

/** A process with a channel for messages, the open files given to it, and no secrets. */
export const startProgram = (
  program: string,
  { bytes, heapShare }: Memory,
  files: readonly number[] = [],
): ChildProcess =>
  fork(program, [String(bytes)], {
    // Not as a flag: the executable takes flags for its own words.
    env: { NODE_OPTIONS: `--max-old-space-size=${Math.floor((bytes * heapShare) / MIB)}` },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...files],
    serialization: 'advanced',
  });
