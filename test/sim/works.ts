/** What one process can be asked to do, as works that run side by side. */

import { createAccount } from '#service/accounts/manage.js';
import type { App } from '#service/app.js';
import { collectNext } from '#service/search/run-collections.js';
import type { Heard } from './answers.js';
import { poll, search } from './callers.js';
import { MADE } from './database.js';
import type { SimNode } from './nodes.js';
import { given, type Search, type SimAccount, type Told, type Work, type World } from './world.js';

export const KEYS = ['k0', 'k1'];

/** Nodes that hear something: the others are stalled. */
function awake(nodes: readonly SimNode[]): SimNode | undefined {
  return nodes.find(({ stalled }) => !stalled);
}

const anyApi = (world: World): SimNode => {
  const able = world.api.filter(({ stalled }) => !stalled);
  return able.length > 0 ? world.plan.pick(able) : given(awake(world.nodes), 'node awake');
};
export const anyNode = (world: World): SimNode =>
  world.plan.pick(world.nodes.filter(({ stalled }) => !stalled));
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_one, index) => make(index));

export function searchWork(
  world: World,
  account: SimAccount,
  what: Search,
  idempotencyKey: string | null,
  noCache = false,
): Work<Heard> {
  const node = anyApi(world);
  const key = world.plan.pick(account.keys);
  const input = { node, account, key, search: what, idempotencyKey, noCache };
  return { node, work: () => search(world, input) };
}

export const anySearch = (world: World): Search => ({
  number: world.plan.pick(world.numbers),
  cursor: null,
});
export const anyKey = (world: World): string | null =>
  world.plan.happens(0.4) ? world.plan.pick(KEYS) : null;

export function pollWorks(world: World, waitS: number): Work[] {
  const told = [...world.told.values()];
  if (told.length === 0) return [];
  // The last ones are the ones that still move.
  const chosen: Told = world.plan.happens(0.7)
    ? given(told.at(-1 - world.plan.below(Math.min(4, told.length))), 'request')
    : world.plan.pick(told);
  return times(1 + world.plan.below(3), () => {
    const node = anyApi(world);
    return { node, work: () => poll(world, node, chosen, waitS) };
  });
}

export function collectWork(
  world: World,
  prepare: (node: SimNode) => void = () => undefined,
): Work[] {
  const able = world.collectors.filter(({ stalled }) => !stalled);
  if (able.length === 0) return [];
  const node = world.plan.pick(able);
  prepare(node);
  return [
    houseWork(world, node, 'collect', (app) => collectNext(app, new AbortController().signal)),
  ];
}

/** Work of a process itself. It may fail by a fault that was made, and by no other. */
export function houseWork(
  world: World,
  node: SimNode,
  what: string,
  work: (app: App) => Promise<unknown>,
): Work {
  return {
    node,
    work: async () => {
      const before = node.injectedFailures;
      const said = await work(node.app).then(String, (error: unknown) => {
        const made = node.injectedFailures > before && error instanceof Error;
        if (!made || !(error.message.includes(MADE) || error.name === 'ApiError')) throw error;
        return 'cut off';
      });
      world.say(`  ${node.name} ${what} → ${said}`);
    },
  };
}

/** What an operator does, without faults: what is unknown to the operator is not what is looked for. */
export async function calmly(
  world: World,
  what: string,
  work: (app: App) => Promise<unknown>,
): Promise<void> {
  const { database } = world.ground.faultRates;
  const { rate } = database;
  database.rate = 0;
  const node = anyNode(world);
  await world.together([{ node, work: () => work(node.app) }]);
  database.rate = rate;
  world.say(`  ${what}`);
}

const PLANS = [0, 0, 3, 8];
const EXTRAS = [0, 2, 20];

/** Accounts with few credits, small caps, and in some seeds a small window. */
export async function openAccounts(world: World): Promise<void> {
  for (let index = 0; index < 3; index += 1) {
    const rate_limit = world.plan.pick([4, 1_000, 1_000]);
    const max_pending = world.plan.pick([1, 3, 20]);
    const plan_credits = world.plan.pick(PLANS);
    const extra_credits = world.plan.pick(EXTRAS);
    await calmly(
      world,
      `a${index}: ${rate_limit}/min, ${max_pending} pending, ${plan_credits} + ${extra_credits} credits`,
      async (app) => {
        const input = {
          name: `sim ${index}`,
          rate_limit,
          max_pending,
          plan_credits,
          extra_credits,
        };
        const { account_id, key } = await createAccount(app, input);
        world.accounts.push({
          plan_credits,
          label: `a${index}`,
          account_id,
          rate_limit,
          max_pending,
          keys: [{ ...key, revokedAt: null }],
          suspended: false,
          statusChangedAt: 0,
          lost: 0,
          begun: new Map(),
          admitted: new Map(),
        });
      },
    );
  }
}
