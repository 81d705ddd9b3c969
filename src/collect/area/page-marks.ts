/**
 * Marks of upstream pages: a hash of a page's homes that fits into a cursor. They reveal a source
 * that repeats its pages, although no page remembers the rows of another.
 */
import { createHash } from 'node:crypto';
import type { Position } from '#domain/position.js';
import type { ParsedPage } from '../checks/parsed-page.js';

/** A few rows may be the same by chance. */
const ROWS_MIN = 5;
const MARK_BYTES = 6;

type Page = ParsedPage['page'];

/** The mark of a page's homes in any order; null for a page with few homes. */
export function markOf({ rows }: Page): number | null {
  const ids = new Set(rows.flatMap((read) => ('row' in read ? [read.row.source_id] : [])));
  if (ids.size < ROWS_MIN) return null;
  const names = JSON.stringify([...ids].sort());
  return createHash('sha256').update(names).digest().readUIntBE(0, MARK_BYTES);
}

/** Two rows of one chain share a mark only by chance (about one in 134 million). */
const ROW_MARKS = 2 ** 27;

/** The mark of one row: short, because a cursor carries many. */
export const rowMark = (sourceId: string): number =>
  createHash('sha256').update(sourceId).digest().readUInt32BE(0) % ROW_MARKS;

/** The marks in the position after a page: of its part's first page and of this page. */
export function marksAfter({ seen = [] }: Position, page: Page): Pick<Position, 'seen'> {
  const mark = markOf(page);
  const first = seen[0] ?? mark;
  if (first === null) return {};
  return { seen: mark === null || mark === first ? [first] : [first, mark] };
}
