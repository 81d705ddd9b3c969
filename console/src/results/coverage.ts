/** How much of a search the loaded pages hold, how old they are, and where they came from. */
import type { LoadedPage } from '../service/load-page.js';
import { count } from '../text/format.js';

export interface Coverage {
  /** Pages that are loaded, and about how many there are; null where no total is known. */
  readonly pages: number;
  readonly pagesInAll: number | null;
  /** Rows of the loaded pages. */
  readonly loaded: number;
  /**
   * Homes that the source reports; null when it reports none, or fewer than were loaded, and when
   * all are loaded: a source counts rows outside the area too, which are excluded.
   */
  readonly total: number | null;
  /** Whether pages are left. */
  readonly more: boolean;
  /** Whether the source could not show all homes of a loaded page. */
  readonly partial: boolean;
}

export function coverageOf(pages: readonly LoadedPage[]): Coverage {
  const loaded = pages.reduce((sum, { result }) => sum + result.count, 0);
  const reported = pages.find(({ result }) => result.reported_total !== null);
  const total = reported?.result.reported_total ?? 0;
  const more = (pages.at(-1)?.result.next_cursor ?? null) !== null;
  const partial = pages.some(({ result }) => result.completeness === 'partial');
  const known = (more || partial) && total >= loaded && total > 0 ? total : null;
  const largest = Math.max(...pages.map(({ result }) => result.count));
  const left = known === null || largest < 1 ? null : Math.ceil((known - loaded) / largest);
  return {
    pages: pages.length,
    pagesInAll: left === null ? null : pages.length + (more ? Math.max(1, left) : 0),
    loaded,
    total: known,
    more,
    partial,
  };
}

/** About how many pages are left, by the largest page; null where the source reports no total. */
export function pagesLeft(pages: readonly LoadedPage[]): number | null {
  const { pages: loaded, pagesInAll } = coverageOf(pages);
  return pagesInAll === null ? null : Math.max(1, pagesInAll - loaded);
}

/** Of several pages the one that was read first: all rows are at least as new. */
export function oldestOf(pages: readonly LoadedPage[]) {
  const [first, ...others] = pages.map(({ result }) => result);
  return others.reduce(
    (oldest, each) => (each.collected_at < oldest.collected_at ? each : oldest),
    first ?? { source: '', collected_at: '' },
  );
}

/** "From the cache", "New from source", "2 of 3 pages from the cache". */
export function originText(pages: readonly LoadedPage[]): string {
  const cached = pages.filter((page) => page.cached).length;
  if (cached === 0) return 'New from source';
  if (cached === pages.length) return 'From the cache';
  return `${count(cached)} of ${count(pages.length)} pages from the cache`;
}

/**
 * The share of all homes from which on figures of the loaded ones stand for all of them. Pages come
 * in the order of the source, by place or by price: a part is one edge and never a sample. Whatever
 * the missing tenth is, the median of all homes then lies between the 44th and the 56th percentile
 * of those that are loaded (1 - 0.5 / 0.9 and 0.5 / 0.9). Of half the homes it could be any.
 */
export const SHARE_MIN = 0.9;

/** Whether the median of the loaded homes is about that of all of them. */
export function isRepresentative({ loaded, total, more, partial }: Coverage): boolean {
  if (!more && !partial) return true;
  return total !== null && loaded >= total * SHARE_MIN;
}
