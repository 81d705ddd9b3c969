/** Watches, their runs and the event log: what these resources take and answer (docs/watches.md). */
import type { OrOther } from './answers.js';
import type { Kind } from './values.js';

/** Seconds between the runs of a watch: from a quarter of an hour to a week. */
export const INTERVAL_S_MIN = 900;
export const INTERVAL_S_MAX = 604_800;
export const INTERVAL_S_DEFAULT = 86_400;
/** Local times of one day. */
export const TIMES_MAX = 4;
export const WATCH_NAME_CHARS_MAX = 200;
/** Complete runs in a row without a home until it counts as removed. */
export const RUNS_UNTIL_REMOVED_DEFAULT = 2;
export const RUNS_UNTIL_REMOVED_MAX = 10;
/** Homes in one event at most; a run with more writes several. */
export const EVENT_CHANGES_MAX = 20;
/** Bytes of an event's data, so that a delivery stays below 20 kB. */
export const EVENT_BYTES_MAX = 18_000;
export const EVENTS_LIMIT_DEFAULT = 100;
export const EVENTS_LIMIT_MAX = 500;
export const RUNS_SHOWN = 50;
/** Largest JSON body that a call may send. */
export const BODY_BYTES_MAX = 16_384;

/** What a run may report of a home. */
export const CHANGE_KINDS = ['added', 'changed', 'removed', 'relisted'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Why a watch is paused; the words of errors mean the same. */
export const PAUSE_REASONS = [
  'by_caller',
  'quota_exceeded',
  'max_credits_per_run',
  'key_ended',
  'feed_not_granted',
  'watch_not_allowed',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** The events of the log. */
export const EVENT_TYPES = {
  'watch.started': 'The first complete run: what it showed is what later runs are compared with.',
  'watch.changed': 'Homes appeared, changed, left or came back since the run before.',
  'watch.rebased':
    'The search is read by other rules now: this run is what later ones are compared with.',
  'watch.partial':
    'A run was not complete: what it showed is reported, and nothing counts as removed.',
  'watch.failed': 'Three runs in a row failed.',
  'watch.paused': 'The watch runs no more until it is resumed, or until there are credits again.',
  'watch.resumed': 'The watch runs again.',
  'job.completed': 'A job has its page. Written where an endpoint asks for it.',
  'job.failed': 'A job failed; nothing was charged. Written where an endpoint asks for it.',
  'endpoint.disabled': 'An endpoint gets no more deliveries until it is enabled.',
  'endpoint.test': 'A test event; only the endpoint that is tested gets it.',
} as const;
export type EventType = keyof typeof EVENT_TYPES;

const LISTING_WATCHED = [
  'status',
  'listing_kind',
  'list_price',
  'rent_monthly',
  'list_date',
  'beds',
  'baths',
  'living_area_sqft',
  'property_type',
  'address',
  'broker_name',
  'agent_name',
] as const;
const SOLD_WATCHED = [
  'sold_date',
  'sale_price',
  'list_price',
  'beds',
  'baths',
  'living_area_sqft',
  'property_type',
  'address',
  'broker_name',
] as const;
/** Extras whose change is news, where a source has them. */
const AUCTION_WATCHED = [
  ...LISTING_WATCHED,
  'extras.auction_start',
  'extras.auction_end',
  'extras.starting_bid',
  'extras.listing_status_raw',
] as const;

/** The fields whose change is reported, by kind: a closed list. What moves by itself is not in it. */
export const WATCHED_FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  listings: LISTING_WATCHED,
  rentals: LISTING_WATCHED,
  auctions: AUCTION_WATCHED,
  sold: SOLD_WATCHED,
};
export const ALL_WATCHED_FIELDS: readonly string[] = [
  ...new Set(Object.values(WATCHED_FIELDS).flat()),
];

/** When a watch runs: every so many seconds, or at local times of each day. */
export type Schedule =
  | { readonly interval_s: number }
  | { readonly times: readonly string[]; readonly time_zone: string };

/** A value of a query as JSON: lists stand for values with commas. */
export type QueryValue = string | number | readonly (string | number)[];

/** The body of `POST /v1/watches`. */
export interface NewWatch {
  readonly route: string;
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly name?: string;
  readonly interval_s?: number;
  readonly times?: readonly string[];
  readonly time_zone?: string;
  readonly events?: readonly ChangeKind[];
  readonly fields?: readonly string[];
  /** Prices that moved by less are no change, in whole units of the currency. */
  readonly min_price_change?: number;
  readonly max_credits_per_run?: number | null;
  readonly runs_until_removed?: number;
  /** Tell the price and store nothing. */
  readonly estimate?: boolean;
}

/** The body of `PATCH /v1/watches/{watch_id}`: the members to change. */
export type WatchChanges = Omit<Partial<NewWatch>, 'route' | 'estimate'> & {
  readonly state?: 'active' | 'paused';
};

/** What a watch will cost; null where no count of the search is known yet. */
export interface WatchEstimate {
  /** Homes that the source counted, and when. */
  readonly homes: number | null;
  readonly counted_at: string | null;
  readonly pages: number | null;
  readonly credits_per_run: number | null;
  readonly runs_per_month: number;
  readonly credits_per_month: number | null;
}

export interface WatchRunBody {
  readonly run_id: string;
  readonly state: OrOther<'running' | 'complete' | 'partial' | 'failed'>;
  /** Why it is not complete. */
  readonly reason: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly pages: number;
  readonly credits: number;
  readonly homes: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly relisted: number;
}

export interface WatchBody {
  readonly watch_id: string;
  readonly name: string;
  readonly route: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly schedule: Schedule;
  readonly events: readonly string[];
  readonly fields: readonly string[];
  readonly min_price_change: number;
  readonly max_credits_per_run: number | null;
  readonly runs_until_removed: number;
  readonly state: OrOther<'active' | 'paused'>;
  readonly pause_reason: string | null;
  /** The key that answers for it: it made it, or resumed it. */
  readonly key_id: string;
  readonly created_at: string;
  readonly next_run_at: string | null;
  readonly last_complete_at: string | null;
  readonly last_run: WatchRunBody | null;
  readonly estimate: WatchEstimate;
}

export interface WatchesBody {
  readonly watches: readonly WatchBody[];
}

export interface WatchRunsBody {
  readonly runs: readonly WatchRunBody[];
}

/** One home in a `watch.changed` event. */
export interface HomeChange {
  readonly kind: ChangeKind;
  readonly source_id: string;
  /** The home as it is; of a removed one as it was last seen. */
  readonly row: Readonly<Record<string, unknown>>;
  /** The old values of the watched fields that changed. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  /** The id that a relisted home had before. */
  readonly previous_source_id: string | null;
  readonly last_seen_at: string;
}

export interface EventBody {
  readonly seq: number;
  readonly event_id: string;
  readonly type: OrOther<EventType>;
  readonly timestamp: string;
  readonly watch_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A page of the event log. */
export interface EventsBody {
  readonly events: readonly EventBody[];
  /** What to send as `after` for the events that follow. */
  readonly next_after: number;
  /** What to send as `before` for the events that come before; null when no earlier ones are kept. */
  readonly next_before: number | null;
  /** The newest event of the account. */
  readonly last_seq: number;
}
