/** The steps a seed is made of: each is one thing, or several that happen at the same time. */
import { DAY_S, SECOND_MS } from '#contract/durations.js';
import { createKey, endKey } from '#service/accounts/keys.js';
import { changeStatus, grant } from '#service/accounts/manage.js';
import { cleanUpOnce, failOverdue } from '#service/operations/cleanup.js';
import { collectNext } from '#service/search/run-collections.js';
import { checkApiError } from './api-errors.js';
import { given, type SimRun } from './sim-run.js';
import {
  anyKey,
  anyNode,
  anySearch,
  appWork,
  collectWork,
  KEYS,
  pollWorks,
  searchWork,
  times,
  withoutFaults,
} from './tasks.js';

/** How often each step is taken. */
const STEPS = {
  search: 24,
  sameSearch: 12,
  sameKey: 12,
  nextPage: 10,
  noCache: 5,
  poll: 16,
  longPoll: 3,
  collect: 26,
  pollWhileCollecting: 5,
  collectorDies: 5,
  collectorStalls: 6,
  collectorDrains: 2,
  apiDies: 3,
  apiStalls: 3,
  goOn: 8,
  storm: 10,
  cleanUp: 8,
  suspend: 2,
  keys: 2,
  grant: 2,
  homes: 5,
  faultRates: 8,
  clock: 16,
} as const;
type StepName = keyof typeof STEPS;

/** Takes one step of the seed's plan. */
export async function takeStep(sim: SimRun): Promise<void> {
  const name = sim.plan.weighted(STEPS);
  sim.count(`step ${name}`);
  sim.record(`#${sim.step} ${name}`);
  await STEP[name](sim);
  sim.replaceDead();
  await sim.ready();
  for (const node of sim.nodes) node.spare();
}

const DEATHS = ['before', 'inside', 'after'] as const;

const STEP: Readonly<Record<StepName, (sim: SimRun) => Promise<void>>> = {
  search: async (sim) => {
    const account = sim.plan.pick(sim.accounts);
    const { node, work } = searchWork(sim, account, anySearch(sim), anyKey(sim));
    const check = async () => checkApiError(sim, await work(), account);
    await sim.together([{ node, work: check }]);
  },
  sameSearch: (sim) => {
    const what = anySearch(sim);
    const works = times(2 + sim.plan.below(3), () =>
      searchWork(sim, sim.plan.pick(sim.accounts), what, null),
    );
    return sim.together([...works, ...(sim.plan.happens(0.3) ? collectWork(sim) : [])]);
  },
  sameKey: (sim) => {
    const account = sim.plan.pick(sim.accounts);
    const what = anySearch(sim);
    const key = sim.plan.pick(KEYS);
    const works = times(2 + sim.plan.below(2), () =>
      searchWork(sim, account, sim.plan.happens(0.2) ? anySearch(sim) : what, key),
    );
    return sim.together(works);
  },
  nextPage: (sim) => {
    const chained = [...sim.requests.values()].filter(({ next_cursor }) => next_cursor !== null);
    if (chained.length === 0) return Promise.resolve();
    const {
      account,
      search: { number },
      next_cursor: cursor,
    } = sim.plan.pick(chained);
    return sim.together([searchWork(sim, account, { number, cursor }, anyKey(sim))]);
  },
  noCache: (sim) =>
    sim.together(
      times(1 + sim.plan.below(2), () =>
        searchWork(sim, sim.plan.pick(sim.accounts), anySearch(sim), null, true),
      ),
    ),
  poll: (sim) => sim.together(pollWorks(sim, 0)),
  longPoll: (sim) => sim.together(pollWorks(sim, 1 + sim.plan.below(20))),
  collect: (sim) => sim.together(times(1 + sim.plan.below(3), () => collectWork(sim)).flat()),
  pollWhileCollecting: (sim) => sim.together([...pollWorks(sim, 20), ...collectWork(sim)]),
  collectorDies: (sim) =>
    sim.together(collectWork(sim, (node) => node.dieIn(sim.plan.below(6), sim.plan.pick(DEATHS)))),
  collectorStalls: (sim) =>
    sim.together(collectWork(sim, (node) => node.stallIn(1 + sim.plan.below(4)))),
  collectorDrains: (sim) => {
    const node = sim.plan.pick(sim.collectors);
    if (node.stalled) return Promise.resolve();
    const stop = new AbortController();
    const drain = async () => {
      await sim.schedule.clockOf(node).sleep(sim.plan.below(300));
      stop.abort();
    };
    return sim.together([
      appWork(sim, node, 'collect, draining', (app) => collectNext(app, stop.signal)),
      { node, work: drain },
    ]);
  },
  apiDies: (sim) => {
    const works = sim.plan.happens(0.5)
      ? pollWorks(sim, 0)
      : [searchWork(sim, sim.plan.pick(sim.accounts), anySearch(sim), anyKey(sim))];
    works[0]?.node.dieIn(sim.plan.below(5), sim.plan.pick(DEATHS));
    return sim.together(works);
  },
  apiStalls: (sim) => {
    const works = sim.plan.happens(0.5)
      ? pollWorks(sim, 0)
      : [searchWork(sim, sim.plan.pick(sim.accounts), anySearch(sim), anyKey(sim))];
    if (sim.api.filter(({ stalled }) => !stalled).length > 1) {
      works[0]?.node.stallIn(1 + sim.plan.below(4));
    }
    return sim.together(works);
  },
  goOn: (sim) => {
    for (const node of sim.nodes) node.stalled = false;
    return sim.settled();
  },
  storm: (sim) => {
    const account = sim.plan.pick(sim.accounts);
    const what = anySearch(sim);
    return sim.together([
      ...times(2, () => searchWork(sim, account, what, anyKey(sim))),
      searchWork(sim, sim.plan.pick(sim.accounts), what, null, sim.plan.happens(0.3)),
      ...pollWorks(sim, sim.plan.pick([0, 5])),
      ...times(2, () => collectWork(sim)).flat(),
      appWork(sim, anyNode(sim), 'failOverdue', failOverdue),
      appWork(sim, anyNode(sim), 'cleanUpOnce', cleanUpOnce),
    ]);
  },
  cleanUp: (sim) => {
    const node = anyNode(sim);
    const what = sim.plan.happens(0.5) ? 'failOverdue' : 'cleanUpOnce';
    const run = what === 'failOverdue' ? failOverdue : cleanUpOnce;
    const works = [appWork(sim, node, what, run)];
    return sim.together(sim.plan.happens(0.4) ? [...works, ...pollWorks(sim, 0)] : works);
  },
  suspend: (sim) => {
    const account = sim.plan.pick(sim.accounts);
    account.statusChangedAt = sim.step;
    const status = account.suspended ? 'active' : 'suspended';
    return withoutFaults(sim, `${account.label} ${status}`, async (app) => {
      await changeStatus(app, account.account_id, status);
      account.suspended = status === 'suspended';
    });
  },
  keys: (sim) => {
    const account = sim.plan.pick(sim.accounts);
    return withoutFaults(sim, `${account.label} new key, old one revoked`, async (app) => {
      const old = given(account.keys.at(-1), 'key');
      account.keys.push({ ...(await createKey(app, account.account_id)), revokedAt: null });
      await endKey(app, old.key_id);
      old.revokedAt = sim.step;
    });
  },
  grant: (sim) => {
    const { label, account_id } = sim.plan.pick(sim.accounts);
    const input = {
      account_id,
      amount: 1 + sim.plan.below(4),
      kind: sim.plan.pick(['extra', 'plan'] as const),
    };
    return withoutFaults(sim, `${label} ${input.amount} ${input.kind}`, (app) => grant(app, input));
  },
  homes: async (sim) => {
    sim.ground.homes.counts.set(sim.plan.pick(sim.numbers), sim.plan.below(10));
  },
  faultRates: async (sim) => {
    const { database, source } = sim.ground.faultRates;
    database.rate = sim.plan.pick([0, 0, 0.03, 0.15]);
    source.rate = sim.plan.pick([0, 0.1, 0.5]);
    sim.record(`  fault rates: database ${database.rate}, source ${source.rate}`);
  },
  clock: async (sim) => {
    const { LEASE_S, JOB_DEADLINE_S, QUEUE_DEADLINE_S, CACHE_LISTINGS_S, JOB_RETENTION_S } =
      sim.limits;
    const seconds = sim.plan.weighted({
      [1 + sim.plan.below(5)]: 6,
      61: 3,
      [LEASE_S + 1]: 6,
      [JOB_DEADLINE_S + LEASE_S + 1]: 3,
      [QUEUE_DEADLINE_S + 1]: 2,
      [CACHE_LISTINGS_S + 1]: 2,
      [JOB_RETENTION_S + 1]: 1,
      [32 * DAY_S]: 0.5,
    });
    sim.schedule.nowMs += Number(seconds) * SECOND_MS;
    sim.record(`  + ${seconds} s: ${new Date(sim.schedule.nowMs).toISOString()}`);
  },
};
