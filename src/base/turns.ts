/** Places of one process that accounts share: each account gets a turn before any gets its next. */
export interface Turns {
  /**
   * Resolves to the function that leaves the place, once a place is free and it is the account's
   * turn; to null when the signal aborts first.
   */
  take(account: string, signal?: AbortSignal): Promise<Leave | null>;
  /** The same without waiting; null when it would have to wait. */
  takeFree(account: string): Leave | null;
}

export type Leave = () => void;

/** Opens this many places; one account may hold at most `placesEach` at once. */
export const openTurns = (places: number, placesEach = places): Turns =>
  new Places(places, placesEach);

class Places implements Turns {
  readonly #places: number;
  readonly #placesEach: number;
  /** The waiting work of each account; the first account has the next turn. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(places: number, placesEach: number) {
    this.#places = places;
    this.#placesEach = placesEach;
  }

  takeFree(account: string): Leave | null {
    const isFree = this.#taken < this.#places && this.#mayHoldMore(account);
    return isFree && !this.#waiting.has(account) ? this.#enter(account) : null;
  }

  async take(account: string, signal?: AbortSignal): Promise<Leave | null> {
    if (signal?.aborted) return null;
    const free = this.takeFree(account);
    if (free !== null) return free;
    return new Promise<Leave | null>((done) => {
      const begin = () => {
        signal?.removeEventListener('abort', drop);
        done(this.#enter(account));
      };
      const drop = () => {
        const rest = (this.#waiting.get(account) ?? []).filter((other) => other !== begin);
        if (rest.length > 0) this.#waiting.set(account, rest);
        else this.#waiting.delete(account);
        done(null);
      };
      signal?.addEventListener('abort', drop, { once: true });
      const queue = this.#waiting.get(account);
      if (queue === undefined) this.#waiting.set(account, [begin]);
      else queue.push(begin);
    });
  }

  #heldBy(account: string): number {
    return this.#held.get(account) ?? 0;
  }

  #mayHoldMore(account: string): boolean {
    return this.#heldBy(account) < this.#placesEach;
  }

  #enter(account: string): Leave {
    this.#taken += 1;
    this.#held.set(account, this.#heldBy(account) + 1);
    return () => {
      this.#taken -= 1;
      const left = this.#heldBy(account) - 1;
      if (left > 0) this.#held.set(account, left);
      else this.#held.delete(account);
      this.#beginNext();
    };
  }

  #beginNext(): void {
    // An account that had a turn moves to the end, and is visited again while places are free.
    for (const [account, queue] of this.#waiting) {
      if (this.#taken >= this.#places) return;
      if (!this.#mayHoldMore(account)) continue;
      const begin = queue.shift();
      this.#waiting.delete(account);
      if (queue.length > 0) this.#waiting.set(account, queue);
      begin?.();
    }
  }
}
