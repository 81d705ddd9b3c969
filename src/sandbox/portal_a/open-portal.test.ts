/**
 * portal_a over a small data set, for the tests beside this file. It has no tests; its name keeps
 * it out of the build.
 */
import assert from 'node:assert/strict';
import { ALBUQUERQUE, openScene } from '../few-zips.test.js';
import type { Behaviour, GroundTruthQuery } from '../portal.js';
import { openPortalA } from './index.js';

export interface Row {
  readonly [member: string]: unknown;
  readonly zpid?: string;
  readonly plid?: string;
  readonly lotId?: number;
  readonly relaxed: boolean;
  readonly latLong: { readonly latitude?: number; readonly longitude?: number };
  readonly hdpData?: { readonly homeInfo: Readonly<Record<string, unknown>> };
}
export interface Page {
  readonly cat1: {
    readonly searchResults: { readonly listResults: Row[]; readonly mapResults: Row[] };
    readonly searchList: { readonly totalResultCount: number; readonly totalPages: number };
  };
  readonly categoryTotals: { readonly cat1: { readonly totalResultCount: number } };
}
export type Filters = Readonly<Record<string, unknown>>;

export const OFF = { value: false };
const NOT_FOR_SALE: Filters = {
  isForSaleByAgent: OFF,
  isForSaleByOwner: OFF,
  isNewConstruction: OFF,
  isComingSoon: OFF,
  isAuction: OFF,
  isForSaleForeclosure: OFF,
};
export const SOLD: Filters = { ...NOT_FOR_SALE, isRecentlySold: { value: true } };
export const RENT: Filters = { ...NOT_FOR_SALE, isForRent: { value: true } };
export const QUESTION: GroundTruthQuery = {
  ...ALBUQUERQUE,
  kind: 'listings',
  soldWithinDays: 90,
  pending: false,
};

export function open(homes: number, behaviour: Partial<Behaviour> = {}) {
  const places = [
    { zip: '77002', homes },
    { zip: '87112', homes: 200 },
  ];
  const scene = openScene(openPortalA, { places }, behaviour);
  const { portal } = scene;
  const page = async (
    mapBounds: object,
    filterState: Filters = {},
    currentPage = 1,
    cat1 = ['listResults'],
  ) => {
    const searchQueryState = { pagination: { currentPage }, mapBounds, filterState };
    const body = JSON.stringify({ searchQueryState, wants: { cat1 }, requestId: 2 });
    const path = '/async-create-search-page-state';
    const request = { method: 'PUT', path, query: new URLSearchParams(), body };
    const answer = await portal.answer(request);
    assert.equal(answer.status, 200);
    return answer.json as Page;
  };
  const all = async (mapBounds: object, filterState: Filters = {}) => {
    const rows: Row[] = [];
    for (let at = 1; at <= 20; at += 1) {
      const next = await page(mapBounds, filterState, at);
      rows.push(...next.cat1.searchResults.listResults);
      if (at >= next.cat1.searchList.totalPages) break;
    }
    return rows;
  };
  return { ...scene, page, all };
}

export const idOf = (row: Row) => String(row.plid ?? row.lotId ?? row.zpid);
export const priceOf = (row: Row) =>
  Number(row.hdpData?.homeInfo['price'] ?? row['unformattedPrice']);
