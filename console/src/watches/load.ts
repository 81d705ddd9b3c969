/** What the pages of watches show, loaded by the published client. Free. */
import type { EventBody, Rowhouse, WatchAnswer, WatchRunBody } from '#client/index.js';

export type Watch = Omit<WatchAnswer, 'meta'>;

export interface WatchDetails {
  readonly watch: Watch;
  /** Newest first. */
  readonly runs: readonly WatchRunBody[];
  /** The newest events of the watch, newest first. */
  readonly events: readonly EventBody[];
}

const EVENTS_SHOWN = 100;

export async function loadWatch(
  client: Rowhouse,
  watchId: string,
  signal: AbortSignal,
): Promise<WatchDetails> {
  const [watch, { runs }, { events }] = await Promise.all([
    client.watches.get(watchId, { signal }),
    client.watches.runs(watchId, { signal }),
    client.events.newest({ watch: watchId, limit: EVENTS_SHOWN }, { signal }),
  ]);
  return { watch, runs, events };
}

/** A run takes seconds: until it ends, the page looks this often. */
const RUNNING_MS = 2_000;

/** How soon watches are loaded again: false while none of them runs or is due. */
export const runningMs = (watches: readonly Watch[]): number | false =>
  watches.some((watch) => isRunning(watch) || isDue(watch)) && RUNNING_MS;

/** Whether a run is in progress, or the first one is about to begin. */
export const isRunning = ({ state, last_run }: Watch): boolean =>
  last_run === null ? state === 'active' : last_run.state === 'running';

/** A watch that was resumed is due at once, and runs a moment later. */
const isDue = ({ next_run_at }: Watch): boolean =>
  next_run_at !== null && Date.parse(next_run_at) <= Date.now();

/** Why a watch without a complete run reports no changes; null for any other. */
export function waitingText({
  last_complete_at,
  last_run,
}: Pick<Watch, 'last_complete_at' | 'last_run'>): string | null {
  if (last_complete_at !== null) return null;
  const first = 'Changes are reported from the first complete run on.';
  if (last_run?.state !== 'partial') return first;
  const why = last_run.reason === null ? '' : ` (${last_run.reason})`;
  return `${first} The last run was partial${why}. If the reason stays the same, narrow the search or pause the watch.`;
}
