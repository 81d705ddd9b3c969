/** Parses an answer's body into a page. GraphQL reports failures with status 200, in `errors`. */

import { BARRED_FORMS, barredQuery } from '../barriers.js';
import {
  changedAnswer,
  pageNumber,
  type Question,
  SourceError,
  type SourcePage,
} from '../driver.js';
import { requireFormat } from '../format-fields.js';
import { jsonOf } from '../json-body.js';
import { isRaw, listOf, numberOr, type Raw, rawOf, textOr } from '../raw-values.js';
import { FORMAT_FIELDS } from './format-fields.js';
import { PAGE_ROWS, PAGES_MAX } from './request.js';
import { listingId } from './to-row.js';
import { isListing, viewOf } from './view.js';

const REFUSALS = new Set(['FORBIDDEN', 'UNAUTHENTICATED']);
/** The schema no longer has a name that the query uses. */
const MISMATCHES = new Set(['GRAPHQL_VALIDATION_FAILED', 'GRAPHQL_PARSE_FAILED', 'BAD_USER_INPUT']);
const MISMATCH_IN_WORDS = /cannot query field|unknown (?:type|argument|fragment|directive)/i;

const changed = changedAnswer('auction');

export function readPage(body: string, question: Pick<Question, 'at' | 'filters'>): SourcePage {
  const page = pageNumber(question);
  const text = body.trim();
  if (text.startsWith('<')) {
    throw new SourceError('refused', 'auction answered with a challenge page instead of data.');
  }
  const results = resultsIn(jsonOf('auction', text));
  const rows = results.content;
  if (!Array.isArray(rows)) throw changed('the list of results is missing');
  const total = numberOr(results.total_count);
  if (total === undefined || !Number.isInteger(total) || total < 0) {
    throw changed('the total is missing');
  }
  requireThisPage(results, page, rows.length, total);
  const listings = rows.filter(isRaw).filter(isListing).map(viewOf);
  requireFormat('auction', listings, FORMAT_FIELDS, page);
  const more = rows.length > 0 && page < PAGES_MAX && page * PAGE_ROWS < total;
  const inOrder = question.filters.sort === 'newest' ? newestFirst(rows) : rows;
  return { rows: inOrder, total, next: more ? { page: page + 1 } : null };
}

/** The search results, or why there are none. Errors beside results concern only some members. */
function resultsIn(answer: unknown): Raw {
  const { data, errors } = rawOf(answer);
  const results = rawOf(data).seek_listings_from_filters;
  if (isRaw(results)) return results;
  const failures = listOf(errors).map(rawOf);
  if (failures.length === 0) throw changed('the search results are missing');
  const codes = failures.map((failure) => textOr(rawOf(failure.extensions).code) ?? '');
  // The source answers only the operations of its own site.
  const barred = codes.find((code) => BARRED_FORMS.has(code));
  if (barred !== undefined) throw barredQuery('auction', barred);
  const refusal = codes.find((code) => REFUSALS.has(code));
  if (refusal !== undefined) {
    throw new SourceError('refused', `auction refused the search (${refusal}).`);
  }
  const mismatch = (failure: Raw) => MISMATCH_IN_WORDS.test(textOr(failure.message) ?? '');
  if (codes.some((code) => MISMATCHES.has(code)) || failures.some(mismatch)) {
    throw changed('it does not know a requested field');
  }
  throw new SourceError('down', 'auction could not answer the search.');
}

/** An answer that silently skips rows would lose them. */
function requireThisPage(results: Raw, page: number, rows: number, total: number): void {
  const follows = page * PAGE_ROWS < total;
  if (rows === 0 && (page - 1) * PAGE_ROWS < total) {
    throw new SourceError('down', 'auction sent an empty page in the middle of a search.');
  }
  const current = numberOr(results.current_page);
  if (current !== undefined && rows > 0 && current !== page - 1) {
    throw changed(`it sent page ${current} instead of page ${page - 1}`);
  }
  if (follows && rows < PAGE_ROWS && numberOr(results.size) === rows) {
    throw changed(`its pages have ${rows} rows instead of ${PAGE_ROWS}`);
  }
}

/**
 * The rows of a page, newest listing first. The source has no known order for that; its ids are
 * sequential, so the highest is the newest. Searches with more rows than one page are in this order
 * only within each page.
 */
function newestFirst(rows: readonly unknown[]): readonly unknown[] {
  const numbered = rows.map((row) => ({ row, id: Number(listingId({ row: rawOf(row) })) || 0 }));
  return numbered.sort((a, b) => b.id - a.id).map(({ row }) => row);
}
