/** Runs what a button does: one call at a time, its error, and what follows it. */
import { useState } from 'react';
import type { Rowhouse, RowhouseError } from '#client/index.js';
import { connect, toError } from '../service/client.js';

interface Action {
  /** Runs the work unless another is running; `then` gets its answer. */
  act<T>(work: (client: Rowhouse) => Promise<T>, then?: (answer: T) => void): void;
  readonly busy: boolean;
  readonly error: RowhouseError | null;
}

/** The page is loaded again, by `refresh`, after an action that says nothing else. */
export function useAction(apiKey: string, refresh: () => void): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<RowhouseError | null>(null);
  const act: Action['act'] = (work, then = refresh) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    const action = async () => work(connect(apiKey));
    action().then(
      (answer) => {
        setBusy(false);
        then(answer);
      },
      (cause: unknown) => {
        setBusy(false);
        setError(toError(cause));
      },
    );
  };
  return { act, busy, error };
}
