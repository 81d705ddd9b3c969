/** Loads figures again and again while the page is visible: one call at a time, the old figures stay. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AdminAccess, type AdminError, isRejected, toAdminError } from './call-admin.js';

/** Time between an answer and the next call, in seconds. */
export const REFRESH_S = 10;
/** The same for what is read from the ledger. */
export const LEDGER_REFRESH_S = 60;

export type Load<T> = (access: AdminAccess, signal: AbortSignal) => Promise<T>;

export interface Polled<T> {
  /** The last answer; null before the first. */
  readonly value: T | null;
  /** When it came. */
  readonly atMs: number | null;
  /** Why the last call failed; null after one that did not. */
  readonly error: AdminError | null;
  /** Since when calls fail. */
  readonly failingSinceMs: number | null;
  readonly busy: boolean;
  /** Loads now, unless a call is under way. */
  refresh(): void;
}

export interface Reader {
  readonly access: AdminAccess;
  /** The listener no longer takes the token. */
  onRejected(why: string): void;
}

const NOTHING = { value: null, atMs: null, error: null, failingSinceMs: null };

export function usePolled<T>(load: Load<T>, { access, onRejected }: Reader, everyS = REFRESH_S) {
  const [state, setState] = useState<Omit<Polled<T>, 'busy' | 'refresh'>>(NOTHING);
  const [busy, setBusy] = useState(false);
  const now = useRef<() => void>(() => undefined);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    let isRunning = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ended = () => {
      isRunning = false;
      setBusy(false);
      if (!document.hidden) timer = setTimeout(run, everyS * 1000);
    };
    const fail = (error: AdminError) => {
      if (isRejected(error)) onRejected(error.message);
      setState((old) => ({ ...old, error, failingSinceMs: old.failingSinceMs ?? Date.now() }));
    };
    const run = () => {
      if (isRunning || signal.aborted) return;
      isRunning = true;
      clearTimeout(timer);
      setBusy(true);
      load(access, signal)
        .then(
          (value) => setState({ ...NOTHING, value, atMs: Date.now() }),
          (cause: unknown) => {
            if (!signal.aborted) fail(toAdminError(cause));
          },
        )
        .finally(() => {
          if (!signal.aborted) ended();
        });
    };
    const follow = () => (document.hidden ? clearTimeout(timer) : run());
    now.current = run;
    setState(NOTHING);
    run();
    document.addEventListener('visibilitychange', follow);
    return () => {
      control.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [load, access, onRejected, everyS]);
  const refresh = useCallback(() => now.current(), []);
  return { ...state, busy, refresh } satisfies Polled<T>;
}
