/** Builds a page of parsed rows: rows, notes, summary, and whether the collection was complete. */
import type { FieldNote, Summary } from '#contract/envelope.js';
import type { Row } from '#contract/rows.js';
import type { Completeness, Kind } from '#contract/values.js';
import { countFilled } from '#domain/fill.js';
import { dataNotes, Notes } from '#domain/notes.js';
import type { ParsedRow } from '#domain/parsed-row.js';
import type { Position } from '#domain/position.js';
import { summarise } from '#domain/summary.js';
import type { Progress } from '../area/area-search.js';
import { withoutLost } from '../checks/check-answer.js';
import { type FirstPrices, homeExtras } from './home-extras.js';

/** One page of a search as collected. It never changes afterwards. */
export interface CollectedPage {
  readonly kind: Kind;
  readonly rows: readonly Row[];
  readonly field_notes: readonly FieldNote[];
  readonly completeness: Completeness;
  /** Rows that the source counts for the requested area; null when it reports no number. */
  readonly reported_total: number | null;
  /** Null on lookups. */
  readonly summary: Summary | null;
  /** When the oldest upstream page used was fetched. */
  readonly collectedAtMs: number;
  /** The number of rows in which each field is filled. */
  readonly filled: Readonly<Record<string, number>>;
  /** Fields that the source no longer sends as it did. */
  readonly lost: readonly string[];
  /** Where the next page begins; null when this one is the last. */
  readonly next: Position | null;
}

/** A page of an area: its notes list what was dropped and what is known to be missing. */
export function areaPage(
  kind: Kind,
  taken: { readonly rows: readonly ParsedRow<Row>[]; readonly next: Position | null },
  progress: Progress,
  reportedTotal: number | null,
  firsts: FirstPrices,
  nowMs: number,
): CollectedPage {
  const page = pageOf(kind, taken.rows, progress, firsts, nowMs);
  const summary = summarise(kind, page.rows);
  return { ...page, reported_total: reportedTotal, summary, next: taken.next };
}

/** The one row of a lookup: no summary, no further page. */
export function homePage(
  kind: Kind,
  row: ParsedRow<Row>,
  { faults, oldestReadMs }: Progress,
  firsts: FirstPrices,
  nowMs: number,
): CollectedPage {
  const alone = { faults, oldestReadMs, dropped: new Map(), missing: [] };
  const page = pageOf(kind, [row], alone, firsts, nowMs);
  return { ...page, reported_total: null, summary: null, next: null };
}

/** The rows of a page, what is said of them, and what of them is missing. */
function pageOf(
  kind: Kind,
  found: readonly ParsedRow<Row>[],
  progress: Pick<Progress, 'dropped' | 'missing' | 'faults' | 'oldestReadMs'>,
  firsts: FirstPrices,
  nowMs: number,
): Omit<CollectedPage, 'reported_total' | 'summary' | 'next'> {
  const { dropped, missing, faults, oldestReadMs } = progress;
  const notes = new Notes();
  const rows = found.map((read) => {
    const row = withoutLost(read, faults);
    return notes.take(row, homeExtras(row, kind, firsts));
  });
  const known = [...missing, ...[...faults.values()].map(({ why }) => why)];
  const data = dataNotes(dropped, known, rows.length);
  return {
    kind,
    rows,
    field_notes: [...notes.list(), ...data.notes],
    completeness: data.completeness,
    collectedAtMs: Math.min(oldestReadMs, nowMs),
    filled: countFilled(rows),
    lost: [...faults.keys()],
  };
}
