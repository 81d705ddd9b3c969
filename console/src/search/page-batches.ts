/**
 * Hands pages on in batches: each batch is shown at once, and to show one page takes longer than a
 * page of the cache takes to come.
 */
import type { LoadedPage } from '../service/load-page.js';

/** Pages that come within this time of each other are one batch. */
export const BATCH_MS = 500;

export interface PageBatches {
  add(page: LoadedPage): void;
  /** Hands on what waits, before anything else is said of the search. */
  flush(): void;
}

/** The first page goes on at once, and so does one that comes after a pause. */
export function openBatches(send: (pages: readonly LoadedPage[]) => void): PageBatches {
  let waiting: LoadedPage[] = [];
  let sentAtMs = -BATCH_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const pages = waiting;
    waiting = [];
    sentAtMs = performance.now();
    send(pages);
  };
  return {
    add: (page) => {
      waiting.push(page);
      const pauseMs = sentAtMs + BATCH_MS - performance.now();
      if (pauseMs <= 0) flush();
      else timer ??= setTimeout(flush, pauseMs);
    },
    flush,
  };
}
