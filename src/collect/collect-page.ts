import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import type { ParsedRow } from '#domain/parsed-row.js';
import { type Position, START } from '#domain/position.js';
import { SourceError } from '#sources/driver.js';
import { type AreaSearch, countsExactly, Progress } from './area-search.js';
import { areaPage, type CollectedPage } from './page.js';
import { readArea } from './read-area.js';
import { isReadWhole, readSorted, rowsOf, type SortedStore } from './sorted-area.js';

/** Which page of a search is wanted, and what bounds it. */
export interface PageWanted {
  readonly kind: Kind;
  readonly position: Position;
  readonly pageRows: number;
  /** Names the search without its position: sorted areas are kept under it. */
  readonly searchHash: string;
  readonly sorted: SortedStore;
}

/**
 * Reads one page of a search from its source: area → tiles → pages → rows → checks → filters → one
 * immutable page. Throws SourceError when the source gives nothing that can be delivered.
 */
export async function collectPage(search: AreaSearch, wanted: PageWanted): Promise<CollectedPage> {
  const { kind, position, pageRows } = wanted;
  const progress = new Progress(position, pageRows + 1);
  const taken = isReadWhole(search, kind)
    ? await takeSorted(search, progress, wanted)
    : await takeRows(search, progress, pageRows);
  const total = countsExactly(search) ? progress.reportedTotal : null;
  return areaPage(kind, taken, progress, total, search.clock.nowMs());
}

interface Taken {
  readonly rows: readonly ParsedRow<Row>[];
  /** Where the next page begins; null when this one is the last. */
  readonly next: Position | null;
}

/**
 * Takes a full page and looks one row further, so that the last page knows that it is the last. When
 * the source fails for a while in the middle, the page ends early and the next one goes on there.
 */
async function takeRows(search: AreaSearch, progress: Progress, pageRows: number): Promise<Taken> {
  const rows: ParsedRow<Row>[] = [];
  try {
    for await (const { row, before } of readArea(search, progress)) {
      if (rows.length === pageRows) return { rows, next: before };
      rows.push(row);
      progress.wanted -= 1;
    }
    return { rows, next: null };
  } catch (error) {
    const mayPass =
      error instanceof SourceError && (error.kind === 'down' || error.kind === 'busy');
    if (!mayPass || rows.length === 0 || search.signal.aborted) throw error;
    progress.missing.push('the source failed in the middle; the next page goes on from there');
    return { rows, next: progress.position };
  }
}

/** A page of a search that was read whole; the position counts rows of the order. */
async function takeSorted(
  search: AreaSearch,
  progress: Progress,
  { kind, position, pageRows, searchHash, sorted }: PageWanted,
): Promise<Taken> {
  const whole = await readSorted(search, kind, sorted, searchHash);
  for (const [cause, count] of whole.dropped) progress.dropped.set(cause, count);
  progress.missing.push(...whole.missing);
  progress.reportedTotal = whole.reportedTotal;
  progress.oldestReadMs = whole.oldestReadMs;
  const from = position.row;
  const rows = await rowsOf(whole, from, pageRows);
  const hasMore = whole.rowCount > from + pageRows;
  return { rows, next: hasMore ? { ...START, row: from + pageRows } : null };
}
