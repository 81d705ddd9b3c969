/** Writes the geography pack; src/geo/pack.ts describes its layout and reads it. */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PACK_MAGIC, type PackHead, type PackSource } from '#geo/pack.js';

export type Column = Int8Array | Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array;

/** Sections by name, in the order in which they are added. */
export class PackWriter {
  readonly #sections: Record<string, { at: number; length: number }> = {};
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  add(name: string, column: Column): void {
    if (name in this.#sections) throw new Error(`section ${name} is added twice`);
    this.#sections[name] = { at: this.#size, length: column.length };
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    const padded = new Uint8Array(Math.ceil(bytes.length / ALIGNMENT) * ALIGNMENT);
    padded.set(bytes);
    this.#chunks.push(padded);
    this.#size += padded.length;
  }

  addStrings(name: string, strings: readonly string[]): void {
    const texts = strings.map((text) => Buffer.from(text));
    this.add(`${name}.at`, starts(texts.map((text) => text.length)));
    this.add(`${name}.text`, new Uint8Array(Buffer.concat(texts)));
  }

  /** A list of numbers for each row. */
  addLists(name: string, lists: readonly (readonly number[])[]): void {
    this.add(`${name}.at`, starts(lists.map((list) => list.length)));
    this.add(name, u16(lists.flat()));
  }

  /** Writes beside `path` and renames, so that no reader ever sees half a pack. */
  write(path: string, facts: PackFacts): { readonly version: string; readonly bytes: number } {
    const digest = createHash('sha256').update(PACK_MAGIC).update(JSON.stringify(facts.sources));
    for (const chunk of this.#chunks) digest.update(chunk);
    const version = digest.digest('hex').slice(0, VERSION_DIGITS);
    const head: PackHead = { version, ...facts, sections: this.#sections };
    const text = Buffer.from(JSON.stringify(head));
    const gap = (ALIGNMENT - (text.length % ALIGNMENT)) % ALIGNMENT;
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32LE(text.length, 0);
    lengths.writeUInt32LE(gap, 4);
    const file = Buffer.concat([
      Buffer.from(PACK_MAGIC),
      lengths,
      text,
      Buffer.alloc(gap),
      ...this.#chunks,
    ]);
    mkdirSync(dirname(path), { recursive: true });
    const aside = `${path}.${process.pid}.tmp`;
    writeFileSync(aside, file);
    renameSync(aside, path);
    return { version, bytes: file.length };
  }
}

export interface PackFacts {
  readonly vintage: string;
  readonly sources: readonly PackSource[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Where each of a row of lists starts, and one past the end of the last. */
export function starts(lengths: readonly number[]): Uint32Array {
  const at = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, row) => {
    at[row + 1] = (at[row] ?? 0) + length;
  });
  return at;
}

/** Numbers as a 16-bit column; one that does not fit stops the build. */
export function u16(numbers: readonly number[]): Uint16Array {
  for (const number of numbers) {
    if (!Number.isInteger(number) || number < 0 || number > 0xffff) {
      throw new Error(`${number} does not fit into 16 bits: widen the column`);
    }
  }
  return Uint16Array.from(numbers);
}

/** Order by UTF-8 bytes, the order in which the reader looks strings up. */
export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

const ALIGNMENT = 8;
const VERSION_DIGITS = 16;
