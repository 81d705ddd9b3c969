/** Strings kept as UTF-8 bytes; one is decoded when it is asked for. */
export class Strings {
  readonly #at: Uint32Array;
  readonly #text: Buffer;

  constructor(at: Uint32Array, text: Uint8Array) {
    this.#at = at;
    this.#text = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  }

  get length(): number {
    return this.#at.length - 1;
  }

  /** The string at a place. */
  get(index: number): string {
    return this.#text.toString('utf8', this.#at[index], this.#at[index + 1]);
  }

  /** Place of a string, or -1. The strings must have been sorted by their bytes. */
  indexOf(text: string): number {
    const wanted = Buffer.from(text);
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.#text.compare(
        wanted,
        0,
        wanted.length,
        this.#at[middle],
        this.#at[middle + 1],
      );
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
