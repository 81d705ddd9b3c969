/**
 * Marks of upstream pages: which homes a page had, in one number that fits into a cursor. A source that begins to
 * repeat its pages is noticed by them although no page of ours remembers the rows of another.
 */
import { createHash } from 'node:crypto';
import type { Position } from '#domain/position.js';
import type { ParsedPage } from '../checks/parsed-page.js';

/** A few rows may be the same by accident. */
const ROWS_MIN = 5;
const MARK_BYTES = 6;

type Page = ParsedPage['page'];

/** The mark of the homes on a page, in whatever order; null for a page of a few. */
export function markOf({ rows }: Page): number | null {
  const ids = new Set(rows.flatMap((read) => ('row' in read ? [read.row.source_id] : [])));
  if (ids.size < ROWS_MIN) return null;
  const names = JSON.stringify([...ids].sort());
  return createHash('sha256').update(names).digest().readUIntBE(0, MARK_BYTES);
}

/** Rows of one chain have other marks but by an accident in a million. */
const ROW_MARKS = 2 ** 27;

/** The mark of one row: short, since a cursor carries those of many. */
export const rowMark = (sourceId: string): number =>
  createHash('sha256').update(sourceId).digest().readUInt32BE(0) % ROW_MARKS;

/** The marks that the position behind a page carries: of the first page of its part, and of this one. */
export function marksAfter({ seen = [] }: Position, page: Page): Pick<Position, 'seen'> {
  const mark = markOf(page);
  const first = seen[0] ?? mark;
  if (first === null) return {};
  return { seen: mark === null || mark === first ? [first] : [first, mark] };
}
