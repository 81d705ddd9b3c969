/**
 * In-memory listing sources to collect areas from: one with numbered pages, boxes and a cap, like a
 * portal; one with linked pages, polygons and no cap, like a feed; and one queried by postal code,
 * like a table. All have their own order, and filters that rows without a price never match.
 */
import { type AreaSearch, Progress } from '#collect/area/area-search.js';
import { readArea } from '#collect/area/read-area.js';
import { FieldHistory } from '#collect/checks/field-history.js';
import { NO_HOMES } from '#collect/pages/home-store.js';
import { NO_PLACES } from '#collect/places/place-store.js';
import { usd } from '#contract/field.js';
import type { Row } from '#contract/rows.js';
import type { Area } from '#domain/area.js';
import { type Box, edgesAsked } from '#domain/box.js';
import { absent, type ParsedRow } from '#domain/parsed-row.js';
import { type Position, START } from '#domain/position.js';
import type { RowTable } from '#domain/table.js';
import type {
  AreaAsk,
  Capabilities,
  Driver,
  LngLat,
  Question,
  SourcePage,
} from '#sources/driver.js';
import { sourceStub } from './source-stub.js';

export interface Home {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly price: number | null;
  readonly beds: number;
  /** Has no map point. */
  readonly hidden: boolean;
  /** Is shown in every box that is asked for. */
  readonly everywhere?: boolean;
  readonly zip?: string;
}

export const AREA: Box = { w: -95_800_000, s: 29_500_000, e: -95_000_000, n: 30_100_000 };
const ZIP = '77002';

export const BOX_AREA: Area = { test: { by: 'box', box: AREA }, cover: [AREA], exact: true };

/** A driver and the questions it was asked. */
export interface Asked {
  readonly driver: Driver;
  readonly questions: Question[];
}

const FILTERS = ['min_price', 'max_price', 'beds_min', 'property_type'] as const;

/** Homes spread evenly over the area. */
export function spread(count: number): Home[] {
  const wide = AREA.e - AREA.w;
  const high = AREA.n - AREA.s;
  return Array.from({ length: count }, (_home, id) => ({
    id,
    x: AREA.w + ((id * 7_919) % wide),
    y: AREA.s + ((id * 104_729) % high),
    price: 100_000 + id,
    beds: id % 5,
    hidden: false,
  }));
}

/** A portal: numbered pages of boxes, of which the source shows so many. */
export function portal(all: readonly Home[], pageRows: number, pagesMax: number): Asked {
  const capabilities: Capabilities = {
    areas: ['box'],
    box_side_min: 500,
    filters: FILTERS,
    sorts: ['price_low'],
    counts: true,
    paging: { by: 'page', rows: pageRows, pages_max: pagesMax },
    rows_max: pageRows * pagesMax,
  };
  return driverOver(capabilities, (question) => {
    const page = 'page' in question.at ? question.at.page : Number.NaN;
    const found = matching(all, question);
    const from = (page - 1) * pageRows;
    const rows = page > pagesMax ? [] : found.slice(from, from + pageRows);
    const hasNext = page < pagesMax && from + pageRows < found.length;
    return { rows, total: found.length, next: hasNext ? { page: page + 1 } : null };
  });
}

const LOWERED_PAGES_MAX = 20;

/**
 * A portal that counts nothing and shows so many rows of a search, in some order.
 */
export function lowered(
  all: readonly Home[],
  pageRows: number,
  shown: number,
  order: (home: Home) => number = ({ id }) => id,
): Asked {
  const { capabilities } = portal(all, pageRows, LOWERED_PAGES_MAX).driver;
  return driverOver({ ...capabilities, counts: false }, (question) => {
    const found = matching(all, question).sort((a, b) => order(a) - order(b));
    const from = ('page' in question.at ? question.at.page - 1 : 0) * pageRows;
    const rows = found.slice(0, shown).slice(from, from + pageRows);
    const next = rows.length === pageRows ? { page: from / pageRows + 2 } : null;
    return { rows, total: null, next };
  });
}

/**
 * A feed: every page names the next by the key of its last row, polygons are its areas, it counts
 * nothing and hides nothing.
 */
export function feed(
  all: readonly Home[],
  pageRows: number,
  areas: Capabilities['areas'] = ['polygon'],
): Asked {
  const capabilities: Capabilities = {
    areas,
    box_side_min: 1,
    filters: [],
    sorts: ['price_low'],
    counts: false,
    paging: { by: 'token', rows: pageRows },
    rows_max: null,
  };
  return driverOver(capabilities, (question) => {
    const after = 'token' in question.at ? Number(question.at.token[0]) : -1;
    const found = matching(all, question);
    const from = after < 0 ? 0 : found.findIndex(({ id }) => id === after) + 1;
    const rows = found.slice(from, from + pageRows);
    const last = rows.at(-1);
    const hasNext = last !== undefined && from + pageRows < found.length;
    return { rows, total: null, next: hasNext ? { token: [last.id] } : null };
  });
}

function driverOver(capabilities: Capabilities, answer: (question: Question) => SourcePage): Asked {
  const questions: Question[] = [];
  const driver = {
    over: 'table',
    capabilities,
    version: () => '1',
    query: async (question: Question) => {
      questions.push(question);
      return answer(question);
    },
    toRow: (raw: unknown) => ({ row: parsed(raw as Home) }),
  } as unknown as Driver;
  return { driver, questions };
}

/** These sources hold their rows themselves. */
const NO_TABLE: RowTable = {
  version: null,
  imports: [],
  find: async () => [],
  count: async () => null,
};

/** The search of an area at one of these sources. */
export function searchOf({ driver }: Asked, area: Area = BOX_AREA): AreaSearch {
  return {
    clock: { nowMs: () => 1_800_000_000_000 },
    geo: {
      densityPoints: () => [],
      countyOf: () => undefined,
      countyOfZip: () => undefined,
      zip: () => undefined,
      city: () => undefined,
    } as unknown as AreaSearch['geo'],
    client: sourceStub(
      async (_source, asked, question, { signal }) => {
        if (asked.over !== 'table') throw new TypeError('only tables are read here');
        return { page: await asked.query(question, signal, NO_TABLE), readAtMs: 0 };
      },
      { table: () => NO_TABLE, siteBase: () => '' },
    ),
    history: new FieldHistory(),
    places: NO_PLACES,
    homes: NO_HOMES,
    source: 'portal_a',
    kind: 'listings',
    driver,
    area,
    filters: {},
    asker: '',
    freshSinceMs: 0,
    signal: new AbortController().signal,
  };
}

/** A chain of pages over an area, each begun where the page before it ended: ids in order. */
export async function chain(
  search: AreaSearch,
  pageRows: number,
): Promise<{ ids: number[]; missing: string[]; pages: number }> {
  const ids: number[] = [];
  const missing: string[] = [];
  let position: Position | null = START;
  let pages = 0;
  while (position !== null) {
    const progress: Progress = new Progress(position, pageRows + 1);
    position = await onePage(search, progress, pageRows, ids);
    missing.push(...progress.missing);
    pages += 1;
  }
  return { ids, missing, pages };
}

async function onePage(
  search: AreaSearch,
  progress: Progress,
  pageRows: number,
  ids: number[],
): Promise<Position | null> {
  let taken = 0;
  for await (const { row, before } of readArea(search, progress)) {
    if (taken === pageRows) return before;
    ids.push(Number(row.source_id));
    taken += 1;
    progress.wanted -= 1;
  }
  return null;
}

function matching(all: readonly Home[], { area, subfilter, filters }: Question): Home[] {
  const { price, beds } = subfilter;
  const found = all.filter((home) => {
    const priced =
      price === undefined ||
      (home.price !== null &&
        home.price >= price[0] &&
        (price[1] === null || home.price < price[1]));
    const roomy =
      beds === undefined || (home.beds >= beds[0] && (beds[1] === null || home.beds <= beds[1]));
    return priced && roomy && liesIn(area, home);
  });
  const order = (home: Home): number =>
    filters.sort === 'price_low'
      ? (home.price ?? Number.MAX_SAFE_INTEGER)
      : (home.id * 7919) % 104_729;
  return found.sort((a, b) => order(a) - order(b) || a.id - b.id);
}

function liesIn(area: AreaAsk, home: Home): boolean {
  switch (area.by) {
    case 'box': {
      // Closed boxes, as portals draw them.
      const { west, south, east, north } = edgesAsked(area.box);
      const [x, y] = [home.x / 1e6, home.y / 1e6];
      return x >= west && x <= east && y >= south && y <= north;
    }
    case 'polygon':
      return inRing(area.ring, home.x / 1e6, home.y / 1e6);
    case 'postal_code':
      return (home.zip ?? ZIP) === area.postal_code;
    case 'city':
    case 'circle':
    case 'county':
    case 'state':
    case 'named_place':
    case 'everything':
      return true;
  }
}

/** Even-odd rule. */
function inRing(ring: readonly LngLat[], x: number, y: number): boolean {
  let inside = false;
  for (let index = 1; index < ring.length; index += 1) {
    const [x1, y1] = ring[index - 1] ?? [0, 0];
    const [x2, y2] = ring[index] ?? [0, 0];
    const crosses = y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    if (crosses) inside = !inside;
  }
  return inside;
}

function parsed(home: Home): ParsedRow<Row> {
  const unknown = absent('not_reported');
  return {
    source_id: String(home.id),
    list_price: home.price === null ? unknown : usd(home.price),
    rent_monthly: unknown,
    beds: home.beds,
    location: home.hidden ? unknown : { lat: home.y / 1e6, lng: home.x / 1e6 },
    address: {
      city: unknown,
      state: unknown,
      county: unknown,
      county_fips: unknown,
      zip: home.zip ?? ZIP,
    },
    extras: {},
  } as unknown as ParsedRow<Row>;
}
