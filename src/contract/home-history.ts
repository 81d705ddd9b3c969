/** The price and status history of a home, from the watches of an account (docs/watches.md). */

/** Path below BASE_PATH; `{source}` is the name of a source. */
export const HISTORY_PATH = '/{source}/home/history';

/** The fields of a row that make up a state of a home, as far as watches of its kind have them. */
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

/** The newest states of a home in one answer. */
export const STATES_SHOWN = 500;
/** The newest gaps of a watch in one answer. */
export const GAPS_SHOWN = 100;

/** Why a state ended. */
export const STATE_ENDS = {
  changed: 'The price or status changed.',
  removed: 'Consecutive complete runs did not see the home.',
  relisted: 'The home returned under another id.',
  search_changed: 'The search of the watch or its rules changed.',
} as const;
export type StateEnd = keyof typeof STATE_ENDS;
