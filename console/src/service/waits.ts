/** What the reads of all pages wait for, in one place. */
import type { RowhouseError } from '#client/index.js';
import { openValue, useStored } from '../shell/stored.js';

export interface Wait {
  readonly error: RowhouseError;
  /** When the next try is made, as performance.now() has it. */
  readonly atMs: number;
}

const waits = new Map<object, Wait>();

/** The wait that ends first; null while nothing waits. */
const first = openValue<Wait | null>(null);

const publish = (): void =>
  first.set([...waits.values()].toSorted((a, b) => a.atMs - b.atMs)[0] ?? null);

/** Of one read: each wait of it, and its end. */
export function beginWait() {
  const read = {};
  return {
    until: (error: RowhouseError, atMs: number) => {
      waits.set(read, { error, atMs });
      publish();
    },
    end: () => {
      if (waits.delete(read)) publish();
    },
  };
}

export const useFirstWait = (): Wait | null => useStored(first);
