/** A made-up source for the walk: closed boxes, an order of its own, and a cap. */
import type { Row } from '#contract/rows.js';
import type { Area } from '#domain/area.js';
import { type Box, edgesAsked } from '#domain/box.js';
import { absent, type Reading, usd } from '#domain/reading.js';
import type { House } from '#service/house.js';
import type { WalkInput } from '#service/walk-state.js';
import type { Ask, Reader, SourcePage } from '#sources/source.js';

export interface Home {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly price: number | null;
  readonly beds: number;
  readonly hidden: boolean;
}

export const AREA: Box = { w: -95_800_000, s: 29_500_000, e: -95_000_000, n: 30_100_000 };
/** A walk over these homes, shown so many rows a page, so many pages. */
export function walkOver(all: readonly Home[], pageRows: number, pagesMax: number): WalkInput {
  const area: Area = { test: { by: 'box', box: AREA }, cover: [AREA], exact: true };
  const reader: Reader = {
    caps: {
      page_rows: pageRows,
      pages_max: pagesMax,
      rows_max: pageRows * pagesMax,
      box_side_min: 500,
    },
    request: () => ({ method: 'GET', path: '/', headers: {}, body: null }),
    read: () => ({ rows: [], total: 0, more: false }),
    toRow: (raw) => ({ row: readingOf(raw as Home) }) as never,
  };
  const house = {
    clock: { nowMs: () => 1_800_000_000_000 },
    geo: { priorPoints: () => [], countyOf: () => undefined, countyOfZip: () => undefined },
    upstreams: {
      read: async (_source: string, _reader: Reader, ask: Ask) => ({
        page: answer(all, ask, pageRows, pagesMax),
        readAtMs: 0,
      }),
      publicPage: (_source: string, page: string) => page,
    },
  } as unknown as House;
  const signal = new AbortController().signal;
  return {
    house,
    source: 'portal_a',
    siteBase: '',
    reader,
    area,
    filters: {},
    freshSinceMs: 0,
    signal,
  };
}

/** A source with closed boxes, its own order, and ranges that rows without a price never fit. */
function answer(all: readonly Home[], ask: Ask, pageRows: number, pagesMax: number): SourcePage {
  const { west, south, east, north } = edgesAsked(ask.box);
  const { price, beds } = ask.narrow;
  const found = all.filter((home) => {
    const inside =
      home.x >= west * 1e6 &&
      home.x <= east * 1e6 &&
      home.y >= south * 1e6 &&
      home.y <= north * 1e6;
    const priced =
      price === undefined ||
      (home.price !== null &&
        home.price >= price[0] &&
        (price[1] === null || home.price < price[1]));
    return (
      inside &&
      priced &&
      (beds === undefined || (home.beds >= beds[0] && (beds[1] === null || home.beds <= beds[1])))
    );
  });
  const order = (home: Home): number =>
    ask.filters.sort === 'price_low'
      ? (home.price ?? Number.MAX_SAFE_INTEGER)
      : (home.id * 7919) % 104_729;
  found.sort((a, b) => order(a) - order(b) || a.id - b.id);
  const from = (ask.page - 1) * pageRows;
  const rows = ask.page > pagesMax ? [] : found.slice(from, from + pageRows);
  return { rows, total: found.length, more: ask.page < pagesMax && from + pageRows < found.length };
}

function readingOf(home: Home): Reading<Row> {
  const unknown = absent('not_reported');
  return {
    source_id: String(home.id),
    list_price: home.price === null ? unknown : usd(home.price),
    rent_monthly: unknown,
    beds: home.beds,
    location: home.hidden ? unknown : { lat: home.y / 1e6, lng: home.x / 1e6 },
    address: { county: unknown, county_fips: unknown, zip: '77002' },
    extras: {},
  } as unknown as Reading<Row>;
}
