/**
 * The geography pack: one file of typed arrays, made by scripts/build-geo.ts and read whole at the
 * start. Layout: eight bytes of magic, the length of the header (u32) and of the gap before the
 * body (u32), the header as JSON, then the sections, each at a multiple of eight bytes from the
 * body's start. Numbers are little-endian, like every machine Node runs on.
 */
import { readFileSync } from 'node:fs';
import { assert } from '#base/assert.js';
import { Strings } from './strings.js';

export const PACK_MAGIC = 'RHGEO001';
/** Stands for "no county" in a u16 column. */
export const NO_COUNTY = 0xffff;
export const PRIOR_POINTS_PER_ZIP = 12;

/** Where one section lies: bytes from the start of the body, and its length in items. */
interface Section {
  readonly at: number;
  readonly length: number;
}

/** A package the pack was made from. */
export interface PackSource {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly use: string;
}

export interface PackHead {
  /** Hash of the body and of the sources. */
  readonly version: string;
  /** What the facts are as of. */
  readonly vintage: string;
  readonly sources: readonly PackSource[];
  readonly counts: Readonly<Record<string, number>>;
  readonly sections: Readonly<Record<string, Section>>;
}

/** Reads a pack. Throws when the file is absent, and asserts that it is a pack of this format. */
export function readPack(path: string): Pack {
  const file = readFileSync(path);
  // readFileSync may hand out a slice of a shared pool; arrays need an aligned buffer of their own.
  const bytes = new Uint8Array(file.byteLength);
  bytes.set(file);
  const text = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to));
  assert(
    text(0, 8) === PACK_MAGIC,
    `${path} is not a geography pack of this version: build it again`,
  );
  const lengths = new Uint32Array(bytes.buffer, 8, 2);
  const headEnd = 16 + (lengths[0] as number);
  const header = JSON.parse(text(16, headEnd)) as PackHead;
  return new Pack(header, bytes.buffer, headEnd + (lengths[1] as number));
}

/** Sections by name. Nothing is decoded before it is asked for. */
export class Pack {
  readonly header: PackHead;
  readonly #buffer: ArrayBuffer;
  readonly #bodyAt: number;

  constructor(header: PackHead, buffer: ArrayBuffer, bodyAt: number) {
    this.header = header;
    this.#buffer = buffer;
    this.#bodyAt = bodyAt;
  }

  i8 = (name: string): Int8Array => new Int8Array(this.#buffer, ...this.#place(name));
  u8 = (name: string): Uint8Array => new Uint8Array(this.#buffer, ...this.#place(name));
  u16 = (name: string): Uint16Array => new Uint16Array(this.#buffer, ...this.#place(name));
  u32 = (name: string): Uint32Array => new Uint32Array(this.#buffer, ...this.#place(name));
  i32 = (name: string): Int32Array => new Int32Array(this.#buffer, ...this.#place(name));
  f32 = (name: string): Float32Array => new Float32Array(this.#buffer, ...this.#place(name));

  /** The strings whose text and offsets are two sections of this name. */
  strings = (name: string): Strings => new Strings(this.u32(`${name}.at`), this.u8(`${name}.text`));

  /** A section that a library reads by itself: the whole buffer and where it starts. */
  raw = (name: string): readonly [buffer: ArrayBuffer, at: number] => [
    this.#buffer,
    this.#place(name)[0],
  ];

  #place(name: string): readonly [at: number, length: number] {
    const section = this.header.sections[name];
    assert(section, `the geography pack has no section ${name}: build it again`);
    return [this.#bodyAt + section.at, section.length];
  }
}
