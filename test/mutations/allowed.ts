/**
 * Silent changes that answers cannot tell from genuine ones, or that change no meaning, each with
 * its reason. A silent case without an entry fails the tests, and so does an entry without a case.
 */

import { AUCTION } from './allowed-auction.js';
import type { Allowed } from './allowed-entry.js';
import { MLS } from './allowed-mls.js';
import { NYC_PORTAL } from './allowed-nyc-portal.js';
import { OPEN_DATA } from './allowed-open-data.js';
import { PORTAL_A, PORTAL_B } from './allowed-portals.js';
import { type Case, ROUTES } from './run-cases.js';

/** Of every source. */
const GENERAL: readonly Allowed[] = [
  {
    changes: ['of the next row'],
    reason:
      'each value is one that the source has for another row: only a second member of the same row can ' +
      'contradict it, and where there is one the case is not silent',
  },
  {
    detail: /; noticed on page [2-5]: /,
    reason:
      'a page may lack it by its homes, or by accident more often than once in a million; unlike places are taken ' +
      'together, and the runner saw it noticed on one of the next four',
  },
  {
    changes: ['constant'],
    reason:
      'one value on all rows is ordinary: a community of like homes, a search for one price. A placeholder is noticed ' +
      'when three unlike places show the same one; here each place has a value of its own',
  },
  ...['portal_b', 'mls'].map((route) => ({
    route,
    members: /(?:DaysOnMarket|dom\.value)$/,
    changes: ['× 100', '÷ 1000', '× 1000', 'swapped with the next'],
    reason:
      'homes are listed for a day or for decades, and nothing else in the row counts the days',
  })),
  {
    members: /(?:[zZ]estimate|taxAssessedValue|starting_bid|monthly\w+|hoa\.value|lotSize\.value)$/,
    changes: ['metres to feet', '× 100', '× 1000', '÷ 1000'],
    reason: 'estimates, bids, dues and lots of honest homes differ as much for one price or area',
  },
  {
    route: 'nyc_portal',
    members: /mediaAssetCount$/,
    changes: ['÷ 1000', 'metres to feet'],
    reason: 'homes have from none to hundreds of photos',
  },
  ...['portal_a', 'mls'].map((route) => ({
    route,
    detail: /^other reasons: (?:[\w.]+ unreadable(?:, |$))+$/,
    reason:
      'a few rows without a value before and after: their note now says that it cannot be read',
  })),
];

/** Codes and flags in which the rows of a page often agree. */
const CODES =
  /(?:areaName|homeType|buildingType|structure_type_code|saleType|product_type|occupancy_status|listing_status|listing_configuration|mlsStatus)$/;
const FLAGS = /(?:noFee|furnished|financing_available|buyer_premium_available)$/;

const CONSTANTS: readonly Allowed[] = [
  {
    members: CODES,
    changes: ['constant'],
    reason:
      'a page of one code or neighbourhood is ordinary: an area of condos, a county of trustee sales, all of them resales',
  },
  ...['auction', 'nyc_portal'].map((route) => ({
    route,
    members: FLAGS,
    changes: ['constant', 'negated', 'swapped with the next', 'null'],
    reason:
      'areas differ from none to all in these, recorded listings carry null, and nothing else in a row shows it',
  })),
];

export const ALLOWED_OF_MEMBERS: readonly Allowed[] = [
  ...GENERAL,
  ...CONSTANTS,
  ...PORTAL_A,
  ...AUCTION,
  ...NYC_PORTAL,
  ...PORTAL_B,
  ...MLS,
  ...OPEN_DATA,
];

export const ALLOWED_OF_BEHAVIOUR: readonly Allowed[] = [
  {
    changes: ['old: an answer of a month ago'],
    reason: 'homes that were for sale a month ago look like homes that are for sale',
  },
  {
    changes: ['count: one less'],
    reason:
      'one home more than counted is one that came while the pages were read; it is delivered',
  },
  {
    route: 'portal_b sold',
    changes: ['pages: without rows'],
    reason: 'the source does not count: an area without sales gives the same answer',
  },
  {
    route: 'portal_b sold',
    changes: ['pages: numbered from 0'],
    reason:
      'an answer says neither its number nor how many rows there are, and a shorter page is the last',
  },
];

const ALLOWED = [...ALLOWED_OF_MEMBERS, ...ALLOWED_OF_BEHAVIOUR];

export const matches = (entry: Allowed, one: Case): boolean =>
  one.outcome === 'silent' &&
  routeOf(one).startsWith(entry.route ?? '') &&
  (entry.members?.test(one.member) ?? true) &&
  (entry.changes?.includes(one.change) ?? true) &&
  (entry.detail?.test(one.detail) ?? true);

export const routeOf = ({ source, kind }: Pick<Case, 'source' | 'kind'>): string =>
  `${source} ${kind}`;

/** Whether a case is silent and no entry says why it may be. */
export const isUnexplained = (one: Case): boolean =>
  one.outcome === 'silent' && !ALLOWED.some((entry) => matches(entry, one));

/** Entries of some routes that none of their cases needs; an all-routes entry is the first's. */
export const idleEntries = (
  entries: readonly Allowed[],
  routes: readonly Pick<Case, 'source' | 'kind'>[],
  cases: readonly Case[],
): readonly Allowed[] => {
  const names = routes.map(routeOf);
  const [first] = ROUTES.map(routeOf);
  return entries.filter(
    (entry) =>
      names.some((name) => name.startsWith(entry.route ?? String(first))) &&
      !cases.some((one) => matches(entry, one)),
  );
};
