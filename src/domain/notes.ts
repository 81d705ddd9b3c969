/** Turns parsed rows into rows and field notes (docs/api.md#why-a-field-is-null). */
import type { FieldNote } from '#contract/envelope.js';
import { NOTE_DETAIL_CHARS_MAX } from '#contract/limits.js';
import type { Row } from '#contract/rows.js';
import type { Completeness, NoteReason } from '#contract/values.js';
import {
  type Absent,
  DROP_CAUSES,
  type DropCause,
  isAbsent,
  type ParsedHomeExtras,
  type ParsedRow,
} from './parsed-row.js';

/** Parts of an address that are strings in the contract: absent ones become '', with a note. */
const EMPTY_WHEN_ABSENT = new Set(['line1', 'city', 'state', 'zip']);

interface Note {
  readonly field: string;
  readonly reason: NoteReason;
  detail: string | null;
  rows: number;
}

/** Collects why fields of a page are null. Runs for every field of every row: no copies. */
export class Notes {
  readonly #notes: Note[] = [];
  /** The notes of a field, by its name in the row or in a part of it. */
  readonly #row = new Map<string, Note[]>();
  readonly #parts = { address: new Map<string, Note[]>(), extras: new Map<string, Note[]>() };

  /** The row with nulls for absences, each with a note; `home` is added to its extras. */
  take(reading: ParsedRow<Row>, home?: ParsedHomeExtras): Row {
    const row: Record<string, unknown> = {};
    const fields = reading as unknown as Record<string, unknown>;
    for (const name in fields) {
      const value = fields[name];
      if (typeof value !== 'object' || value === null) row[name] = value;
      else if (name === 'address') row[name] = this.#takePart(name, value);
      else if (name === 'extras')
        row[name] = { ...this.#takePart(name, value), ...this.#takePart(name, home ?? {}) };
      else if (isAbsent(value)) row[name] = this.#note(this.#row, '', name, value);
      else row[name] = value;
    }
    return row as unknown as Row;
  }

  /** The notes in order of first occurrence. */
  list(): FieldNote[] {
    return this.#notes.map(({ field, reason, detail }) => ({ field, reason, detail }));
  }

  /** How many rows lack a field, by reason. */
  counts(field: string): [NoteReason, number][] {
    const notes = this.#notes.filter((note) => note.field === field);
    return notes.map(({ reason, rows }) => [reason, rows]);
  }

  #takePart(prefix: 'address' | 'extras', part: object): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    const fields = part as Record<string, unknown>;
    for (const name in fields) {
      const value = fields[name];
      if (typeof value !== 'object' || !isAbsent(value)) {
        out[name] = Array.isArray(value) ? this.#takeUnits(name, value) : value;
      } else {
        this.#note(this.#parts[prefix], `${prefix}.`, name, value);
        out[name] = prefix === 'address' && EMPTY_WHEN_ABSENT.has(name) ? '' : null;
      }
    }
    return out;
  }

  /** Units of a building, whose members have reasons too. */
  #takeUnits(name: string, units: readonly object[]): readonly object[] {
    return units.map((unit) => {
      const out: Record<string, unknown> = { ...unit };
      for (const [member, value] of Object.entries(unit)) {
        if (!isAbsent(value)) continue;
        out[member] = this.#note(this.#parts.extras, 'extras.', `${name}.${member}`, value);
      }
      return out;
    });
  }

  /** One note per field and reason covers every row where it applies. */
  #note(known: Map<string, Note[]>, prefix: string, name: string, value: Absent): null {
    const notes = known.get(name) ?? [];
    if (notes.length === 0) known.set(name, notes);
    let note = notes.find(({ reason }) => reason === value.absent);
    if (note === undefined) {
      note = { field: prefix + name, reason: value.absent, detail: null, rows: 0 };
      notes.push(note);
      this.#notes.push(note);
    }
    const detail = clip(value.detail);
    // A detail that differs between rows is dropped, unless it shows an unreadable value.
    if (note.rows === 0) note.detail = detail;
    else if (note.detail !== detail && value.absent !== 'unreadable') note.detail = null;
    note.rows += 1;
    return null;
  }
}

const clip = (detail: string | null): string | null =>
  detail === null ? null : detail.slice(0, NOTE_DETAIL_CHARS_MAX);

/** Something known to be missing from a page, as a sentence. */
export type Missing = string;

/** Drop causes that may hide a home of the search; all others lose nothing. */
const MAY_BE_LOST: { readonly [C in DropCause]?: NoteReason } = {
  unreadable: 'unreadable',
  unplaceable: 'hidden_by_source',
  unverifiable: 'not_reported',
  undisclosed: 'not_disclosed',
};

/** "1,286 rows outside the area were excluded". */
const exclusion = (rows: number, cause: DropCause): string =>
  rows === 1
    ? `1 row ${DROP_CAUSES[cause]} was excluded`
    : `${rows.toLocaleString('en-US')} rows ${DROP_CAUSES[cause]} were excluded`;

/**
 * The notes on `data`: dropped rows by cause, and what is known to be missing. An unreadable row is
 * known to be missing. A row that cannot be located or checked against a filter only may be: it
 * makes the page partial when nothing else was delivered.
 */
export function dataNotes(
  dropped: ReadonlyMap<DropCause, number>,
  missing: readonly Missing[],
  delivered: number,
): { notes: FieldNote[]; completeness: Completeness } {
  const notes: FieldNote[] = [];
  const doubtful = [...dropped.keys()].some((cause) => MAY_BE_LOST[cause] !== undefined);
  const lost = dropped.has('unreadable') || (doubtful && delivered === 0) || missing.length > 0;
  for (const [cause, count] of dropped) {
    const reason = MAY_BE_LOST[cause] ?? 'not_applicable';
    notes.push({ field: 'data', reason, detail: clip(exclusion(count, cause)) });
  }
  for (const cause of new Set(missing)) {
    notes.push({ field: 'data', reason: 'not_on_search_page', detail: clip(cause) });
  }
  return { notes, completeness: lost ? 'partial' : 'complete' };
}
