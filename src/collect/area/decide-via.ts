/**
 * Decides what a chain of pages reads, before its first page: the source's own place if its answer
 * passes every check, else the ZIP's imported outline, else the learned cover, else the cover from
 * geography.
 */
import { locateRow } from '#domain/area.js';
import { type Box, boxAround, inBox } from '#domain/box.js';
import { coverOf, coverOfOutline, type LearnedExtent } from '#domain/extent.js';
import type { Changes } from '#domain/moves.js';
import { valueOr } from '#domain/parsed-row.js';
import { FIRST_PAGE, type Position, START, type Via } from '#domain/position.js';
import { passBox } from '#domain/tiling.js';
import { SourceError, type SourcePlace } from '#sources/driver.js';
import type { ParsedPage } from '../checks/parsed-page.js';
import { dropPlace, findPlace, isDropped } from '../places/find-place.js';
import { placeOf } from '../places/learn-extents.js';
import { idsToAsk } from '../places/own-places.js';
import {
  type AreaSearch,
  areaForm,
  idsOf,
  isReadInBoxes,
  Progress,
  tokenOf,
} from './area-search.js';
import { firstPage, questionFor } from './part-pages.js';
import { BY_PLACE, needsPlaces, unlessElsewhere } from './read-question.js';
import { namedPart, statesOf } from './state-parts.js';

type Decision = Changes<'decide'>;

/** Decides, once for all pages of the chain. */
export async function decideVia(search: AreaSearch, progress: Progress): Promise<void> {
  if (progress.position.via?.by !== 'undecided') return;
  progress.move('decide', await decisionOf(search, progress));
}

async function decisionOf(search: AreaSearch, progress: Progress): Promise<Decision> {
  const name = placeOf(search.area);
  const form = areaForm(search);
  if (form === 'state') return byPartOfState(search, progress);
  if (name === null || !(isReadInBoxes(search) || form === 'named_place')) return {};
  const { source, kind, places, clock } = search;
  const extent = await places.findExtent(source, kind, name);
  if (form === 'named_place') return byOwnPlaces(search, progress, extent);
  const found = (await byPlace(search, progress, extent)) ?? (await byOutline(search, progress));
  if (found !== null) return found;
  const cover = extent === null ? null : coverOf(extent, clock.nowMs());
  return cover === null ? {} : { via: { by: 'extent', cover } };
}

/**
 * Requests a state's county or city by name if the first page is about the area. A name that the
 * source spells differently returns nothing or another place: then the whole state is read.
 */
async function byPartOfState(search: AreaSearch, progress: Progress): Promise<Decision> {
  const via = namedPart(search);
  const [state] = statesOf(search);
  if (via === null || state === undefined || search.via === 'boxes') return {};
  if (await isDropped(search)) return {};
  const part = { box: null, subfilter: {}, remainder: false, state };
  const { page } = await firstPage(search, progress, part, via);
  return page.rows.length > 0 && !answersForAnother(search, via, page) ? { via } : {};
}

/**
 * The imported outline of a ZIP, if its first page shows a home of the ZIP: nothing else proves
 * that the ZIP lies there. An audit looks for homes beyond outlines, so it uses none.
 */
async function byOutline(search: AreaSearch, progress: Progress): Promise<Decision | null> {
  const { area, places, via: asked } = search;
  if (area.test.by !== 'zip' || asked === 'boxes') return null;
  const outline = await places.findOutline(area.test.zip);
  if (outline === null) return null;
  const via = { by: 'extent', cover: coverOfOutline(outline) } as const;
  const { page } = await wholeOf(search, progress, via.cover, via);
  return sidesOf(search, via, page).inside > 0 ? { via } : null;
}

/**
 * The source's own places for the area, if their first page is about them. The page may be empty
 * where no row of the area was seen before.
 */
async function byOwnPlaces(
  search: AreaSearch,
  progress: Progress,
  extent: LearnedExtent | null,
): Promise<Decision> {
  const ids = await idsToAsk(search, extent);
  if (ids === null) return {};
  const cover = search.area.cover.reduce(boxAround);
  const via = { by: 'place', cover, token: tokenOf(ids) } as const;
  const part = { box: null, subfilter: {}, remainder: false };
  const { page } = await firstPage(search, progress, part, via);
  if (page.rows.length === 0 && page.total === 0 && extent === null) return { via };
  const isOther = answersForAnother(search, via, page);
  if (page.rows.length > 0 && !isOther) return { via };
  if (isOther) await dropPlace(search);
  return {};
}

/** The source's place, if there is one and its first page is about the requested area. */
async function byPlace(
  search: AreaSearch,
  progress: Progress,
  extent: LearnedExtent | null,
): Promise<Decision | null> {
  if (driverPlaces(search)?.instead === true) return byPlaceInstead(search, progress);
  const found = await findPlace(search);
  if (found === null) return null;
  const { place, imported, audited } = found;
  const via = { by: 'place', cover: placeBox(search, place), token: place.token } as const;
  const { page } = await wholeOf(search, progress, via.cover, via);
  const isEmpty = page.total === 0 || page.rows.length === 0;
  const isWrong = isEmpty
    ? extent !== null && (await hasRows(search, extent.box))
    : answersForAnother(search, via, page);
  // No audit has checked an imported place: one that returns nothing may not exist.
  const isCut = !audited && search.via !== 'place' && leavesOutZips(search, place, page);
  if (!isWrong && !isCut && !(isEmpty && imported)) return { via };
  if (isWrong) await dropPlace(search);
  return null;
}

/** A ZIP counts as left out of a city's place if its absence has at most this probability. */
const CHANCE_MAX = 0.01;
/** The share of a city's people whose ZIPs may lie beyond its place. */
const BEYOND_MAX = 0.02;

/**
 * Whether a city's place seems to end before its post office does: ZIPs of the city lie beyond it,
 * or no row is from a ZIP populous enough that some should be. An audit overrides this.
 */
function leavesOutZips(
  { area: { test }, geo }: AreaSearch,
  { box }: SourcePlace,
  { rows }: ParsedPage['page'],
): boolean {
  if (test.by !== 'city') return false;
  const named = rows.flatMap((read) =>
    'row' in read ? (valueOr(read.row.address.zip) ?? []) : [],
  );
  const zips = test.zips.flatMap((zip) => geo.zip(zip) ?? []);
  const peopleOf = (some: typeof zips) => some.reduce((sum, { weight }) => sum + weight, 0);
  const people = Math.max(1, peopleOf(zips));
  const beyond = zips.filter(({ lat, lng }) => box !== null && !inBox(box, lat, lng));
  if (peopleOf(beyond) > people * BEYOND_MAX) return true;
  return zips.some(
    ({ zip, weight }) => !named.includes(zip) && (1 - weight / people) ** named.length < CHANCE_MAX,
  );
}

const driverPlaces = ({ driver }: AreaSearch) =>
  driver.over === 'http' ? driver.places : undefined;

/**
 * The source's place, if the source answers a box around the area with another place, and the first
 * page of its own place is about the area. It is requested without a box, so it cannot be split in
 * the plane.
 */
async function byPlaceInstead(search: AreaSearch, progress: Progress): Promise<Decision | null> {
  const whole = { box: passBox(search.area, progress.position), subfilter: {}, remainder: false };
  const question = questionFor(search, whole, FIRST_PAGE, undefined);
  if (!(await needsPlaces(search, question))) return null;
  const found = await findPlace(search);
  if (found === null) return null;
  const { place } = found;
  const via = { by: 'place', cover: placeBox(search, place), token: place.token } as const;
  const read = await unlessElsewhere(wholeOf(search, progress, via.cover, via));
  const { places, source } = search;
  if ('page' in read && !answersForAnother(search, via, read.page)) {
    if (read.page.rows.length > 0) await places.keepAreaForm(source, BY_PLACE);
    return { via, indivisible: true };
  }
  await dropPlace(search);
  await places.keepAreaForm(source, null);
  return null;
}

const wholeOf = (
  search: AreaSearch,
  progress: Progress,
  box: Box,
  via?: Via,
): Promise<ParsedPage> =>
  firstPage(search, progress, { box, subfilter: {}, remainder: false }, via);

/** Half a microdegree is lost per side of a requested box, and an outline may touch its box. */
const ROUNDING = 100;

function placeBox({ area }: AreaSearch, { box }: SourcePlace): Box {
  if (box !== null) {
    return { w: box.w - ROUNDING, s: box.s - ROUNDING, e: box.e + ROUNDING, n: box.n + ROUNDING };
  }
  const { w, s, e, n } = area.cover.reduce(boxAround);
  return { w: w - (e - w), s: s - (n - s), e: e + (e - w), n: n + (n - s) };
}

/** Fewer rows than these say little about the place of an answer. */
const SAMPLE_MIN = 5;
/** An answer is for the requested place if at least this share of its addressed rows is inside. */
const INSIDE_SHARE = 0.8;

/** Whether the rows of a page belong to a place other than the requested one. */
function answersForAnother(
  search: AreaSearch,
  via: Via | undefined,
  page: ParsedPage['page'],
): boolean {
  const { inside, outside } = sidesOf(search, via, page);
  const located = inside + outside;
  if (located < SAMPLE_MIN) return inside === 0 && outside > 0;
  return inside < located * INSIDE_SHARE;
}

/**
 * Counts the rows of a page inside and outside the request: by the places they name where several
 * were requested, else by their addresses.
 */
function sidesOf(search: AreaSearch, via: Via | undefined, page: ParsedPage['page']) {
  const { area, driver } = search;
  const count = { inside: 0, outside: 0 };
  if (areaForm(search) === 'named_place') {
    const ids = idsOf(via) ?? [];
    for (const read of page.rows) {
      const name = 'dropped' in read ? null : (driver.placeOfRow?.(read.row) ?? null);
      const known = name === null ? [] : (driver.idsOfPlace?.(name) ?? []);
      // An unknown name may be a new one of a requested place.
      if (known.length > 0) count[known.some((id) => ids.includes(id)) ? 'inside' : 'outside'] += 1;
    }
    return count;
  }
  for (const read of page.rows) {
    if ('dropped' in read || valueOr(read.row.address.zip) === null) continue;
    const side = locateRow(area.test, read.row, null);
    if (side !== 'unplaceable') count[side] += 1;
  }
  return count;
}

/** Whether the box where the place's rows were seen before still shows some: then zero is wrong. */
async function hasRows(search: AreaSearch, box: Box): Promise<boolean> {
  const { page } = await wholeOf(search, new Progress(START, 1), box);
  return sidesOf(search, undefined, page).inside > 0;
}

/** A later page with this many rows outside the area and none inside is about another place. */
const OUTSIDE_MIN = 20;

/**
 * Fails the page when the place of a chain that started well answers for another one: the delivered
 * rows belong to the area, but the remainder cannot be found this way.
 */
export async function requireSamePlace(
  search: AreaSearch,
  { via }: Position,
  page: ParsedPage['page'],
): Promise<void> {
  if (via?.by !== 'place') return;
  const { inside, outside } = sidesOf(search, via, page);
  if (inside > 0 || outside < OUTSIDE_MIN) return;
  await dropPlace(search);
  throw new SourceError(
    'changed',
    `${search.source} returned another place than the requested one. Nothing was charged; send the search again without its cursor.`,
  );
}
