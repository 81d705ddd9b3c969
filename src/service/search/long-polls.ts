/**
 * Long polls that wait for collections: one timer for all of them, one query of the store every few
 * seconds in case a notification was lost, and resolution in batches so that thousands of polls do
 * not block other work.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#base/clock.js';
import { findSettled } from '#store/collections.js';
import type { Db } from '#store/db.js';

export interface LongPolls {
  /** Resolves on settlement, on an account change, at `untilMs`, or when the signal aborts. */
  wait(poll: Poll, gone: AbortSignal): Promise<void>;
  /** An account or its keys (null: any) changed: its polls resolve and check access again. */
  accessChanged(accountId: string | null): void;
  /** A collection has settled: its polls resolve. */
  settled(collectionId: string): void;
  /** Number of polls waiting. */
  count(): number;
  /** The service stops: all polls resolve. */
  end(): void;
}

/** What a poll waits for. */
export interface Poll {
  readonly collectionId: string;
  readonly accountId: string;
  readonly untilMs: number;
}

interface WaitingPoll extends Poll {
  readonly resume: () => void;
}

/** Longest delay of a poll's timeout. */
const TICK_MS = 100;
/** Longest delay of a poll whose notification was lost. */
const LOOK_EVERY_MS = 2_000;
const LOOK_IDS_MAX = 10_000;
/** Polls resolved before the event loop takes its next turn. */
const SLICE = 64;
/** Notifications retained for polls that were reading the store when they arrived. */
const RECENT_MAX = 10_000;

/** Opens the registry over a database. */
export const openLongPolls = (db: Db, clock: Clock): LongPolls => new LongPollRegistry(db, clock);

class LongPollRegistry implements LongPolls {
  readonly #waiting = new Set<WaitingPoll>();
  readonly #ofCollection = new Map<string, Set<WaitingPoll>>();
  readonly #recent = new LRUCache<string, true>({ max: RECENT_MAX });
  readonly #db: Db;
  readonly #clock: Clock;
  #ticking = false;
  #looking = false;
  #ended = false;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async wait(poll: Poll, gone: AbortSignal): Promise<void> {
    if (this.#ended || gone.aborted || this.#recent.has(poll.collectionId)) return;
    await new Promise<void>((done) => {
      const resume = () => {
        gone.removeEventListener('abort', resume);
        this.#leave(waiting);
        done();
      };
      const waiting: WaitingPoll = { ...poll, resume };
      gone.addEventListener('abort', resume, { once: true });
      this.#enter(waiting);
    });
  }

  settled(collectionId: string): void {
    this.#recent.set(collectionId, true);
    this.#resolveInSlices([...(this.#ofCollection.get(collectionId) ?? [])]);
  }

  accessChanged(accountId: string | null): void {
    const concerned = (one: WaitingPoll) => accountId === null || one.accountId === accountId;
    this.#resolveInSlices([...this.#waiting].filter(concerned));
  }

  count(): number {
    return this.#waiting.size;
  }

  end(): void {
    this.#ended = true;
    for (const { resume } of this.#waiting) resume();
  }

  #enter(poll: WaitingPoll): void {
    this.#waiting.add(poll);
    const others = this.#ofCollection.get(poll.collectionId) ?? new Set();
    this.#ofCollection.set(poll.collectionId, others.add(poll));
    if (this.#ticking) return;
    this.#ticking = true;
    void this.#tick();
  }

  #leave(poll: WaitingPoll): void {
    this.#waiting.delete(poll);
    const others = this.#ofCollection.get(poll.collectionId);
    others?.delete(poll);
    if (others?.size === 0) this.#ofCollection.delete(poll.collectionId);
  }

  #resolveInSlices(longPolls: readonly WaitingPoll[]): void {
    for (const { resume } of longPolls.slice(0, SLICE)) resume();
    if (longPolls.length > SLICE) setImmediate(() => this.#resolveInSlices(longPolls.slice(SLICE)));
  }

  /** Runs while polls wait. */
  async #tick(): Promise<void> {
    let lookedMs = this.#clock.nowMs();
    while (this.#waiting.size > 0) {
      await this.#clock.sleep(TICK_MS);
      const nowMs = this.#clock.nowMs();
      this.#resolveInSlices([...this.#waiting].filter(({ untilMs }) => untilMs <= nowMs));
      if (nowMs - lookedMs < LOOK_EVERY_MS) continue;
      lookedMs = nowMs;
      void this.#look();
    }
    this.#ticking = false;
  }

  /** One query at a time, not awaited: polls time out even while the database does not answer. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const ids = [...this.#ofCollection.keys()].slice(0, LOOK_IDS_MAX);
    const found = await findSettled(this.#db, ids).catch(() => []);
    this.#looking = false;
    for (const id of found) this.settled(id);
  }
}
