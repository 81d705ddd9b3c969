/** What every use case is handed: the store, the sources, time, randomness and the settings. */
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import type { Limits } from '#base/limits.js';
import type { Log } from '#base/log.js';
import type { Metrics } from '#base/metrics.js';
import type { Traces } from '#base/traces.js';
import type { FieldHistory } from '#collect/checks/field-history.js';
import type { SortedAreas } from '#collect/pages/sorted-area.js';
import type { SortedMemory } from '#collect/pages/sorted-memory.js';
import { originOf } from '#collect/upstream/origin.js';
import type { SourceClient } from '#collect/upstream/source-client.js';
import type { Route } from '#contract/routes.js';
import type { Geo } from '#geo/geo.js';
import type { Pool } from '#store/db.js';
import type { Notifications } from '#store/notifications.js';
import type { Caches } from './caches.js';
import type { OpenSets } from './datasets/set-spool.js';
import type { Tables } from './datasets/tables.js';
import type { FileReader } from './files/file-reader.js';
import type { FailedCalls } from './operations/failed-calls.js';
import type { LearnedBatches } from './search/learned-batches.js';
import type { BodyCodec } from './search/page-cache.js';
import type { ReadAheads } from './search/query-cache.js';
import type { WebhookClient } from './webhooks/webhook-client.js';

export interface App {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Counts what happens, for /metrics. */
  readonly metrics: Metrics;
  /** Writes down what happens, call by call, where the operator collects traces. */
  readonly traces: Traces;
  readonly limits: Limits;
  /** Signs cursors; null when the operator has not set it: the service is then unconfigured. */
  readonly secret: string | null;
  readonly db: Pool;
  /** The same for the calls of one account: accounts take turns in it. */
  readonly dbOf: (account: string) => Pool;
  /** Compresses the bodies of pages. */
  readonly codec: BodyCodec;
  /** What the hot path keeps of the database. */
  readonly caches: Caches;
  readonly notifications: Notifications;
  readonly geo: Geo;
  readonly client: SourceClient;
  /** The way out to webhook endpoints. */
  readonly webhooks: WebhookClient;
  /** How often the fields of each source are filled. */
  readonly fieldHistory: FieldHistory;
  /** The rows of imported files. */
  readonly tables: Tables;
  /** Open data: its presets, the way to its servers, and what is read now. */
  readonly openSets: OpenSets;
  /** Reads the files that operators import. */
  readonly files: FileReader;
  /** Whole searches in their order, for the pages that follow the first. */
  readonly sortedAreas: SortedAreas;
  /** Bounds what searches hold while they are read whole. */
  readonly sortedMemory: SortedMemory;
  /** What was learned of places and is not yet written. */
  readonly learned: LearnedBatches;
  /** Routes whose places are audited now: one at a time, so that collectors are free for callers. */
  readonly audits: Set<string>;
  /** Pages that were read ahead a short while ago. */
  readonly readAheads: ReadAheads;
  /** Calls that this process answered with 500 or above. */
  readonly failedCalls: FailedCalls;
  /** Aborts when the service begins to stop: whoever waits answers now. */
  readonly stopping: AbortSignal;
}

/** The parts that a use case takes; `App` is what has them all. */
export type Parts<Names extends keyof App> = Pick<App, Names>;

/** The moment as the store writes it. */
export const now = (app: Parts<'clock'>): Date => new Date(app.clock.nowMs());

/** A moment some seconds from now; negative for the past. */
export const secondsFromNow = (app: Parts<'clock'>, seconds: number): Date =>
  new Date(app.clock.nowMs() + seconds * 1000);

/** The name under which the health of a route is kept. */
export const healthName = ({ client }: Parts<'client'>, { id, source }: Route): string =>
  originOf(id, client.isSandbox(source));
