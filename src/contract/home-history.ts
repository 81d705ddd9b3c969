/** The price and status history of a home, from the watches of an account (docs/watches.md). */
import type { OrOther } from './answers.js';

/** Path below BASE_PATH; `{source}` stands for the name of a source. */
export const HISTORY_PATH = '/{source}/home/history';

/** The fields of a row that make a state of a home, as far as watches of its kind have them. */
export const HISTORY_FIELDS = [
  'status',
  'listing_kind',
  'list_price',
  'rent_monthly',
  'sale_price',
  'sold_date',
  'extras.listing_status_raw',
  'extras.starting_bid',
  'extras.auction_end',
] as const;

/** Longest id of a home that is looked for. */
export const SOURCE_ID_CHARS_MAX = 200;
/** The newest states of a home that one answer has. */
export const STATES_SHOWN = 500;
/** The newest gaps of a watch that one answer has. */
export const GAPS_SHOWN = 100;

/** Why a state ended. */
export const STATE_ENDS = {
  changed: 'Another state followed.',
  removed: 'Complete runs in a row did not see the home.',
  relisted: 'The home came under another id.',
  search_changed: 'The watch was given another search, or read by other rules.',
} as const;
export type StateEnd = keyof typeof STATE_ENDS;

/** Prices and status of a home from the first to the last run that saw them so. */
export interface HomeState {
  readonly from: string;
  readonly to: string;
  /** Values by the names of the row's fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Null while the state holds. */
  readonly ended_by: OrOther<StateEnd> | null;
  /** The id that the home has since, where it was relisted. */
  readonly next_source_id: string | null;
}

/** A time in which the search was not read whole, although it was to be. */
export interface WatchGap {
  readonly from: string;
  /** Null while it lasts. */
  readonly to: string | null;
}

/** What one watch saw of a home. */
export interface WatchedHome {
  readonly watch_id: string;
  readonly route: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Since when the watch reads; before it nothing is known. */
  readonly watched_since: string;
  readonly last_complete_at: string | null;
  /** Since the home was first seen, oldest first. */
  readonly gaps: readonly WatchGap[];
  /** The id that the home had before, where it was relisted. */
  readonly previous_source_id: string | null;
  /** Oldest first. */
  readonly states: readonly HomeState[];
  /** Older states that are not shown. */
  readonly states_left_out: number;
}

/** The answer of `GET /v1/{source}/home/history`. */
export interface HomeHistoryBody {
  readonly source: string;
  readonly source_id: string;
  /** The watches of the account that saw the home, oldest first; none when no watch did. */
  readonly watches: readonly WatchedHome[];
}
