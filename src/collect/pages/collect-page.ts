import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import type { ParsedRow } from '#domain/parsed-row.js';
import { type Position, START } from '#domain/position.js';
import { SourceError } from '#sources/driver.js';
import { type AreaSearch, countsExactly, Progress } from '../area/area-search.js';
import { readArea } from '../area/read-area.js';
import { findFirstPrices } from './home-extras.js';
import { areaPage, type CollectedPage } from './page.js';
import { isReadWhole, readSorted, rowsOf, type SortedStore } from './sorted-area.js';

/** Which page of a search to collect, and its limits. */
export interface PageRequest {
  readonly kind: Kind;
  readonly position: Position;
  readonly pageRows: number;
  /** Key of the search without its position: sorted areas are cached under it. */
  readonly searchHash: string;
  readonly sorted: SortedStore;
}

/**
 * Collects one page of a search from its source: area → tiles → pages → rows → checks → filters →
 * one immutable page. Throws SourceError when the source returns nothing that can be delivered.
 */
export async function collectPage(
  search: AreaSearch,
  request: PageRequest,
): Promise<CollectedPage> {
  const { kind, position, pageRows } = request;
  const progress = new Progress(position, pageRows + 1);
  const taken = isReadWhole(search, kind)
    ? await takeSorted(search, progress, request)
    : await takeRows(search, progress, pageRows);
  const total = countsExactly(search) ? progress.reportedTotal : null;
  const firsts = await findFirstPrices(search.homes, search.source, kind, taken.rows);
  return areaPage(kind, taken, progress, total, firsts, search.clock.nowMs());
}

interface Taken {
  readonly rows: readonly ParsedRow<Row>[];
  /** Where the next page begins; null when this one is the last. */
  readonly next: Position | null;
}

/**
 * Takes a full page and reads one row more, to know whether the page is the last. When the source
 * fails temporarily partway, the page ends early and the next one resumes there.
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
    progress.missing.push('the source failed partway; the next page continues from there');
    return { rows, next: progress.position };
  }
}

/** A page of a fully read search; the position counts rows in its order. */
async function takeSorted(
  search: AreaSearch,
  progress: Progress,
  { kind, position, pageRows, searchHash, sorted }: PageRequest,
): Promise<Taken> {
  const whole = await readSorted(search, kind, sorted, searchHash);
  for (const [cause, count] of whole.dropped) progress.dropped.set(cause, count);
  progress.missing.push(...whole.missing);
  for (const [field, why] of whole.faults) progress.faults.set(field, why);
  progress.reportedTotal = whole.reportedTotal;
  progress.oldestReadMs = whole.oldestReadMs;
  const from = position.row;
  const rows = await rowsOf(whole, from, pageRows);
  const hasMore = whole.rowCount > from + pageRows;
  return { rows, next: hasMore ? { ...START, row: from + pageRows } : null };
}
