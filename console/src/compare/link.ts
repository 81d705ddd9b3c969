/**
 * The link of a comparison: `#/compare?left=…&right=…`. Each side is the link of a search: its
 * inputs and the request ids of its loaded pages. Opening it is free; nothing is searched.
 */
import type { Draft } from '../search/draft.js';
import { readLink } from '../shell/link.js';

const SEARCH = '#/search?';

export interface Side {
  /** The link of the search. */
  readonly link: string;
  readonly draft: Draft;
  readonly requestIds: readonly string[];
}

/** Null where a side is not chosen. */
export interface Sides {
  readonly left: Side | null;
  readonly right: Side | null;
}

export function readCompareLink(query: string): Sides {
  const sent = new URLSearchParams(query);
  return { left: sideOf(sent.get('left')), right: sideOf(sent.get('right')) };
}

function sideOf(query: string | null): Side | null {
  if (query === null || query === '') return null;
  const link = `${SEARCH}${query}`;
  const { draft, requestIds } = readLink(link);
  return { link, draft, requestIds };
}

/** The links of two searches; an empty one is not chosen. */
export function writeCompareLink(left: string, right: string): string {
  const sides = [
    ['left', left],
    ['right', right],
  ].flatMap(([name = '', link = '']) =>
    link === '' ? [] : [[name, link.replace(SEARCH, '')] as [string, string]],
  );
  return sides.length === 0 ? '#/compare' : `#/compare?${new URLSearchParams(sides)}`;
}
