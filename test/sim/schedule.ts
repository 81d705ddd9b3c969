/**
 * The scheduler. Every database call of every node waits here for its turn, and every sleep ends
 * here: the seed decides the order, and the clock moves only when nobody can go on.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#base/clock.js';
import { Broken } from './broken.js';
import type { Chance } from './chance.js';
import type { SimNode } from './nodes.js';
import { rest } from './rest.js';

interface Waiting {
  readonly node: SimNode;
  readonly go: () => void;
}

interface Sleeper {
  readonly node: SimNode;
  readonly dueMs: number;
  readonly notifications: () => void;
}

/** A step that needs more turns than this does not end. */
const TURNS_MAX = 20_000;
/** Checks in real time before a standstill counts. */
const LOOKS_MAX = 100;
const LOOK_MS = 10;

export class Schedule {
  nowMs: number;
  turns = 0;
  #waiting: Waiting[] = [];
  #sleepers: Sleeper[] = [];
  #running = 0;
  #oneEnded: () => void = () => undefined;
  readonly #chance: Chance;
  readonly #parallel: number;

  /** `parallel` database calls run at once; with one, a seed always runs the same way. */
  constructor(startMs: number, chance: Chance, parallel: number) {
    this.nowMs = startMs;
    this.#chance = chance;
    this.#parallel = parallel;
  }

  /** Waits for the node's turn. A node that died gets none, ever. */
  enter(node: SimNode): Promise<void> {
    return new Promise((go) => {
      if (!node.dead) this.#waiting.push({ node, go });
    });
  }

  /** Ends the turn. */
  leave(): void {
    this.#running -= 1;
    this.#oneEnded();
  }

  clockOf(node: SimNode): Clock {
    return {
      nowMs: () => this.nowMs,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (signal?.aborted) {
            resolve();
            return;
          }
          const notifications = () => {
            signal?.removeEventListener('abort', notifications);
            this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
            resolve();
          };
          const sleeper = { node, dueMs: this.nowMs + Math.max(0, ms), notifications };
          this.#sleepers.push(sleeper);
          signal?.addEventListener('abort', notifications);
        }),
    };
  }

  /** What a node that died waited for is never answered. */
  forget(node: SimNode): void {
    this.#waiting = this.#waiting.filter((one) => one.node !== node);
    this.#sleepers = this.#sleepers.filter((one) => one.node !== node);
  }

  /** Gives turns until the work is done and nothing that may run is left over. */
  async drive(isDone: () => boolean): Promise<void> {
    for (let count = 0; count < TURNS_MAX; count += 1) {
      await rest();
      if (this.#running < this.#parallel && this.#startOne()) continue;
      if (this.#running > 0) {
        await new Promise<void>((ended) => {
          this.#oneEnded = ended;
        });
        continue;
      }
      if (isDone()) return;
      if (this.#wakeFirst() || (await this.#somebodyComes(isDone))) continue;
      throw new Broken('every call ends', 'nobody can go on, for ever');
    }
    throw new Broken('every call ends', `not within ${TURNS_MAX} turns`);
  }

  /** On a busy machine, work outside the database takes real time: waits for a task to arrive. */
  async #somebodyComes(isDone: () => boolean): Promise<boolean> {
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      await delay(LOOK_MS);
      if (isDone() || this.#sleepers.length > 0) return true;
      if (this.#waiting.some(({ node }) => !node.stalled)) return true;
    }
    return false;
  }

  #startOne(): boolean {
    for (;;) {
      const able = this.#waiting.filter(({ node }) => !node.stalled);
      if (able.length === 0) return false;
      const chosen = this.#chance.pick(able);
      if (chosen.node.stallsNow()) continue;
      this.#waiting = this.#waiting.filter((one) => one !== chosen);
      this.#running += 1;
      this.turns += 1;
      chosen.go();
      return true;
    }
  }

  /** Wakes the earliest sleeper; the clock never goes back for one stalled past its time. */
  #wakeFirst(): boolean {
    let first: Sleeper | undefined;
    for (const one of this.#sleepers) {
      if (!one.node.stalled && (first === undefined || one.dueMs < first.dueMs)) first = one;
    }
    if (first === undefined) return false;
    this.nowMs = Math.max(this.nowMs, first.dueMs);
    first.notifications();
    return true;
  }
}
