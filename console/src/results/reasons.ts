/** Why values are missing: the field notes of a result, by field. */
import type { FieldNote } from '#contract/envelope.js';
import { NOTE_REASONS, type NoteReason } from '#contract/values.js';
import { counted } from '../text/format.js';
import { capitalized, readable, spaced } from '../text/labels.js';

export interface Reason {
  /** "not reported" */
  readonly reason: string;
  readonly meaning: string;
  /** The meaning as a part of a sentence: "the source left it empty". */
  readonly clause: string;
  readonly detail: string | null;
}

export type Reasons = ReadonlyMap<string, readonly Reason[]>;

/** The field name of notes about rows. */
const ROWS = 'data';

/**
 * Notes by field. A note covers every row of its page in which the field is empty for that reason.
 * With several reasons the response does not say which applies to which row, so all are shown.
 */
export function reasonsOf(notes: readonly FieldNote[]): Reasons {
  const reasons = new Map<string, Reason[]>();
  for (const { field, reason, detail: said } of notes) {
    const detail = said === null ? null : readable(said);
    const known: Reason[] = reasons.get(field) ?? [];
    if (!known.some((other) => other.reason === spaced(reason) && other.detail === detail)) {
      known.push({
        reason: spaced(reason),
        meaning: meaningOf(reason),
        clause: (CLAUSES as Readonly<Record<string, string>>)[reason] ?? spaced(reason),
        detail,
      });
    }
    reasons.set(field, known);
  }
  return reasons;
}

const CLAUSES: Readonly<Record<NoteReason, string>> = {
  not_on_search_page: 'the source does not show it on its search page',
  not_disclosed: 'hidden by law or by the parties of the sale',
  hidden_by_source: 'the source withholds it',
  not_reported: 'the source left it empty',
  not_applicable: 'it does not apply to this home',
  unreadable: 'the source sent a value that could not be read',
  implausible: 'the source sent a value that cannot be right',
};

/**
 * Notes about rows, as sentences: which were excluded or are missing. Each page counts its own
 * rows, so those that were excluded for one cause are counted together.
 */
export function rowNotes(notes: readonly FieldNote[]): string[] {
  const rowsOf = new Map<string, number>();
  for (const { field, reason, detail } of notes) {
    if (field !== ROWS) continue;
    const said = detail === null ? meaningOf(reason) : readable(detail);
    const [, rows = '0', cause = said] = EXCLUDED.exec(said) ?? [];
    rowsOf.set(cause, (rowsOf.get(cause) ?? 0) + Number(rows.replaceAll(',', '')));
  }
  return [...rowsOf].map(([cause, rows]) => {
    if (rows === 0) return capitalized(cause);
    return `${counted(rows, 'row')} ${cause} ${rows === 1 ? 'was' : 'were'} excluded`;
  });
}

/** "1,286 rows outside the area were excluded". */
const EXCLUDED = /^([\d,]+) rows? (.+) (?:was|were) excluded$/;

/** A reason unknown to this version is shown by its name. */
const meaningOf = (reason: string): string =>
  (NOTE_REASONS as Readonly<Record<string, string>>)[reason] ?? spaced(reason);

/** The same as one sentence for screen readers. */
export function reasonText(reasons: readonly Reason[] | undefined): string {
  if (reasons === undefined) return 'Empty; the service gave no reason.';
  return reasons
    .map(({ reason, meaning, detail }) =>
      detail === null ? `Empty: ${reason}. ${meaning}` : `Empty: ${reason}. ${meaning} ${detail}`,
    )
    .join(' Or: ');
}
