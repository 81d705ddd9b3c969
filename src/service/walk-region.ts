/** One region of the walk: cut it while it hides rows, then read its pages and judge each row. */
import type { Row } from '#contract/rows.js';
import { placeRow } from '#domain/area.js';
import { type Box, inBox, micro } from '#domain/box.js';
import { fitsFilters, fitsNarrow, priceOf } from '#domain/filters.js';
import { edgesNear } from '#domain/grow.js';
import type { Cut } from '#domain/position.js';
import { type Reading, valueOr } from '#domain/reading.js';
import { type Evidence, findCut, type Region, regionOf } from '#domain/region.js';
import { checkSanity } from '#domain/sanity.js';
import type { SourcePage } from '#sources/source.js';
import { fillCounty } from './fill-county.js';
import type { FoundRow, WalkInput, WalkState } from './walk-state.js';

interface ReadPage {
  readonly page: SourcePage;
  readonly readAtMs: number;
}

/** Reads the region at the state's position inside a planned box, cutting it as often as it needs. */
export async function* readRegion(
  input: WalkInput,
  state: WalkState,
  box: Box,
): AsyncGenerator<FoundRow> {
  const region = await cutToFit(input, state, box);
  const first = await openRegion(input, state, region);
  const seen = new Set<string>();
  let shown = 0;
  let index = 0;
  for await (const { page, readAtMs } of pagesOf(input, state, region, first)) {
    for (const raw of page.rows) {
      const before = { ...state.position, row: index };
      index += 1;
      const judged = judge(input, state, region, raw, readAtMs, seen, index <= state.position.row);
      if (judged !== 'relaxed') shown += 1;
      if (typeof judged === 'string') continue;
      yield { reading: judged, before };
      state.position = {
        ...state.position,
        edge: state.position.edge | edgeOf(input, state, judged),
      };
    }
  }
  noteShortfall(input, state, region, first.page.total, shown);
}

/** The first page of a region: its rows are the evidence, its total says whether it hides any. */
export async function openRegion(
  input: WalkInput,
  state: WalkState,
  region: Region,
): Promise<ReadPage> {
  return readPage(input, state, region, 1);
}

/** Adds cuts to the position until its region can be shown whole, or nothing divides it further. */
async function cutToFit(input: WalkInput, state: WalkState, box: Box): Promise<Region> {
  const { caps } = input.reader;
  for (;;) {
    const region = regionOf(box, state.position.cuts);
    if (region.unpriced) return region;
    const first = await openRegion(input, state, region);
    if (first.page.total === null || first.page.total <= caps.rows_max) return region;
    const sample = first.page.rows.map((raw) => evidenceOf(input, raw, first.readAtMs));
    const cut = findCut(region, sample, state.position.cuts.length, caps.box_side_min);
    if (cut === null) return region;
    const rest = await hasUnpriced(input, state, region, cut.axis, first.page.total);
    state.position = {
      ...state.position,
      cuts: [...state.position.cuts, { ...cut, rest }],
      row: 0,
    };
  }
}

/** Rows without a price are in no price band: the first price cut asks how many have one. */
async function hasUnpriced(
  input: WalkInput,
  state: WalkState,
  region: Region,
  axis: Cut['axis'],
  total: number,
): Promise<boolean> {
  if (axis !== 'price' || region.narrow.price !== undefined) return false;
  const priced = { ...region, narrow: { ...region.narrow, price: [1, null] as const } };
  const { page } = await openRegion(input, state, priced);
  return page.total !== total;
}

function evidenceOf(input: WalkInput, raw: unknown, collectedAtMs: number): Evidence {
  const read = input.reader.toRow(raw, { collectedAtMs, siteBase: input.siteBase });
  if ('dropped' in read) return { x: null, y: null, price: null };
  const point = valueOr(read.row.location);
  return {
    x: point === null ? null : micro(point.lng),
    y: point === null ? null : micro(point.lat),
    price: priceOf(read.row),
  };
}

/** The row when it belongs to the search and was not met before; else why not. */
function judge(
  input: WalkInput,
  state: WalkState,
  region: Region,
  raw: unknown,
  readAtMs: number,
  seen: Set<string>,
  behindUs: boolean,
): Reading<Row> | 'relaxed' | 'dropped' {
  const read = input.reader.toRow(raw, { collectedAtMs: readAtMs, siteBase: input.siteBase });
  if ('dropped' in read) {
    if (!behindUs) state.drop(read.dropped);
    return read.dropped === 'relaxed' ? 'relaxed' : 'dropped';
  }
  const row = checkSanity(fillCounty(input.house.geo, read.row), readAtMs);
  const cause = seen.has(row.source_id) ? 'duplicate' : causeToDrop(input, region, row, readAtMs);
  seen.add(row.source_id);
  if (behindUs) return 'dropped';
  if (cause === 'elsewhere') return 'dropped';
  if (cause !== null) {
    state.drop(cause);
    return 'dropped';
  }
  return row;
}

/** `elsewhere` is no loss and no drop: another region of the same walk holds the row. */
function causeToDrop(input: WalkInput, region: Region, row: Reading<Row>, readAtMs: number) {
  const point = valueOr(row.location);
  if (point !== null && !inBox(region.box, point.lat, point.lng)) return 'outside_area';
  const placed = placeRow(input.area.test, row, region.box);
  if (placed !== 'inside') return placed === 'outside' ? 'outside_area' : 'unplaceable';
  if (!fitsFilters(input.filters, row, readAtMs)) return 'outside_filters';
  return fitsNarrow(region.narrow, region.unpriced, row) ? null : 'elsewhere';
}

function edgeOf(input: WalkInput, state: WalkState, row: Reading<Row>): number {
  const point = valueOr(row.location);
  return point === null
    ? 0
    : edgesNear(input.area, state.position, micro(point.lng), micro(point.lat));
}

/** The pages of a region in order, read ahead as far as the page still wants rows. */
async function* pagesOf(
  input: WalkInput,
  state: WalkState,
  region: Region,
  first: ReadPage,
): AsyncGenerator<ReadPage> {
  const { caps } = input.reader;
  const started = new Map<number, Promise<ReadPage>>([[1, Promise.resolve(first)]]);
  const pagesMax = Math.min(
    caps.pages_max,
    first.page.total === null ? caps.pages_max : Math.ceil(first.page.total / caps.page_rows),
  );
  for (let number = 1; number <= Math.max(1, pagesMax); number += 1) {
    const wanted = Math.ceil(
      (state.wanted + Math.max(0, state.position.row - (number - 1) * caps.page_rows)) /
        caps.page_rows,
    );
    for (
      let ahead = number;
      ahead < number + Math.max(1, wanted) && ahead <= pagesMax;
      ahead += 1
    ) {
      if (!started.has(ahead)) started.set(ahead, quiet(readPage(input, state, region, ahead)));
    }
    const read = await (started.get(number) ?? readPage(input, state, region, number));
    yield read;
    if (!read.page.more || read.page.rows.length === 0) return;
  }
}

/** A page read ahead may fail before anyone waits for it; whoever waits still sees the failure. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function readPage(
  input: WalkInput,
  state: WalkState,
  region: Region,
  page: number,
): Promise<ReadPage> {
  const ask = {
    box: region.box,
    narrow: region.narrow,
    filters: input.filters,
    page,
    nowMs: input.house.clock.nowMs(),
  };
  const read = await input.house.upstreams.read(input.source, input.reader, ask, {
    freshSinceMs: input.freshSinceMs,
    signal: input.signal,
  });
  state.oldestReadMs = Math.min(state.oldestReadMs, read.readAtMs);
  return read;
}

/** Says what is missing when the source showed fewer rows than it counted. */
function noteShortfall(
  input: WalkInput,
  state: WalkState,
  region: Region,
  total: number | null,
  shown: number,
): void {
  if (total === null || region.unpriced) return;
  const hidden = total - input.reader.caps.rows_max;
  if (hidden > 0)
    state.missing.push(`about ${hidden} rows on one spot are beyond the source's cap`);
  else if (shown < total)
    state.missing.push(`the source counted ${total} rows but showed ${shown}`);
}
