/**
 * What the modules count, for `/metrics`. Labels are names from tables (routes, sources, outcomes)
 * and HTTP statuses, never an id, a key, a query or a cursor, so that the number of series stays
 * small.
 */
export interface Metrics {
  /** One answered call. */
  called(route: string, status: number, seconds: number): void;
  /** How an accepted search was answered. */
  searched(route: string, how: 'hit' | 'miss' | 'collapsed' | 'replayed'): void;
  /** One collection that ended in this process. */
  collected(route: string, outcome: string, seconds: number): void;
  /** Jobs that were settled by a collection. */
  settled(route: string, outcome: string, jobs: number): void;
  /** One request to a source; `seconds` only when it answered with a page. */
  asked(source: string, outcome: string, seconds: number | null): void;
  /** A source failed a collection or an area of lookups, by the kind of the failure. */
  failed(source: string, kind: string): void;
  /** Rows of a replicated feed that were stored (new or changed) or removed. */
  kept(feed: string, change: 'stored' | 'removed', rows: number): void;
  /** A pull of a replicated feed ended, or a comparison of its keys. */
  pulled(feed: string, what: 'pull' | 'keys', outcome: 'ok' | 'failed'): void;
  /** One attempt to deliver an event to a webhook endpoint. */
  sent(outcome: 'delivered' | 'failed'): void;
  /** A home was returned, with this many rows that a fact kept separate. */
  homeShown(contradictions: number): void;
  /** Credits were captured. */
  captured(credits: number): void;
  /** A long poll is held; call the returned function when it is answered. */
  pollBegan(): () => void;
  /** The backlog as read from the store just now; null when the database is unreachable. */
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
  /** Age of the oldest queued collection; 0 without one. */
  readonly oldest_queued_s: number;
  /** The clock step that is being waited out; 0 without one. */
  readonly clock_step_s: number;
  readonly pending_requests: number;
  readonly credits_reserved: number;
  /** Replicated feeds: row count and lag; the lag is null before the first pull has ended. */
  readonly replicas: Readonly<
    Record<string, { readonly rows: number; readonly lag_s: number | null }>
  >;
  /** Fields that a route's source no longer sends as it did, by route. */
  readonly lost_fields: Readonly<Record<string, number>>;
  /** 1 where the circuit of a source or one of its feeds is open, else 0. */
  readonly circuits: Readonly<Record<string, 0 | 1>>;
}
