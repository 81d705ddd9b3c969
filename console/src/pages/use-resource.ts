/** Loads a free resource of the service for a page: its value or its error, and a refresh. */
import { useCallback, useEffect, useState } from 'react';
import { asTrouble, type Trouble } from '../service/call.js';

interface Resource<T> {
  readonly value: T | null;
  readonly error: Trouble | null;
  refresh(): void;
}

export function useResource<T>(
  load: (key: string, signal: AbortSignal) => Promise<T>,
  key: string,
): Resource<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState<Trouble | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    setError(null);
    load(key, control.signal).then(setValue, (cause: unknown) => {
      if (!control.signal.aborted) setError(asTrouble(cause));
    });
    return () => control.abort();
  }, [load, key, turn]);
  return { value, error, refresh: useCallback(() => setTurn((now) => now + 1), []) };
}
