/** The page of a search: the state is in its address, the answer in a script of the document. */
import type { PortalAnswer, PortalRequest } from '../portal.js';
import { membersOf, readJson } from '../text.js';

/** `/homes/`, or `/homes/78704_rb/` for a place. */
const PATH = /^\/homes\/(?:[^/]+_rb\/)?$/;
const PLACE = /_rb\/$/;
/** Where a place search leads that has only a region or only bounds: a place the site chooses. */
const ELSEWHERE = { west: -74.05, south: 40.57, east: -73.83, north: 40.74 };

/** Whether a request is for the page of a search. */
export const isSearchPage = ({ path }: PortalRequest): boolean => PATH.test(path);

/** The body of the equivalent state call. */
export function bodyOfPage({ path, query }: PortalRequest): string {
  const state = membersOf(readJson(query.get('searchQueryState') ?? '')) ?? {};
  const { mapBounds, regionSelection, ...others } = state;
  const isPinned = mapBounds !== undefined && regionSelection !== undefined;
  const isOpen = !PLACE.test(path) && mapBounds !== undefined;
  return JSON.stringify({
    searchQueryState: isPinned || isOpen ? state : { ...others, mapBounds: ELSEWHERE },
    wants: { cat1: ['listResults', 'mapResults'] },
  });
}

const BEFORE =
  '<!DOCTYPE html><html lang="en"><head><title>Homes</title></head><body>' +
  '<script id="__NEXT_DATA__" type="application/json">';
const AFTER = '</script></body></html>';

/** The answer as embedded in the page. */
export const asSearchPage = (searchPageState: unknown): PortalAnswer => ({
  status: 200,
  json: { props: { pageProps: { searchPageState } } },
  page: { before: BEFORE, after: AFTER },
});
