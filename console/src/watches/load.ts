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

export const loadWatches = async (client: Rowhouse, signal: AbortSignal) =>
  (await client.watches.list({ signal })).watches;

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
