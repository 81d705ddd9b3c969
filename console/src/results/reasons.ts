/** Why values are missing: the notes of a result, by field, with the meaning of each reason. */
import type { FieldNote } from '#contract/envelope.js';
import { NOTE_REASONS } from '#contract/values.js';
import { wordsOf } from '../words/names.js';

export interface Why {
  /** "not reported" */
  readonly reason: string;
  readonly meaning: string;
  readonly detail: string | null;
}

export type Reasons = ReadonlyMap<string, readonly Why[]>;

/** The field whose notes speak of rows, not of values. */
const ROWS = 'data';

/**
 * Notes by field. A note speaks of all rows of its page in which the field is empty for its reason, so
 * a field with several reasons shows them all: which one holds for one row is not said.
 */
export function reasonsOf(notes: readonly FieldNote[]): Reasons {
  const reasons = new Map<string, Why[]>();
  for (const { field, reason, detail } of notes) {
    const known: Why[] = reasons.get(field) ?? [];
    if (!known.some((why) => why.reason === wordsOf(reason) && why.detail === detail)) {
      known.push({ reason: wordsOf(reason), meaning: meaningOf(reason), detail });
    }
    reasons.set(field, known);
  }
  return reasons;
}

/** The notes on rows: what was dropped or is missing, in words. */
export const rowNotes = (notes: readonly FieldNote[]): Why[] => [
  ...(reasonsOf(notes.filter(({ field }) => field === ROWS)).get(ROWS) ?? []),
];

/** A reason that is newer than this console explains itself by its name. */
const meaningOf = (reason: string): string =>
  (NOTE_REASONS as Readonly<Record<string, string>>)[reason] ?? wordsOf(reason);

/** One sentence for readers of the screen. */
export function sayWhy(whys: readonly Why[] | undefined): string {
  if (whys === undefined) return 'Empty; no note says why.';
  return whys
    .map(({ reason, meaning, detail }) =>
      detail === null ? `Empty: ${reason}. ${meaning}` : `Empty: ${reason}. ${meaning} ${detail}`,
    )
    .join(' Or: ');
}
