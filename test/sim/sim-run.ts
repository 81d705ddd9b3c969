/** One run of a seed: its settings, nodes and accounts, and the answers that callers got. */
import { V7Generator } from 'uuidv7';
import type { Limits } from '#base/limits.js';
import { localNotifications } from '#store/notifications.js';
import type { OpenApp } from '../../src/app.js';
import { Broken } from './broken.js';
import { Chance } from './chance.js';
import { MADE, type Rewrite } from './database.js';
import { type Ground, SimNode } from './nodes.js';
import { Schedule } from './schedule.js';
import type { State } from './state.js';

export interface SimKey {
  readonly key_id: string;
  readonly api_key: string;
  /** The step after which it was revoked. */
  revokedAt: number | null;
}

export interface SimAccount {
  readonly label: string;
  readonly account_id: string;
  rate_limit: number;
  readonly max_pending: number;
  readonly plan_credits: number;
  readonly keys: SimKey[];
  suspended: boolean;
  /** The step in which its status changed last: answers of that step may be of either status. */
  statusChangedAt: number;
  /** Calls whose outcome the caller does not know: each may have cost a credit. */
  lost: number;
  /** Calls begun, and calls that passed step 8, by clock minute. */
  readonly begun: Map<number, number>;
  /** Calls without an answer yet: a stalled node counts them in the minute in which it resumes. */
  readonly open: Set<OpenCall>;
  readonly admitted: Map<number, number>;
}

/** A call that was begun in this clock minute. */
export interface OpenCall {
  readonly node: SimNode;
  readonly minute: number;
}

/** The last answer of a request, which must stay true. */
export interface KnownRequest {
  readonly request_id: string;
  readonly account: SimAccount;
  readonly search: Search;
  readonly key: string | null;
  status: 'pending' | 'complete' | 'failed';
  credits: number;
  /** The answer's bytes once it has settled. */
  body: string | null;
  /** The turn in which the caller got the settled job. */
  settledTurn: number;
  next_cursor: string | null;
}

/** Something that a process does. */
export interface Work<T = unknown> {
  readonly node: SimNode;
  readonly work: () => Promise<T>;
}

export interface Search {
  /** Its max_price, which nobody else asks for; odd ones are for sold homes. */
  readonly number: number;
  readonly cursor: string | null;
}

/** Moments at which a seed may begin: the middle of a month, and shortly before its end. */
const STARTS = ['2026-11-21T12:00:00Z', '2026-11-30T23:56:30Z', '2026-12-31T23:58:59Z'];
const SEARCHES = 3;

export class SimRun {
  readonly seed: number;
  readonly plan: Chance;
  readonly schedule: Schedule;
  readonly limits: Limits;
  readonly numbers: readonly number[];
  readonly accounts: SimAccount[] = [];
  readonly requests = new Map<string, KnownRequest>();
  readonly lines: string[] = [];
  readonly counts = new Map<string, number>();
  /** Logged internal errors that no injected failure explains. */
  readonly logged: string[] = [];
  readonly api: SimNode[] = [];
  readonly collectors: SimNode[] = [];
  readonly ground: Ground;
  /** What was found broken while calls were answered. */
  readonly findings: unknown[] = [];
  /** What was stored when the last step ended. */
  state: State | null = null;
  step = 0;
  /** Every process there was. */
  readonly #started: SimNode[] = [];

  constructor(base: OpenApp, seed: number, parallel: number, rewrite: Rewrite) {
    this.seed = seed;
    const stream = (name: string) => new Chance(seed, name);
    this.plan = stream('plan');
    this.schedule = new Schedule(Date.parse(this.plan.pick(STARTS)), stream('schedule'), parallel);
    this.limits = limitsOf(base.limits, stream('limits'));
    this.numbers = Array.from(
      { length: SEARCHES },
      (_one, index) => 800_000_000 + seed * 4 + index,
    );
    const ids = stream('ids');
    const uuids = new V7Generator({ nextUint32: () => ids.uint32() });
    const counts = this.counts;
    this.ground = {
      base,
      schedule: this.schedule,
      limits: this.limits,
      rewrite,
      notifications: localNotifications(),
      ids: {
        uuid: () => uuids.generateOrResetCore(this.schedule.nowMs, 10_000).toString(),
        random: () => ids.next(),
        bytes: (size) => Uint8Array.from({ length: size }, () => ids.below(256)),
      },
      log: { info: () => undefined, warn: () => undefined, error: (fields) => this.#note(fields) },
      homes: { counts: new Map(this.numbers.map((number) => [number, this.plan.below(10)])) },
      faultRates: {
        database: { rate: this.plan.pick([0, 0, 0.03]), counts },
        source: { rate: this.plan.pick([0, 0.2]), counts },
      },
      chance: {
        database: stream('database'),
        source: stream('source'),
        notifications: stream('wake'),
      },
    };
    for (let count = 2 + this.plan.below(2); count > 0; count -= 1)
      this.api.push(this.start('api'));
    for (let count = 2; count > 0; count -= 1) this.collectors.push(this.start('collector'));
  }

  /** A new process. */
  start(role: string): SimNode {
    const node = new SimNode(`${role}${this.#started.length + 1}`, this.ground);
    this.#started.push(node);
    return node;
  }

  /** The process that takes the place of one that died; the others stay. */
  replaceDead(): void {
    for (const list of [this.api, this.collectors]) {
      list.forEach((node, index) => {
        if (node.dead) list[index] = this.start(list === this.api ? 'api' : 'collector');
      });
    }
  }

  /** Waits until every process answers at once: how long that takes is no matter of the seed. */
  async ready(): Promise<void> {
    for (const { server } of this.nodes) await server.ready();
  }

  /** Nothing of this run goes on. */
  end(): void {
    for (const node of this.#started) node.end();
  }

  get nodes(): readonly SimNode[] {
    return [...this.api, ...this.collectors];
  }

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  record(line: string): void {
    this.lines.push(line);
  }

  /** Runs tasks concurrently until each ends, dies or stalls. They report their own errors. */
  async together(works: readonly Work[]): Promise<void> {
    for (const { node, work } of works) {
      node.open += 1;
      const ended = work()
        .catch((error: unknown) => this.findings.push(error))
        .then(() => {
          node.open -= 1;
        });
      void ended;
    }
    await this.settled();
  }

  /** Drives until no living node that is not stalled has work open; throws the first finding. */
  async settled(): Promise<void> {
    await this.schedule.drive(() =>
      this.nodes.every(({ open, stalled, dead }) => open === 0 || stalled || dead),
    );
    if (this.findings.length > 0) throw this.findings[0];
  }

  #note({ err }: Readonly<Record<string, unknown>>): void {
    const text = err instanceof Error ? `${err.name}: ${err.message}` : String(err);
    if (!text.includes(MADE)) this.logged.push(text);
  }
}

/** Small bounds in some seeds, so that they are met. */
function limitsOf(standard: Limits, chance: Chance): Limits {
  const PAGE_ROWS = chance.pick([2, 3, 5]);
  return {
    ...standard,
    PAGE_ROWS,
    QUEUE_MAX: chance.pick([2, 50, 50]),
    READ_AHEAD: chance.pick([0, 1]),
    CIRCUIT_FAILURES: chance.pick([2, 50]),
    COLLECT_ATTEMPTS_MAX: chance.pick([2, 3]),
    CLEANUP_ROWS: chance.pick([2, 500]),
    CACHE_SOLD_S: chance.pick([0, 86_400]),
    // Room for as many is made at the start of every process.
    KEYS_IN_MEMORY: 100,
    JOB_RETENTION_S: chance.pick([3_600, 604_800]),
  };
}

/** The value, which must exist. */
export function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Broken('the simulation itself', `there is no ${what}`);
  return value;
}
