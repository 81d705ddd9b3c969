/**
 * Whether a body is an answer in the format that a reader knows: the members that it reads are in most of the raw
 * rows that would have them: never a page of nulls. It is asked of every body by itself while it is
 * read, before it is kept for others, so it knows no history, no filters and no typed rows.
 *
 * What the rows of such an answer normally say is another table, `expectations.ts`: shares that are learned, sizes,
 * and members that say the same. It is compared with typed rows (src/collect/checks/check-answer.ts), and may withhold a field
 * in place of failing the page.
 */
import { SourceError } from './driver.js';

/** A field by which the format is known: most rows fill it, and a page without it is worth nothing. */
export interface FormatField<R> {
  readonly name: string;
  /** Whether this row would normally have it: land has no bedrooms, a hidden home no address. */
  readonly expected: (row: R) => boolean;
  readonly filled: (row: R) => boolean;
  /** Rows that must be expected to have it before the answer counts as changed; fewer prove nothing. */
  readonly rows_min: number;
  /** The share of those rows that may lack it. */
  readonly missing_max: number;
}

/** Rows from which the loss of an identifying field (id, price, address, point) makes the answer count as changed. */
const ESSENTIAL_ROWS_MIN = 5;
/** Rows from which the loss of a describing field (beds, area) is: single homes do lack these. */
const DESCRIBING_ROWS_MIN = 10;
/** "Most rows": more than this share. */
const MISSING_SHARE_MAX = 0.5;
/** The share for a field that a good part of normal rows lacks: only its near total loss counts. */
export const MISSING_SHARE_OFTEN_EMPTY_MAX = 0.9;

/** Rows, and the share of them that may lack a field which whole pages of one place or kind of sale go without. */
const PLACEWISE_ROWS_MIN = 40;
const PLACEWISE_MISSING_MAX = 0.98;

/** A field that identifies a home or places it. */
export const essentialField = <R>(
  name: string,
  expected: FormatField<R>['expected'],
  filled: FormatField<R>['filled'],
): FormatField<R> => ({
  name,
  expected,
  filled,
  rows_min: ESSENTIAL_ROWS_MIN,
  missing_max: MISSING_SHARE_MAX,
});

/** A field that describes a home; single ones do lack it. */
export const describingField = <R>(
  name: string,
  expected: FormatField<R>['expected'],
  filled: FormatField<R>['filled'],
  missing_max = MISSING_SHARE_MAX,
): FormatField<R> => ({ name, expected, filled, rows_min: DESCRIBING_ROWS_MIN, missing_max });

/** A field that whole pages lack now and then: the point of rural sales, the price of auctions among homes for sale. */
export const placewiseField = <R>(
  name: string,
  expected: FormatField<R>['expected'],
  filled: FormatField<R>['filled'],
): FormatField<R> => ({
  name,
  expected,
  filled,
  rows_min: PLACEWISE_ROWS_MIN,
  missing_max: PLACEWISE_MISSING_MAX,
});

/** On a page after the first this many times as many rows are needed: a sorted or small last page may gather odd rows. */
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
