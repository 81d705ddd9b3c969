/** Random draws from one seed: equal seeds draw equal values. */

export class Draw {
  #state: number;
  #lastId: number;

  constructor(seed: number) {
    this.#lastId = ID_MIN + ((seed >>> 0) % SEEDS_APART) * IDS_APART;
    this.#state = (seed ^ 0x9e3779b9) >>> 0;
    // Neighbouring seeds differ from the first draw on.
    for (let turn = 0; turn < WARM_UP; turn += 1) this.unit();
  }

  /** From 0 to below 1 (mulberry32). */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An id that is given once. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  chance(share: number): boolean {
    return this.unit() < share;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.whole(0, values.length - 1)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  }

  /** A value by its weight. */
  weighed<T>(values: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.unit() * values.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of values) {
      left -= weight;
      if (left < 0) return value;
    }
    return this.pick(values)[1];
  }

  /** Around `middle`, twice or half of it `spread` standard deviations away. */
  around(middle: number, spread = 1): number {
    const normal = this.unit() + this.unit() + this.unit() + this.unit() - 2;
    return middle * 2 ** (normal * Math.sqrt(3) * spread);
  }

  shuffled<T>(values: readonly T[]): T[] {
    const keyed = values.map((value) => ({ value, key: this.unit() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
  }
}

const WARM_UP = 4;
/** Ids of two worlds seldom meet. */
const ID_MIN = 1_000_000;
const SEEDS_APART = 90_000;
const IDS_APART = 10_000;
