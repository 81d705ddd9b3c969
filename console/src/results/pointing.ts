/** Which row is pointed at and which is chosen: the one link between table and map. */
import { useSyncExternalStore } from 'react';

export interface Pointed {
  readonly hovered: string | null;
  readonly chosen: string | null;
  /** Where the last change came from: the other side follows it. */
  readonly by: 'map' | 'table' | null;
}

export interface Pointing {
  get(): Pointed;
  set(change: Partial<Pointed>): void;
  subscribe(listener: () => void): () => void;
}

/** A store outside React's state, so that pointing at one row draws two rows again and not a hundred. */
export function createPointing(): Pointing {
  let pointed: Pointed = { hovered: null, chosen: null, by: null };
  const listeners = new Set<() => void>();
  return {
    get: () => pointed,
    set: (change) => {
      pointed = { ...pointed, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** "chosen", "hovered" or "" for one row; a row draws itself again only when its own word changes. */
export const usePointedAt = (pointing: Pointing, key: string): string =>
  useSyncExternalStore(pointing.subscribe, () => {
    const { hovered, chosen } = pointing.get();
    if (chosen === key) return 'chosen';
    return hovered === key ? 'hovered' : '';
  });
