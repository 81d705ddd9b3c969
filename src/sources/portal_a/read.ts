/**
 * Parses an answer's body into a page. Both forms are read: the JSON of the state call, and the
 * HTML page with the same JSON in a script.
 *
 * `listResults` are the rows of the requested page. `mapResults` are up to 500 rows of the whole
 * search, slimmer and the same on every page, so they belong to no particular page: adding them
 * would repeat rows of later pages in a poorer form. They are used only when the list of the first
 * page is empty, as for a search shown only as a map; no page follows then. A later page has an
 * empty list when homes left the search since its first page.
 */

import type { PageRef } from '#domain/position.js';
import { changedAnswer, type Question, SourceError, type SourcePage } from '../driver.js';
import { requireFormat } from '../format-fields.js';
import { EMPTY, isRaw, listOf, numberOr, type Raw, rawOf, textOr } from '../raw-values.js';
import { isInCanada } from './address.js';
import { searchStateIn } from './body.js';
import { FORMAT_FIELDS } from './format-fields.js';
import { PAGES_MAX } from './request.js';
import { viewOf } from './view.js';

const changed = changedAnswer('portal_a');

/**
 * The reader of one kind's pages. If the requested page is given, `next` is exact; else it depends
 * on what the answer says.
 */
export const readPage =
  (kind: keyof typeof FORMAT_FIELDS) =>
  (body: string, question?: Pick<Question, 'at'>): SourcePage => {
    const state = stateIn(body);
    const cat1 = rawOf(state.cat1);
    const results = rawOf(cat1.searchResults);
    const list = results.listResults;
    if (!Array.isArray(list)) throw changed('the list of results is missing');
    const searchList = rawOf(cat1.searchList);
    const total = totalOf(state, searchList);
    const page = pageOf(state, question?.at);
    const follows = pageFollows(searchList, page);
    const isLater = (page ?? 1) > 1;
    const rows = list.length > 0 || isLater ? list : listOf(results.mapResults);
    if (rows.length === 0 && total === null) throw changed('neither rows nor a total were found');
    if (rows.length === 0 && total !== 0 && follows === 'yes') {
      throw new SourceError('down', 'portal_a sent an empty page in the middle of a search.');
    }
    requireFormat(
      'portal_a',
      rows.map((row) => viewOf(rawOf(row), 0)).filter((view) => !isInCanada(view)),
      FORMAT_FIELDS[kind],
      page,
    );
    const more = list.length > 0 && follows !== 'no';
    return { rows, total, next: more ? { page: (page ?? 1) + 1 } : null };
  };

/** The number of the page: the requested one, else the one in the answer. */
const pageOf = (state: Raw, at: PageRef | undefined): number | undefined =>
  at !== undefined && 'page' in at
    ? at.page
    : numberOr(rawOf(rawOf(state.queryState).pagination).currentPage);

/** The search state in the body: the object with `cat1`. */
function stateIn(body: string): Raw {
  const state = searchStateIn(body);
  // Some answers are the category itself, without the object around it.
  if (isRaw(state) && isRaw(state.searchResults)) return { cat1: state };
  if (!isRaw(state) || !isRaw(state.cat1)) throw changed('the search results are missing');
  return state;
}

function totalOf(state: Raw, searchList: Raw): number | null {
  const totals = rawOf(rawOf(state.categoryTotals).cat1);
  const total = numberOr(searchList.totalResultCount, totals.totalResultCount);
  return total !== undefined && Number.isInteger(total) && total >= 0 ? total : null;
}

/**
 * Whether a page follows. If the answer contains neither its own number nor its neighbours, a
 * search of several pages may continue: one page too many is better than one too few.
 */
function pageFollows(searchList: Raw, page: number | undefined): 'yes' | 'no' | 'maybe' {
  const pages = Math.min(numberOr(searchList.totalPages) ?? PAGES_MAX, PAGES_MAX);
  if (page !== undefined) return page < pages ? 'yes' : 'no';
  const pagination = isRaw(searchList.pagination) ? searchList.pagination : EMPTY;
  const next = textOr(pagination.nextUrl);
  if (next !== undefined) {
    const number = /\/(\d+)_p\//.exec(next)?.[1];
    return number === undefined || Number(number) <= pages ? 'yes' : 'no';
  }
  if (pages <= 1 || textOr(pagination.previousUrl) !== undefined) return 'no';
  return 'maybe';
}
