/** Loads a page again while a run is in progress or due. */
import { useEffect } from 'react';
import type { Watch } from './load.js';

/** A run takes seconds: until it ends, the page looks this often. */
const RUNNING_MS = 2_000;

/** Loads the watches again, by `refresh`, until none of them runs or is due. */
export function useRunning(watches: readonly Watch[], refresh: () => void): void {
  useEffect(() => {
    if (!watches.some((watch) => isRunning(watch) || isDue(watch))) return;
    const timer = setTimeout(refresh, RUNNING_MS);
    return () => clearTimeout(timer);
  }, [watches, refresh]);
}

/** Whether a run is in progress, or the first one is about to begin. */
export const isRunning = ({ state, last_run }: Watch): boolean =>
  last_run === null ? state === 'active' : last_run.state === 'running';

/** A watch that was resumed is due at once, and runs a moment later. */
const isDue = ({ next_run_at }: Watch): boolean =>
  next_run_at !== null && Date.parse(next_run_at) <= Date.now();
