/**
 * The walk over an area: stage by stage (the cover, then strips where it has to grow), box by box of
 * the plan, cut by cut where a box hides rows, page by page. It yields the rows that belong to the
 * search, each with the position before it, so that a chain can stop and go on anywhere.
 */
import { type Box, boxesMeet } from '#domain/box.js';
import { growStage, stageBox } from '#domain/grow.js';
import { planBoxes } from '#domain/plan.js';
import { countedRows, isIndivisible, type Position, TOTAL_UNKNOWN } from '#domain/position.js';
import { nextCuts } from '#domain/region.js';
import { knowsBoxes } from '#sources/source.js';
import { openRegion } from './walk-pages.js';
import { readRegion } from './walk-region.js';
import type { FoundRow, WalkInput, WalkState } from './walk-state.js';

/** Walks on from the state's position; ends when the area is read to its end. */
export async function* walk(input: WalkInput, state: WalkState): AsyncGenerator<FoundRow> {
  for (;;) {
    yield* walkStage(input, state);
    const grown = knowsBoxes(input.reader.caps) ? growStage(input.area, state.position) : null;
    if (grown === null) return;
    state.position = grown;
  }
}

/** The boxes of one stage; planned anew when the first of them shows that the source ignores boxes. */
async function* walkStage(input: WalkInput, state: WalkState): AsyncGenerator<FoundRow> {
  let boxes = await planStage(input, state);
  while (state.position.leaf < boxes.length) {
    const box = boxes[state.position.leaf];
    const divisible = !isIndivisible(state.position);
    if (box !== undefined) yield* walkLeaf(input, state, box);
    if (divisible && isIndivisible(state.position)) {
      boxes = await planStage(input, state);
      continue;
    }
    state.position = { ...state.position, leaf: state.position.leaf + 1, cuts: [], row: 0 };
  }
}

/** The total of a stage whose source does not count; a counted stage of no rows has no second page. */
const UNCOUNTED = 0;

/** Asks how many rows the stage has, and plans its boxes. */
async function planStage(input: WalkInput, state: WalkState): Promise<readonly Box[]> {
  const { area, reader, house } = input;
  const box = stageBox(area, state.position);
  const root = { box, narrow: {}, unpriced: false };
  if (state.position.total === TOTAL_UNKNOWN) {
    const first = await openRegion(input, state, root);
    state.position = { ...state.position, total: first.page.total ?? UNCOUNTED };
    state.countsRows = first.page.total !== null;
  } else if (state.position.total === UNCOUNTED) {
    state.countsRows = false;
  }
  if (state.position.strip === 0) state.reportedTotal = countedRows(state.position);
  return planBoxes({
    box,
    total: isIndivisible(state.position) ? 0 : state.position.total,
    rowsMax: reader.caps.rows_max,
    sideMin: reader.caps.box_side_min,
    prior: house.geo
      .priorPoints(box)
      .filter(({ x, y }) => area.cover.some((part) => holds(part, x, y))),
    meets: (part) => meetsArea(input, part, state.position),
  });
}

const holds = (box: Box, x: number, y: number): boolean =>
  x >= box.w && x < box.e && y >= box.s && y < box.n;

/** Whether a box can hold rows of the area; strips of growth lie outside the cover by design. */
function meetsArea({ area, house }: WalkInput, box: Box, position: Position): boolean {
  if (position.strip > 0) return true;
  if (area.test.by === 'county') {
    return area.test.fips.some((fips) => house.geo.boxMeetsCounty(box, fips));
  }
  return area.cover.some((part) => boxesMeet(part, box));
}

/** One box of the plan: its region, or the regions that the evidence cuts divide it into. */
async function* walkLeaf(input: WalkInput, state: WalkState, box: Box): AsyncGenerator<FoundRow> {
  for (;;) {
    yield* readRegion(input, state, box);
    const next = nextCuts(state.position.cuts);
    if (next === null || isIndivisible(state.position)) return;
    state.position = { ...state.position, cuts: next, row: 0 };
  }
}
