/**
 * portal_b: a second national portal, used for its sold homes. One call returns at most 350 rows of
 * a drawn ring, after a guard of four characters, and never the total.
 */

import { dayOf } from '../data/calendar.js';
import { hashText, unit, whole } from '../data/chance.js';
import { mayLie } from '../data/home.js';
import { homesInTruth, placeOf } from '../ground-truth.js';
import type {
  GroundTruthQuery,
  Portal,
  PortalAnswer,
  Scene,
  TruthRow,
  WireRow,
} from '../portal.js';
import { remember } from '../remember.js';
import { reachFor } from '../shortlist.js';
import { AREA_PARAMETERS, type Ask, FAULTS, type PageAsk, readAsk } from './ask.js';
import { BENCHMARK } from './benchmark.js';
import { type Found, find } from './find.js';
import { suggestions } from './regions.js';
import { type RowScene, rowOf } from './rows.js';
import { show } from './shown.js';

const PATH = '/stingray/api/gis';
const PLACES_PATH = '/stingray/do/location-autocomplete';
const GUARD = '{}&&';
const VERSION = 'tsbr2-1';
const INVALID_ARGUMENTS = 101;
/** Share of answers in the newer shape. */
const NEWER_SHARE = 0.3;
/** Rows from beyond the ring at the end of a list. */
const BEYOND_MAX = 3;
const NEARBY_MAX = 20;
const SHAPE_SALT = 611;
const BEYOND_SALT = 613;

/** Opens the portal over the synthetic data. */
export function openPortalB(scene: Scene): Portal {
  const queryCache = remember<Found>((found) => found.rows.length);
  const search = (ask: Ask, atMs: number, end: number): Promise<Found> => {
    const reach = reachFor(end);
    const stamp = scene.data.stamp(atMs, (plot) => mayLie(plot, ask.ring.edges));
    const key = JSON.stringify([stamp, scene.behaviour().order, reach, ask]);
    return queryCache(key, () => find(scene, ask, atMs, scene.behaviour(), reach));
  };
  return {
    async answer(request, fault) {
      if (request.path === PLACES_PATH) {
        const words = request.query.get('location') ?? '';
        return envelope(0, 'Success', suggestions(scene.data.geo, words));
      }
      if (request.path !== PATH) return { status: 404, json: { error: 'no such path' } };
      if (request.method !== 'GET') return { status: 405, json: { error: 'the search is GET' } };
      const asked = readAsk(scene.data.geo, request.query, fault);
      if (asked === undefined) return envelope(INVALID_ARGUMENTS, 'Invalid arguments', {});
      const atMs = scene.data.nowMs();
      const day = dayOf(atMs);
      const { relaxed, hidden } = scene.behaviour();
      // One row more than requested shows whether the list ends on this page.
      const found = await search(asked.ask, atMs, asked.start + asked.rows + 1);
      const hash = hashText(request.query.toString(), scene.data.seed);
      const newer = unit(hashText(withoutArea(request.query), 0), SHAPE_SALT) < NEWER_SHARE;
      const beyond =
        unit(hash, BEYOND_SALT) < relaxed ? whole(hash, BEYOND_SALT + 1, 1, BEYOND_MAX) : 0;
      return envelope(0, 'Success', payload(asked, found, { day, hidden, newer }, beyond));
    },
    faults: FAULTS,
    areaOf(request) {
      const asked = request.path === PATH ? readAsk(scene.data.geo, request.query) : undefined;
      if (asked === undefined) return undefined;
      const { ring, zip } = asked.ask;
      return zip === null ? { edges: ring.edges } : { zip };
    },
    groundTruth: (question) => groundTruth(scene, question),
    benchmark: BENCHMARK,
    drifted: DRIFTED,
    emptied: EMPTIED,
  };
}

const DRIFTED: Readonly<Record<string, string>> = {
  propertyId: 'homeKey',
  listingId: 'listingKey',
  price: 'amount',
  sqFt: 'livingArea',
  latLong: 'position',
  streetLine: 'street',
  soldDate: 'saleDate',
  searchStatus: 'searchState',
};

const NO_VALUE = { level: 1 };
const EMPTIED: Readonly<Record<string, unknown>> = {
  price: NO_VALUE,
  pricePerSqFt: NO_VALUE,
  sqFt: NO_VALUE,
  soldDate: null,
  beds: undefined,
  baths: undefined,
  fullBaths: undefined,
  partialBaths: undefined,
};

/** The query without its area: equal queries have one shape everywhere. */
const withoutArea = (query: URLSearchParams): string =>
  [...query].flatMap(([name, text]) => (AREA_PARAMETERS.has(name) ? [] : [name, text])).join();

const envelope = (resultCode: number, errorMessage: string, body: unknown): PortalAnswer => ({
  status: 200,
  prefix: GUARD,
  json: { version: VERSION, errorMessage, resultCode, payload: body },
});

function payload(asked: PageAsk, found: Found, scene: RowScene, beyond: number): WireRow {
  const end = asked.start + asked.rows;
  const homes = found.rows.slice(asked.start, end).map((shown) => rowOf(shown, scene));
  const last = found.rows.length <= end && (homes.length > 0 || asked.start === 0);
  const room = last ? Math.min(asked.rows - homes.length, beyond) : 0;
  for (const shown of found.outside.slice(0, room)) homes.push(rowOf(shown, scene));
  const around = asked.nearby ? found.outside.slice(BEYOND_MAX, BEYOND_MAX + NEARBY_MAX) : [];
  const nearby = { homes: around.map((shown) => rowOf(shown, scene)) };
  const rest = {
    buildings: {},
    dataSources: [],
    searchMedian: {},
    serviceRegionName: regionOf(found),
  };
  if (scene.newer) return { originalHomes: { homes }, nearbyHomes: nearby, ...rest };
  return { homes, ...(asked.nearby ? { nearbyHomes: nearby } : {}), ...rest };
}

/** The place that the portal assumes was requested. */
const regionOf = ({ rows: [first] }: Found): string =>
  first === undefined ? '' : first.home.plot.zip.city.toLowerCase().replaceAll(' ', '-');

async function* groundTruth(scene: Scene, question: GroundTruthQuery): AsyncIterable<TruthRow> {
  const { kind } = question;
  if (kind !== 'sold' && kind !== 'listings') return;
  for await (const home of homesInTruth(scene, question, kind)) {
    const shown = show(home);
    if (shown === undefined) continue;
    const { id, price, beds, sqft, built } = shown;
    const known = { price, beds, sqft, built, type: home.type };
    yield { id: String(id), status: home.status, ...known, ...placeOf(home) };
  }
}
