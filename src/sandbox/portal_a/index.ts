/**
 * portal_a: a national portal. One call reads a search state and returns one page of it: 41 rows,
 * at most 20 pages, whatever the total. The page of a search takes the same state and has the same
 * answer.
 */
import { hashText, unit, whole } from '../data/chance.js';
import { mayLie } from '../data/home.js';
import { homesInTruth, placeOf } from '../ground-truth.js';
import type { AskedArea } from '../odd-places.js';
import type {
  GroundTruthQuery,
  Portal,
  PortalAnswer,
  PortalRequest,
  Scene,
  TruthRow,
  WireRow,
} from '../portal.js';
import { remember } from '../remember.js';
import { type PageAsk, readAsk } from './ask.js';
import { BENCHMARK } from './benchmark.js';
import { type Found, find, PAGE_ROWS, PAGES_MAX } from './find.js';
import { openRegions, type Regions } from './regions.js';
import { listRow, type MakeRow, openMapRows } from './row.js';
import { asSearchPage, bodyOfPage, isSearchPage } from './search-page.js';
import { type RowScene, rowId, show } from './shown.js';

const PATH = '/async-create-search-page-state';
const PLACES_PATH = '/autocomplete/v3/suggestions';
const MAP_ROWS_MAX = 500;
const RELAXED_SALT = 601;

/** Opens the portal over the synthetic data. */
export function openPortalA(scene: Scene): Portal {
  const queryCache = remember<Found>(({ first }) => first.length);
  const regions = openRegions(scene.data);
  const mapRow = openMapRows();
  return {
    async answer(request) {
      if (request.path === PLACES_PATH) {
        // The host of places rejects requests with an Origin.
        if (request.headers?.['origin'] !== undefined) return refusal(403, 'no Origin here');
        return { status: 200, json: { results: regions.suggest(request.query.get('q') ?? '') } };
      }
      const isPage = isSearchPage(request);
      if (!isPage && request.path !== PATH) return refusal(404, 'no such path');
      if (request.method !== (isPage ? 'GET' : 'PUT')) return refusal(405, 'no such method');
      const asked = readAsk(isPage ? bodyOfPage(request) : request.body);
      if (typeof asked === 'string') return refusal(400, asked);
      const { ask } = asked;
      if (asked.onlyRegion) return { status: 200, json: regions.state(ask.region) };
      const atMs = scene.data.nowMs();
      const stamp = scene.data.stamp(atMs, (plot) => mayLie(plot, ask.edges));
      const { order, hidden, relaxed, undated } = scene.behaviour();
      const key = JSON.stringify([stamp, order, ask]);
      const region = ask.region === null ? null : regions.at(ask.region);
      const found = await queryCache(key, () => find(scene, ask, atMs, scene.behaviour(), region));
      const extra = unit(hashText(key, scene.data.seed), RELAXED_SALT) < relaxed;
      const rowScene = { today: scene.data.today(), hidden, undated };
      const answer = page(asked, found, rowScene, extra, mapRow);
      return isPage
        ? asSearchPage({ ...answer, ...regions.state(ask.region) })
        : { status: 200, json: answer };
    },
    areaOf: (request) => areaOf(request, regions),
    groundTruth: (question) => groundTruth(scene, question),
    benchmark: BENCHMARK,
    drifted: DRIFTED,
    emptied: EMPTIED,
  };
}

/** A search of a region with only one ZIP is a search of that ZIP, whatever its box. */
function areaOf(request: PortalRequest, regions: Regions): AskedArea | undefined {
  const asked = isSearchPage(request)
    ? readAsk(bodyOfPage(request))
    : request.path === PATH
      ? readAsk(request.body)
      : '';
  if (typeof asked === 'string' || asked.onlyRegion) return undefined;
  const { edges, region } = asked.ask;
  if (region === null) return { edges };
  const [zip, ...others] = regions.at(region).zips;
  return zip === undefined || others.length > 0 ? undefined : { zip };
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

function page(
  asked: PageAsk,
  found: Found,
  scene: RowScene,
  extra: boolean,
  mapRow: MakeRow,
): object {
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

function relaxedRows(found: Found, room: number, scene: RowScene): WireRow[] {
  const wanted = whole(found.total, RELAXED_SALT, 1, 3);
  return found.relaxed
    .slice(0, Math.min(room, wanted))
    .map((shown) => ({ ...listRow(shown, scene), relaxed: true }));
}

async function* groundTruth(scene: Scene, question: GroundTruthQuery): AsyncIterable<TruthRow> {
  const { kind } = question;
  if (kind === 'auctions') return;
  for await (const home of homesInTruth(scene, question, kind)) {
    const { status, form, price, type, flats } = home;
    const id = rowId(home);
    // A building's price comes from its flats, which it shows.
    const shown = show(home);
    if (form === 'building') {
      const beds_most = Math.max(...flats.map(({ beds }) => beds));
      yield { id, status, price, beds_most, ...placeOf(home) };
    } else {
      const known = form === 'home' && { beds: shown.beds, sqft: shown.area, type };
      yield { id, status, price: shown.price, ...known, ...placeOf(home) };
    }
  }
}
