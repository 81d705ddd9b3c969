/** Splitting a tile while it hides rows, by a sample: its first page (docs/decisions/0005). */
import { micro } from '#domain/box.js';
import { priceOf } from '#domain/filters.js';
import { valueOr } from '#domain/parsed-row.js';
import { isFirstPage, type Split } from '#domain/position.js';
import type { Subfilter } from '#domain/search.js';
import {
  type Divisible,
  findSplit,
  halveBeds,
  type Part,
  PRICED,
  partOf,
  type SampleRow,
} from '#domain/split.js';
import { type Capabilities, SourceError } from '#sources/driver.js';
import type { ParsedPage } from '../checks/parsed-page.js';
import type { AreaSearch, Progress } from './area-search.js';
import { firstPage, readPartPage } from './part-pages.js';

/** A piece of an area before it is split. */
export type Tile = Pick<Part, 'box' | 'state'>;

/**
 * Adds splits to the position until the source can show its part whole, or nothing divides it
 * further. Null when the source ignored the first box requested.
 */
export async function splitToFit(
  search: AreaSearch,
  progress: Progress,
  { box, ...tile }: Tile,
): Promise<Part | null> {
  for (;;) {
    const { splits, indivisible, at, row } = progress.position;
    const part = { ...partOf(box, splits), ...tile };
    // A part that was read before is already split as far as needed.
    if (part.remainder || !isFirstPage(at) || row > 0) return part;
    const first = await firstPage(search, progress, part);
    if (indivisible) return part;
    if (answersElsewhere(search, part, first)) return giveUpDividing(search, progress);
    if (!(await isOverfull(search, progress, part, first))) return part;
    const sample = sampleOf(first);
    const split = findSplit(part, sample, splits.length, divisible(search.driver.capabilities));
    if (split === null) return part;
    const chosen = await keepEveryRow(search, progress, part, split, sample, first.page.total);
    progress.move('split', { splits: [...splits, chosen] });
  }
}

/** The sample that a split uses; rows that would be dropped have no values in it. */
export function sampleOf({ page }: ParsedPage): SampleRow[] {
  return page.rows.map((read) => {
    if ('dropped' in read) return { x: null, y: null, price: null, beds: null };
    const point = valueOr(read.row.location);
    return {
      x: point === null ? null : micro(point.lng),
      y: point === null ? null : micro(point.lat),
      price: priceOf(read.row),
      beds: valueOr(read.row.beds),
    };
  });
}

const divisible = ({ box_side_min, filters }: Capabilities): Divisible => ({
  box_side_min,
  axes: [
    ...(filters.includes('min_price') && filters.includes('max_price') ? ['price' as const] : []),
    ...(filters.includes('beds_min') ? ['beds' as const] : []),
    ...(filters.includes('property_type') ? ['type' as const] : []),
  ],
});

/** A full page with more than this share of its points outside the box is for another area. */
const ELSEWHERE_SHARE = 0.5;
/** A shorter page is for another area if it has at least this many rows and all are outside. */
const ELSEWHERE_ROWS_MIN = 10;

/** Whether an answer is about places outside the requested box, though the source knows boxes. */
function answersElsewhere(search: AreaSearch, { box }: Part, first: ParsedPage): boolean {
  if (box === null) return false;
  const points = sampleOf(first).flatMap(({ x, y }) =>
    x === null || y === null ? [] : [{ x, y }],
  );
  const inside = points.filter(({ x, y }) => x >= box.w && x < box.e && y >= box.s && y < box.n);
  const outside = points.length - inside.length;
  return first.page.rows.length >= search.driver.capabilities.paging.rows
    ? outside > points.length * ELSEWHERE_SHARE
    : inside.length === 0 && outside >= ELSEWHERE_ROWS_MIN;
}

/**
 * When the very first part of a split area returns the whole area, the source ignores boxes: the
 * area is then read whole. In any later part such an answer is a source error.
 */
function giveUpDividing({ source, driver }: AreaSearch, progress: Progress): null {
  const { tile, splits, count } = progress.position;
  const isFirstPart = tile === 0 && splits.every(({ side }) => side === 'below');
  const isDivided =
    count.of === 'counted' && count.rows > (driver.capabilities.rows_max ?? Infinity);
  if (!isFirstPart || !isDivided) {
    throw new SourceError(
      'changed',
      `${source} returned another area than the requested one. Nothing was charged.`,
    );
  }
  progress.missing.push('the source ignores smaller boxes, so it cannot be divided');
  progress.move('give_up_dividing', {});
  return null;
}

/**
 * Whether a part has more rows than the source shows. A source that does not count is asked for its
 * last page: if that names another page, there are more.
 */
async function isOverfull(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  { page }: ParsedPage,
): Promise<boolean> {
  const { rows_max, paging } = search.driver.capabilities;
  if (rows_max === null) return false;
  // A page that is not full and names no next one has nothing after it, whatever the count. One
  // that names it lacks rows that the source counts and does not send.
  if (page.total !== null) {
    return page.total > rows_max && (page.rows.length >= paging.rows || page.next !== null);
  }
  if (page.next === null || paging.by === 'token') return false;
  if (paging.pages_max === 1) return true;
  const last = await readPartPage(search, progress, part, { page: paging.pages_max });
  return last.page.next !== null;
}

/**
 * Rows without a price are in no price band, and reading them means reading all others again. So
 * the first price split of a point cluster counts the priced rows. If some rows have no price, and
 * two bands of bedrooms hold every row, it is split by bedrooms instead.
 */
async function keepEveryRow(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  split: Split,
  sample: readonly SampleRow[],
  total: number | null,
): Promise<Split> {
  if (split.axis !== 'price' || part.subfilter.price !== undefined) return split;
  const withRemainder = { ...split, has_remainder: true };
  if (total === null) return withRemainder;
  const count = async (subfilter: Subfilter) =>
    (await firstPage(search, progress, { ...part, subfilter: { ...part.subfilter, ...subfilter } }))
      .page.total ?? 0;
  if ((await count(PRICED)) === total) return split;
  const at = part.subfilter.beds === undefined ? halveBeds(sample) : null;
  if (at === null) return withRemainder;
  const below = await count({ beds: [0, at - 1] });
  const above = await count({ beds: [at, null] });
  const divides = below > 0 && above > 0 && below + above === total;
  return divides ? { axis: 'beds', at, side: 'below', has_remainder: false } : withRemainder;
}
