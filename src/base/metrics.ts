/**
 * What the modules count, for `/metrics`. Labels are names of tables (routes, sources, outcomes) and
 * HTTP statuses: never an id, a key, a query or a cursor, so that the series stay few.
 */
export interface Metrics {
  /** One answered call. */
  called(route: string, status: number, seconds: number): void;
  /** How an accepted search was answered. */
  searched(route: string, how: 'hit' | 'miss' | 'collapsed' | 'replayed'): void;
  /** One collection that ended in this process, with the jobs that waited for it. */
  collected(route: string, outcome: string, seconds: number): void;
  /** Jobs that were settled by a collection. */
  settled(route: string, outcome: string, jobs: number): void;
  /** One request to a source; seconds when it answered with a page. */
  asked(source: string, outcome: string, seconds: number | null): void;
  /** Rows of a replicated feed were new or changed, or were removed. */
  kept(feed: string, change: 'stored' | 'removed', rows: number): void;
  /** A pull of such a feed, or a comparison of its keys, ended. */
  pulled(feed: string, what: 'pull' | 'keys', outcome: 'ok' | 'failed'): void;
  /** One attempt to deliver an event to a webhook endpoint. */
  sent(outcome: 'delivered' | 'failed'): void;
  /** A home was shown, with this many rows that a fact kept apart. */
  homeShown(contradictions: number): void;
  /** Credits were captured. */
  captured(credits: number): void;
  /** A poll is held; gives what to call when it is answered. */
  pollBegan(): () => void;
  /** What was read from the store just now. */
  backlog(now: Backlog | null): void;
  /** Adds the metrics of the process itself; call it once in a process. */
  watchProcess(): void;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

/** Gauges of the store. A null in their place means that the database is unreachable. */
export interface Backlog {
  readonly queued: number;
  readonly running: number;
  readonly queue_max: number;
  /** Age of the oldest collection that waits; 0 when none does. */
  readonly oldest_queued_s: number;
  /** Of the clock, while it is waited out; 0 without. */
  readonly clock_step_s: number;
  readonly pending_requests: number;
  readonly credits_reserved: number;
  /** The feeds that are kept here: their rows, and how old they are; null before the first pull has ended. */
  readonly replicas: Readonly<
    Record<string, { readonly rows: number; readonly lag_s: number | null }>
  >;
  /** 1 where the circuit of a source or one of its feeds is open, else 0. */
  /** Fields that a route's source no longer sends as it did, by route. */
  readonly lost_fields: Readonly<Record<string, number>>;
  readonly circuits: Readonly<Record<string, 0 | 1>>;
}
