/** Values outside React state; some are stored in this browser and shared by its tabs. */
import { useSyncExternalStore } from 'react';

export interface Stored<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** A value that components follow: a change re-renders those that read another part of it. */
export function openValue<T>(first: T): Stored<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Opens what is kept under a name. `read` makes the value of any JSON, also of another version's,
 * and of undefined where nothing is kept or it cannot be read. What `write` makes undefined is
 * removed.
 */
export function openStored<T>(
  name: string,
  read: (kept: unknown) => T,
  write: (value: T) => unknown = (value) => value,
): Stored<T> {
  const value = openValue(read(parsed(localStorage.getItem(name))));
  globalThis.addEventListener('storage', ({ key, newValue }) => {
    if (key === name) value.set(read(parsed(newValue)));
  });
  return {
    ...value,
    set: (next) => {
      const kept = write(next);
      if (kept === undefined) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(kept));
      value.set(next);
    },
  };
}

export const useStored = <T>({ get, subscribe }: Stored<T>): T =>
  useSyncExternalStore(subscribe, get);

function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
