/** Cutting a region while it hides rows, on the evidence of its first page (docs/decisions/0005). */
import type { Box } from '#domain/box.js';
import { type Cut, indivisible, isIndivisible } from '#domain/position.js';
import { type Evidence, findCut, halveBeds, type Region, regionOf } from '#domain/region.js';
import type { Narrow } from '#domain/search.js';
import { knowsBoxes, SourceError } from '#sources/source.js';
import { evidenceOf } from './evidence.js';
import { openRegion, type ReadPage, readPage } from './walk-pages.js';
import { PRICED } from './walk-rest.js';
import type { WalkInput, WalkState } from './walk-state.js';

/**
 * Adds cuts to the position until its region can be shown whole, or nothing divides it further. Null
 * when the source ignored the first part it was asked for.
 */
export async function cutToFit(
  input: WalkInput,
  state: WalkState,
  box: Box,
): Promise<Region | null> {
  const { caps } = input.reader;
  for (;;) {
    const region = regionOf(box, state.position.cuts);
    const first = await openRegion(input, state, region);
    if (isIndivisible(state.position)) return region;
    if (answersElsewhere(input, region, first)) return giveUpDividing(input, state);
    if (region.unpriced || !(await isOverfull(input, state, region, first))) return region;
    const sample = first.page.rows.map((raw) => evidenceOf(input, raw, first.readAtMs));
    const cut = findCut(region, sample, state.position.cuts.length, caps.box_side_min);
    if (cut === null) return region;
    const chosen = await keepEveryRow(input, state, region, cut, sample, first.page.total);
    state.position = { ...state.position, cuts: [...state.position.cuts, chosen], row: 0 };
  }
}

/** Share of located rows outside the asked box from which a full page is for another area. */
const ELSEWHERE_SHARE = 0.5;
/** A shorter page is for another area when it has at least this many rows and all are outside. */
const ELSEWHERE_ROWS_MIN = 10;

/** Whether an answer is about places outside the asked box, though the source knows boxes. */
function answersElsewhere(
  input: WalkInput,
  { box }: Region,
  { page, readAtMs }: ReadPage,
): boolean {
  const { caps } = input.reader;
  if (!knowsBoxes(caps)) return false;
  const points = page.rows.flatMap((raw) => {
    const { x, y } = evidenceOf(input, raw, readAtMs);
    return x === null || y === null ? [] : [{ x, y }];
  });
  const inside = points.filter(({ x, y }) => x >= box.w && x < box.e && y >= box.s && y < box.n);
  const outside = points.length - inside.length;
  const full = page.rows.length >= caps.page_rows;
  return full
    ? outside > points.length * ELSEWHERE_SHARE
    : inside.length === 0 && outside >= ELSEWHERE_ROWS_MIN;
}

/**
 * When the very first part of a divided area is answered with the whole, the source ignores boxes: the
 * area is then read in one piece. Anywhere else such an answer is not for what we asked.
 */
function giveUpDividing(input: WalkInput, state: WalkState): null {
  const { leaf, cuts, total } = state.position;
  const firstPart = leaf === 0 && cuts.every(({ side }) => side === 0);
  if (!firstPart || total <= input.reader.caps.rows_max) {
    throw new SourceError(
      'changed',
      `${input.source} answered for another area than the one asked for. Nothing was charged.`,
    );
  }
  state.missing.push('the source ignores smaller boxes, so it cannot be divided');
  state.position = { ...state.position, total: indivisible(total), cuts: [], row: 0 };
  return null;
}

/**
 * Whether a region holds more rows than the source shows of it. A source that does not count is asked
 * for its last page: if that is full, there is more.
 */
async function isOverfull(
  input: WalkInput,
  state: WalkState,
  region: Region,
  first: ReadPage,
): Promise<boolean> {
  const { caps } = input.reader;
  if (first.page.total !== null) return first.page.total > caps.rows_max;
  if (!first.page.more || caps.pages_max === 1) return first.page.more;
  const last = await readPage(input, state, region, caps.pages_max);
  return last.page.more;
}

/**
 * Rows without a price are in no price band, and to read them all others have to be read again. So the
 * first price cut of a stack asks how many rows have a price; when some have none, and two bands of
 * bedrooms hold every row, the stack is cut by bedrooms instead.
 */
async function keepEveryRow(
  input: WalkInput,
  state: WalkState,
  region: Region,
  cut: Omit<Cut, 'rest'>,
  sample: readonly Evidence[],
  total: number | null,
): Promise<Cut> {
  if (cut.axis !== 'price' || region.narrow.price !== undefined) return { ...cut, rest: false };
  if (total === null) return { ...cut, rest: true };
  const count = async (narrow: Narrow) =>
    (await openRegion(input, state, { ...region, narrow: { ...region.narrow, ...narrow } })).page
      .total ?? 0;
  if ((await count(PRICED)) === total) return { ...cut, rest: false };
  const at = region.narrow.beds === undefined ? halveBeds(sample) : null;
  if (at === null) return { ...cut, rest: true };
  const below = await count({ beds: [0, at - 1] });
  const above = await count({ beds: [at, null] });
  const divides = below > 0 && above > 0 && below + above === total;
  return divides ? { axis: 'beds', at, side: 0, rest: false } : { ...cut, rest: true };
}
