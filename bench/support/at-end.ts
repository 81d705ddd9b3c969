/** What a benchmark started is stopped at its end: also after a fault, and after Ctrl-C. */
import { availableParallelism, cpus, loadavg } from 'node:os';

/** The exit code of a shell for a program that Ctrl-C ended. */
const INTERRUPTED = 130;

const closers: (() => unknown)[] = [];

/** Has `close` run at the end, before everything that was started earlier is closed. */
export function atEnd(close: () => unknown): void {
  closers.push(close);
}

/** Runs a benchmark; a false result or a fault becomes exit code 1. */
export async function bench(work: () => Promise<boolean>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log('\nstopping what was started …');
      void leave(INTERRUPTED);
    });
  }
  process.on('uncaughtException', (error) => void leave(1, error));
  console.log(sayMachine());
  try {
    const good = await work();
    console.log(`load average at the end ${loadOfMinute()}`);
    await leave(good ? 0 : 1);
  } catch (error) {
    await leave(1, error);
  }
}

let leaving: Promise<void> | undefined;

/** Closes everything once and ends the process; what fails while that happens is no news. */
function leave(code: number, error?: unknown): Promise<void> {
  if (leaving === undefined && error !== undefined) console.error(error);
  leaving ??= closeAll().then(() => process.exit(code));
  return leaving;
}

/** Where this was measured: figures of a machine that others use at the same time say little. */
function sayMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `Node ${process.versions.node}, ${availableParallelism()} cores (${model}), load average ${loadOfMinute()}`;
}

const loadOfMinute = (): string => (loadavg()[0] ?? 0).toFixed(1);

async function closeAll(): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
    try {
      await close();
    } catch (error) {
      console.error('could not be stopped:', error);
    }
  }
}
