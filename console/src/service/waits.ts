/** What the reads of all pages wait for, in one place. */
import { useSyncExternalStore } from 'react';
import type { RowhouseError } from '#client/index.js';

export interface Wait {
  readonly error: RowhouseError;
  /** When the next try is made, as performance.now() has it. */
  readonly atMs: number;
}

const waits = new Map<object, Wait>();
const listeners = new Set<() => void>();

/** The wait that ends first; null while nothing waits. */
let first: Wait | null = null;

function publish(): void {
  first = [...waits.values()].toSorted((a, b) => a.atMs - b.atMs)[0] ?? null;
  for (const listener of listeners) listener();
}

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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useFirstWait = (): Wait | null => useSyncExternalStore(subscribe, () => first);
