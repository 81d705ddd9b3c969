/**
 * The request for one page of a set: rows in the order of their keys, behind the last key of the
 * page before, and after the last page their number. A set is complete once its server counts as
 * many rows as it sent.
 */
import { edgesAsked } from '#domain/box.js';
import type { PageRef } from '#domain/position.js';
import {
  type Description,
  NO_PROFILE,
  type Question,
  SourceError,
  type UpstreamRequest,
} from '../driver.js';
import { readsPoint, spelledColumns } from '../open/open-set.js';
import type { SetDescription, SetKey, SetPageAsk } from '../open/protocol.js';
import { assumed, columnOf, LIVE_ROWS, type LiveSet, liveSetOf } from './live-set.js';

/** Asks the layer for its columns, its key, and what it can. */
export const DESCRIPTION: Description = {
  request: (options) => {
    const { protocol, part } = liveSetOf(options);
    return protocol.describe(part);
  },
  read: (body, options): SetDescription => {
    const { protocol, part } = liveSetOf(options);
    const said = protocol.readDescription(body, part);
    return readsPoint(part.wanted) ? said : { ...said, point: null };
  },
};

/**
 * Where a page stands: the page behind a key or behind so many rows, or the count that ends them.
 */
export type Standing =
  | { readonly is: 'rows'; readonly after: SetKey | null }
  | { readonly is: 'count' };

const COUNT = 'count';
export const COUNT_PAGE: PageRef = { token: [COUNT] };
export const pageBehind = (after: SetKey): PageRef => ({ token: [after] });

export function standingOf(at: PageRef): Standing {
  if (!('token' in at)) return { is: 'rows', after: null };
  const [after] = at.token;
  if (after === COUNT) return { is: 'count' };
  if (typeof after === 'number' || typeof after === 'string') return { is: 'rows', after };
  throw new SourceError('changed', 'open_data received a request for a page that it never named.');
}

export function requestFor(question: Question, profile = NO_PROFILE): UpstreamRequest {
  const live = liveSetOf(profile.options);
  const standing = standingOf(question.at);
  const ask = pageAsk(live, question, descriptionIn(profile.described, live), standing);
  return standing.is === 'count' ? live.protocol.count(ask) : live.protocol.page(ask);
}

export const descriptionIn = (described: unknown, live: LiveSet): SetDescription =>
  described === null ? assumed(live) : (described as SetDescription);

export function pageAsk(
  live: LiveSet,
  question: Question,
  description: SetDescription,
  standing: Standing,
): SetPageAsk {
  const { part } = live;
  const { where, box } = areaIn(live, question, description);
  const conditions = [part.where, where, ...filtersIn(live, question, description)].flatMap(
    (one) => (one === undefined ? [] : [`(${one})`]),
  );
  return {
    set: { ...part, ...(conditions.length > 0 && { where: conditions.join(' AND ') }) },
    description,
    columns: spelledColumns(part.wanted, description.columns).found,
    since: null,
    box,
    after: standing.is === 'rows' ? standing.after : null,
    last: null,
    rows: Math.min(part.page_rows ?? LIVE_ROWS, LIVE_ROWS, description.pageRows),
  };
}

/** The area of a question as a condition, or as a box that the server compares with geometries. */
function areaIn(
  live: LiveSet,
  { area }: Question,
  { numbers }: SetDescription,
): { readonly where?: string; readonly box: SetPageAsk['box'] } {
  if (area.by === 'postal_code') {
    const column = String(columnOf(live, 'zip'));
    // A column of numbers has lost the zeros in front.
    const is = numbers.has(column)
      ? `= ${Number(area.postal_code)}`
      : `LIKE '${area.postal_code}%'`;
    return { where: `${column} ${is}`, box: null };
  }
  if (area.by !== 'box') throw new TypeError(`this driver supports boxes, not ${area.by}`);
  const box = edgesAsked(area.box);
  const { west, south, east, north } = box;
  const [lat, lng] = [columnOf(live, 'lat'), columnOf(live, 'lng')];
  if (live.set.protocol === 'esri' && live.set.no_envelope !== true) return { box };
  const point = lat?.endsWith('.lat') === true ? lat.slice(0, -'.lat'.length) : null;
  if (point !== null) {
    return { where: `within_box(${point}, ${north}, ${west}, ${south}, ${east})`, box: null };
  }
  return {
    where: `${lat} >= ${south} AND ${lat} <= ${north} AND ${lng} >= ${west} AND ${lng} <= ${east}`,
    box: null,
  };
}

/** Filters of numbers, with the field that each bounds. */
const BOUNDS = [
  ['min_price', 'list_price', '>='],
  ['max_price', 'list_price', '<='],
  ['beds_min', 'beds', '>='],
  ['baths_min', 'baths', '>='],
  ['sqft_min', 'living_area_sqft', '>='],
  ['sqft_max', 'living_area_sqft', '<='],
  ['year_built_min', 'year_built', '>='],
  ['year_built_max', 'year_built', '<='],
] as const;

/**
 * Filters whose column the server says to hold numbers: texts would be compared letter by letter.
 */
function filtersIn(
  live: LiveSet,
  { filters }: Question,
  { numbers }: SetDescription,
): readonly string[] {
  return BOUNDS.flatMap(([filter, field, sign]) => {
    const [bound, column] = [filters[filter], columnOf(live, field)];
    if (bound === undefined || column === null || !numbers.has(column)) return [];
    return [`${column} ${sign} ${bound}`];
  });
}
