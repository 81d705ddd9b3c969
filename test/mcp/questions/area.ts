/** Questions about the homes of an area. */
import type { TruthRow } from '#sandbox/index.js';
import { cellsOf, medianOf, type Question, sortedIds } from './asker.js';
import { AUSTIN, NEW_YORK, SEATTLE, type World, type Zip } from './world.js';

const A = { kind: 'listings', zip: AUSTIN };
const ROUTES = { sale: 'portal_a_listings', rent: 'portal_a_rentals', sold: 'portal_b_sold' };
const ALL_CREDITS = 20;
/** Around ZIP 78704. */
const BOX = '-97.78,30.23,-97.75,30.26';

const priceOf = ({ price }: TruthRow): number => price ?? Number.NaN;
/** Single homes: a building listed as a whole has no type. */
const isHome = ({ type }: TruthRow): boolean => type !== undefined;
const forSale = async (world: World, zip: Zip = AUSTIN) =>
  (await world.truth('portal_a', 'listings', zip)).filter(isHome);

/** The prices of a table in order. */
const pricesOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly number[] =>
  rows.map(({ price }) => Number(price)).sort((a, b) => a - b);

const sortedPrices = (rows: readonly TruthRow[]): readonly number[] =>
  rows
    .map(priceOf)
    .filter((price) => !Number.isNaN(price))
    .sort((a, b) => a - b);

interface Cut {
  readonly row: TruthRow;
  readonly percent: number;
}

/** Homes for sale now whose price last changed, between two reads, to a lower one. */
async function cutsOf(world: World): Promise<readonly Cut[]> {
  const past = await Promise.all(
    world.readsMs.map((atMs) => world.truth('portal_a', 'listings', AUSTIN, { atMs })),
  );
  const now = past.at(-1) ?? [];
  return now.flatMap((row) => {
    const before = past.map((rows) => rows.find(({ id }) => id === row.id)?.price ?? null);
    const other = before.filter((price) => price !== null && price !== row.price).at(-1);
    if (typeof other !== 'number' || row.price === null || other < row.price) return [];
    return [{ row, percent: (100 * (other - row.price)) / other }];
  });
}

export const AREA_QUESTIONS: readonly Question[] = [
  {
    ask: '3-bed homes under $900k in 78704 with a price cut this month',
    run: async (agent, world) => {
      const sent = { ...A, beds_min: 3, max_price: 900_000, price_cut_within_days: 30, limit: 100 };
      const cuts = (await cutsOf(world)).map(({ row }) => row);
      return {
        answer: pricesOf(cellsOf(await agent.call('find_homes', sent))),
        truth: sortedPrices(cuts.filter((row) => (row.beds ?? 0) >= 3 && priceOf(row) <= 900_000)),
      };
    },
  },
  {
    ask: 'All price cuts in 78704 this month, and how large they are',
    run: async (agent, world) => {
      const sent = { ...A, price_cut_within_days: 30, sort: 'price_cut', limit: 100 };
      const rows = cellsOf(await agent.call('find_homes', sent));
      const cuts = (await cutsOf(world)).filter(({ row }) => isHome(row));
      return {
        answer: rows.map(({ price, cut_percent }) => `${price} ${cut_percent}`).sort(),
        truth: cuts.map(({ row, percent }) => `${row.price} ${rounded(percent)}`).sort(),
      };
    },
  },
  {
    ask: 'How many homes are for sale in 78704?',
    run: async (agent, world) => ({
      answer: (await agent.call('find_homes', { ...A, limit: 1 })).facts.total,
      truth: (await forSale(world)).length,
    }),
  },
  {
    ask: 'What is for sale in 78704 for less than $700k?',
    run: async (agent, world) => ({
      answer: pricesOf(
        cellsOf(await agent.call('find_homes', { ...A, max_price: 700_000, limit: 100 })),
      ),
      truth: sortedPrices((await forSale(world)).filter((row) => priceOf(row) <= 700_000)),
    }),
  },
  {
    ask: 'The cheapest 4-bed home in 78704',
    run: async (agent, world) => {
      const sent = { ...A, beds_min: 4, sort: 'price_low', limit: 1 };
      const large = (await forSale(world)).filter(({ beds }) => (beds ?? 0) >= 4);
      return {
        answer: cellsOf(await agent.call('find_homes', sent))[0]?.price,
        truth: sortedPrices(large)[0],
      };
    },
  },
  {
    ask: 'What came on the market in 78704 in the last week?',
    run: async (agent) => ({
      answer: (await agent.call('find_homes', { ...A, new_within_days: 7 })).facts.total,
    }),
  },
  {
    ask: 'Is anything for sale in 98103?',
    run: async (agent, world) => {
      const found = await agent.findAll({ kind: 'listings', zip: SEATTLE, limit: 1 }, 'portal_a');
      return { answer: found.facts.total, truth: (await forSale(world, SEATTLE)).length };
    },
  },
  {
    ask: 'Condos and townhouses for sale in 98103, read now',
    run: async (agent, world) => {
      const property_type = ['condo', 'townhouse'];
      const rows = await agent.searchAll({ route: ROUTES.sale, zip: SEATTLE, property_type });
      const wanted = (await forSale(world, SEATTLE)).filter(({ type }) =>
        property_type.includes(type ?? ''),
      );
      return { answer: rows.map(({ source_id }) => source_id).sort(), truth: sortedIds(wanted) };
    },
  },
  {
    ask: 'Median asking price of houses in 78704',
    run: async (agent, world) => {
      const sent = { route: ROUTES.sale, zip: AUSTIN, property_type: ['single_family'] };
      const { facts } = await agent.call('summarize_area', { ...sent, max_credits: ALL_CREDITS });
      const houses = (await forSale(world)).filter(({ type }) => type === 'single_family');
      return {
        answer: (facts.summary as { readonly median_price: number }).median_price,
        truth: medianOf(sortedPrices(houses)),
      };
    },
  },
  {
    ask: 'Median rent in Austin by bedrooms',
    run: async (agent, world) => {
      const sent = { route: ROUTES.rent, city: 'Austin', state: 'TX', max_credits: ALL_CREDITS };
      const rows = cellsOf(await agent.call('summarize_area', sent));
      const rents = await world.truth('portal_a', 'rentals', AUSTIN);
      const groups = [1, 2, 3].map((beds) => rents.filter((row) => row.beds === beds));
      return {
        answer: [1, 2, 3].map(
          (beds) => rows.find(({ by, value }) => by === 'beds' && value === beds)?.median ?? null,
        ),
        truth: groups.map((group) => roundOrNull(medianOf(sortedPrices(group)))),
      };
    },
  },
  {
    ask: 'Rentals under $2,500 in 78704',
    run: async (agent, world) => {
      const sent = { kind: 'rentals', zip: AUSTIN, max_price: 2_500, limit: 100 };
      const rents = await world.truth('portal_a', 'rentals', AUSTIN);
      return {
        answer: pricesOf(cellsOf(await agent.findAll(sent, 'portal_a'))),
        truth: sortedPrices(rents.filter((row) => isHome(row) && priceOf(row) <= 2_500)),
      };
    },
  },
  {
    ask: 'What is for rent in 10025, according to the local portal?',
    run: async (agent, world) => {
      const rows = await agent.searchAll({ route: 'nyc_portal_rentals', zip: NEW_YORK });
      return {
        answer: rows.map(({ source_id }) => source_id).sort(),
        truth: sortedIds(await world.truth('nyc_portal', 'rentals', NEW_YORK)),
      };
    },
  },
  {
    ask: 'Which homes in 98103 were sold in the last 30 days?',
    run: async (agent, world) => {
      const sent = { route: ROUTES.sold, zip: SEATTLE, sold_within_days: 30 };
      const soldWithinDays = 30;
      return {
        answer: (await agent.searchAll(sent)).map(({ source_id }) => source_id).sort(),
        truth: sortedIds(await world.truth('portal_b', 'sold', SEATTLE, { soldWithinDays })),
      };
    },
  },
  {
    ask: 'Median sale price in 98103 over the last 90 days',
    run: async (agent, world) => {
      const sent = { route: ROUTES.sold, zip: SEATTLE, max_credits: ALL_CREDITS };
      const { facts } = await agent.call('summarize_area', sent);
      return {
        answer: (facts.summary as { readonly median_sale_price: number }).median_sale_price,
        truth: medianOf(sortedPrices(await world.truth('portal_b', 'sold', SEATTLE))),
      };
    },
  },
  {
    ask: 'How many sales in 78704 have no public price?',
    run: async (agent, world) => {
      const sent = { route: ROUTES.sold, zip: AUSTIN, max_credits: ALL_CREDITS };
      const { facts } = await agent.call('summarize_area', sent);
      const withheld = Object.values(facts.withheld as Readonly<Record<string, number>>);
      const sales = await world.truth('portal_b', 'sold', AUSTIN);
      return {
        answer: withheld.reduce((sum, count) => sum + count, 0),
        truth: sales.filter(({ price }) => price === null).length,
      };
    },
  },
  {
    ask: 'Homes for sale in this box of the map, as a table with links',
    run: async (agent, world) => {
      const fields = ['list_price.amount', 'source_url'];
      const rows = await agent.searchAll({ route: ROUTES.sale, bbox: BOX, fields });
      const [west = 0, south = 0, east = 0, north = 0] = BOX.split(',').map(Number);
      const box = { west, south, east, north };
      const question = { ...box, kind: 'listings', soldWithinDays: 90, pending: false } as const;
      const truth = await world.app.sandbox.truth('portal_a', question);
      return { answer: rows.map(({ source_id }) => source_id).sort(), truth: sortedIds(truth) };
    },
  },
  {
    ask: 'Which homes in 78704 are up for auction?',
    run: async (agent, world) => ({
      answer: (await agent.searchAll({ route: 'auction_listings', zip: AUSTIN }))
        .map(({ source_id }) => source_id)
        .sort(),
      truth: sortedIds(await world.truth('auction', 'auctions', AUSTIN)),
    }),
  },
  {
    ask: 'Does another source ask a different price for a home in 78704?',
    run: async (agent) => {
      await agent.searchAll({ route: 'mls_listings', zip: AUSTIN }, 1);
      const found = await agent.call('find_homes', { ...A, limit: 100 });
      return { answer: cellsOf(found).filter((row) => row.highest_price !== null).length };
    },
  },
];

/** To a tenth of a percent. */
const rounded = (percent: number): number => Math.round(percent * 10) / 10;

const roundOrNull = (value: number | null) => (value === null ? null : Math.round(value));
