/** How often each field of rows is filled, to assess a source. */
import type { Row } from '#contract/rows.js';

/** Number of rows in which each field has a value; address and extras fields have a prefix. */
export function countFilled(rows: readonly Row[]): Record<string, number> {
  const filled: Record<string, number> = {};
  for (const row of rows) {
    for (const [prefix, part] of [
      ['', row],
      ['address.', row.address],
      ['extras.', row.extras],
    ] as const) {
      for (const [name, value] of Object.entries(part)) {
        if (prefix === '' && (name === 'address' || name === 'extras')) continue;
        const field = prefix + name;
        filled[field] = (filled[field] ?? 0) + (isFilled(value) ? 1 : 0);
      }
    }
  }
  return filled;
}

const isFilled = (value: unknown): boolean => value !== null && value !== '';
