/** Events in virtual time, in the order of their times: a binary heap. */
interface Event {
  readonly atMs: number;
  readonly nth: number;
  readonly run: () => void;
}

export class Events {
  nowMs = 0;
  #count = 0;
  readonly #heap: Event[] = [];

  /** Runs something at a moment; of the same moment, what was said first. */
  at(atMs: number, run: () => void): void {
    const heap = this.#heap;
    const event = { atMs, nth: this.#count, run };
    this.#count += 1;
    let place = heap.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, event)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = event;
  }

  /** Runs what comes before a moment, and ends there. */
  runUntil(endMs: number): void {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (first.atMs > endMs) break;
      this.#removeFirst();
      this.nowMs = first.atMs;
      first.run();
    }
    this.nowMs = endMs;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      if (one === undefined) break;
      const isOther = other !== undefined && isBefore(other, one);
      const child = isOther ? other : one;
      if (isBefore(last, child)) break;
      heap[place] = child;
      place = isOther ? left + 1 : left;
    }
    heap[place] = last;
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.nth < other.nth);
