/** The parts that use cases share: the store, the sources, time, randomness and the settings. */
import type { Clock } from '#base/clock.js';
import type { Ids } from '#base/ids.js';
import type { Limits } from '#base/limits.js';
import type { Log } from '#base/log.js';
import type { Metrics } from '#base/metrics.js';
import type { Traces } from '#base/traces.js';
import type { Turns } from '#base/turns.js';
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
import type { Mailer } from './mail/mailer.js';
import type { FailedCalls } from './operations/failed-calls.js';
import type { LearnedBatches } from './search/learned-batches.js';
import type { BodyCodec } from './search/page-cache.js';
import type { ReadAheads } from './search/query-cache.js';
import type { SqlSessions } from './sql/sessions.js';
import type { WebhookClient } from './webhooks/webhook-client.js';

export interface App {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** The counters for /metrics. */
  readonly metrics: Metrics;
  /** Writes traces of calls where the operator collects them. */
  readonly traces: Traces;
  readonly limits: Limits;
  /** Signs cursors; null when the operator has not set it: the service is then unconfigured. */
  readonly secret: string | null;
  readonly db: Pool;
  /** The same for the calls of one account: accounts take turns on the connections. */
  readonly dbOf: (account: string) => Pool;
  /** Compresses the bodies of pages. */
  readonly codec: BodyCodec;
  /** Database contents cached for the hot path. */
  readonly caches: Caches;
  readonly notifications: Notifications;
  readonly geo: Geo;
  readonly client: SourceClient;
  /** Sends to webhook endpoints. */
  readonly webhooks: WebhookClient;
  /** Sends mails; null when the operator has not set it up. */
  readonly mail: Mailer | null;
  /** Fill rates of the fields of each source. */
  readonly fieldHistory: FieldHistory;
  /** The rows of imported files. */
  readonly tables: Tables;
  /** Open data: its presets, the way to its servers, and what is read now. */
  readonly openSets: OpenSets;
  /** Reads the files that operators import. */
  readonly files: FileReader;
  /** Complete sorted searches, for the pages after the first. */
  readonly sortedAreas: SortedAreas;
  /** Bounds the memory of searches while they are read completely. */
  readonly sortedMemory: SortedMemory;
  /** What was learned about places and is not stored yet. */
  readonly learned: LearnedBatches;
  /** Routes whose places are being audited: one at a time, to leave collectors free for callers. */
  readonly audits: Set<string>;
  /** Pages that were read ahead recently. */
  readonly readAheads: ReadAheads;
  /** Reads of areas in this process, each with many homes in memory. */
  readonly areaReads: Turns;
  /** The processes that run statements in SQL. */
  readonly sql: SqlSessions;
  /** Calls that this process answered with status 500 or above. */
  readonly failedCalls: FailedCalls;
  /** Aborts when the service begins to stop: waiting calls are answered now. */
  readonly stopping: AbortSignal;
}

/**
 * The parts that a use case takes; `App` has all of them. It names up to five: one that needs more
 * leads most of the service, and takes `App`.
 */
export type Parts<Names extends keyof App> = Pick<App, Names>;

/** The current time as the store writes it. */
export const now = (app: Parts<'clock'>): Date => new Date(app.clock.nowMs());

/** A moment some seconds from now; negative for the past. */
export const secondsFromNow = (app: Parts<'clock'>, seconds: number): Date =>
  new Date(app.clock.nowMs() + seconds * 1000);

/** The name under which the health of a route is stored. */
export const healthName = ({ client }: Parts<'client'>, { id, source }: Route): string =>
  originOf(id, client.isSandbox(source));
