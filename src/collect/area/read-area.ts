/**
 * Reads an area: pass by pass (the cover, then the margins beyond the sides where it has to
 * expand), tile by tile, part by part where a tile hides rows, page by page. It yields the rows of
 * the search, each with the position before it, so that a chain of pages can stop and resume
 * anywhere.
 */
import { type Box, boxesMeet, micro } from '#domain/box.js';
import { moved } from '#domain/moves.js';
import { valueOr } from '#domain/parsed-row.js';
import { FIRST_PAGE, type PageRef, type Position, SIDES, UNPLACED_MAX } from '#domain/position.js';
import { nextSplits, type Part } from '#domain/split.js';
import { nextPass, passBox, planTiles, sidesNear } from '#domain/tiling.js';
import type { ParsedPage } from '../checks/parsed-page.js';
import { Lesson } from '../places/learn-extents.js';
import { acceptRow } from './accept-row.js';
import {
  type AreaSearch,
  areaForm,
  type FoundRow,
  isReadInBoxes,
  type Progress,
} from './area-search.js';
import { decideVia, requireSamePlace } from './decide-via.js';
import { markOf, marksAfter, rowMark } from './page-marks.js';
import {
  countAgain,
  firstPage,
  homesBefore,
  type PartPage,
  pagesOfPart,
  tokenAfter,
} from './part-pages.js';
import { readRemainder } from './read-remainder.js';
import { bringsNewRows, requireAskedRows } from './require-rows.js';
import { splitToFit, type Tile } from './split-part.js';
import { statesOf } from './state-parts.js';

/** Reads from the position of `progress` to the end of the area. */
export async function* readArea(search: AreaSearch, progress: Progress): AsyncGenerator<FoundRow> {
  await decideVia(search, progress);
  const lesson = new Lesson(search, progress.position.via);
  let ended = false;
  try {
    for await (const found of readPasses(search, progress)) {
      lesson.add(found.row);
      yield found;
    }
    ended = true;
  } finally {
    lesson.note(progress, ended);
  }
}

async function* readPasses(search: AreaSearch, progress: Progress): AsyncGenerator<FoundRow> {
  for (;;) {
    yield* readPass(search, progress);
    const next = isReadInBoxes(search) ? nextPass(search.area, progress.position) : null;
    if (next === null) return;
    progress.move('next_pass', next);
  }
}

/** The tiles of one pass, planned again when the first shows that the source ignores boxes. */
async function* readPass(search: AreaSearch, progress: Progress): AsyncGenerator<FoundRow> {
  let tiles = await planPass(search, progress);
  progress.tiles = tiles.length;
  while (progress.position.tile < tiles.length) {
    const wasDivisible = !progress.position.indivisible;
    yield* readTile(search, progress, tiles[progress.position.tile] ?? { box: null });
    if (wasDivisible && progress.position.indivisible) {
      tiles = await planPass(search, progress);
      progress.tiles = tiles.length;
      continue;
    }
    progress.move('next_tile', { tile: progress.position.tile + 1 });
  }
}

/** Requests the pass's row count and plans its tiles. Each state is counted as it is read. */
async function planPass(search: AreaSearch, progress: Progress): Promise<readonly Tile[]> {
  const { area, driver, geo } = search;
  if (areaForm(search) === 'state') return statesOf(search).map((state) => ({ box: null, state }));
  const { rows_max, box_side_min } = driver.capabilities;
  const box = isReadInBoxes(search) ? passBox(area, progress.position) : null;
  await countPass(search, progress, box);
  const { count, pass, indivisible } = progress.position;
  const total = count.of === 'counted' ? count.rows : null;
  if (pass === 'cover') progress.reportedTotal = total;
  if (box === null || rows_max === null || indivisible) return [{ box }];
  return planTiles({
    box,
    total: total ?? 0,
    rowsMax: rows_max,
    sideMin: box_side_min,
    density: geo
      .densityPoints(box)
      .filter(({ x, y }) => coverParts(search, progress.position).some((one) => holds(one, x, y))),
    meets: (tile) => meetsArea(search, tile, progress.position),
  }).map((one) => ({ box: one }));
}

async function countPass(search: AreaSearch, progress: Progress, box: Box | null): Promise<void> {
  if (progress.position.count.of !== 'not_asked') return;
  const whole: Part = { box, subfilter: {}, remainder: false };
  const { total } = (await firstPage(search, progress, whole)).page;
  progress.move('count', {
    count: total === null ? { of: 'uncounted' } : { of: 'counted', rows: total },
  });
}

/** Boxes that contain the area's homes: from geography, or the learned one. */
const coverParts = ({ area }: AreaSearch, { via }: Position): readonly Box[] =>
  via?.by === 'extent' ? [via.cover] : area.cover;

const holds = (box: Box, x: number, y: number): boolean =>
  x >= box.w && x < box.e && y >= box.s && y < box.n;

/** Whether a tile can hold rows of the area; margins lie outside the cover by design. */
function meetsArea(search: AreaSearch, tile: Box, position: Position): boolean {
  const { area, geo } = search;
  // The source knows where its own place ends.
  if (position.pass !== 'cover' || position.via?.by === 'place') return true;
  if (area.test.by === 'county') {
    return area.test.fips.some((fips) => geo.boxMeetsCounty(tile, fips));
  }
  return coverParts(search, position).some((part) => boxesMeet(part, tile));
}

/** One tile: all of it, or part after part where it had to be split. */
async function* readTile(
  search: AreaSearch,
  progress: Progress,
  tile: Tile,
): AsyncGenerator<FoundRow> {
  for (;;) {
    yield* readPart(search, progress, tile);
    const next = nextSplits(progress.position.splits);
    if (next === null || progress.position.indivisible) return;
    progress.move('next_part', { splits: next });
  }
}

/**
 * Reads the part at the position, splitting it as often as needed. Yields nothing and marks the
 * pass indivisible when the source turns out to ignore boxes.
 */
async function* readPart(
  search: AreaSearch,
  progress: Progress,
  tile: Tile,
): AsyncGenerator<FoundRow> {
  const part = await splitToFit(search, progress, tile);
  if (part === null) return;
  const seen = await homesBefore(search, progress, part);
  let last: ParsedPage['page'] | null = null;
  const pages = part.remainder ? remainderOf : pagesOfPart;
  for await (const page of pages(search, progress, part)) {
    await requireSamePlace(search, progress.position, page.page);
    if (!bringsNewRows(search, progress.position, page.page, page.ref, seen)) {
      progress.missing.push('the source repeats the same rows instead of sending the next pages');
      break;
    }
    // Only the first page read can hold rows that were already delivered.
    const skip = last === null ? progress.position.row : 0;
    if (skip > 0) noteOtherRows(progress, page.page);
    yield* rowsOfPage(search, progress, part, page, seen, skip);
    last = page.page;
    // A finished page is never read again, whatever happens to the next one.
    if (last.next !== null) {
      progress.move('next_page', { at: last.next, ...marksAfter(progress.position, last) });
    }
  }
  if (last !== null && !part.remainder) await noteShortfall(search, progress, part, last);
}

/**
 * Rows that moved onto or off a partly delivered page are lost or duplicated: its remaining rows
 * are delivered, and the answer is partial. A page whose rows name the page after them needs no
 * mark.
 */
function noteOtherRows({ position: { half }, missing }: Progress, page: ParsedPage['page']): void {
  if (half === undefined || half === markOf(page)) return;
  missing.push('the source changed the rows of a partly delivered page');
}

/** The rows without a price, as one page. */
async function* remainderOf(search: AreaSearch, progress: Progress, part: Part) {
  yield { ...(await readRemainder(search, progress, part)), ref: FIRST_PAGE };
}

/** Repeated rows that are normal on one page, as a number and as a share of a larger page. */
const REPEATED_SHARE_MAX = 0.1;
const REPEATED_MAX = 3;

async function* rowsOfPage(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  { page, readAtMs, ref }: PartPage,
  seen: Set<string>,
  skip: number,
): AsyncGenerator<FoundRow> {
  let [shown, repeated] = [0, 0];
  const mark = tokenAfter(page, 0) === undefined ? markOf(page) : null;
  requireAskedRows(search, part, page);
  for (const [row, read] of page.rows.entries()) {
    const accepted = acceptRow(search, part, read, readAtMs, seen);
    if (accepted === 'duplicate') repeated += 1;
    else if (accepted !== 'relaxed' && accepted !== 'on_market') shown += 1;
    if (row < skip || accepted === 'elsewhere') continue;
    if (typeof accepted === 'string') {
      progress.drop(accepted);
      continue;
    }
    const unplaced = unplacedWith(search, progress, accepted);
    if (unplaced === 'shown') continue;
    const { position } = progress;
    yield { row: accepted, before: moved(position, 'row', placeIn(page, ref, row, mark)) };
    const edges = withEdges(search, position, accepted.location);
    progress.move('row', { edges, ...unplaced, ...placeIn(page, ref, row + 1, mark) });
  }
  // The source's count includes a few repeated rows; many repeats replace other rows.
  if (repeated <= Math.max(REPEATED_MAX, page.rows.length * REPEATED_SHARE_MAX)) shown += repeated;
  progress.move('shown', { shown: progress.position.shown + shown });
}

/**
 * The marks of delivered rows without a map point, including this one; `shown` if it is among them.
 * A source cannot say in which box such a row lies and may show it in several boxes of one area.
 */
function unplacedWith(
  { area }: AreaSearch,
  { position: { splits, unplaced = [] }, tiles }: Progress,
  { location, source_id }: FoundRow['row'],
): Pick<Position, 'unplaced'> | 'shown' {
  const isOneBox = tiles === 1 && splits.length === 0 && area.exact;
  if (isOneBox || valueOr(location) !== null) return {};
  const mark = rowMark(source_id);
  if (unplaced.includes(mark)) return 'shown';
  return { unplaced: [...unplaced, mark].slice(-UNPLACED_MAX) };
}

/** The position of a row on its page. */
function placeIn(
  page: ParsedPage['page'],
  at: PageRef,
  row: number,
  mark: number | null,
): Pick<Position, 'at' | 'row' | 'behind' | 'half'> {
  if (row === 0) return { at, row };
  const behind = tokenAfter(page, row - 1);
  return { at, row, ...(behind !== undefined && { behind }), ...(mark !== null && { half: mark }) };
}

function withEdges(
  { area }: AreaSearch,
  position: Position,
  location: Parameters<typeof valueOr<{ lat: number; lng: number }>>[0],
): Position['edges'] {
  const point = valueOr(location);
  if (point === null) return position.edges;
  const near = sidesNear(area, position, micro(point.lng), micro(point.lat));
  return SIDES.filter((side) => position.edges.includes(side) || near.includes(side));
}

/** Rows that may be added between the count and the last page, as a number and as a share. */
const ADDED_MAX = 2;
const ADDED_SHARE_MAX = 0.02;

const isOtherCount = (total: number, shown: number): boolean =>
  shown < total || shown > total * (1 + ADDED_SHARE_MAX) + ADDED_MAX;

/** Records what is missing when the source showed fewer rows than it has. */
async function noteShortfall(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  { total, next, rows }: ParsedPage['page'],
): Promise<void> {
  const { driver } = search;
  const { missing, position } = progress;
  const { rows_max } = driver.capabilities;
  const hidden = rows_max === null ? 0 : (total ?? 0) - rows_max;
  const where = part.state === undefined ? 'on one spot' : `of ${part.state}`;
  if (hidden > 0) missing.push(`about ${hidden} rows ${where} are beyond the source's cap`);
  else if (total !== null && isOtherCount(total, position.shown)) {
    const now = await countAgain(search, progress, part);
    // Some rows left the search meanwhile, before or after they were read.
    if (now !== null && now <= position.shown && position.shown <= total) return;
    missing.push(`the source counted ${total} rows but showed ${position.shown}`);
  } else if (total === null && driver.capabilities.counts)
    missing.push('the source gave no row count');
  else if (total === null && next !== null && rows.length > 0)
    missing.push("rows on one spot are beyond the source's cap");
}
