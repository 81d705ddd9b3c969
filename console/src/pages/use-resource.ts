/** Loads a free resource of the service for a page: its value or its error, and a refresh. */
import { useCallback, useEffect, useState } from 'react';
import type { Rowhouse, RowhouseError } from '#client/index.js';
import { connect, toError } from '../service/client.js';

interface Resource<T> {
  readonly value: T | null;
  readonly error: RowhouseError | null;
  refresh(): void;
}

export function useResource<T>(
  load: (client: Rowhouse, signal: AbortSignal) => Promise<T>,
  key: string,
): Resource<T> {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState<RowhouseError | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    setError(null);
    const resource = async () => load(connect(key), control.signal);
    resource().then(setValue, (cause: unknown) => {
      if (!control.signal.aborted) setError(toError(cause));
    });
    return () => control.abort();
  }, [load, key, turn]);
  return { value, error, refresh: useCallback(() => setTurn((now) => now + 1), []) };
}
