/**
 * The auction portal: foreclosed, bank-owned and privately offered homes for auction. Its GraphQL
 * endpoint accepts one named operation and returns errors with status 200.
 */

import { dayOf } from '../data/calendar.js';
import { hashText, unit } from '../data/chance.js';
import { mayLie, type Plot } from '../data/home.js';
import { failure } from '../graph-error.js';
import { homesInTruth, placeOf } from '../ground-truth.js';
import type { GroundTruthQuery, Portal, Scene, TruthRow } from '../portal.js';
import { remember } from '../remember.js';
import { reachFor } from '../shortlist.js';
import { type Ask, type PageAsk, readAsk } from './ask.js';
import { BENCHMARK } from './benchmark.js';
import { type Found, find, mayAnswer } from './find.js';
import { rowOf } from './rows.js';
import { show } from './shown.js';

const PATH = '/graphql';
const OUTSIDE_SALT = 621;

/** Opens the portal over the synthetic data. */
export function openAuction(scene: Scene): Portal {
  const queryCache = remember<Found>((found) => found.rows.length);
  const search = (key: string, ask: Ask, atMs: number, end: number): Promise<Found> => {
    const reach = reachFor(end);
    const make = () => find(scene, ask, atMs, scene.behaviour(), reach);
    return queryCache(`${reach} ${key}`, make);
  };
  return {
    async answer(request) {
      if (request.path !== PATH) return { status: 404, json: { error: 'no such path' } };
      if (request.method !== 'POST') return { status: 405, json: { error: 'queries are POST' } };
      const asked = readAsk(request.body, scene.behaviour().boxes);
      if ('code' in asked) return failure(asked);
      const atMs = scene.data.nowMs();
      const stamp = scene.data.stamp(atMs, (plot) => isAsked(scene, asked.ask, plot));
      const { order, relaxed, channels } = scene.behaviour();
      const key = JSON.stringify([stamp, order, channels, asked.ask]);
      const found = await search(key, asked.ask, atMs, asked.offset + asked.limit);
      const beyond = unit(hashText(key, scene.data.seed), OUTSIDE_SALT) < relaxed;
      const seek_listings_from_filters = page(scene, asked, found, beyond);
      return { status: 200, json: { data: { seek_listings_from_filters } } };
    },
    areaOf(request) {
      const asked = readAsk(request.body, true);
      return 'code' in asked || asked.ask.edges === null ? undefined : { edges: asked.ask.edges };
    },
    groundTruth: (question) => groundTruth(scene, question),
    benchmark: BENCHMARK,
    drifted: DRIFTED,
    emptied: EMPTIED,
  };
}

/** Whether homes of a ZIP may match a request. */
const isAsked = ({ data }: Scene, ask: Ask, plot: Plot): boolean =>
  (ask.edges === null || mayLie(plot, ask.edges)) && mayAnswer(data.geo, ask, plot);

const DRIFTED: Readonly<Record<string, string>> = {
  listing_id: 'listing_key',
  listing_status: 'sale_state',
  auction: 'sale_event',
  seller_property: 'property_of_seller',
  primary_property: 'main_property',
  coordinates: 'position',
};

const EMPTIED: Readonly<Record<string, unknown>> = {
  total_bedrooms: '',
  total_bathrooms: 0,
  square_footage: 0,
  year_built: '',
  start_date: null,
  visible_auction_start_date_time: null,
  starting_bid: '',
};

function page(scene: Scene, asked: PageAsk, found: Found, beyond: boolean): unknown {
  const { limit, offset } = asked;
  const { geo } = scene.data;
  const shown = found.rows.slice(offset, offset + limit);
  const last = offset + shown.length >= found.total && (shown.length > 0 || offset === 0);
  const outside = last && beyond ? found.outside.slice(0, limit - shown.length) : [];
  return {
    total_count: found.total,
    total_pages: Math.ceil(found.total / limit),
    size: limit,
    current_page: Math.floor(offset / limit),
    aggregation: null,
    content: [...shown, ...outside].map((home) => rowOf(home, geo)),
  };
}

/** No auction has an asking price: its bids change all the time. */
async function* groundTruth(scene: Scene, question: GroundTruthQuery): AsyncIterable<TruthRow> {
  if (question.kind !== 'auctions') return;
  const day = dayOf(question.atMs ?? scene.data.nowMs());
  for await (const home of homesInTruth(scene, question, 'listings')) {
    const shown = show(home, day);
    if (shown === undefined || shown.sale.status === 'AUCTION_CLOSED') continue;
    yield { id: String(shown.id), status: 'for_sale', price: null, ...placeOf(home) };
  }
}
