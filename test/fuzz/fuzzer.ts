/** A fuzzer: cases of one input of the application, and the rules that every answer must obey. */
import type * as fc from 'fast-check';
import type { FileReader } from '#service/files/file-reader.js';

/** What the fuzzers of one run share. */
export interface FuzzOptions {
  /** Whether a fault is built in, which must be found. */
  readonly canary: boolean;
  /** Reads imported files but Parquet; without it each has a process, at most of the cost. */
  readonly files?: FileReader;
}

/** A fuzzer at work. */
export interface OpenFuzzer<T = unknown> {
  readonly cases: fc.Arbitrary<T>;
  /** Throws where a rule is broken. A case leaves nothing behind that another one depends on. */
  readonly check: (input: T) => Promise<void> | void;
  /** Rules over all cases so far: after each block, and at the end. */
  readonly checkAll?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Fuzzer {
  readonly name: string;
  /** What is fuzzed, in a few words. */
  readonly about: string;
  /** How many of a hundred cases are its own. */
  readonly share: number;
  /** Opens it. The type of its cases is its own affair. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly open: (options: FuzzOptions) => Promise<OpenFuzzer<any>>;
}

/** A fault that a canary builds in, by the name that a test finds it under. */
export class Canary extends TypeError {
  override readonly name = 'Canary';
}
