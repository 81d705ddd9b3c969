/**
 * Extents of places, learned from the rows found in them. A ZIP or a city has no outline, and the
 * square around it is full of its neighbours' homes; the box of its own rows contains few of them.
 * A cover made of it has a margin, and expands where rows lie in the margin (tiling.ts).
 */

import { DAY_MS } from '#contract/durations.js';
import { type Box, boxAround, micro } from './box.js';

/** A place as rows name it. */
export interface PlaceName {
  readonly form: 'zip' | 'city';
  /** The ZIP, or the state and the normalized name as `TX|austin`. */
  readonly name: string;
}

/** The box of the rows seen in a place. */
export interface Extent extends PlaceName {
  readonly box: Box;
  /** The most rows that one page of a search has shown there. */
  readonly rows: number;
  /** The source's own places that its rows name; includes '' if a row names none. */
  readonly own: readonly string[];
}

export interface LearnedExtent extends Extent {
  /** When the place's whole cover was last read; null if never. */
  readonly coveredAtMs: number | null;
}

/** Fewer rows are no sample of where a place's homes are. */
const ROWS_MIN = 30;
/** Homes are built and annexed: an older reading of the whole cover proves nothing at its edges. */
const COVERED_MS_MAX = 30 * DAY_MS;

/** What a cover adds to each side of a box: a share of it, but at least `min` microdegrees. */
interface Margin {
  readonly share: number;
  readonly min: number;
}

/** At least about 200 metres: a street on the far side of the outermost home. */
const LEARNED_MARGIN: Margin = { share: 0.07, min: 2_000 };
/** An outline encloses its homes. Slightly over the outer zone of tiling.ts, so no side expands. */
const OUTLINE_MARGIN: Margin = { share: 0.035, min: 1_000 };

/** Whether all of a place was read so recently that it shows the current homes. */
export const isCovered = ({ coveredAtMs }: LearnedExtent, nowMs: number): boolean =>
  coveredAtMs !== null && nowMs - coveredAtMs <= COVERED_MS_MAX;

/** With more of the source's places than this, the rows are too scattered to help. */
const OWN_MAX = 32;

/** The source's own places that contain all rows of a place; null when too little is known. */
export function ownPlacesOf(extent: LearnedExtent, nowMs: number): readonly string[] | null {
  const { own } = extent;
  const isKnown = own.length > 0 && own.length <= OWN_MAX && !own.includes('');
  return isKnown && isCovered(extent, nowMs) ? own : null;
}

/** The cover from an extent; null when too little is known. */
export function coverOf(extent: LearnedExtent, nowMs: number): Box | null {
  const isKnown = extent.rows >= ROWS_MIN && isCovered(extent, nowMs);
  return isKnown ? withMargin(extent.box, LEARNED_MARGIN) : null;
}

/** The cover from a ZIP's outline, with a margin: some homes of a ZIP lie across the street. */
export const coverOfOutline = (box: Box): Box => withMargin(box, OUTLINE_MARGIN);

function withMargin({ w, s, e, n }: Box, { share, min }: Margin): Box {
  const x = Math.max(min, Math.ceil((e - w) * share));
  const y = Math.max(min, Math.ceil((n - s) * share));
  return { w: w - x, s: s - y, e: e + x, n: n + y };
}

/** Collects the extents of places, row by row. */
export class Extents {
  readonly #extents = new Map<string, Extent>();

  /** Adds a row's point; `own` is the source's place that the row names, if its rows name any. */
  add({ form, name }: PlaceName, lat: number, lng: number, own?: string): void {
    const key = `${form} ${name}`;
    const [x, y] = [micro(lng), micro(lat)];
    const point: Box = { w: x, s: y, e: x + 1, n: y + 1 };
    const known = this.#extents.get(key);
    const box = known === undefined ? point : boxAround(known.box, point);
    const places = known?.own ?? [];
    const isNew = own !== undefined && !places.includes(own);
    this.#extents.set(key, {
      form,
      name,
      box,
      rows: (known?.rows ?? 0) + 1,
      own: isNew ? [...places, own] : places,
    });
  }

  list(): Extent[] {
    return [...this.#extents.values()];
  }
}
