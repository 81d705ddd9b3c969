import { plain } from '../raw-values.js';

/** The probable corrections of a misspelt name, in brackets. */
export function nearest(name: string, known: readonly string[]): string {
  const scored = known
    .map((one) => ({ one, changes: distance(plain(name), plain(one)) }))
    .filter(({ one, changes }) => changes <= Math.max(1, Math.floor(plain(one).length / 3)))
    .sort((a, b) => a.changes - b.changes)
    .slice(0, 3);
  if (scored.length === 0) return '';
  return ` (did you mean ${scored.map(({ one }) => `"${one}"`).join(' or ')}?)`;
}

/** Letters of a name that is meaningful by itself. */
const WORD_MIN = 3;

/** A name within another is close to it: "date" to "sale_date". */
function distance(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= WORD_MIN && long.includes(short) ? 1 : changesBetween(a, b);
}

/** Letters to change, add or delete between two names (Levenshtein). */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_one, at) => at);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      const kept = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
