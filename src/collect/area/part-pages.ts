/**
 * The pages of one part of an area, in order, from where a chain of pages stands. Numbered pages are
 * read ahead as far as rows are needed; a page that is reached by a token is asked for after the one
 * before it. Nothing before the position is read again.
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

/** Pages that are followed by token in one part; a source with more repeats its tokens. */
const TOKEN_PAGES_MAX = 100_000;

/** The pages of a part from the position on. */
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
  // The count bounds only what is read ahead: the pages themselves say where they end.
  let last = paging.pages_max;
  const [sales, shown] = [new SalesSeen(), new ShownRows()];
  for (let page = begin; page <= Math.max(begin, paging.pages_max); page += 1) {
    // How many pages there are is known from the first one on: only then is it safe to read ahead.
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

/** The longest time that sources with homes on the market among sales know. */
const SOLD_DAYS_MAX = 1_095;
/** Homes on the market of an area in which somebody has sold one in that time; fewer may all be new: a builder's. */
const ON_MARKET_PROVING = 80;

/**
 * Of homes on the market alone, any sale in the same box proves that the source knows what was asked for.
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
  // On a full page they may stand before the sales.
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

/** Homes on the market that a proof is asked for; a few may be all there is. */
const ON_MARKET_MIN = 5;

/**
 * The rows of some pages, by what they are of. Homes on the market alone mean that there was no sale, or that the
 * source passed over that sales were asked for.
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

  /** Homes on the market, where they are many and no sale is among them; else 0. */
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
 * The page of the next row: the one that it was on, unless that page has other rows before it by now. Rows
 * behind us are then neither shown again nor passed over.
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

/** The token of the page that begins behind a row; undefined where there is none. */
export function tokenAfter(
  { rows, after }: ParsedPage['page'],
  row: number,
): PageToken | undefined {
  const ref = row < rows.length ? after?.(row) : undefined;
  return ref && 'token' in ref ? ref.token : undefined;
}

const isToken = (token: PageToken, other: PageToken | undefined): boolean =>
  JSON.stringify(token) === JSON.stringify(other);

/** A page read ahead may fail before anyone waits for it; a later await still gets the failure. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** The first page of a part: its rows are the sample, its total says whether it hides any. */
export const firstPage = (
  search: AreaSearch,
  progress: Progress,
  part: Part,
  via = progress.position.via,
): Promise<ParsedPage> => readPartPage(search, progress, part, FIRST_PAGE, via);

/** Pages that are read to compare others with: what is wrong with them is none of the search. */
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
 * How many rows a part has now, where rows may come and go while its pages are read; null where the source's
 * pages are numbered, so that rows that go would move others, or where it does not count.
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

/** A part is counted by its first page and then read from it on: the same answer serves both. */
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
