/**
 * Whether a part ends where its pages say. A page may have become shorter, or the number of rows that a source shows of
 * one search smaller; where it does not count them, nothing in its answers says so. Only rows prove it: homes of the part
 * that its pages did not show, however else the source is asked for them. An area is divided in two, since a bound of
 * the price is compared with other prices than the ones shown in some places, and has other homes beside it.
 */
import { type Box, inBox, micro } from '#domain/box.js';
import { valueOr } from '#domain/parsed-row.js';
import type { PageRef } from '#domain/position.js';
import type { Part } from '#domain/split.js';
import { changedAnswer, type Paging, SourceError } from '#sources/driver.js';
import type { ParsedPage } from '../checks/parsed-page.js';
import { acceptRow } from './accept-row.js';
import type { AreaSearch, Progress } from './area-search.js';

/** A source whose pages became shorter often takes a round number; others are tried once an hour. */
const ROUND_ROWS = 50;
/** Searches that just fill pages of fewer rows are common. */
const LARGE_PAGE_ROWS = 100;
const PROOF_EVERY_MS = 3_600_000;
/** Homes that may be added between two answers. */
const ADDED_MAX = 2;
/** Rows that are missing from which it is no accident of two answers of unlike age, and the share of those shown. */
const MISSING_MIN = 5;
const MISSING_SHARE_MIN = 0.05;

/** What the pages of one part have shown, from its first page on. */
export class ShownRows {
  /** Rows of the pages, whatever they are of. */
  count = 0;
  readonly ids = new Set<string>();
  readonly points: { readonly x: number; readonly y: number }[] = [];

  add({ page }: ParsedPage): void {
    this.count += page.rows.length;
    for (const read of page.rows) {
      if (!('row' in read)) continue;
      this.ids.add(read.row.source_id);
      const point = valueOr(read.row.location);
      if (point !== null) this.points.push({ x: micro(point.lng), y: micro(point.lat) });
    }
  }
}

/** How one part is read: a page of it. Throws SourceError. */
export type PartReader = (part: Part, at: PageRef, freshSinceMs?: number) => Promise<ParsedPage>;

export interface Ended {
  readonly part: Part;
  /** The number of the last page. */
  readonly page: number;
  readonly last: ParsedPage;
  /** What all its pages have shown. */
  readonly shown: ShownRows;
}

/** Throws SourceError 'changed' when there are rows beyond the end; a few are noted. */
export async function proveEnd(
  search: AreaSearch,
  progress: Progress,
  ended: Ended,
  read: PartReader,
): Promise<void> {
  const { paging, counts } = search.driver.capabilities;
  if (paging.by !== 'page') return;
  const { last, shown } = ended;
  if (last.page.rows.length > 0 && mayGoOn(search, paging, ended)) {
    await proveLast(search, paging, ended, read);
  }
  if (!counts && mayBeCut(search, shown)) await proveWhole(search, progress, ended, read);
}

/** Asks for the page after the last. */
async function proveLast(
  search: AreaSearch,
  paging: Paging & { by: 'page' },
  { part, page, last, shown }: Ended,
  read: PartReader,
): Promise<void> {
  const after = await tried(read(part, { page: page + 1 }));
  if (after === null || unseenIn(search, part, after, shown).length <= ADDED_MAX) return;
  // It may be newer than the last page: that has to end in the same way still.
  const again = await tried(read(part, { page }, search.clock.nowMs()));
  if (again === null || sizeOf(again) !== sizeOf(last)) return;
  throw changedAnswer(search.source)(
    search.driver.capabilities.counts
      ? `it counts ${last.page.total} rows and sends more`
      : `its pages have ${last.page.rows.length} rows instead of ${paging.rows}`,
  );
}

const sizeOf = ({ page: { rows, total } }: ParsedPage): string => `${rows.length} of ${total}`;

/** Whether a page is asked for after the last: one of a round number of rows or of just those counted, else hourly. */
function mayGoOn(
  search: AreaSearch,
  paging: Paging & { by: 'page' },
  { page, last }: Ended,
): boolean {
  const { rows, total } = last.page;
  const { counts } = search.driver.capabilities;
  const isFull = rows.length >= paging.rows;
  if (page >= paging.pages_max) return false;
  if (!counts) return !isFull && (rows.length % ROUND_ROWS === 0 || isDue(search));
  const isEven = isFull && paging.rows >= LARGE_PAGE_ROWS && total === page * paging.rows;
  return isEven && isDue(search);
}

const isDue = (search: AreaSearch): boolean =>
  search.history.dueForProof(nameOf(search), search.clock.nowMs(), PROOF_EVERY_MS);

const nameOf = ({ client, source, kind }: AreaSearch): string => `${client.origin(source)} ${kind}`;

/** Whether a cap may have cut the rows: a round number of them, or one that other areas ended with too. */
function mayBeCut(search: AreaSearch, { count }: ShownRows): boolean {
  if (count < ROUND_ROWS) return false;
  const end = endOf(search, count);
  const ends = search.history.endsOf(nameOf(search));
  if (count % ROUND_ROWS === 0 || ends.mayBeCap(end)) return true;
  ends.add({ ...end, proved: false });
  return false;
}

const endOf = ({ area, clock }: AreaSearch, rows: number) => ({
  rows,
  area: JSON.stringify(area.test),
  atMs: clock.nowMs(),
});

/** Asks for one half of a part, in which every home is one of the part. */
async function proveWhole(
  search: AreaSearch,
  progress: Progress,
  { part, shown }: Ended,
  read: PartReader,
): Promise<void> {
  const { history, clock, driver } = search;
  const nowMs = clock.nowMs();
  const half = emptierHalf(part.box, shown, driver.capabilities.box_side_min);
  const missing = new Set<string>();
  if (half !== null) {
    await eachPage(
      search,
      (at) => read({ ...part, box: half }, at),
      (found) => {
        for (const id of unseenIn(search, part, found, shown, half)) missing.add(id);
      },
    );
  }
  // The pages may be older than the half: they are read again before their lack of rows counts.
  if (missing.size > ADDED_MAX) {
    const isRead = await eachPage(
      search,
      (at) => read(part, at, nowMs),
      ({ page }) => {
        for (const one of page.rows) if ('row' in one) missing.delete(one.row.source_id);
      },
    );
    if (!isRead) missing.clear();
  }
  if (missing.size <= ADDED_MAX) {
    history.endsOf(nameOf(search)).add({ ...endOf(search, shown.count), proved: true });
    return;
  }
  const why = `no page follows ${shown.count} rows, and ${missing.size} more exist`;
  if (missing.size >= Math.max(MISSING_MIN, shown.count * MISSING_SHARE_MIN)) {
    throw changedAnswer(search.source)(why);
  }
  progress.missing.push(why);
}

/** Reads pages to their end; whether all could be read. */
async function eachPage(
  { driver }: AreaSearch,
  read: (at: PageRef) => Promise<ParsedPage>,
  take: (page: ParsedPage) => void,
): Promise<boolean> {
  const { paging } = driver.capabilities;
  const last = paging.by === 'page' ? paging.pages_max : 1;
  for (let page = 1; page <= last; page += 1) {
    const found = await tried(read({ page }));
    if (found === null) return false;
    take(found);
    if (found.page.next === null || found.page.rows.length === 0) return true;
  }
  return true;
}

/** Homes of the part, surely inside the box that was asked for, that its pages did not show. */
function unseenIn(
  search: AreaSearch,
  part: Part,
  { page, readAtMs }: ParsedPage,
  { ids }: ShownRows,
  asked = part.box,
): string[] {
  const seen = new Set(ids);
  return page.rows.flatMap((read) => {
    const accepted = acceptRow(search, part, read, readAtMs, seen);
    if (typeof accepted === 'string') return [];
    const point = valueOr(accepted.location);
    const isInside = point !== null && (asked === null || inBox(asked, point.lat, point.lng));
    return isInside ? [accepted.source_id] : [];
  });
}

/** The half of a box, of the two that share its homes, in which they lie farther apart: more are missing there. */
function emptierHalf(box: Box | null, { points }: ShownRows, sideMin: number): Box | null {
  if (box === null || points.length === 0) return null;
  const isWide = box.e - box.w >= box.n - box.s;
  const [low, high] = isWide ? [box.w, box.e] : [box.s, box.n];
  const middles = points.map(({ x, y }) => (isWide ? x : y)).sort((a, b) => a - b);
  const middle = middles[Math.floor(middles.length / 2)] ?? low;
  const isUpper = high - middle >= middle - low;
  const length = isUpper ? high - middle : middle - low;
  if (length < sideMin || length >= high - low) return null;
  if (isWide) return isUpper ? { ...box, w: middle } : { ...box, e: middle };
  return isUpper ? { ...box, s: middle } : { ...box, n: middle };
}

/** A request of our own that fails takes nothing from a search that did not need it. */
async function tried(read: Promise<ParsedPage>): Promise<ParsedPage | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
