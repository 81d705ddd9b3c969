/** The pages of a finished search, from any of its requests. */
import { SNAPSHOT_PAGES_MAX } from '#contract/limits.js';
import { uuidTime } from '#domain/uuid-time.js';
import { type FinishedPage, listFinishedPages, searchOf } from '#store/finished-searches.js';
import { describeResults, type ResultFacts } from '#store/results.js';
import type { Parts } from '../app.js';
import { nextPageHash } from '../search/task.js';

/** Pages delivered up to a request, and after it, among which its search is looked for. */
const PAGES_READ_MAX = 2_500;

export interface ChainPage extends FinishedPage {
  readonly facts: ResultFacts;
}

export interface Chain {
  /** In the order of the search. */
  readonly pages: readonly ChainPage[];
  readonly completeness: 'complete' | 'partial';
  /** The inputs without a cursor. */
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * The chain of pages that a request belongs to: each page was delivered after the one before it,
 * and is the one that its result names as the next. Undefined where the request is unknown.
 */
export async function chainOf(
  app: Parts<'limits' | 'db'>,
  accountId: string,
  requestId: string,
): Promise<Chain | undefined> {
  // A page follows another while its cursor is valid.
  const [at, valid] = [uuidTime(requestId), app.limits.CURSOR_TTL_S * 1_000];
  const pagesOf = (since: number, until: number, first: 'newest' | 'oldest') => {
    const between = { since: new Date(since), until: new Date(until) };
    return listFinishedPages(app.db, accountId, between, PAGES_READ_MAX, first);
  };
  const earlier = await pagesOf(at - valid, at + 1, 'newest');
  const all = [...earlier, ...(await pagesOf(at + 1, at + valid, 'oldest'))];
  const asked = all.find((page) => page.request_id === requestId);
  if (asked === undefined) return undefined;
  const { name, inputs } = searchOf(asked);
  // Oldest first: ids of requests ascend with time.
  const own = all
    .filter((page) => searchOf(page).name === name)
    .sort((a, b) => (a.request_id < b.request_id ? -1 : 1));
  const facts = await describeResults(app.db, [...new Set(own.map(({ result_id }) => result_id))]);
  const pages = own.flatMap((page) => {
    const of = facts.get(page.result_id);
    return of === undefined ? [] : [{ ...page, facts: of }];
  });
  const start = pages.find((page) => page.request_id === requestId);
  if (start === undefined) return undefined;
  const chain = [...before(start, pages), start, ...after(start, pages)];
  return {
    pages: chain,
    completeness: isWhole(chain) ? 'complete' : 'partial',
    query: inputs,
  };
}

/** The pages before one: each the last delivered before its successor that names it as next. */
function before(start: ChainPage, pages: readonly ChainPage[]): ChainPage[] {
  const found: ChainPage[] = [];
  let page = start;
  while (found.length < SNAPSHOT_PAGES_MAX && !searchOf(page).isFirst) {
    const { page_hash, request_id } = page;
    const previous = pages.findLast(
      (one) => one.request_id < request_id && nextPageHash(one.facts.next_task) === page_hash,
    );
    if (previous === undefined) break;
    found.unshift(previous);
    page = previous;
  }
  return found;
}

/** The pages after one: each the first delivered after its predecessor that it names as next. */
function after(start: ChainPage, pages: readonly ChainPage[]): ChainPage[] {
  const found: ChainPage[] = [];
  let page = start;
  while (found.length < SNAPSHOT_PAGES_MAX) {
    const hash = nextPageHash(page.facts.next_task);
    const { request_id } = page;
    const next = pages.find((one) => one.request_id > request_id && one.page_hash === hash);
    if (next === undefined) break;
    found.push(next);
    page = next;
  }
  return found;
}

function isWhole(chain: readonly ChainPage[]): boolean {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined) return false;
  return (
    searchOf(first).isFirst &&
    nextPageHash(last.facts.next_task) === null &&
    chain.every(({ facts }) => facts.completeness === 'complete')
  );
}
