/**
 * Extents of places, learned from the rows that were found in them. A ZIP or a city has no outline, and
 * the square around it is full of its neighbours' homes; the box of its own rows holds few of them. A
 * cover made of it has a margin, and expands where rows lie in the margin (tiling.ts).
 */
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
  /** Rows that one page of a search has shown there; the most of any page. */
  readonly rows: number;
  /** The source's own places that its rows name; an empty name where a row names none. */
  readonly own: readonly string[];
}

export interface LearnedExtent extends Extent {
  /** When all of the place's cover was last read; null when it never was. */
  readonly coveredAtMs: number | null;
}

/** Fewer rows than these are no sample of where a place's homes are. */
const ROWS_MIN = 30;
const DAY_MS = 86_400_000;
/** Homes are built and annexed: so old a reading of the whole cover says nothing of its edges. */
const COVERED_MS_MAX = 30 * DAY_MS;

/** What a cover has beyond a box on each side: a share of it, and at least this many microdegrees. */
interface Margin {
  readonly share: number;
  readonly min: number;
}

/** At least about 200 metres: a street on the far side of the outermost home. */
const LEARNED_MARGIN: Margin = { share: 0.07, min: 2_000 };
/** An outline lies around its homes. A little more than tiling.ts looks at, so that those alone expand no side. */
const OUTLINE_MARGIN: Margin = { share: 0.035, min: 1_000 };

/** Whether all of a place was read so lately that what was seen then is what there is. */
export const isCovered = ({ coveredAtMs }: LearnedExtent, nowMs: number): boolean =>
  coveredAtMs !== null && nowMs - coveredAtMs <= COVERED_MS_MAX;

/** More places of the source than these are no help: its rows are all over it. */
const OWN_MAX = 32;

/** The source's own places in which all rows of a place lie, or null when too little is known of them. */
export function ownPlacesOf(extent: LearnedExtent, nowMs: number): readonly string[] | null {
  const { own } = extent;
  const isKnown = own.length > 0 && own.length <= OWN_MAX && !own.includes('');
  return isKnown && isCovered(extent, nowMs) ? own : null;
}

/** The cover that an extent gives, or null when too little is known of it. */
export function coverOf(extent: LearnedExtent, nowMs: number): Box | null {
  const isKnown = extent.rows >= ROWS_MIN && isCovered(extent, nowMs);
  return isKnown ? withMargin(extent.box, LEARNED_MARGIN) : null;
}

/** The cover that the box of a ZIP's outline gives: some homes of a ZIP lie across the street from it. */
export const coverOfOutline = (box: Box): Box => withMargin(box, OUTLINE_MARGIN);

function withMargin({ w, s, e, n }: Box, { share, min }: Margin): Box {
  const x = Math.max(min, Math.ceil((e - w) * share));
  const y = Math.max(min, Math.ceil((n - s) * share));
  return { w: w - x, s: s - y, e: e + x, n: n + y };
}

/** Gathers the extents of places, row by row. */
export class Extents {
  readonly #extents = new Map<string, Extent>();

  /** Adds a row's point; `own` is the place of the source that the row names, where its rows name any. */
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
