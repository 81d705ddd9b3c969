/** What was seen of a source and kind before, as the checks of one page use it. */
import type { Row } from '#contract/rows.js';
import { type ParsedRow, type RowRead, valueOr } from '#domain/parsed-row.js';
import type { FieldHistory, Loss, Normal, Seen } from './field-history.js';
import type { Witness } from './witnesses.js';

/** What was seen of the source and kind before, on behalf of one page. */
export interface SeenBefore {
  /** The loss of a signal in a page's rows; null when nothing is lost. */
  judge(name: string, normal: Normal, seen: Seen): Loss | null;
  /** Records that all rows of a page have one value; returns whether unlike places confirm it. */
  suspect(name: string, value: string): boolean;
  /** Records that the rows of a page differ. */
  clear(name: string): void;
}

/** The history of the signals named `of …`, for the page of `witness`. */
export function seenBefore(
  history: FieldHistory,
  of: string,
  witness: Witness,
  again = false,
): SeenBefore {
  return {
    judge: (name, normal, seen) =>
      again
        ? history.judgeAgain(of + name, normal, seen, witness)
        : history.judge(of + name, normal, seen, witness),
    suspect: (name, value) => history.suspicions.raise(of + name, value, witness),
    clear: (name) => history.suspicions.clear(of + name),
  };
}

/** Points are rounded to this part of a degree to form a neighbourhood. */
const CELLS_PER_DEGREE = 10;

/** The ZIP of most rows of a page, else the city or neighbourhood; empty if no row has any. */
export function placeOf(reads: readonly RowRead<Row>[]): string {
  const counts = new Map<string, number>();
  for (const read of reads) {
    const place = 'row' in read ? placeOfRow(read.row) : null;
    if (place !== null) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as const)[0];
}

function placeOfRow({ address, location }: ParsedRow<Row>): string | null {
  const zip = valueOr(address.zip);
  const point = valueOr(location);
  if (zip !== null || point === null) return zip ?? valueOr(address.city);
  return [point.lat, point.lng].map((side) => Math.round(side * CELLS_PER_DEGREE)).join(' ');
}
