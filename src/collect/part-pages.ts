/**
 * The pages of one part of an area, in order, from where a chain of pages stands. Numbered pages are
 * read ahead as far as rows are needed; a page that is reached by a token is asked for after the one
 * before it. Nothing before the position is read again.
 */
import { isFirstPage, type PageRef, type Via } from '#domain/position.js';
import type { Part } from '#domain/split.js';
import { changedAnswer, type Paging, type Question, SourceError } from '#sources/driver.js';
import { type AreaSearch, askFor, type Progress } from './area-search.js';
import { parsePage } from './parse-page.js';
import type { ParsedPage } from './parsed-page.js';

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
  for (let page = begin; page <= Math.max(begin, paging.pages_max); page += 1) {
    // How many pages there are is known from the first one on: only then is it safe to read ahead.
    const skipped = page === begin ? progress.position.row : 0;
    const ahead = page === begin ? 1 : Math.ceil((progress.wanted + skipped) / paging.rows);
    for (let next = page; next < page + Math.max(1, ahead) && next <= last; next += 1) {
      if (!begun.has(next))
        begun.set(next, quiet(readPage(search, progress, part, { page: next })));
    }
    const read = await (begun.get(page) ?? readPage(search, progress, part, { page }));
    if (read.page.total !== null) {
      last = Math.min(paging.pages_max, Math.ceil(read.page.total / paging.rows));
    }
    yield { ...read, ref: { page } };
    if (read.page.next === null || read.page.rows.length === 0) {
      await proveEnd(search, progress, part, page, read);
      return;
    }
  }
}

/** A source whose pages became shorter often takes a round number; others are tried once an hour. */
const ROUND_ROWS = 50;
const PROOF_EVERY_MS = 3_600_000;

/**
 * A source that does not count ends with a page that is not full. That this is the end, and not a page that
 * became shorter, is proved by asking for the page after it: one request, where the rows are a round number,
 * else once for each source and hour. Throws SourceError 'changed' when rows follow.
 */
async function proveEnd(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  page: number,
  { page: { rows } }: ParsedPage,
): Promise<void> {
  const { source, kind, history, clock, driver } = search;
  const { counts, paging } = driver.capabilities;
  if (counts || paging.by !== 'page' || rows.length === 0 || rows.length >= paging.rows) return;
  const isRound = rows.length % ROUND_ROWS === 0;
  if (!isRound && !history.dueForProof(`${source} ${kind}`, clock.nowMs(), PROOF_EVERY_MS)) return;
  const after = await readPage(search, progress, part, { page: page + 1 });
  if (after.page.rows.length === 0) return;
  throw changedAnswer(source)(
    `its pages have ${rows.length} rows where ${paging.rows} were asked for`,
  );
}

async function* linkedPages(
  search: AreaSearch,
  progress: Progress,
  part: Part,
): AsyncGenerator<PartPage> {
  let ref = progress.position.at;
  for (let count = 0; count < TOKEN_PAGES_MAX; count += 1) {
    const read = await readPage(search, progress, part, ref);
    yield { ...read, ref };
    const { next } = read.page;
    if (next === null) return;
    if (JSON.stringify(next) === JSON.stringify(ref)) {
      throw new SourceError('changed', `${search.source} names a page as the next of itself.`);
    }
    ref = next;
  }
  throw new SourceError('changed', `${search.source} names no end to its pages.`);
}

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
): Promise<ParsedPage> => readPage(search, progress, part, { page: 1 });

/** One page of a part. Throws SourceError. */
export async function readPage(
  search: AreaSearch,
  progress: Progress,
  part: Part,
  at: PageRef,
): Promise<ParsedPage> {
  const question = questionFor(search, part, at, progress.position.via);
  const read = await (isFirstPage(at)
    ? onceAsked(search, progress, question)
    : send(search, question));
  progress.oldestReadMs = Math.min(progress.oldestReadMs, read.readAtMs);
  for (const [field, why] of read.faults) progress.faults.set(field, why);
  return read;
}

const questionFor = (
  search: AreaSearch,
  part: Part,
  at: PageRef,
  via: Via | undefined,
): Question => ({
  area: askFor(search, part.box, via),
  subfilter: part.subfilter,
  filters: search.filters,
  at,
  nowMs: search.clock.nowMs(),
});

async function send(search: AreaSearch, question: Question): Promise<ParsedPage> {
  const { client, source, driver, freshSinceMs, signal } = search;
  const read = await client.read(source, driver, question, { freshSinceMs, signal });
  return parsePage(search, question, read);
}

/** A part is counted by its first page and then read from it on: the same answer serves both. */
function onceAsked(
  search: AreaSearch,
  progress: Progress,
  { nowMs, ...question }: Question,
): Promise<ParsedPage> {
  const key = JSON.stringify(question);
  if (progress.lastFirstPage?.key === key) return progress.lastFirstPage.read;
  const read = quiet(send(search, { ...question, nowMs }));
  progress.lastFirstPage = { key, read };
  return read;
}
