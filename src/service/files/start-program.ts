/** A program of the build as a process of its own: it replies to one message at a time. */
import { type ChildProcess, fork } from 'node:child_process';

const MIB = 1_048_576;

interface Memory {
  /** All that the process may take: it ends itself above it (memory-watch.ts). */
  readonly bytes: number;
  /** V8's share of it for its heap; the rest is for memory outside the heap. */
  readonly heapShare: number;
}

/** The process has ended; how, in the system's words. */
export interface ProgramEnd {
  readonly ended: string;
}

/** A process with a channel for messages, the open files given to it, and no secrets. */
export class Program<Order extends object | string, Reply> {
  readonly #child: ChildProcess;
  #take: (reply: Reply | ProgramEnd) => void = () => undefined;
  #ended: ProgramEnd | undefined;

  constructor(program: string, { bytes, heapShare }: Memory, files: readonly number[] = []) {
    this.#child = fork(program, [String(bytes)], {
      // Not as a flag: the executable takes flags for its own words.
      env: { NODE_OPTIONS: `--max-old-space-size=${Math.floor((bytes * heapShare) / MIB)}` },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...files],
      serialization: 'advanced',
    });
    this.#child.on('message', (reply: Reply) => this.#take(reply));
    this.#child.on('exit', (code, killedBy) => this.#onEnd(String(killedBy ?? code)));
    this.#child.on('error', (error) => this.#onEnd(error.message));
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** The reply to a message, or how the process ended. */
  ask(order: Order): Promise<Reply | ProgramEnd> {
    if (this.#ended !== undefined) return Promise.resolve(this.#ended);
    return new Promise((resolve) => {
      this.#take = resolve;
      // If it cannot be reached, its exit event says so.
      this.#child.send(order, () => undefined);
    });
  }

  /** Kills the process, which gives all of its memory back. */
  end(): void {
    this.#ended ??= { ended: 'SIGKILL' };
    this.#child.kill('SIGKILL');
  }

  #onEnd(ended: string): void {
    this.#ended = { ended };
    this.#take(this.#ended);
  }
}
