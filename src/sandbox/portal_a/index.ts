/**
 * portal_a: a national portal. One call reads a search state and answers one page of it: 41 rows,
 * at most 20 pages, whatever the total.
 */
import { LRUCache } from 'lru-cache';
import { hashText, unit, whole } from '../data/chance.js';
import { lies } from '../data/home.js';
import { homesInArea } from '../homes-in-area.js';
import type { GroundTruthQuery, Portal, PortalAnswer, Scene } from '../portal.js';
import { type Ask, type PageAsk, readAsk } from './ask.js';
import { type Found, find, PAGE_ROWS, PAGES_MAX } from './find.js';
import { openRegions } from './regions.js';
import { listRow, mapRow } from './row.js';
import { type Row, type RowScene, rowId } from './shown.js';

const PATH = '/async-create-search-page-state';
const PLACES_PATH = '/autocomplete/v3/suggestions';
/** Searches remembered, each with at most 820 homes. */
const SEARCHES_MAX = 64;
const MAP_ROWS_MAX = 500;
const RELAXED_SALT = 601;

/** Opens the portal over the synthetic data. */
export function openPortalA(scene: Scene): Portal {
  const queryCache = new LRUCache<string, Promise<Found>>({ max: SEARCHES_MAX });
  const regions = openRegions(scene.data);
  const search = (key: string, ask: Ask, day: number): Promise<Found> => {
    const known = queryCache.get(key);
    if (known !== undefined) return known;
    const region = ask.region === null ? null : regions.at(ask.region);
    const found = find(scene, ask, day, scene.behaviour(), region);
    queryCache.set(key, found);
    return found;
  };
  return {
    async answer(request) {
      if (request.path === PLACES_PATH) {
        return { status: 200, json: { results: regions.suggest(request.query.get('q') ?? '') } };
      }
      if (request.path !== PATH) return refusal(404, 'no such path');
      if (request.method !== 'PUT') return refusal(405, 'the search state is PUT');
      const asked = readAsk(request.body);
      if (typeof asked === 'string') return refusal(400, asked);
      if (asked.onlyRegion) return { status: 200, json: regions.state(asked.ask.region) };
      const day = scene.data.day();
      const { order, hidden, relaxed } = scene.behaviour();
      const key = JSON.stringify([day, order, asked.ask]);
      const found = await search(key, asked.ask, day);
      const extra = unit(hashText(key, scene.data.seed), RELAXED_SALT) < relaxed;
      return { status: 200, json: page(asked, found, { day, hidden }, extra) };
    },
    groundTruth: (question) => groundTruth(scene, question),
    drifted: DRIFTED,
    emptied: EMPTIED,
  };
}

const DRIFTED: Readonly<Record<string, string>> = {
  zpid: 'propertyKey',
  lotId: 'lotKey',
  plid: 'planKey',
  id: 'key',
  hdpData: 'homeDetails',
  unformattedPrice: 'priceAmount',
  price: 'priceText',
  latLong: 'coordinates',
  addressStreet: 'streetLine',
  statusType: 'listingState',
};

const EMPTIED: Readonly<Record<string, unknown>> = {
  price: '',
  soldPrice: '',
  unformattedPrice: undefined,
  priceForHDP: undefined,
  beds: undefined,
  bedrooms: undefined,
  baths: undefined,
  bathrooms: undefined,
  area: undefined,
  livingArea: undefined,
};

const refusal = (status: number, error: string): PortalAnswer => ({ status, json: { error } });

function page(asked: PageAsk, found: Found, scene: RowScene, extra: boolean): unknown {
  const { total, first } = found;
  const totalPages = Math.min(PAGES_MAX, Math.ceil(total / PAGE_ROWS));
  const from = (asked.page - 1) * PAGE_ROWS;
  const inside = asked.page <= Math.max(1, totalPages);
  const rows = inside
    ? first.slice(from, from + PAGE_ROWS).map((shown) => listRow(shown, scene))
    : [];
  const last = inside && asked.page >= totalPages;
  if (last && extra) rows.push(...relaxedRows(found, PAGE_ROWS - rows.length, scene));
  return {
    cat1: {
      searchResults: {
        listResults: asked.list ? rows : [],
        mapResults: asked.map
          ? first.slice(0, MAP_ROWS_MAX).map((shown) => mapRow(shown, scene))
          : [],
      },
      searchList: {
        expansionDistance: 0,
        totalResultCount: total,
        resultsPerPage: PAGE_ROWS,
        totalPages,
        pagination: asked.page < totalPages ? { nextUrl: `/homes/${asked.page + 1}_p/` } : {},
        listResultsTitle: 'Real Estate & Homes',
      },
    },
    categoryTotals: { cat1: { totalResultCount: total }, cat2: { totalResultCount: 0 } },
  };
}

function relaxedRows(found: Found, room: number, scene: RowScene): Row[] {
  const wanted = whole(found.total, RELAXED_SALT, 1, 3);
  return found.relaxed
    .slice(0, Math.min(room, wanted))
    .map((shown) => ({ ...listRow(shown, scene), relaxed: true }));
}

async function* groundTruth(scene: Scene, question: GroundTruthQuery): AsyncIterable<string> {
  const { data } = scene;
  const { kind } = question;
  if (kind === 'auctions') return;
  const day = data.day();
  const soldDays = question.soldWithinDays;
  for await (const homes of homesInArea(scene, { ...question, trades: [kind], day, soldDays })) {
    for (const home of homes) {
      if (!lies(home, question)) continue;
      if (home.status === 'pending' && !question.pending) continue;
      const soldAgo = home.sold_day === null ? 0 : day - home.sold_day;
      if (home.status !== 'sold' || soldAgo <= soldDays) yield rowId(home);
    }
  }
}
