/** How much of a search the loaded pages hold. */
import type { LoadedPage } from '../service/load-page.js';

export interface Coverage {
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
  return {
    loaded,
    total: (more || partial) && total >= loaded && total > 0 ? total : null,
    more,
    partial,
  };
}

/** About how many pages are left, by the largest page; null where the source reports no total. */
export function pagesLeft(pages: readonly LoadedPage[]): number | null {
  const { loaded, total } = coverageOf(pages);
  const largest = Math.max(...pages.map(({ result }) => result.count));
  if (total === null || largest < 1) return null;
  return Math.max(1, Math.ceil((total - loaded) / largest));
}
