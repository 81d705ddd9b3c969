/** What was seen of a source and kind before, as the checks of one page ask for it. */
import type { Row } from '#contract/rows.js';
import { type ParsedRow, type RowRead, valueOr } from '#domain/parsed-row.js';
import type { FieldHistory, Loss, Normal, Seen } from './field-history.js';
import type { Witness } from './witnesses.js';

/** What was seen of the source and kind before, asked on behalf of one page. */
export interface SeenBefore {
  /** The loss that a page's rows show of a signal; null where nothing is lost. */
  judge(name: string, normal: Normal, seen: Seen): Loss | null;
  /** Records that all rows of a page have one value; whether unlike places confirm it. */
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

/** Parts of a degree by which points are of one neighbourhood. */
const CELLS_PER_DEGREE = 10;

/** The ZIP that most rows of a page lie in, or else the city or neighbourhood; empty where none says so. */
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
