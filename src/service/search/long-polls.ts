/**
 * Long polls that wait for collections: one ticker for all of them, one look at the store every few
 * seconds in case a signal was lost, and wake-ups in slices so that thousands do not hold up the rest.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#base/clock.js';
import { findSettled } from '#store/collections.js';
import type { Db } from '#store/db.js';

export interface LongPolls {
  /** Resolves when the collection settles, the account changes, at `untilMs`, or when the signal aborts. */
  wait(poll: Poll, gone: AbortSignal): Promise<void>;
  /** The account or its keys have changed, or with null any may have: its polls go on, and ask again. */
  accessChanged(accountId: string | null): void;
  /** A collection has settled: whoever waits for it goes on. */
  settled(collectionId: string): void;
  /** Polls that wait now. */
  count(): number;
  /** The service stops: nobody waits any more. */
  end(): void;
}

/** What a poll waits for. */
export interface Poll {
  readonly collectionId: string;
  readonly accountId: string;
  readonly untilMs: number;
}

interface Waiter extends Poll {
  readonly notifications: () => void;
}

/** How late a poll may learn that its time is over. */
const TICK_MS = 100;
/** How late a poll may learn of a collection whose signal was lost. */
const LOOK_EVERY_MS = 2_000;
const LOOK_IDS_MAX = 10_000;
/** Polls that are woken before the rest of the process has its turn. */
const SLICE = 64;
/** Signals remembered for polls that were just looking when they came. */
const RECENT_MAX = 10_000;

/** Opens the waiting room over a database. */
export function openLongPolls(db: Db, clock: Clock): LongPolls {
  const room = new LongPollRegistry(db, clock);
  return {
    wait: (poll, gone) => room.wait(poll, gone),
    accessChanged: (accountId) => room.accessChanged(accountId),
    settled: (collectionId) => room.settled(collectionId),
    count: () => room.waiting.size,
    end: () => room.end(),
  };
}

class LongPollRegistry {
  readonly waiting = new Set<Waiter>();
  readonly #ofCollection = new Map<string, Set<Waiter>>();
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
      const notifications = () => {
        gone.removeEventListener('abort', notifications);
        this.#leave(waiter);
        done();
      };
      const waiter: Waiter = { ...poll, notifications };
      gone.addEventListener('abort', notifications, { once: true });
      this.#enter(waiter);
    });
  }

  settled(collectionId: string): void {
    this.#recent.set(collectionId, true);
    this.#wakeInSlices([...(this.#ofCollection.get(collectionId) ?? [])]);
  }

  accessChanged(accountId: string | null): void {
    const concerned = (one: Waiter) => accountId === null || one.accountId === accountId;
    this.#wakeInSlices([...this.waiting].filter(concerned));
  }

  end(): void {
    this.#ended = true;
    for (const { notifications } of this.waiting) notifications();
  }

  #enter(waiter: Waiter): void {
    this.waiting.add(waiter);
    const others = this.#ofCollection.get(waiter.collectionId) ?? new Set();
    this.#ofCollection.set(waiter.collectionId, others.add(waiter));
    if (this.#ticking) return;
    this.#ticking = true;
    void this.#tick();
  }

  #leave(waiter: Waiter): void {
    this.waiting.delete(waiter);
    const others = this.#ofCollection.get(waiter.collectionId);
    others?.delete(waiter);
    if (others?.size === 0) this.#ofCollection.delete(waiter.collectionId);
  }

  #wakeInSlices(longPolls: readonly Waiter[]): void {
    for (const { notifications } of longPolls.slice(0, SLICE)) notifications();
    if (longPolls.length > SLICE) setImmediate(() => this.#wakeInSlices(longPolls.slice(SLICE)));
  }

  /** Runs while anybody waits. */
  async #tick(): Promise<void> {
    let lookedMs = this.#clock.nowMs();
    while (this.waiting.size > 0) {
      await this.#clock.sleep(TICK_MS);
      const nowMs = this.#clock.nowMs();
      this.#wakeInSlices([...this.waiting].filter(({ untilMs }) => untilMs <= nowMs));
      if (nowMs - lookedMs < LOOK_EVERY_MS) continue;
      lookedMs = nowMs;
      void this.#look();
    }
    this.#ticking = false;
  }

  /** One at a time, and nobody waits for it: polls end in time also while the database does not answer. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const ids = [...this.#ofCollection.keys()].slice(0, LOOK_IDS_MAX);
    const found = await findSettled(this.#db, ids).catch(() => []);
    this.#looking = false;
    for (const id of found) this.settled(id);
  }
}
