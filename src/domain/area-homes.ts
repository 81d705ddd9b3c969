/** Offers of an area merged by home: filters, order, pages and facets. Pure. */

import { groupBy } from '#base/group-by.js';
import type { HomeSort } from '#contract/area-homes.js';
import type { RangeFact } from '#contract/params.js';
import { startsLater } from './days.js';
import type { HomeMember } from './home.js';
import { isIn, rangesOf } from './ranges.js';
import type { SearchBounds } from './search.js';

/** A state that an offer had before. */
export interface PastPrice {
  readonly source: string;
  readonly source_id: string;
  readonly from_at: Date;
  readonly price_cents: number;
  readonly list_date: string | null;
  /** Whether the listing was withdrawn or sold at its end. */
  readonly is_removed: boolean;
}

export interface Cut {
  /** Name of the source's origin. */
  readonly source: string;
  readonly from_cents: number;
  readonly to_cents: number;
  readonly percent: number;
  readonly at: Date;
}

/** A home of the area with all its offers. */
export interface AreaHomeLine {
  readonly home_id: string;
  /** The last seen first. */
  readonly offers: readonly HomeMember[];
  readonly lowest_cents: number | null;
  readonly highest_cents: number | null;
  /** The last reduction of an offer that still holds. */
  readonly cut: Cut | null;
  /** The latest start of a listing, according to the sources: YYYY-MM-DD. */
  readonly list_date: string | null;
}

export interface HomeFilters extends SearchBounds {
  readonly property_types?: readonly string[] | undefined;
  /** Reductions seen at or after this moment. */
  readonly cut_since?: Date | undefined;
  readonly cut_min_percent?: number | undefined;
  /** Listings that started on this day or later: YYYY-MM-DD. */
  readonly listed_since?: string | undefined;
}

const CENTS = 100;
const PERCENT = 100;

/** Joins offers to homes. Offers of one home share its id. */
export function mergeOffers(
  members: readonly HomeMember[],
  past: readonly PastPrice[],
): AreaHomeLine[] {
  const before = groupBy(past, nameOf);
  return [...groupBy(members, ({ home_id }) => home_id)].map(([home_id, own]) => {
    const offers = own.toSorted((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
    const prices = offers.flatMap(({ price_cents }) => price_cents ?? []);
    const cuts = offers.flatMap((offer) => lastCut(offer, before.get(nameOf(offer)) ?? []) ?? []);
    const dates = offers.flatMap(({ list_date }) => list_date ?? []).sort();
    return {
      home_id,
      offers,
      lowest_cents: prices.length === 0 ? null : Math.min(...prices),
      highest_cents: prices.length === 0 ? null : Math.max(...prices),
      cut: cuts.sort((a, b) => b.at.getTime() - a.at.getTime())[0] ?? null,
      list_date: dates.at(-1) ?? null,
    };
  });
}

const nameOf = ({ source, source_id }: { source: string; source_id: string }): string =>
  `${source} ${source_id}`;

/** The last change of an offer's price, if it was a reduction: a new listing has none before it. */
function lastCut(offer: HomeMember, past: readonly PastPrice[]): Cut | null {
  if (offer.price_cents === null) return null;
  let now = { ...offer, price_cents: offer.price_cents, from_at: offer.state_since };
  for (const before of past.toSorted((a, b) => b.from_at.getTime() - a.from_at.getTime())) {
    if (before.is_removed || startsLater(now.list_date, before.list_date)) return null;
    if (before.price_cents < now.price_cents) return null;
    if (before.price_cents > now.price_cents) {
      const share = (before.price_cents - now.price_cents) / before.price_cents;
      return {
        source: offer.source,
        from_cents: before.price_cents,
        to_cents: now.price_cents,
        percent: Math.round(share * PERCENT * 10) / 10,
        at: now.from_at,
      };
    }
    now = { ...now, from_at: before.from_at };
  }
  return null;
}

/** A fact of a home: of the offer seen last that has it. */
export function factOf<F extends 'property_type' | Exclude<RangeFact, 'price'>>(
  { offers }: AreaHomeLine,
  field: F,
): HomeMember[F] | null {
  return offers.find((offer) => offer[field] !== null)?.[field] ?? null;
}

/** Whether a home has all that is asked; a home without a value that a filter needs has not. */
export function fitsHome(home: AreaHomeLine, filters: HomeFilters): boolean {
  const { cut, offers, list_date } = home;
  const prices = offers.flatMap(({ price_cents }) =>
    price_cents === null ? [] : price_cents / CENTS,
  );
  const { cut_since, cut_min_percent, listed_since } = filters;
  const type = factOf(home, 'property_type');
  return (
    rangesOf(filters).every((range) =>
      range.fact === 'price'
        ? prices.some((price) => isIn(price, range))
        : isIn(factOf(home, range.fact), range),
    ) &&
    (filters.property_types === undefined ||
      (type !== null && filters.property_types.includes(type))) &&
    (cut_since === undefined || (cut !== null && cut.at >= cut_since)) &&
    (cut_min_percent === undefined || (cut !== null && cut.percent >= cut_min_percent)) &&
    (listed_since === undefined || (list_date !== null && list_date >= listed_since))
  );
}

/** Homes in order; equal ones by their ids, so that pages neither repeat nor skip. */
export function sortHomes(homes: readonly AreaHomeLine[], sort: HomeSort): AreaHomeLine[] {
  const valueOf = SORT_VALUES[sort];
  return homes.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left !== right) return left < right ? -1 : 1;
    return a.home_id < b.home_id ? -1 : 1;
  });
}

/** The lowest value comes first; homes without one come last. */
const SORT_VALUES: Readonly<Record<HomeSort, (home: AreaHomeLine) => number>> = {
  newest: ({ list_date }) => (list_date === null ? Infinity : -Date.parse(list_date)),
  price_low: ({ lowest_cents }) => lowest_cents ?? Infinity,
  price_high: ({ highest_cents }) => (highest_cents === null ? Infinity : -highest_cents),
  price_cut: ({ cut }) => (cut === null ? Infinity : -cut.percent),
};

/** How many homes have each value, the most frequent first; null for homes without one. */
export function facet(
  homes: readonly AreaHomeLine[],
  valuesOf: (home: AreaHomeLine) => readonly (string | null)[],
): { value: string | null; count: number }[] {
  const values = homes.flatMap((home) => [...new Set(valuesOf(home))]);
  return [...groupBy(values, (value) => value)]
    .map(([value, own]) => ({ value, count: own.length }))
    .sort((a, b) => b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1));
}

/** Bands of a price facet. */
const BANDS_MAX = 10;
const STEPS = [1, 2, 2.5, 5, 10];

/** Bands of equal, round width in whole dollars over the lowest prices; empty ones are left out. */
export function priceBands(
  homes: readonly AreaHomeLine[],
): { from: number; below: number; count: number }[] {
  const prices = homes.flatMap(({ lowest_cents }) =>
    lowest_cents === null ? [] : lowest_cents / CENTS,
  );
  if (prices.length === 0) return [];
  const range = Math.max(1, Math.max(...prices) - Math.min(...prices));
  const ten = 10 ** Math.floor(Math.log10(range / BANDS_MAX));
  const step = Math.ceil(ten * (STEPS.find((one) => one * ten * BANDS_MAX >= range) ?? 10));
  return [...groupBy(prices, (price) => Math.floor(price / step))]
    .sort(([a], [b]) => a - b)
    .map(([nth, own]) => ({ from: nth * step, below: (nth + 1) * step, count: own.length }));
}
