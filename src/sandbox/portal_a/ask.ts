/** Reads the body of portal_a's search-state call. */

import type { Channel, HomeEdges, HomeType, Trade } from '../data/home.js';
import type { Range } from '../range.js';
import { type JsonMembers, membersOf, readJson } from '../text.js';

export interface Ask {
  /** The search: requests with equal search texts have equal results. */
  readonly edges: HomeEdges;
  /** The place that limits the search; null without one. */
  readonly region: RegionAsk | null;
  readonly trades: readonly Trade[];
  readonly channels: readonly Channel[];
  readonly typesOff: readonly HomeType[];
  readonly price: Range;
  readonly rent: Range;
  readonly beds: Range;
  readonly baths: Range;
  readonly sqft: Range;
  readonly built: Range;
  readonly lot: Range;
  /** Listed or sold within this many days. */
  readonly withinDays: number | null;
  readonly pending: boolean;
  readonly backup: boolean;
  readonly sort: string;
}

/** A place by the portal's own id, and its type. */
export interface RegionAsk {
  readonly id: number;
  readonly type: number;
}

export interface PageAsk {
  readonly ask: Ask;
  readonly page: number;
  readonly list: boolean;
  readonly map: boolean;
  /** Whether the call requests only the description of its place, no homes. */
  readonly onlyRegion: boolean;
}

const NOTHING: JsonMembers = {};

const CHANNEL_SWITCHES: Readonly<Record<string, Channel>> = {
  isForSaleByAgent: 'agent',
  isForSaleByOwner: 'owner',
  isNewConstruction: 'new',
  isComingSoon: 'coming_soon',
  isAuction: 'auction',
  isForSaleForeclosure: 'foreclosure',
};
const TYPE_SWITCHES: Readonly<Record<string, readonly HomeType[]>> = {
  isSingleFamily: ['single_family'],
  isCondo: ['condo'],
  isTownhouse: ['townhouse'],
  isMultiFamily: ['multi_family'],
  isLotLand: ['land'],
  isManufactured: ['manufactured'],
  isApartment: ['apartment'],
  isApartmentOrCondo: ['condo', 'apartment'],
};
/** The portal's own time windows in days; half a year has 182. */
const WINDOWS: Readonly<Record<string, number>> = {
  1: 1,
  7: 7,
  14: 14,
  30: 30,
  90: 90,
  '6m': 182,
  '12m': 365,
  '24m': 730,
  '36m': 1_095,
};

/** The requested page; a text describes an error in the body. */
export function readAsk(body: string): PageAsk | string {
  const root = membersOf(readJson(body));
  const state = membersOf(root?.['searchQueryState']);
  if (root === undefined || state === undefined) return 'searchQueryState is missing';
  const edges = readEdges(membersOf(state['mapBounds']));
  if (edges === undefined) return 'mapBounds needs west, east, south and north';
  const filters = membersOf(state['filterState']) ?? NOTHING;
  const page = membersOf(state['pagination'])?.['currentPage'] ?? 1;
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1) {
    return 'currentPage is a whole number from 1';
  }
  const all = membersOf(root['wants']);
  const wanted = all?.['cat1'];
  const wants = Array.isArray(wanted) ? (wanted as unknown[]) : ['listResults'];
  return {
    ask: {
      edges,
      region: readRegion(state['regionSelection']),
      ...readFilters(filters),
      sort: readSort(state, filters),
    },
    page,
    list: wants.includes('listResults'),
    map: wants.includes('mapResults'),
    onlyRegion: wanted === undefined && Array.isArray(all?.['regionResults']),
  };
}

function readFilters(filters: JsonMembers): Omit<Ask, 'edges' | 'region' | 'sort'> {
  const off = (name: string) => valueOf(filters, name) === false;
  const on = (name: string) => valueOf(filters, name) === true;
  const channels = Object.entries(CHANNEL_SWITCHES).flatMap(([name, channel]) =>
    off(name) ? [] : [channel],
  );
  // For sale is six switches, on by default: a search for sold homes only turns them off.
  const rent = on('isForRent');
  const trades: Trade[] = channels.length > 0 && !rent ? ['listings'] : [];
  if (rent) trades.push('rentals');
  if (on('isRecentlySold')) trades.push('sold');
  const typesOff = Object.entries(TYPE_SWITCHES).flatMap(([name, types]) =>
    off(name) ? types : [],
  );
  return {
    trades,
    channels,
    typesOff: [...new Set(typesOff)],
    price: rangeOf(filters, 'price'),
    rent: rangeOf(filters, 'monthlyPayment'),
    beds: rangeOf(filters, 'beds'),
    baths: rangeOf(filters, 'baths'),
    sqft: rangeOf(filters, 'sqft'),
    built: rangeOf(filters, 'built'),
    lot: rangeOf(filters, 'lotSize'),
    withinDays: WINDOWS[scalarText(valueOf(filters, 'doz'))] ?? null,
    pending: on('isPendingListingsSelected'),
    backup: on('isAcceptingBackupOffersSelected'),
  };
}

function readRegion(selection: unknown): RegionAsk | null {
  const first = Array.isArray(selection) ? membersOf(selection[0]) : undefined;
  const { regionId, regionType } = first ?? NOTHING;
  return finite(regionId) && finite(regionType) ? { id: regionId, type: regionType } : null;
}

function readEdges(bounds: JsonMembers | undefined): HomeEdges | undefined {
  const { west, south, east, north } = bounds ?? NOTHING;
  if (!finite(west) || !finite(south) || !finite(east) || !finite(north)) return undefined;
  return { west, south, east, north };
}

function rangeOf(filters: JsonMembers, name: string): Range {
  const range = membersOf(filters[name]);
  const edge = (value: unknown) => (finite(value) ? value : null);
  return { min: edge(range?.['min']), max: edge(range?.['max']) };
}

// The sort is among the filters on recorded pages, beside them in some clients.
function readSort(state: JsonMembers, filters: JsonMembers): string {
  const beside = membersOf(state['sortSelection'])?.['value'];
  return scalarText(valueOf(filters, 'sortSelection') ?? beside);
}

const valueOf = (filters: JsonMembers, name: string): unknown =>
  membersOf(filters[name])?.['value'];

const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const finite = (value: unknown): value is number => Number.isFinite(value);
