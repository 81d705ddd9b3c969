/** What every verb is handed: the rooms below, time, chance and the settings (rule 8). */
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import type { Log } from '#base/log.js';
import type { Metrics } from '#base/metrics.js';
import type { SortedAreas } from '#collect/sorted-area.js';
import type { SourceClient } from '#collect/source-client.js';
import type { Limits } from '#contract/limits.js';
import type { Geo } from '#geo/geo.js';
import type { Pool } from '#store/db.js';
import type { Wake } from '#store/wake.js';
import type { ReadAheads } from './caches.js';
import type { Memory } from './memory.js';

export interface House {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Counts what happens, for /metrics. */
  readonly metrics: Metrics;
  readonly limits: Limits;
  /** Signs cursors; null when the operator has not set it: the service is then unconfigured. */
  readonly secret: string | null;
  readonly db: Pool;
  /** What the hot path keeps of the database. */
  readonly memory: Memory;
  readonly wake: Wake;
  readonly geo: Geo;
  readonly client: SourceClient;
  /** Whole searches in their order, for the pages that follow the first. */
  readonly sortedAreas: SortedAreas;
  /** Pages that were read ahead a short while ago. */
  readonly readAheads: ReadAheads;
  /** Aborts when the service begins to stop: whoever waits answers now. */
  readonly stopping: AbortSignal;
}

/** The moment as the store writes it. */
export const now = (house: House): Date => new Date(house.clock.nowMs());

/** A moment some seconds from now; negative for the past. */
export const secondsFromNow = (house: House, seconds: number): Date =>
  new Date(house.clock.nowMs() + seconds * 1000);
