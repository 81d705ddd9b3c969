/** Watches, their runs and the event log: limits and values of the resources (docs/watches.md). */
import type { Kind } from './values.js';

/** Seconds between the runs of a watch: from a quarter of an hour to a week. */
export const INTERVAL_S_MIN = 900;
export const INTERVAL_S_MAX = 604_800;
export const INTERVAL_S_DEFAULT = 86_400;
/** Local times per day. */
export const TIMES_MAX = 4;
export const NAME_CHARS_MAX = 200;
/** Complete runs in a row without a home until it counts as removed. */
export const RUNS_UNTIL_REMOVED_DEFAULT = 2;
export const RUNS_UNTIL_REMOVED_MAX = 10;
/** Most homes in one event; a run with more writes several. */
export const EVENT_CHANGES_MAX = 20;
/** Bytes of an event's data, so that a delivery stays below 20 kB. */
export const EVENT_BYTES_MAX = 18_000;
export const EVENTS_LIMIT_DEFAULT = 100;
export const EVENTS_LIMIT_MAX = 500;
export const RUNS_SHOWN = 50;
/** Largest JSON body that a call may send. */
export const BODY_BYTES_MAX = 16_384;

/** Changes of a home that a run may report. */
export const CHANGE_KINDS = ['added', 'changed', 'removed', 'relisted'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Why a watch is paused; error codes of the same name mean the same. */
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
  'watch.started': 'The first complete run, with which later runs are compared.',
  'watch.changed': 'Homes appeared, changed, left or returned since the previous run.',
  'watch.rebased': 'The rules of the search changed; later runs are compared with this one.',
  'watch.partial': 'A run was incomplete: its homes are reported, and none counts as removed.',
  'watch.failed': 'Three consecutive runs failed.',
  'watch.paused': 'The watch stops until it is resumed, or until credits are available again.',
  'watch.resumed': 'The watch runs again.',
  'job.completed': 'A job is complete. Written only if an endpoint receives this type.',
  'job.failed':
    'A job failed; nothing was charged. Written only if an endpoint receives this type.',
  'endpoint.disabled': 'An endpoint receives nothing more until it is enabled.',
  'endpoint.test': 'A test event; only the tested endpoint receives it.',
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
/** Extras whose change is reported, where a source has them. */
const AUCTION_WATCHED = [
  ...LISTING_WATCHED,
  'extras.auction_start',
  'extras.auction_end',
  'extras.starting_bid',
  'extras.listing_status_raw',
] as const;

/** Reported fields by kind: a closed list, without fields that change by themselves. */
export const WATCHED_FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  listings: LISTING_WATCHED,
  rentals: LISTING_WATCHED,
  auctions: AUCTION_WATCHED,
  sold: SOLD_WATCHED,
};
export const ALL_WATCHED_FIELDS: readonly string[] = [
  ...new Set(Object.values(WATCHED_FIELDS).flat()),
];

/** One home in a `watch.changed` event. */
export interface HomeChange {
  readonly kind: ChangeKind;
  readonly source_id: string;
  /** The current row of the home; of a removed one, the last one seen. */
  readonly row: Readonly<Record<string, unknown>>;
  /** The old values of the watched fields that changed. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  /** The id that a relisted home had before. */
  readonly previous_source_id: string | null;
  readonly last_seen_at: string;
}
