/** Random numbers from a printed seed: seed and stream determine them on every machine. */
export class Chance {
  #state: number;

  /** Streams of a seed are independent: drawing more from one does not change the others. */
  constructor(seed: number, stream: string) {
    let hash = 0x811c9dc5;
    for (const letter of `${stream}:${seed}`) {
      hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    }
    this.#state = hash >>> 0;
  }

  /** A whole number from 0 to 2^32 - 1 (mulberry32). */
  uint32(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    return this.uint32() / 2 ** 32;
  }

  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** True with this probability. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** A key of the table, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return (entries.at(-1) as [K, number])[0];
  }
}
