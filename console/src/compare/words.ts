/** What is said of a side: its area, its part of the area, its filters. */
import { DAY_MS } from '#contract/durations.js';
import type { SearchRoute } from '#contract/routes.js';
import type { Coverage } from '../results/coverage.js';
import type { Draft } from '../search/draft.js';
import { filterWords } from '../search/filter-words.js';
import { count, counted } from '../text/format.js';
import { capitalized } from '../text/labels.js';

/** A and B: two searches of one area have the same name. */
export const LETTERS = { left: 'A', right: 'B' } as const;
export type SideName = keyof typeof LETTERS;

/** "≤ $500K, 3+ beds"; empty without filters. */
export const filtersText = (draft: Draft): string => capitalized(filterWords(draft).join(', '));

/** What is missing on a side, as a sentence; null when nothing is known to be. */
export function partText(
  letter: string,
  { loaded, total, more, partial }: Coverage,
): string | null {
  if (!more && !partial) return null;
  const of = total === null ? 'the source reports no total' : `of ${counted(total, 'home')}`;
  const part = `${letter} covers part of its area: ${counted(loaded, 'home')} loaded, ${of}.`;
  const order = more
    ? ' Pages follow the order of the source, so a part is not a random sample.'
    : '';
  const missing = partial ? ' The source could not show all homes.' : '';
  return `${part}${order}${missing} Its figures may differ from those of the entire area.`;
}

/** Fewer say little. */
const ENOUGH = 10;

export function fewText(letter: string, rows: number): string | null {
  if (rows === 0 || rows >= ENOUGH) return null;
  return `${letter} has ${counted(rows, 'home')} only: figures from so few homes mean little.`;
}

export function overlapText(homes: number): string {
  if (homes === 0) return 'No home is in both.';
  return homes === 1
    ? '1 home is in both; it counts on both sides.'
    : `${count(homes)} homes are in both; they count on both sides.`;
}

/** Data of different days. */
export function agesText(left: string, right: string): string | null {
  const days = Math.round((Date.parse(right) - Date.parse(left)) / DAY_MS);
  if (days === 0) return null;
  const [newer, older] = days > 0 ? ['B', 'A'] : ['A', 'B'];
  return `${newer} was collected ${counted(Math.abs(days), 'day')} after ${older}.`;
}

export const PRICE_WORDS: Readonly<Record<SearchRoute['kind'], string>> = {
  listings: 'Median asking price',
  rentals: 'Median rent',
  sold: 'Median sale price',
  auctions: '',
};
