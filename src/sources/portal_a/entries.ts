/**
 * The two ways to send a search to the source: its state call, and the page of a search, whose
 * address carries the same state. The operator chooses one with the option `entry`.
 */
import type { SourceProfile, UpstreamRequest } from '../driver.js';

/** The search; both entries take it, with the same members. */
export type SearchState = Readonly<Record<string, unknown>>;

/** Whether the page is requested instead of the state call. */
export const asksPages = ({ entry }: SourceProfile['options']): boolean => entry === 'page';

/** The state call; `wants` lists the requested parts of the answer. */
export const stateCall = (
  state: SearchState,
  wants: Readonly<Record<string, readonly string[]>>,
  more: object = {},
): UpstreamRequest => ({
  method: 'PUT',
  path: '/async-create-search-page-state',
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  body: JSON.stringify({ searchQueryState: state, wants, requestId: 1, ...more }),
});

/**
 * The page of a search. The path names a place as people write it, "78704" or "st paul, MN", and
 * the state holds its region and bounds: with only one of the two, the site answers for a place of
 * its own choice.
 */
export const pageRequest = (state: SearchState, place: string | undefined): UpstreamRequest => ({
  method: 'GET',
  path: `/homes/${slugOf(place)}?searchQueryState=${encodeURIComponent(JSON.stringify(state))}`,
  headers: { accept: 'text/html' },
  body: null,
});

/** "st paul, MN" becomes `st-paul,-MN_rb/`; a box without a name has no slug. */
const slugOf = (place: string | undefined): string =>
  place === undefined
    ? ''
    : `${encodeURIComponent(place.replaceAll(' ', '-')).replaceAll('%2C', ',')}_rb/`;
