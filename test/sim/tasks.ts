/** What one process can be asked to do, as tasks that run concurrently. */

import { createAccount } from '#service/accounts/manage.js';
import type { App } from '#service/app.js';
import { collectNext } from '#service/search/run-collections.js';
import type { Heard } from './answers.js';
import { poll, search } from './callers.js';
import { MADE } from './database.js';
import type { SimNode } from './nodes.js';
import {
  given,
  type KnownRequest,
  type Search,
  type SimAccount,
  type SimRun,
  type Work,
} from './sim-run.js';

export const KEYS = ['k0', 'k1'];

/** Nodes that are not stalled. */
function awake(nodes: readonly SimNode[]): SimNode | undefined {
  return nodes.find(({ stalled }) => !stalled);
}

const anyApi = (sim: SimRun): SimNode => {
  const able = sim.api.filter(({ stalled }) => !stalled);
  return able.length > 0 ? sim.plan.pick(able) : given(awake(sim.nodes), 'node awake');
};
export const anyNode = (sim: SimRun): SimNode =>
  sim.plan.pick(sim.nodes.filter(({ stalled }) => !stalled));
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_one, index) => make(index));

export function searchWork(
  sim: SimRun,
  account: SimAccount,
  what: Search,
  idempotencyKey: string | null,
  noCache = false,
): Work<Heard> {
  const node = anyApi(sim);
  const key = sim.plan.pick(account.keys);
  const input = { node, account, key, search: what, idempotencyKey, noCache };
  return { node, work: () => search(sim, input) };
}

export const anySearch = (sim: SimRun): Search => ({
  number: sim.plan.pick(sim.numbers),
  cursor: null,
});
export const anyKey = (sim: SimRun): string | null =>
  sim.plan.happens(0.4) ? sim.plan.pick(KEYS) : null;

export function pollWorks(sim: SimRun, waitS: number): Work[] {
  const known = [...sim.requests.values()];
  if (known.length === 0) return [];
  // The last ones are the ones that still move.
  const chosen: KnownRequest = sim.plan.happens(0.7)
    ? given(known.at(-1 - sim.plan.below(Math.min(4, known.length))), 'request')
    : sim.plan.pick(known);
  return times(1 + sim.plan.below(3), () => {
    const node = anyApi(sim);
    return { node, work: () => poll(sim, node, chosen, waitS) };
  });
}

export function collectWork(
  sim: SimRun,
  prepare: (node: SimNode) => void = () => undefined,
): Work[] {
  const able = sim.collectors.filter(({ stalled }) => !stalled);
  if (able.length === 0) return [];
  const node = sim.plan.pick(able);
  prepare(node);
  return [appWork(sim, node, 'collect', (app) => collectNext(app, new AbortController().signal))];
}

/** Work of a process itself. It may fail only by an injected failure. */
export function appWork(
  sim: SimRun,
  node: SimNode,
  what: string,
  work: (app: App) => Promise<unknown>,
): Work {
  return {
    node,
    work: async () => {
      const before = node.injectedFailures;
      const outcome = await work(node.app).then(String, (error: unknown) => {
        const made = node.injectedFailures > before && error instanceof Error;
        if (!made || !(error.message.includes(MADE) || error.name === 'ApiError')) throw error;
        return 'cut off';
      });
      sim.record(`  ${node.name} ${what} → ${outcome}`);
    },
  };
}

/** An operator's action, without fault injection: lost answers to operators are not under test. */
export async function withoutFaults(
  sim: SimRun,
  what: string,
  work: (app: App) => Promise<unknown>,
): Promise<void> {
  const { database } = sim.ground.faultRates;
  const { rate } = database;
  database.rate = 0;
  const node = anyNode(sim);
  await sim.together([{ node, work: () => work(node.app) }]);
  database.rate = rate;
  sim.record(`  ${what}`);
}

const PLANS = [0, 0, 3, 8];
const EXTRAS = [0, 2, 20];

/** Accounts with few credits, small caps, and in some seeds a small window. */
export async function openAccounts(sim: SimRun): Promise<void> {
  for (let index = 0; index < 3; index += 1) {
    const rate_limit = sim.plan.pick([4, 1_000, 1_000]);
    const max_pending = sim.plan.pick([1, 3, 20]);
    const plan_credits = sim.plan.pick(PLANS);
    const extra_credits = sim.plan.pick(EXTRAS);
    await withoutFaults(
      sim,
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
        sim.accounts.push({
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
          open: new Set(),
          admitted: new Map(),
        });
      },
    );
  }
}
