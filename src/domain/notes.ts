/** From readings to rows and field notes: one note per field and reason (decisions §4). */
import type { FieldNote } from '#contract/envelope.js';
import { NOTE_DETAIL_CHARS_MAX } from '#contract/limits.js';
import type { Row } from '#contract/rows.js';
import type { Completeness, NoteReason } from '#contract/values.js';
import { type Absent, DROP_CAUSES, type DropCause, isAbsent, type Reading } from './reading.js';

/** Parts of an address that the contract types as strings: absent ones are empty, with a note. */
const EMPTY_WHEN_ABSENT = new Set(['line1', 'city', 'state', 'zip']);

/** Collects why fields are null, over all rows of a page. */
export class Notes {
  readonly #notes = new Map<
    string,
    { field: string; reason: NoteReason; detail: string | null; rows: number }
  >();

  /** The row with nulls for absences, each noted. */
  take(reading: Reading<Row>): Row {
    const row: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(reading)) {
      if (isAbsent(value)) row[name] = this.#note(name, value);
      else if (name === 'address') row[name] = this.#takePart(name, value as object);
      else if (name === 'extras') row[name] = this.#takePart(name, value as object);
      else row[name] = value;
    }
    return row as unknown as Row;
  }

  /** The notes, in the order in which they were first met. */
  list(): FieldNote[] {
    return [...this.#notes.values()].map(({ field, reason, detail }) => ({
      field,
      reason,
      detail,
    }));
  }

  /** How many rows lack a field, by reason. */
  counts(field: string): [NoteReason, number][] {
    const notes = [...this.#notes.values()].filter((note) => note.field === field);
    return notes.map(({ reason, rows }) => [reason, rows]);
  }

  #takePart(prefix: string, part: object): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(part)) {
      if (!isAbsent(value)) out[name] = value;
      else {
        this.#note(`${prefix}.${name}`, value);
        out[name] = prefix === 'address' && EMPTY_WHEN_ABSENT.has(name) ? '' : null;
      }
    }
    return out;
  }

  /** The first detail of a field and reason is kept: one note covers every row where it applies. */
  #note(field: string, { absent: reason, detail }: Absent): null {
    const key = `${field} ${reason}`;
    const known = this.#notes.get(key);
    if (known !== undefined) {
      known.rows += 1;
      known.detail ??= clip(detail);
    } else {
      this.#notes.set(key, { field, reason, detail: clip(detail), rows: 1 });
    }
    return null;
  }
}

const clip = (detail: string | null): string | null =>
  detail === null ? null : detail.slice(0, NOTE_DETAIL_CHARS_MAX);

/** Something that is known to be missing from a page, as a sentence of its cause. */
export type Missing = string;

/** Drops that may hide a home of the search, with the reason of their note; all others are no loss. */
const MAY_BE_LOST: { readonly [C in DropCause]?: NoteReason } = {
  unreadable: 'unreadable',
  unplaceable: 'hidden_by_source',
  unverifiable: 'not_reported',
};

/**
 * The notes on `data`: rows that were dropped, counted by cause, and what is known to be missing.
 * Rows outside the search are no loss; rows that cannot be read, placed or held against a filter may be.
 */
export function dataNotes(
  dropped: ReadonlyMap<DropCause, number>,
  missing: readonly Missing[],
): { notes: FieldNote[]; completeness: Completeness } {
  const notes: FieldNote[] = [];
  const lost = [...dropped.keys()].some((cause) => MAY_BE_LOST[cause] !== undefined);
  for (const [cause, count] of dropped) {
    const rows = count === 1 ? '1 row' : `${count} rows`;
    const reason = MAY_BE_LOST[cause] ?? 'not_applicable';
    notes.push({ field: 'data', reason, detail: clip(`${rows} dropped: ${DROP_CAUSES[cause]}`) });
  }
  for (const cause of new Set(missing))
    notes.push({ field: 'data', reason: 'not_on_search_page', detail: cause });
  return { notes, completeness: lost || missing.length > 0 ? 'partial' : 'complete' };
}
