/** The loop of background work: it checks for work, and again when woken or after a while. */
import type { App } from '../app.js';

/** Something that a process checks repeatedly. */
export interface Look {
  /** Its name, for the log. */
  readonly name: string;
  /** Time from a check that found nothing to the next one, in milliseconds. */
  readonly everyMs: number;
  /** Pause after a check that found nothing: what is written one by one is then found in groups. */
  readonly pauseMs?: number;
  /** Checks once; true when it should check again at once. */
  look(): Promise<boolean>;
}

/** Checks until the signal aborts. A failed check is logged, and the next one comes as usual. */
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

/** Wakes a sleep: `next` returns a signal that the next `ring` aborts. */
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
