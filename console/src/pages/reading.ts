/** One reading of the service for a page: its value or its trouble, and another try. */
import { useCallback, useEffect, useState } from 'react';
import { asTrouble, type Trouble } from '../service/call.js';

interface Reading<T> {
  readonly value: T | null;
  readonly trouble: Trouble | null;
  again(): void;
}

export function useReading<T>(
  read: (key: string, signal: AbortSignal) => Promise<T>,
  key: string,
): Reading<T> {
  const [value, setValue] = useState<T | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    setTrouble(null);
    read(key, control.signal).then(setValue, (error: unknown) => {
      if (!control.signal.aborted) setTrouble(asTrouble(error));
    });
    return () => control.abort();
  }, [read, key, turn]);
  return { value, trouble, again: useCallback(() => setTurn((now) => now + 1), []) };
}
