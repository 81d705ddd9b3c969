/** Searches that ask for one value, so that all results agree in it and differ in all else. */
import type { Kind } from '#contract/values.js';
import type { Filters } from '#domain/search.js';
import { type Archetype, type Draft, not, type Route } from './draft.js';
import { type Home, rounded, worths } from './home.js';

/** What a set of homes for sale has no columns for is no filter of it. */
const hasFilters = not('open_data listings');

const search = (name: string, apply: Archetype['apply'], fits: Archetype['fits']): Archetype => ({
  name,
  role: 'search',
  fits: (route) => hasFilters(route) && fits(route),
  apply,
});

const KINDS_WITH_PRICES: readonly Kind[] = ['listings', 'sold', 'rentals'];
const hasPrices = ({ kind }: Route) => KINDS_WITH_PRICES.includes(kind);
const hasYears = ({ source, kind }: Route) =>
  ['portal_b', 'auction', 'mls', 'open_data'].includes(source) && kind !== 'rentals';
const hasSort = ({ source }: Route) => source !== 'portal_a';
const always = (_route: Route): boolean => true;

/** Gives all homes a value and asks for it. */
function ask(draft: Draft, filters: Filters, values: Partial<Home>): void {
  for (const home of draft.homes) {
    const isBare = home.form !== 'home' || home.type === 'land';
    if (isBare && !('price' in values)) continue;
    Object.assign(home, values);
  }
  draft.filters = { ...draft.filters, ...filters };
}

/** A value that homes of the place have, not one of the first or last tenth. */
function middleOf({ draw, homes }: Draft, read: (home: Home) => number | null): number | undefined {
  const values = homes.flatMap((home) => read(home) ?? []).sort((a, b) => a - b);
  return values[Math.floor(values.length * draw.between(0.2, 0.8))];
}

/** Estimates around the price; a rental has one of its rent alone. */
const worthsOf = ({ draw, kind }: Draft, price: number): Partial<Home> =>
  kind === 'rentals' ? { rentEstimate: Math.round(draw.around(price, 0.1)) } : worths(draw, price);

/** The homes that the filters hold for, so that a search keeps as many as it found. */
export const SEARCHES: readonly Archetype[] = [
  search(
    'one price',
    (draft) => {
      const { draw, kind } = draft;
      const common = middleOf(draft, ({ price: one }) => one) ?? 300_000;
      const price = kind === 'rentals' ? Math.round(common / 50) * 50 : rounded(draw, common);
      ask(draft, { min_price: price, max_price: price }, { price });
      for (const home of draft.homes) Object.assign(home, worthsOf(draft, price));
      for (const home of draft.homes) {
        if (home.flats.length > 0) home.flats = [{ beds: 1, rent: price }];
      }
    },
    hasPrices,
  ),
  search(
    'one year',
    (draft) => {
      const year = draft.draw.pick([1910, 1955, 1978, 2005, 2014, 2025, 2026]);
      ask(draft, { year_built_min: year, year_built_max: year }, { year });
    },
    hasYears,
  ),
  search(
    'one floor area',
    (draft) => {
      const area = Math.round((middleOf(draft, ({ area: one }) => one) ?? 1_300) / 10) * 10;
      ask(draft, { sqft_min: area, sqft_max: area }, { area });
    },
    always,
  ),
  search(
    'one count of beds',
    (draft) => {
      const beds = draft.draw.pick([1, 2, 3, 4, 5]);
      ask(draft, { beds_min: beds }, { beds });
      for (const home of draft.homes) {
        if (home.area === null || home.form !== 'home') continue;
        const area = Math.round(draft.draw.around(beds * draft.place.market.areaPerBed, 0.25));
        // Mansions and cottages keep their price per area.
        const price = home.price === null ? null : Math.round((home.price * area) / home.area);
        Object.assign(home, { area, price, ...(price === null ? {} : worthsOf(draft, price)) });
      }
    },
    always,
  ),
  search(
    'one type',
    (draft) => {
      const picked = draft.draw.pick([
        'single_family',
        'condo',
        'townhouse',
        'manufactured',
      ] as const);
      // Cards of rentals call a manufactured home a house, so nobody can tell them apart.
      const isNamed = draft.kind !== 'rentals' || picked !== 'manufactured';
      const type = isNamed ? picked : 'single_family';
      const first = draft.homes.filter((home) => home.form === 'home' && home.type !== 'land');
      for (const home of first) Object.assign(home, { type });
      draft.filters = { ...draft.filters, property_type: [type] };
    },
    ({ source }) => source !== 'nyc_portal',
  ),
  search(
    'one day of sale',
    (draft) => {
      ask(draft, { sold_within_days: 7 }, {});
      const day = draft.draw.whole(1, 5);
      draft.homes = draft.homes.slice(0, 142);
      for (const home of draft.homes) home.soldAge = day;
    },
    ({ kind }) => kind === 'sold',
  ),
  search(
    'cheapest first',
    (draft) => {
      draft.filters = { ...draft.filters, sort: 'price_low' };
    },
    (route) => hasSort(route) && hasPrices(route),
  ),
  search(
    'dearest first',
    (draft) => {
      draft.filters = { ...draft.filters, sort: 'price_high' };
    },
    (route) => hasSort(route) && hasPrices(route),
  ),
  search(
    'a price range',
    (draft) => {
      const prices = draft.homes.flatMap(({ price }) => price ?? []).sort((a, b) => a - b);
      const [low, high] = [
        prices[Math.floor(prices.length * 0.1)],
        prices[Math.floor(prices.length * 0.4)],
      ];
      if (low === undefined || high === undefined) return;
      draft.filters = { ...draft.filters, min_price: low, max_price: high };
    },
    hasPrices,
  ),
];
