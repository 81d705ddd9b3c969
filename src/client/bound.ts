/** A timeout for a piece of work, tied to the caller's signal. */
export interface Bound {
  /** Aborts on the timeout or when the caller aborts, with the reason of the earlier one. */
  readonly signal: AbortSignal;
  leftMs(): number;
  /**
   * Cancels the timeout; the caller's signal still ends the work, also after `end`, until the
   * function that is returned is called.
   */
  keep(): () => void;
  /** Ends the work and removes its timer and listener. */
  end(): void;
}

/** The longest delay of a timer. */
export const TIMER_MS_MAX = 2_147_483_647;

export function bound(ms: number, outer: AbortSignal | undefined, late: () => unknown): Bound {
  const own = new AbortController();
  const endsAt = performance.now() + ms;
  const pass = () => own.abort(outer?.reason);
  const timer = setTimeout(() => own.abort(late()), ms);
  if (outer?.aborted === true) pass();
  else outer?.addEventListener('abort', pass, { once: true });
  let kept = false;
  const disarm = () => clearTimeout(timer);
  const leave = () => outer?.removeEventListener('abort', pass);
  return {
    signal: own.signal,
    leftMs: () => endsAt - performance.now(),
    keep: () => {
      kept = true;
      disarm();
      return leave;
    },
    end: () => {
      disarm();
      if (!kept) leave();
    },
  };
}

/** Resolves after `ms` milliseconds (at once for 0 or less); rejects when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      Math.max(0, ms),
    );
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
