/**
 * Whether a part ends where its pages say. A source may have shortened its pages or reduced how
 * many rows it shows per search; if it returns no count, only rows prove it: homes of the part that
 * its pages did not show but another request does. The area is split in two by position: a price
 * bound may be compared with other prices than the ones shown.
 */
import { type Box, inBox, micro } from '#domain/box.js';
import { valueOr } from '#domain/parsed-row.js';
import type { PageRef } from '#domain/position.js';
import type { Part } from '#domain/split.js';
import { changedAnswer, type Paging, SourceError } from '#sources/driver.js';
import type { ParsedPage } from '../checks/parsed-page.js';
import { acceptRow } from './accept-row.js';
import type { AreaSearch, Progress } from './area-search.js';

/** Shortened pages often have a round number of rows; other page sizes are checked once an hour. */
const ROUND_ROWS = 50;
/** Searches that exactly fill smaller pages are common. */
const LARGE_PAGE_ROWS = 100;
const PROOF_EVERY_MS = 3_600_000;
/** Homes that may be added between two answers. */
const ADDED_MAX = 2;
/** Fewer missing rows, or a smaller share of those shown, may only be newer rows. */
const MISSING_MIN = 5;
const MISSING_SHARE_MIN = 0.05;

/** What the pages of one part have shown, from the first page on. */
export class ShownRows {
  /** Rows of the pages, of any kind. */
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

/** Reads one page of a part. Throws SourceError. */
export type PartReader = (part: Part, at: PageRef, freshSinceMs?: number) => Promise<ParsedPage>;

export interface Ended {
  readonly part: Part;
  /** The number of the last page. */
  readonly page: number;
  readonly last: ParsedPage;
  /** What all pages of the part have shown. */
  readonly shown: ShownRows;
}

/** Throws SourceError 'changed' when there are rows beyond the end; a few are only recorded. */
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

/** Requests the page after the last. */
async function proveLast(
  search: AreaSearch,
  paging: Paging & { by: 'page' },
  { part, page, last, shown }: Ended,
  read: PartReader,
): Promise<void> {
  const after = await tried(read(part, { page: page + 1 }));
  if (after === null || unseenIn(search, part, after, shown).length <= ADDED_MAX) return;
  // It may be newer than the last page: that page must still end in the same way.
  const again = await tried(read(part, { page }, search.clock.nowMs()));
  if (again === null || sizeOf(again) !== sizeOf(last)) return;
  throw changedAnswer(search.source)(
    search.driver.capabilities.counts
      ? `it counts ${last.page.total} rows and sends more`
      : `its pages have ${last.page.rows.length} rows instead of ${paging.rows}`,
  );
}

const sizeOf = ({ page: { rows, total } }: ParsedPage): string => `${rows.length} of ${total}`;

/** Whether to request a page after the last: if its size suggests a cap, or else hourly. */
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

/** Whether a cap may have cut the rows: a round number, or one at which other areas ended too. */
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

/** Requests one half of a part; every home in it belongs to the part. */
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
  // The pages may be older than the half: read them again before counting rows as missing.
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

/** Reads pages to the end; false if one of them failed. */
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

/** Homes of the part, surely inside the requested box, that its pages did not show. */
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

/** Of the two halves with equally many homes, the larger: it is more likely to miss some. */
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

/** A failed check request must not fail a search that did not need it. */
async function tried(read: Promise<ParsedPage>): Promise<ParsedPage | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
