/** A bell that ends a sleep: `next` gives a signal that the next ring aborts. */
export function openWake(): { ring(): void; next(): AbortSignal } {
  let bell = new AbortController();
  return {
    ring: () => bell.abort(),
    next: () => {
      if (bell.signal.aborted) bell = new AbortController();
      return bell.signal;
    },
  };
}
