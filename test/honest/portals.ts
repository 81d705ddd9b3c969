/** The portals of honest worlds: each reads its source's requests and answers with made homes. */
import assert from 'node:assert/strict';
import type { Kind } from '#contract/values.js';
import type { Filters } from '#domain/search.js';
import type { UpstreamRequest } from '#sources/driver.js';
import type { PortalText } from '../mutations/world.js';
import { answerAuction } from './auction.js';
import type { Draft } from './draft.js';
import type { Home } from './home.js';
import { answerMls } from './mls.js';
import { answerNewYork } from './nyc-portal.js';
import { answerOpenData } from './open-data.js';
import { answerPortalA } from './portal-a.js';
import { answerPortalB } from './portal-b.js';

export type Answer = (request: UpstreamRequest) => PortalText;

/** A portal whose equal requests have one answer. */
export function portalOf(draft: Draft): (request: UpstreamRequest) => Promise<PortalText> {
  const answer = answerOf(draft);
  const known = new Map<string, PortalText>();
  return async (request) => {
    const key = JSON.stringify([request.method, request.path, request.body]);
    const text = known.get(key) ?? answer(request);
    known.set(key, text);
    return text;
  };
}

function answerOf(draft: Draft): Answer {
  switch (draft.route.source) {
    case 'portal_a':
      return answerPortalA(draft);
    case 'portal_b':
      return answerPortalB(draft);
    case 'nyc_portal':
      return answerNewYork(draft);
    case 'auction':
      return answerAuction(draft);
    case 'mls':
      return answerMls(draft);
    case 'open_data':
      return answerOpenData(draft);
    case 'records':
      assert.fail(`no honest portal of ${draft.route.source}`);
  }
}

/** Whether a home is a result of a search: what is not known fits no bound. */
export function fitsAsk(filters: Filters, home: Home, kind: Kind): boolean {
  const { min_price, max_price, beds_min, baths_min, sqft_min, sqft_max } = filters;
  const { year_built_min, year_built_max, property_type } = filters;
  const isBuilding = home.form === 'building';
  const beds = isBuilding ? Math.max(...home.flats.map((flat) => flat.beds)) : home.beds;
  return (
    within(kind === 'auctions' ? null : priceOf(home), min_price, max_price) &&
    within(home.form === 'plan' ? null : beds, beds_min) &&
    within(isBuilding ? null : home.baths, baths_min) &&
    within(isBuilding ? null : home.area, sqft_min, sqft_max) &&
    within(home.year, year_built_min, year_built_max) &&
    (property_type === undefined ||
      (home.form !== 'plan' && property_type.some((type) => type === home.type)))
  );
}

/** A price of zero is none. */
const priceOf = ({ price }: Home): number | null => (price === 0 ? null : price);

function within(value: number | null, min?: number, max?: number): boolean {
  if (min === undefined && max === undefined) return true;
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}
