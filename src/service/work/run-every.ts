/** The one loop of work in the background: it looks, and looks again when it is woken or after a while. */
import type { App } from '../app.js';

/** Something that a process looks at again and again. */
export interface Look {
  /** What it is, for the log. */
  readonly name: string;
  /** Time from a look that found nothing to the next one, in milliseconds. */
  readonly everyMs: number;
  /** After a look that found nothing: what is written one by one is found a few at once. */
  readonly pauseMs?: number;
  /** Looks once; true when it is to look again at once. */
  look(): Promise<boolean>;
}

/** Looks until the signal aborts. A look that fails is logged, and the next one comes as after any other. */
export async function runEvery(
  app: Pick<App, 'clock' | 'log'>,
  { name, everyMs, pauseMs = 0, look }: Look,
  stop: AbortSignal,
  wake = openWake(),
): Promise<void> {
  while (!stop.aborted) {
    const woken = wake.next();
    const isMore = await look().catch((error: unknown) => {
      app.log.warn({ err: error }, `${name} failed; it is retried later`);
      return false;
    });
    if (isMore) continue;
    if (pauseMs > 0) await app.clock.sleep(pauseMs, stop);
    await app.clock.sleep(everyMs, AbortSignal.any([woken, stop]));
  }
}

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
