/**
 * The auction portal over a small data set, for the tests beside this file. It has no tests; its
 * name keeps it out of the build.
 */
import assert from 'node:assert/strict';
import type { HomeEdges } from '../data/home.js';
import { ALBUQUERQUE, openScene } from '../few-zips.test.js';
import type { Behaviour, GroundTruthQuery } from '../portal.js';
import { openAuction } from './index.js';

export type Members = Readonly<Record<string, unknown>>;
export interface Row extends Members {
  readonly listing_id: string;
  readonly listing_status: string;
  readonly auction: Members & {
    readonly start_date: string | null;
    readonly visible_auction_start_date_time?: string | null;
  };
  readonly venue: { readonly venue_type: string };
  readonly formatted_address: readonly string[];
  readonly seller_property: Members;
  readonly primary_property: { readonly summary: Members };
}
export interface Seek {
  readonly total_count: number;
  readonly total_pages: number;
  readonly size: number;
  readonly current_page: number;
  readonly content: Row[];
}
export interface Answer {
  readonly data: { readonly seek_listings_from_filters: Seek } | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

const OPERATION = 'resiSearch_blueprint_seekListingsFromFilters';
const PAGES_MAX = 60;
export const QUESTION: GroundTruthQuery = {
  ...ALBUQUERQUE,
  kind: 'auctions',
  soldWithinDays: 0,
  pending: false,
};
export const boxOf = ({ south, west, north, east }: HomeEdges) =>
  [south, west, north, east].join(',');

export function open(homes: number, behaviour: Partial<Behaviour> = {}) {
  const places = [
    { zip: '77002', homes },
    { zip: '87112', homes: 5_000 },
  ];
  const scene = openScene(
    openAuction,
    { places, towers: [] },
    { hidden: 0, boxes: true, ...behaviour },
  );
  const { portal } = scene;
  const send = async (body: object | string) => {
    const answer = await portal.answer({
      method: 'POST',
      path: '/graphql',
      query: new URLSearchParams(),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    assert.equal(answer.status, 200);
    return answer.json as Answer;
  };
  const ask = (filters: object, operationName = OPERATION) =>
    send({ operationName, query: `query ${operationName} { … }`, variables: { filters } });
  const seek = async (edges: HomeEdges, filters: object = {}) => {
    const box = { geo_location_box: boxOf(edges), listing_type: 'active', version: 1 };
    const answer = await ask({ ...box, limit: 500, offset: 0, ...filters });
    return answer.data?.seek_listings_from_filters ?? assert.fail(JSON.stringify(answer));
  };
  const all = async (edges: HomeEdges, limit = 500, filters: object = {}) => {
    const rows: Row[] = [];
    for (let at = 0; at < PAGES_MAX; at += 1) {
      const next = await seek(edges, { limit, offset: at * limit, ...filters });
      rows.push(...next.content);
      if (at + 1 >= next.total_pages) break;
    }
    return rows;
  };
  return { ...scene, send, ask, seek, all };
}

export const idsOf = (rows: readonly Row[]) => rows.map((row) => row.listing_id).sort();
