/** Questions about single homes, watches and the service. */
import { DAY_MS } from '#contract/durations.js';
import { NOTE_REASONS } from '#contract/values.js';
import { runDue, runOnce, send } from '../../support/watching.js';
import { findComps } from '../comps.js';
import { cellsOf, type Question } from './asker.js';
import {
  type AskedHome,
  AUSTIN,
  addressOf,
  homesOf,
  SEATTLE,
  type World,
  type Zip,
} from './world.js';

const SALE = 'portal_a_listings';
const LISTED = 17;
const INVENTED = ['1 No Such St', '2 No Such St', '3 No Such St'];
const WATCH = { route: SALE, zip: AUSTIN, max_price: 900_000, interval_s: 86_400 };

const truthOf = async (world: World, kind: 'listings' | 'sold', zip: Zip, home: AskedHome) =>
  (await world.truth('portal_a', kind, zip)).find(({ id }) => id === home.source_id);

/** What the whole home costs, or cost; the reason where it has no price. */
interface OneHome {
  readonly source_id: string;
  readonly status?: string;
  readonly list_price?: { readonly amount: number };
  readonly sale_price?: { readonly amount: number };
}

/** The first home of some sales with, or without, a price. */
async function someSale(world: World, zip: Zip, isPublic: boolean): Promise<AskedHome> {
  const truth = await world.truth('portal_a', 'sold', zip);
  const homes = await homesOf(world, 'portal_a', 'sold', zip);
  const found = homes.find((home) =>
    truth.some(({ id, price }) => id === home.source_id && (price !== null) === isPublic),
  );
  if (found === undefined) throw new Error('no such sale');
  return found;
}

async function someHome(world: World, nth = 0): Promise<AskedHome> {
  const home = (await homesOf(world, 'portal_a', 'listings', AUSTIN))[nth];
  if (home === undefined) throw new Error('no such home');
  return home;
}

/** The home of that source and id in the tables of a sold route. */
const saleOf = (zip: Zip, isPublic: boolean, ask: string): Question => ({
  ask,
  run: async (agent, world) => {
    const asked = await someSale(world, zip, isPublic);
    const story = await agent.attempt('get_home_story', { address: addressOf(asked) });
    const sold = cellsOf(story)
      .filter(({ what }) => what === 'sold')
      .at(-1);
    return {
      answer: [sold?.amount ?? null, sold?.why_empty ?? null],
      truth: [
        (await truthOf(world, 'sold', zip, asked))?.price ?? null,
        isPublic ? null : 'not_disclosed',
      ],
    };
  },
});

export const HOME_QUESTIONS: readonly Question[] = [
  saleOf(SEATTLE, true, 'What did this home in Seattle sell for?'),
  saleOf(AUSTIN, false, 'What did this home in Austin sell for?'),
  {
    ask: 'Is the home at this address for sale, and for how much?',
    run: async (agent, world) => {
      const asked = await someHome(world);
      const { facts } = await agent.call('get_home', { address: addressOf(asked) });
      const home = facts.home as OneHome;
      const truth = await truthOf(world, 'listings', AUSTIN, asked);
      return {
        answer: [home.status, home.list_price?.amount ?? null],
        truth: [truth?.status, truth?.price ?? null],
      };
    },
  },
  {
    ask: 'Which of these 20 addresses are for sale?',
    run: async (agent, world) => {
      const homes = (await homesOf(world, 'portal_a', 'listings', AUSTIN)).slice(0, LISTED);
      const invented = INVENTED.map((line) => `${line}, Austin, TX ${AUSTIN}`);
      const addresses = [...homes.map(addressOf), ...invented];
      const rows = cellsOf(await agent.call('get_home', { addresses }));
      return {
        answer: rows.map(({ outcome, source_id }) => (outcome === 'found' ? source_id : outcome)),
        truth: [...homes.map(({ source_id }) => source_id), ...INVENTED.map(() => 'not_found')],
      };
    },
  },
  {
    ask: 'How has the price of this home changed?',
    run: async (agent, world) => {
      const asked = await someHome(world, 1);
      const story = await agent.call('get_home_story', { address: addressOf(asked) });
      const prices: (number | null)[] = [];
      for (const atMs of world.readsMs) {
        const rows = await world.truth('portal_a', 'listings', AUSTIN, { atMs });
        const price = rows.find(({ id }) => id === asked.source_id)?.price;
        if (price !== undefined && price !== prices.at(-1)) prices.push(price);
      }
      const observed = cellsOf(story).filter(({ list, source }) => {
        return list === 'observed' && source === 'portal_a';
      });
      return { answer: observed.map(({ amount }) => amount), truth: prices };
    },
  },
  {
    ask: 'Comparable sales for this home',
    run: async (agent, world) => {
      const address = addressOf(await someHome(world, 2));
      const { comps } = await findComps(
        { callTool: ({ name, arguments: sent = {} }) => agent.raw(name, sent) },
        address,
        'portal_b_sold',
      );
      return { answer: comps.length };
    },
  },
  {
    ask: 'What would a daily watch of 78704 for homes under $900k cost?',
    run: async (agent, world) => {
      await agent.searchAll({ route: WATCH.route, zip: WATCH.zip, max_price: WATCH.max_price });
      const { facts } = await agent.call('create_watch', WATCH);
      const rows = await world.truth('portal_a', 'listings', AUSTIN);
      const homes = rows.filter(({ price }) => price !== null && price <= WATCH.max_price).length;
      const { credits_per_run } = facts.estimate as { readonly credits_per_run: number };
      return { answer: [facts.stored, credits_per_run], truth: [false, Math.ceil(homes / 100)] };
    },
  },
  {
    ask: 'Watch 78704 for homes under $900k; what is new a day later?',
    run: async (agent, world) => {
      const bounded = { ...WATCH, max_credits_per_run: 5, confirm: true };
      const { watch_id } = (await agent.call('create_watch', bounded)).facts;
      await runDue(world.app);
      const within = async () =>
        (await world.truth('portal_a', 'listings', AUSTIN)).filter(
          ({ price }) => price !== null && price <= WATCH.max_price,
        );
      const before = new Set((await within()).map(({ id }) => id));
      world.app.clock.advance(DAY_MS);
      await runOnce(world.app, agent.account.api_key, String(watch_id));
      const added = (await within()).filter(({ id }) => !before.has(id));
      const rows = cellsOf(await agent.call('list_events', { watch_id, limit: 50 }));
      await agent.call('end_watch', { watch_id });
      return {
        answer: rows
          .filter(({ change }) => change === 'added')
          .map(({ source_id }) => source_id)
          .sort(),
        truth: added.map(({ id }) => id).sort(),
      };
    },
  },
  {
    ask: 'Stop my watches',
    run: async (agent, world) => {
      const bounded = { ...WATCH, max_credits_per_run: 5, confirm: true };
      const { watch_id } = (await agent.call('create_watch', bounded)).facts;
      const { facts } = await agent.call('end_watch', { watch_id });
      const left = await send(world.app, agent.account.api_key, 'GET', '/v1/watches');
      return {
        answer: facts.ended,
        truth: left.json<{ watches: readonly object[] }>().watches.length === 0,
      };
    },
  },
  {
    ask: 'Which sources are there, and are they working?',
    run: async (agent) => {
      const { facts } = await agent.call('list_sources');
      const sources = facts.sources as readonly { readonly state: string }[];
      return { answer: sources.filter(({ state }) => state === 'ok').length };
    },
  },
  {
    ask: 'How many credits have I left?',
    run: async (agent, world) => {
      const path = '/v1/account';
      const account = (await world.app.get(path, agent.account.api_key)).json<{
        readonly balance: { readonly available: number };
      }>();
      return {
        answer: (await agent.call('account')).facts.credits_available,
        truth: account.balance.available,
      };
    },
  },
  {
    ask: 'What does not_disclosed mean?',
    run: async (agent) => ({
      answer: (await agent.read('rowhouse://fields')).includes(NOTE_REASONS.not_disclosed),
      truth: true,
    }),
  },
];
