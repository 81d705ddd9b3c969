/** Searches of this browser: the recent ones, and those that were saved. */
import { readLink } from '../shell/link.js';
import { openStored, useStored } from '../shell/stored.js';
import { routeOr, routeTitle } from '../text/labels.js';
import { areaText, type Draft, queryOf } from './draft.js';
import { filterWords } from './filter-words.js';

export interface PastSearch {
  /** The inputs alone: one entry for each search. */
  readonly query: string;
  /** The link that opens it, with the pages that were loaded. */
  readonly link: string;
  readonly title: string;
  readonly rows: number;
  /** When the source was read for its oldest page, in ISO 8601. */
  readonly at: string;
  readonly saved: boolean;
}

const RECENT_MAX = 12;
const SAVED_MAX = 50;

const store = openStored<readonly PastSearch[]>('rowhouse-searches', (kept) =>
  Array.isArray(kept) ? kept.filter(isPast).map(retitled) : [],
);

/** Newest first. */
export const useSearches = (): readonly PastSearch[] => useStored(store);

/** Puts a search in front; a saved one stays saved. The oldest that are not saved are forgotten. */
export function remember(draft: Draft, link: string, rows: number, at: string): void {
  const query = `${draft.routeId}?${new URLSearchParams(queryOf(draft))}`;
  const before = store.get().find((each) => each.query === query);
  const others = store.get().filter((each) => each !== before);
  const saved = before?.saved ?? false;
  store.set(bounded([{ query, link, title: titleOf(draft), rows, at, saved }, ...others]));
}

export function setSaved(query: string, saved: boolean): void {
  store.set(bounded(store.get().map((each) => (each.query === query ? { ...each, saved } : each))));
}

export function forget(query: string): void {
  store.set(store.get().filter((each) => each.query !== query));
}

function bounded(searches: readonly PastSearch[]): PastSearch[] {
  const saved = searches.filter((each) => each.saved).slice(0, SAVED_MAX);
  const recent = searches.filter((each) => !each.saved).slice(0, RECENT_MAX);
  return searches.filter((each) => saved.includes(each) || recent.includes(each));
}

/** "Portal A · For sale in 78704, ≥ $1.5M, 3+ beds". */
export function titleOf(draft: Draft): string {
  return [`${routeTitle(routeOr(draft.routeId))} ${areaText(draft)}`, ...filterWords(draft)].join(
    ', ',
  );
}

/**
 * Earlier versions stored titles without the filters. A function statement, as the one above: the
 * store calls both while this module loads.
 */
function retitled(past: PastSearch): PastSearch {
  return { ...past, title: titleOf(readLink(past.link).draft) };
}

function isPast(value: unknown): value is PastSearch {
  return (
    isLinked<PastSearch>(value, ['query', 'link', 'title', 'at']) &&
    typeof value.rows === 'number' &&
    typeof value.saved === 'boolean'
  );
}

/** Whether what was stored has these texts, and a link of this page, whatever wrote it. */
export function isLinked<T extends { readonly link: string }>(
  value: unknown,
  texts: readonly (keyof T)[],
): value is T {
  const kept = value as T | null;
  return (
    typeof kept === 'object' &&
    kept !== null &&
    texts.every((name) => typeof kept[name] === 'string') &&
    kept.link.startsWith('#/search?')
  );
}
