/**
 * Whether a page answers its question: it has new rows, and most of them are in the area and fit
 * the filters that the source applies. Throws SourceError 'changed'.
 */
import type { Row } from '#contract/rows.js';
import { type Box, inBox } from '#domain/box.js';
import { fitFilters } from '#domain/filters.js';
import { type ParsedRow, valueOr } from '#domain/parsed-row.js';
import { isFirstPage, type PageRef, type Position } from '#domain/position.js';
import type { Filters } from '#domain/search.js';
import type { Part } from '#domain/split.js';
import { changedAnswer } from '#sources/driver.js';
import type { ParsedPage } from '../checks/parsed-page.js';
import { type AreaSearch, areaForm, askedFilters, askFor } from './area-search.js';
import { markOf } from './page-marks.js';
import { statesNamed } from './state-parts.js';

/** Rows that prove something about a page; fewer may be chance. */
const ROWS_MIN = 5;
/** "Most": from this share on. */
const MOST = 0.5;

type Page = ParsedPage['page'];

const rowsIn = ({ rows }: Page): ParsedRow<Row>[] =>
  rows.flatMap((read) => ('row' in read ? [read.row] : []));

/**
 * Whether a page has homes that no earlier page had, in this collection or the chain that it
 * continues; more than half its rows must be distinct homes. A source that repeats its pages fails
 * the collection, unless it is already known to ignore boxes.
 */
export function bringsNewRows(
  { source }: AreaSearch,
  { indivisible, seen: marks = [] }: Position,
  page: Page,
  ref: PageRef,
  seen: ReadonlySet<string>,
): boolean {
  const rows = rowsIn(page);
  if (rows.length < ROWS_MIN) return true;
  const ids = new Set(rows.map(({ source_id }) => source_id));
  if (ids.size <= rows.length * MOST && rows.length - ids.size >= ROWS_MIN) {
    throw changedAnswer(source)(`${rows.length} rows of a page are ${ids.size} homes`);
  }
  if (isFirstPage(ref)) return true;
  const isNew = rows.some(({ source_id }) => !seen.has(source_id));
  if (isNew && (marks.length === 0 || !marks.includes(markOf(page) ?? -1))) return true;
  if (indivisible) return false;
  throw changedAnswer(source)('a later page repeats rows of earlier pages');
}

/** Most rows lie in the box and fit the filters that the source itself applies. */
export function requireAskedRows(search: AreaSearch, { box, state }: Part, page: Page): void {
  const rows = rowsIn(page);
  const { source, driver } = search;
  const states = state === undefined ? [] : statesNamed(rows);
  const others = states.filter((one) => one !== state).length;
  if (isMost(others, states.length)) {
    throw changedAnswer(source)(`${others} of ${states.length} homes are of other states`);
  }
  const boxes = box === null ? placeBoxes(search) : [box];
  const points = boxes === null ? [] : rows.flatMap(({ location }) => valueOr(location) ?? []);
  const outside = points.filter(
    ({ lat, lng }) => boxes?.some((one) => inBox(one, lat, lng)) === false,
  ).length;
  // A source may send other homes where it has none, but homes inside the area contradict a count
  // of 0.
  if (page.total === 0 && points.length > outside) {
    throw changedAnswer(source)(`it counts 0 rows and sends ${points.length - outside}`);
  }
  if (isMost(outside, points.length)) {
    throw changedAnswer(source)(
      `${outside} of ${points.length} homes are outside the requested area`,
    );
  }
  const applied = appliedFilters(askedFilters(search), driver.capabilities.filters);
  const unfit = rows.filter((row) => fitFilters(applied, row, 0) === 'outside').length;
  if (isMost(unfit, rows.length)) {
    throw changedAnswer(source)(`${unfit} of ${rows.length} homes do not fit the filters`);
  }
}

/** Where the source's requested places lie; null where boxes are requested or that is not known. */
function placeBoxes(search: AreaSearch): readonly Box[] | null {
  if (areaForm(search) !== 'named_place') return null;
  const asked = askFor(search, null);
  const boxes = asked.by === 'named_place' ? search.driver.extentOf?.(asked.ids) : undefined;
  return boxes === undefined || boxes.length === 0 ? null : boxes;
}

const isMost = (part: number, whole: number): boolean => part >= ROWS_MIN && part >= whole * MOST;

/** Filters that a source may apply more widely: types it groups, periods it has no name for. */
const WIDENED: ReadonlySet<string> = new Set(['property_type', 'sold_within_days', 'sort']);

function appliedFilters(filters: Filters, applied: readonly string[]): Filters {
  const asked: Filters = Object.fromEntries(
    Object.entries(filters).filter(([name]) => applied.includes(name) && !WIDENED.has(name)),
  );
  const { baths_min } = asked;
  // A source that takes whole bathrooms is asked for 1 where 1.5 are requested.
  return baths_min === undefined ? asked : { ...asked, baths_min: Math.floor(baths_min) };
}
