/** Parses an answer's body into a page: the nodes of the search's edges, each home once. */

import { BARRED_FORMS } from '../barriers.js';
import {
  changedAnswer,
  pageNumber,
  type Question,
  SourceError,
  type SourceErrorKind,
  type SourcePage,
} from '../driver.js';
import { requireFormat } from '../format-fields.js';
import { jsonOf } from '../json-body.js';
import { isRaw, listOf, numberOr, type Raw, rawOf, textOr } from '../raw-values.js';
import { FORMAT_FIELDS } from './format-fields.js';
import { type NycKind, OPERATIONS, PAGES_MAX } from './request.js';

/** Codes that mean that the source no longer understands the query: a retry would not help. */
const NOT_UNDERSTOOD = /VALIDATION|PARSE_FAILED|BAD_USER_INPUT/;
/** Codes that mean access was denied. */
const NOT_ALLOWED = /^(?:FORBIDDEN|UNAUTHENTICATED|UNAUTHORIZED)/;
const ERROR_CODE = /^[A-Z][A-Z0-9_]{0,59}$/;

const changed = changedAnswer('nyc_portal');

export const readPage =
  (kind: NycKind) =>
  (body: string, question: Pick<Question, 'at'>): SourcePage => {
    const page = pageNumber(question);
    const { edges, pageInfo, totalCount } = searchIn(body, OPERATIONS[kind].name);
    if (!Array.isArray(edges)) throw changed('the list of homes is missing');
    const total = numberOr(totalCount);
    if (total === undefined || !Number.isInteger(total) || total < 0) {
      throw changed('the number of homes is missing');
    }
    const { hasNextPage } = rawOf(pageInfo);
    if (typeof hasNextPage !== 'boolean') throw changed('the page information is missing');
    // A later page may be empty: a search can end that way here.
    if (edges.length === 0 && total > 0 && page === 1) {
      throw new SourceError('down', `nyc_portal counted ${total} homes and sent none.`);
    }
    const rows = nodesOf(edges);
    requireFormat('nyc_portal', rows.map(rawOf), FORMAT_FIELDS, page);
    const more = hasNextPage && rows.length > 0 && page < PAGES_MAX;
    return { rows, total, next: more ? { page: page + 1 } : null };
  };

/** The answer to the operation. Errors come with HTTP 200, beside data or instead of it. */
function searchIn(body: string, operation: string): Raw {
  if (body.trimStart().startsWith('<')) {
    throw new SourceError('refused', 'nyc_portal answered with a web page instead of data.');
  }
  const answer = rawOf(jsonOf('nyc_portal', body));
  if (listOf(answer.errors).length > 0) throw errorOf(listOf(answer.errors));
  const search = rawOf(answer.data)[operation];
  if (!isRaw(search)) throw changed('the search results are missing');
  return search;
}

/** The worst error decides: one that a retry cannot fix outweighs one that it may. */
function errorOf(errors: readonly unknown[]): SourceError {
  const codes = errors.map((error) => textOr(rawOf(rawOf(error).extensions).code) ?? '');
  const known = codes.find((code) => kindOf(code) !== 'down') ?? codes[0] ?? '';
  const named = ERROR_CODE.test(known) ? ` (${known})` : '';
  return new SourceError(kindOf(known), `nyc_portal answered the search with an error${named}.`);
}

function kindOf(code: string): SourceErrorKind {
  if (NOT_UNDERSTOOD.test(code) || BARRED_FORMS.has(code)) return 'changed';
  return NOT_ALLOWED.test(code) ? 'refused' : 'down';
}

/**
 * The homes of the page in the source's order. Featured and sponsored edges repeat organic homes,
 * above or among them: repeated ones are skipped, others come last.
 */
function nodesOf(edges: readonly unknown[]): readonly unknown[] {
  const organic: unknown[] = [];
  const promoted: Raw[] = [];
  for (const edge of edges) {
    const { __typename: type, node } = rawOf(edge);
    const isPromoted = typeof type === 'string' && /^(?:Featured|Sponsored)/.test(type);
    if (isPromoted && isRaw(node)) promoted.push(node);
    else organic.push(node);
  }
  if (promoted.length === 0) return organic;
  const seen = new Set(organic.map((node) => rawOf(node).id));
  for (const node of promoted) {
    if (!seen.has(node.id)) organic.push(node);
    seen.add(node.id);
  }
  return organic;
}
