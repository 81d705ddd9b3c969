/**
 * nyc_portal: the homes of one city, for sale and for rent. It is searched by its own area codes,
 * not by a map; a search can be paged to its first thousand homes, and errors have status 200.
 */

import { dayOf } from '../data/calendar.js';
import { hashText, unit, whole } from '../data/chance.js';
import { failure } from '../graph-error.js';
import { homesInTruth, placeOf } from '../ground-truth.js';
import type { GroundTruthQuery, Portal, Scene, TruthRow, WireRow } from '../portal.js';
import { isOpen, type Range } from '../range.js';
import { remember } from '../remember.js';
import { inCity } from './areas.js';
import { type Ask, type PageAsk, readAsk } from './ask.js';
import { BENCHMARK } from './benchmark.js';
import { covers, type Found, find, ROWS_CAP } from './find.js';
import { rentalNode, saleNode } from './rows.js';
import { type Shown, show } from './shown.js';

const TOTAL_SALT = 631;
const FEATURED_SALT = 633;
/** Share of pages with an advertisement although none was wanted. */
const UNWANTED_SHARE = 0.3;
/** Organic rows per advertisement where they are wanted. */
const ROWS_AN_AD = 12;
/** `totalPages` is computed with a page size of its own. */
const COUNTED_ROWS_MIN = 150;
const COUNTED_ROWS_MAX = 420;

/** Opens the portal over the synthetic data. */
export function openNycPortal(scene: Scene): Portal {
  const queryCache = remember<Found>((found) => found.rows.length);
  return {
    async answer(request) {
      if (request.path !== '/' && request.path !== '') {
        return { status: 404, json: { error: 'no such path' } };
      }
      if (request.method !== 'POST') return { status: 405, json: { error: 'queries are POST' } };
      const asked = readAsk(request.body);
      if ('code' in asked) return failure(asked);
      const atMs = scene.data.nowMs();
      const stamp = scene.data.stamp(atMs, (plot) => covers(asked.ask, plot));
      const key = JSON.stringify([stamp, scene.behaviour().order, asked.ask]);
      const found = await queryCache(key, () => find(scene, asked.ask, atMs, scene.behaviour()));
      const day = dayOf(atMs);
      const hash = hashText(key, scene.data.seed);
      return { status: 200, json: { data: { [asked.ask.field]: page(asked, found, day, hash) } } };
    },
    groundTruth: (question) => groundTruth(scene, question),
    benchmark: BENCHMARK,
    drifted: DRIFTED,
    emptied: EMPTIED,
  };
}

const DRIFTED: Readonly<Record<string, string>> = {
  id: 'listingKey',
  street: 'streetName',
  price: 'amount',
  bedroomCount: 'bedrooms',
  geoPoint: 'position',
  status: 'state',
  urlPath: 'path',
};

const EMPTIED: Readonly<Record<string, unknown>> = {
  price: null,
  bedroomCount: null,
  fullBathroomCount: null,
  halfBathroomCount: null,
  livingAreaSize: null,
};

function page(asked: PageAsk, found: Found, day: number, hash: number): WireRow {
  const { ask, page: at, perPage } = asked;
  const start = (at - 1) * perPage;
  const end = Math.min(start + perPage, ROWS_CAP);
  const shown = found.rows.slice(start, end);
  const counted = whole(hash, TOTAL_SALT, COUNTED_ROWS_MIN, COUNTED_ROWS_MAX);
  return {
    search: { criteria: criteriaOf(ask), searchId: searchIdOf(hash) },
    totalCount: found.total,
    pageInfo: {
      currentPage: at,
      totalPages: Math.ceil(found.total / counted),
      hasNextPage: end < found.rows.length,
      hasPreviousPage: at > 1,
    },
    edges: edgesOf(asked, shown, day, hash),
  };
}

/** The page's homes and advertisements, each for a home that the page also shows. */
function edgesOf(asked: PageAsk, shown: readonly Shown[], day: number, hash: number): WireRow[] {
  const sale = asked.ask.field === 'searchSales';
  const word = sale ? 'Sale' : 'Rental';
  const edge = (kind: string, home: Shown): WireRow => ({
    __typename: `${kind}${word}Edge`,
    node: sale ? saleNode(home, day) : rentalNode(home, day),
  });
  const unwanted = unit(hash ^ asked.page, FEATURED_SALT) < UNWANTED_SHARE ? 1 : 0;
  const count = asked.noAds ? unwanted : Math.ceil(shown.length / ROWS_AN_AD);
  const every = Math.max(1, Math.floor(shown.length / Math.max(1, count)));
  return shown.flatMap((home, at) => {
    const organic = edge('Organic', home);
    const other = shown[shown.length - 1 - at];
    if (other === undefined || at % every !== 0 || at / every >= count) return [organic];
    return [edge(at === 0 ? 'Featured' : 'Sponsored', other), organic];
  });
}

function criteriaOf(ask: Ask): string {
  const bounds = (name: string, range: Range) =>
    isOpen(range) ? [] : [`${name}:${range.min ?? ''}-${range.max ?? ''}`];
  return [
    `area:${ask.areas.join(',')}`,
    ...bounds('beds', ask.bedrooms),
    ...bounds('baths', ask.bathrooms),
    ...bounds('price', ask.price),
    'status:open',
  ].join('|');
}

const searchIdOf = (hash: number): string =>
  `00000000-0000-4000-8000-${(hash >>> 0).toString(16).padStart(12, '0')}`;

async function* groundTruth(scene: Scene, question: GroundTruthQuery): AsyncIterable<TruthRow> {
  const { kind } = question;
  if (kind !== 'listings' && kind !== 'rentals') return;
  for await (const home of homesInTruth(scene, question, kind, inCity)) {
    const shown = show(home);
    if (shown === undefined) continue;
    const price = shown.price === 0 ? null : shown.price;
    // No bedrooms are a studio or an unknown number: the truth leaves them open.
    const beds = shown.beds === 0 ? {} : { beds: shown.beds };
    const row = { id: String(shown.id), status: home.status, price, sqft: shown.sqft || null };
    yield { ...row, ...beds, ...placeOf(home) };
  }
}
