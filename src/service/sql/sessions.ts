/**
 * The processes that run statements: a few in all, at most one for an account, each with the rows
 * of its account. A process stays for a short time, so that a second question finds them loaded.
 */
import type { SqlTableName } from '#contract/sql.js';
import { apiError } from '#domain/api-error.js';
import { type EngineParts, SqlProcess } from './engine.js';

/** A process with the rows of one account as they were at one moment. */
export interface Session {
  readonly engine: SqlProcess;
  /** Of the rows that the account may read: other rows need another process. */
  readonly version: string;
  /** Until when its rows serve further statements. */
  readonly untilMs: number;
  /** What the loaded tables hold; null before the first statement. */
  tables: Map<SqlTableName, LoadedTable> | null;
}

export interface LoadedTable {
  readonly rows: number;
  /** Whether the account has more. */
  readonly truncated: boolean;
}

interface Waiting {
  readonly accountId: string;
  readonly start: () => void;
}

export class SqlSessions {
  readonly #parts: EngineParts;
  readonly #program: string | undefined;
  /** Accounts whose statement runs. */
  readonly #busy = new Set<string>();
  /** Processes between two statements, by account; the longest unused first. */
  readonly #idle = new Map<string, Session>();
  readonly #all = new Set<SqlProcess>();
  #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(parts: EngineParts, program?: string) {
    this.#parts = parts;
    this.#program = program;
  }

  /** Runs work when it is the turn of its account. Throws sql_busy. */
  async inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(accountId);
    try {
      return await work();
    } finally {
      this.#busy.delete(accountId);
      this.#startNext();
    }
  }

  /** The session of an account with rows of this version: the retained one, or a new one. */
  take(accountId: string, version: string): Session {
    const kept = this.#idle.get(accountId);
    this.#idle.delete(accountId);
    const isFit = kept?.version === version && this.#isAlive(kept);
    if (kept !== undefined && isFit) return kept;
    if (kept !== undefined) this.#end(kept);
    for (const [other, session] of this.#idle) {
      if (this.#busy.size + this.#idle.size <= this.#parts.limits.SQL_CONCURRENCY) break;
      this.#idle.delete(other);
      this.#end(session);
    }
    const engine = new SqlProcess(this.#parts, this.#program);
    this.#all.add(engine);
    const untilMs = this.#parts.clock.nowMs() + this.#parts.limits.SQL_KEEP_S * 1000;
    return { engine, version, untilMs, tables: null };
  }

  /** Keeps a session for the next statement of its account. */
  keep(accountId: string, session: Session): void {
    if (this.#isClosed || !this.#isAlive(session)) {
      this.#end(session);
      return;
    }
    this.#idle.set(accountId, session);
    void this.#endLater(accountId, session);
  }

  /** Rows serve for a while after they were loaded, however often statements read them. */
  #isAlive({ engine, untilMs }: Session): boolean {
    return !engine.hasEnded && this.#parts.clock.nowMs() < untilMs;
  }

  /** Ends all processes. */
  close(): void {
    this.#isClosed = true;
    for (const engine of this.#all) engine.end();
    this.#all.clear();
    this.#idle.clear();
  }

  #end({ engine }: Session): void {
    engine.end();
    this.#all.delete(engine);
  }

  async #endLater(accountId: string, session: Session): Promise<void> {
    await this.#parts.clock.sleep(session.untilMs - this.#parts.clock.nowMs());
    if (this.#idle.get(accountId) !== session) return;
    this.#idle.delete(accountId);
    this.#end(session);
  }

  async #turn(accountId: string): Promise<void> {
    if (this.#isFree(accountId)) {
      this.#busy.add(accountId);
      return;
    }
    const { SQL_WAITING, SQL_WAITING_OF_ACCOUNT, SQL_WAIT_S } = this.#parts.limits;
    const own = this.#waiting.filter((one) => one.accountId === accountId).length;
    if (own >= SQL_WAITING_OF_ACCOUNT || this.#waiting.length >= SQL_WAITING) {
      throw apiError('sql_busy');
    }
    const started = new AbortController();
    const waiting = { accountId, start: () => started.abort() };
    this.#waiting.push(waiting);
    await this.#parts.clock.sleep(SQL_WAIT_S * 1000, started.signal);
    if (started.signal.aborted) return;
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    throw apiError('sql_busy');
  }

  #isFree(accountId: string): boolean {
    return !this.#busy.has(accountId) && this.#busy.size < this.#parts.limits.SQL_CONCURRENCY;
  }

  /** The first in the line whose account runs nothing: a busy account holds up nobody else. */
  #startNext(): void {
    const next = this.#waiting.find(({ accountId }) => this.#isFree(accountId));
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#busy.add(next.accountId);
    next.start();
  }
}
