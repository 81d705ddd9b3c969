/** A process that runs statements, from the service: one order at a time, each with a bound. */
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import { builtFile } from '#base/program-files.js';
import { apiError } from '#domain/api-error.js';
import { Program, type ProgramEnd } from '../files/start-program.js';
import type { EngineOrder, EngineReply } from './engine-orders.js';

export const ENGINE_PROGRAM = builtFile('service/sql/engine-process.js');
const MIB = 1_048_576;
/** V8's share of the memory for its heap. */
const HEAP_SHARE = 0.25;

export interface EngineParts {
  readonly clock: Clock;
  readonly limits: Limits;
}

export class SqlProcess {
  readonly #parts: EngineParts;
  readonly #program: Program<EngineOrder, EngineReply>;

  constructor(parts: EngineParts, program = ENGINE_PROGRAM) {
    this.#parts = parts;
    const memory = { bytes: parts.limits.SQL_MEMORY_BYTES, heapShare: HEAP_SHARE };
    this.#program = new Program(program, memory);
  }

  get hasEnded(): boolean {
    return this.#program.hasEnded;
  }

  /**
   * The reply to an order. The process is killed when its time is up: an interrupt does not end
   * every function of the engine. Throws sql_unavailable, sql_too_large and invalid_sql.
   */
  async ask(order: EngineOrder, seconds: number): Promise<EngineReply> {
    const reply = await this.#replyWithin(order, seconds);
    if (reply === 'late') {
      const isStatement = order.order === 'read' || order.order === 'run';
      throw isStatement ? tooLong(seconds) : notReady(this.#parts.limits.SQL_LOAD_S);
    }
    if ('ended' in reply) throw tooMuch(this.#parts.limits.SQL_MEMORY_BYTES);
    if ('missing' in reply) throw apiError('sql_unavailable');
    if ('failed' in reply) throw this.#failure(order, reply.failed);
    return reply;
  }

  async #replyWithin(
    order: EngineOrder,
    seconds: number,
  ): Promise<EngineReply | ProgramEnd | 'late'> {
    const waited = new AbortController();
    const late = this.#parts.clock.sleep(seconds * 1000, waited.signal).then(() => 'late' as const);
    const reply = await Promise.race([this.#program.ask(order), late]);
    waited.abort();
    if (reply === 'late') this.end();
    return reply;
  }

  /** A statement that cannot be bound or run is its caller's mistake, and all else is a bug. */
  #failure({ order }: EngineOrder, words: string): Error {
    if (words.startsWith('Out of Memory')) return tooMuch(this.#parts.limits.SQL_MEMORY_BYTES);
    if (order !== 'run') return new Error(`the engine of statements failed to ${order}: ${words}`);
    // What follows the first paragraph is advice for those who run the engine.
    const [first = ''] = words.split('\n\n');
    const shown = first.slice(0, WORDS_SHOWN_CHARS);
    return apiError('invalid_sql', {
      param: 'sql',
      message: `${shown}${/[.?!]$/.test(shown) ? '' : '.'} Correct the statement: DESCRIBE lists the columns of a table.`,
    });
  }

  end(): void {
    this.#program.end();
  }
}

const CHEAPER = 'Read fewer rows or columns, or aggregate before you join. Nothing was charged.';

const tooLong = (seconds: number) =>
  apiError('sql_too_large', {
    param: 'sql',
    message: `The statement was ended after ${seconds} seconds. ${CHEAPER}`,
  });

/** The process did not start, or did not get its rows, in time. */
export const notReady = (seconds: number) =>
  apiError('sql_too_large', {
    param: 'sql',
    message: `The rows could not be loaded within ${seconds} seconds. Try again when the service is less busy. Nothing was charged.`,
  });

const tooMuch = (bytes: number) =>
  apiError('sql_too_large', {
    param: 'sql',
    message: `The statement needs more than its ${Math.floor(bytes / MIB)} MiB of memory. ${CHEAPER}`,
  });

const WORDS_SHOWN_CHARS = 500;
