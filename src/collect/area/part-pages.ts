/**
 * The pages of one part of an area, in order, from the chain's position. Numbered pages are read
 * ahead as far as rows are needed; a page reached by a token is requested after the one before it.
 * Nothing before the position is read again.
 */
import {
  FIRST_PAGE,
  isFirstPage,
  type PageRef,
  type PageToken,
  type Via,
} from '#domain/position.js';
import type { Part } from '#domain/split.js';
import { changedAnswer, type Paging, type Question, SourceError } from '#sources/driver.js';
import type { ParsedPage } from '../checks/parsed-page.js';
import { type AreaSearch, askedFilters, askFor, type Progress } from './area-search.js';
import { type PartReader, proveEnd, ShownRows } from './prove-end.js';
import { readQuestion } from './read-question.js';

/** A page and where it lies in its part. */
export interface PartPage extends ParsedPage {
  readonly ref: PageRef;
}

/** Most pages followed by token in one part; a source with more repeats its tokens. */
const TOKEN_PAGES_MAX = 100_000;

/** The pages of a part, starting at the position. */
export async function* pagesOfPart(
  search: AreaSearch,
  progress: Progress,
  part: Part,
): AsyncGenerator<PartPage> {
  const { paging } = search.driver.capabilities;
  if (paging.by === 'page') yield* numberedPages(search, progress, part, paging);
  else yield* linkedPages(search, progress, part);
}

async function* numberedPages(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  paging: Paging & { by: 'page' },
): AsyncGenerator<PartPage> {
  const begin = 'page' in progress.position.at ? progress.position.at.page : 1;
  const begun = new Map<number, Promise<ParsedPage>>();
  // The count limits only reading ahead: the pages themselves show where they end.
  let last = paging.pages_max;
  const [sales, shown] = [new SalesSeen(), new ShownRows()];
  for (let page = begin; page <= Math.max(begin, paging.pages_max); page += 1) {
    // The page count is known only after the first page: from then on it is safe to read ahead.
    const skipped = page === begin ? progress.position.row : 0;
    const ahead = page === begin ? 1 : Math.ceil((progress.wanted + skipped) / paging.rows);
    for (let next = page; next < page + Math.max(1, ahead) && next <= last; next += 1) {
      if (!begun.has(next))
        begun.set(next, quiet(readPartPage(search, progress, part, { page: next })));
    }
    const read = await (begun.get(page) ?? readPartPage(search, progress, part, { page }));
    if (read.page.total !== null) {
      last = Math.min(paging.pages_max, Math.ceil(read.page.total / paging.rows));
    }
    yield { ...read, ref: { page } };
    sales.add(read.page);
    shown.add(read);
    if (read.page.next === null || read.page.rows.length === 0) {
      if (begin > 1) return;
      const ended = { part, page, last: read, shown };
      await proveEnd(search, progress, ended, readBeside(search, progress));
      await proveSales(search, progress, part, sales);
      return;
    }
  }
}

/** The longest period of sales that sources mixing in homes on the market accept, in days. */
const SOLD_DAYS_MAX = 1_095;
/** With this many homes on the market, an area had a sale in that time; fewer may all be new. */
const ON_MARKET_PROVING = 80;

/**
 * If a page holds only homes on the market, any sale in the same box proves that the source honours
 * the request.
 */
async function proveSales(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  seen: SalesSeen,
): Promise<void> {
  if (seen.doubtful === 0) return;
  const anySale = { ...search, filters: { sold_within_days: SOLD_DAYS_MAX } };
  const { page } = await firstPage(anySale, progress, { ...part, subfilter: {} });
  const ever = new SalesSeen();
  ever.add(page);
  // On a full page the homes on the market may come before the sales.
  if (page.next !== null || ever.doubtful === 0) return;
  if (seen.doubtful >= ON_MARKET_PROVING) {
    throw changedAnswer(search.source)(
      `${seen.doubtful} of ${seen.doubtful} rows are of another kind`,
    );
  }
  progress.missing.push(
    'the source may ignore the request for sales: it sends only homes for sale',
  );
}

/** Homes on the market that make a proof necessary; with fewer there may be no sale at all. */
const ON_MARKET_MIN = 5;

/**
 * Counts sales and homes on the market in some pages. Homes on the market alone mean either that
 * there was no sale, or that the source ignored the request for sales.
 */
class SalesSeen {
  #sales = 0;
  #onMarket = 0;

  add({ rows }: ParsedPage['page']): void {
    for (const read of rows) {
      if ('row' in read) this.#sales += 1;
      else if (read.dropped === 'on_market') this.#onMarket += 1;
    }
  }

  /** The number of homes on the market, if there are many and no sale among them; else 0. */
  get doubtful(): number {
    return this.#sales === 0 && this.#onMarket >= ON_MARKET_MIN ? this.#onMarket : 0;
  }
}

async function* linkedPages(
  search: AreaSearch,
  progress: Progress,
  part: Part,
): AsyncGenerator<PartPage> {
  let page = await pageOfRow(search, progress, part);
  for (let count = 0; count < TOKEN_PAGES_MAX; count += 1) {
    yield page;
    const { next } = page.page;
    if (next === null) return;
    if (JSON.stringify(next) === JSON.stringify(page.ref)) {
      throw new SourceError('changed', `${search.source} names a page as its own next page.`);
    }
    page = { ...(await readPartPage(search, progress, part, next)), ref: next };
  }
  throw new SourceError('changed', `${search.source} never ends its pages.`);
}

/**
 * The page of the next row: the one it was on, unless other rows now precede it there. Rows already
 * delivered are then neither repeated nor skipped.
 */
async function pageOfRow(search: AreaSearch, progress: Progress, part: Part): Promise<PartPage> {
  const { at, row, behind, shown } = progress.position;
  const read = await readPartPage(search, progress, part, at);
  if (behind === undefined || isToken(behind, tokenAfter(read.page, row - 1))) {
    return { ...read, ref: at };
  }
  const ref = { token: behind };
  progress.move('page_behind', { at: ref, shown: shown + row });
  return { ...(await readPartPage(search, progress, part, ref)), ref };
}

/** The token of the page that begins after a row; undefined where there is none. */
export function tokenAfter(
  { rows, after }: ParsedPage['page'],
  row: number,
): PageToken | undefined {
  const ref = row < rows.length ? after?.(row) : undefined;
  return ref && 'token' in ref ? ref.token : undefined;
}

const isToken = (token: PageToken, other: PageToken | undefined): boolean =>
  JSON.stringify(token) === JSON.stringify(other);

/** A page read ahead may fail before anyone awaits it; a later await still gets the error. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** The first page of a part: its rows are the sample, its total shows whether it hides any. */
export const firstPage = (
  search: AreaSearch,
  progress: Progress,
  part: Part,
  via = progress.position.via,
): Promise<ParsedPage> => readPartPage(search, progress, part, FIRST_PAGE, via);

/** Reads pages only for comparison: their faults are not recorded for the search. */
const readBeside =
  (search: AreaSearch, { position }: Progress): PartReader =>
  (part, at, freshSinceMs = search.freshSinceMs) =>
    readQuestion({ ...search, freshSinceMs }, questionFor(search, part, at, position.via));

/** One page of a part. Throws SourceError. */
export async function readPartPage(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  at: PageRef,
  via = progress.position.via,
): Promise<ParsedPage> {
  const question = questionFor(search, part, at, via);
  const read = await (isFirstPage(at)
    ? onceAsked(search, progress, question)
    : readQuestion(search, question));
  progress.oldestReadMs = Math.min(progress.oldestReadMs, read.readAtMs);
  for (const [field, why] of read.faults) progress.faults.set(field, why);
  return read;
}

/**
 * The homes of the page before the position's, where a source may repeat them. They were delivered
 * by an earlier page of the chain, and a cursor holds no ids. The upstream cache usually has that
 * page.
 */
export async function homesBefore(
  search: AreaSearch,
  progress: Progress,
  part: Part,
): Promise<Set<string>> {
  const { paging } = search.driver.capabilities;
  const { at } = progress.position;
  const repeats = paging.by === 'page' && paging.repeats === true;
  if (!repeats || part.remainder || !('page' in at) || at.page === 1) return new Set();
  const { page } = await readBeside(search, progress)(part, { page: at.page - 1 });
  return new Set(page.rows.flatMap((read) => ('row' in read ? [read.row.source_id] : [])));
}

/**
 * Counts a part again, since rows may come and go while its pages are read. Null where the source
 * numbers its pages (a row that leaves would move others).
 */
export async function countAgain(
  search: AreaSearch,
  { position }: Progress,
  part: Part,
): Promise<number | null> {
  if (search.driver.capabilities.paging.by === 'page') return null;
  const now = { ...search, freshSinceMs: search.clock.nowMs() };
  const { page } = await readQuestion(now, questionFor(search, part, FIRST_PAGE, position.via));
  return page.total;
}

export const questionFor = (
  search: AreaSearch,
  part: Part,
  at: PageRef,
  via: Via | undefined,
): Question => ({
  area: askFor(search, part.box, via, part.state),
  subfilter: part.subfilter,
  filters: askedFilters(search),
  at,
  nowMs: search.clock.nowMs(),
});

/** A part is counted by its first page and then read from it: one answer serves both. */
function onceAsked(
  search: AreaSearch,
  progress: Progress,
  { nowMs, ...question }: Question,
): Promise<ParsedPage> {
  const key = JSON.stringify(question);
  if (progress.lastFirstPage?.key === key) return progress.lastFirstPage.read;
  const read = quiet(readQuestion(search, { ...question, nowMs }));
  progress.lastFirstPage = { key, read };
  return read;
}
