/**
 * Whether a body is in the format that a reader knows: most raw rows have the members that they
 * should have; it is never a page of nulls. Every body is checked alone while it is read, before it
 * is cached for others, so this check knows no history, no filters and no typed rows.
 *
 * Another table, `expectations.ts`, holds what the rows normally contain: learned shares, sizes,
 * and members that state the same fact. Typed rows are compared with it
 * (src/collect/checks/check-answer.ts); it may withhold a field instead of failing the page.
 */
import { SourceError } from './driver.js';

/** A field that identifies the format: most rows fill it, and a page without it is worthless. */
export interface FormatField<R> {
  readonly name: string;
  /** Whether this row should have it: land has no bedrooms, a hidden home no address. */
  readonly expected: (row: R) => boolean;
  readonly filled: (row: R) => boolean;
  /** Rows that should have it before its loss counts as a changed format; fewer prove nothing. */
  readonly rows_min: number;
  /** The share of those rows that may lack it. */
  readonly missing_max: number;
}

/** Fewer rows do not prove the loss of an identifying field (id, price, address, point). */
const ESSENTIAL_ROWS_MIN = 5;
/** The same for a describing field (beds, area): single homes do lack these. */
const DESCRIBING_ROWS_MIN = 10;
/** "Most rows": more than this share. */
const MISSING_SHARE_MAX = 0.5;
/** For a field that many normal rows lack: only a nearly total loss counts. */
export const MISSING_SHARE_OFTEN_EMPTY_MAX = 0.9;

/** The same for a field that whole pages of one place or kind of sale lack, and its share. */
const PLACEWISE_ROWS_MIN = 40;
const PLACEWISE_MISSING_MAX = 0.98;

const kindOfField =
  (rows_min: number, usual: number) =>
  <R>(
    name: string,
    expected: FormatField<R>['expected'],
    filled: FormatField<R>['filled'],
    missing_max = usual,
  ): FormatField<R> => ({ name, expected, filled, rows_min, missing_max });

/** A field that identifies or locates a home. */
export const essentialField = kindOfField(ESSENTIAL_ROWS_MIN, MISSING_SHARE_MAX);

/** A field that describes a home; single homes may lack it. */
export const describingField = kindOfField(DESCRIBING_ROWS_MIN, MISSING_SHARE_MAX);

/** A field that whole pages may lack: the point of rural sales, the price of auctions. */
export const placewiseField = kindOfField(PLACEWISE_ROWS_MIN, PLACEWISE_MISSING_MAX);

/** Later pages need this many times more rows: a sorted or short last page may have odd ones. */
const LATER_PAGE_FACTOR = 4;

/** Throws SourceError('changed') naming the first field that most rows of the page lost. */
export function requireFormat<R>(
  source: string,
  rows: readonly R[],
  fields: readonly FormatField<R>[],
  page = 1,
): void {
  const factor = page > 1 ? LATER_PAGE_FACTOR : 1;
  for (const field of fields) {
    const expected = rows.filter(field.expected);
    const missing = expected.filter((row) => !field.filled(row)).length;
    if (expected.length < field.rows_min * factor || missing <= expected.length * field.missing_max)
      continue;
    throw new SourceError(
      'changed',
      `${source} sent a changed format: ${field.name} is missing in ${missing} of ` +
        `${expected.length} rows.`,
    );
  }
}
