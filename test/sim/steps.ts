/** The steps a seed is made of: each is one thing, or several that happen at the same time. */
import { changeStatus, createKey, endKey, grant } from '#service/accounts/manage.js';
import { cleanUpOnce, failOverdue } from '#service/operations/cleanup.js';
import { collectNext } from '#service/search/run-collections.js';
import { checkApiError } from './api-errors.js';
import {
  anyKey,
  anyNode,
  anySearch,
  calmly,
  collectWork,
  houseWork,
  KEYS,
  pollWorks,
  searchWork,
  times,
} from './works.js';
import { given, type World } from './world.js';

const SECOND_MS = 1_000;
const DAY_S = 86_400;

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
  sweep: 8,
  suspend: 2,
  keys: 2,
  grant: 2,
  homes: 5,
  faultRates: 8,
  clock: 16,
} as const;
type StepName = keyof typeof STEPS;

/** Takes one step of the seed's plan. */
export async function takeStep(world: World): Promise<void> {
  const name = world.plan.weighted(STEPS);
  world.count(`step ${name}`);
  world.say(`#${world.step} ${name}`);
  await STEP[name](world);
  world.replaceDead();
  for (const node of world.nodes) node.spare();
}

const DEATHS = ['before', 'inside', 'after'] as const;

const STEP: Readonly<Record<StepName, (world: World) => Promise<void>>> = {
  search: async (world) => {
    const account = world.plan.pick(world.accounts);
    const { node, work } = searchWork(world, account, anySearch(world), anyKey(world));
    const check = async () => checkApiError(world, await work(), account);
    await world.together([{ node, work: check }]);
  },
  sameSearch: (world) => {
    const what = anySearch(world);
    const works = times(2 + world.plan.below(3), () =>
      searchWork(world, world.plan.pick(world.accounts), what, null),
    );
    return world.together([...works, ...(world.plan.happens(0.3) ? collectWork(world) : [])]);
  },
  sameKey: (world) => {
    const account = world.plan.pick(world.accounts);
    const what = anySearch(world);
    const key = world.plan.pick(KEYS);
    const works = times(2 + world.plan.below(2), () =>
      searchWork(world, account, world.plan.happens(0.2) ? anySearch(world) : what, key),
    );
    return world.together(works);
  },
  nextPage: (world) => {
    const chained = [...world.told.values()].filter(({ next_cursor }) => next_cursor !== null);
    if (chained.length === 0) return Promise.resolve();
    const {
      account,
      search: { number },
      next_cursor: cursor,
    } = world.plan.pick(chained);
    return world.together([searchWork(world, account, { number, cursor }, anyKey(world))]);
  },
  noCache: (world) =>
    world.together(
      times(1 + world.plan.below(2), () =>
        searchWork(world, world.plan.pick(world.accounts), anySearch(world), null, true),
      ),
    ),
  poll: (world) => world.together(pollWorks(world, 0)),
  longPoll: (world) => world.together(pollWorks(world, 1 + world.plan.below(20))),
  collect: (world) =>
    world.together(times(1 + world.plan.below(3), () => collectWork(world)).flat()),
  pollWhileCollecting: (world) => world.together([...pollWorks(world, 20), ...collectWork(world)]),
  collectorDies: (world) =>
    world.together(
      collectWork(world, (node) => node.dieIn(world.plan.below(6), world.plan.pick(DEATHS))),
    ),
  collectorStalls: (world) =>
    world.together(collectWork(world, (node) => node.stallIn(1 + world.plan.below(4)))),
  collectorDrains: (world) => {
    const node = world.plan.pick(world.collectors);
    if (node.stalled) return Promise.resolve();
    const stop = new AbortController();
    const drain = async () => {
      await world.schedule.clockOf(node).sleep(world.plan.below(300));
      stop.abort();
    };
    return world.together([
      houseWork(world, node, 'collect, draining', (app) => collectNext(app, stop.signal)),
      { node, work: drain },
    ]);
  },
  apiDies: (world) => {
    const works = world.plan.happens(0.5)
      ? pollWorks(world, 0)
      : [searchWork(world, world.plan.pick(world.accounts), anySearch(world), anyKey(world))];
    works[0]?.node.dieIn(world.plan.below(5), world.plan.pick(DEATHS));
    return world.together(works);
  },
  apiStalls: (world) => {
    const works = world.plan.happens(0.5)
      ? pollWorks(world, 0)
      : [searchWork(world, world.plan.pick(world.accounts), anySearch(world), anyKey(world))];
    if (world.api.filter(({ stalled }) => !stalled).length > 1) {
      works[0]?.node.stallIn(1 + world.plan.below(4));
    }
    return world.together(works);
  },
  goOn: (world) => {
    for (const node of world.nodes) node.stalled = false;
    return world.settled();
  },
  storm: (world) => {
    const account = world.plan.pick(world.accounts);
    const what = anySearch(world);
    return world.together([
      ...times(2, () => searchWork(world, account, what, anyKey(world))),
      searchWork(world, world.plan.pick(world.accounts), what, null, world.plan.happens(0.3)),
      ...pollWorks(world, world.plan.pick([0, 5])),
      ...times(2, () => collectWork(world)).flat(),
      houseWork(world, anyNode(world), 'failOverdue', failOverdue),
      houseWork(world, anyNode(world), 'sweepOnce', cleanUpOnce),
    ]);
  },
  sweep: (world) => {
    const node = anyNode(world);
    const what = world.plan.happens(0.5) ? 'failOverdue' : 'sweepOnce';
    const verb = what === 'failOverdue' ? failOverdue : cleanUpOnce;
    const works = [houseWork(world, node, what, verb)];
    return world.together(world.plan.happens(0.4) ? [...works, ...pollWorks(world, 0)] : works);
  },
  suspend: (world) => {
    const account = world.plan.pick(world.accounts);
    account.statusChangedAt = world.step;
    const status = account.suspended ? 'active' : 'suspended';
    return calmly(world, `${account.label} ${status}`, async (app) => {
      await changeStatus(app, account.account_id, status);
      account.suspended = status === 'suspended';
    });
  },
  keys: (world) => {
    const account = world.plan.pick(world.accounts);
    return calmly(world, `${account.label} new key, old one revoked`, async (app) => {
      const old = given(account.keys.at(-1), 'key');
      account.keys.push({ ...(await createKey(app, account.account_id)), revokedAt: null });
      await endKey(app, old.key_id);
      old.revokedAt = world.step;
    });
  },
  grant: (world) => {
    const { label, account_id } = world.plan.pick(world.accounts);
    const input = {
      account_id,
      amount: 1 + world.plan.below(4),
      kind: world.plan.pick(['extra', 'plan'] as const),
    };
    return calmly(world, `${label} ${input.amount} ${input.kind}`, (app) => grant(app, input));
  },
  homes: async (world) => {
    world.ground.homes.counts.set(world.plan.pick(world.numbers), world.plan.below(10));
  },
  faultRates: async (world) => {
    const { database, source } = world.ground.faultRates;
    database.rate = world.plan.pick([0, 0, 0.03, 0.15]);
    source.rate = world.plan.pick([0, 0.1, 0.5]);
    world.say(`  faults: database ${database.rate}, source ${source.rate}`);
  },
  clock: async (world) => {
    const { LEASE_S, JOB_DEADLINE_S, QUEUE_DEADLINE_S, CACHE_LISTINGS_S, JOB_RETENTION_S } =
      world.limits;
    const seconds = world.plan.weighted({
      [1 + world.plan.below(5)]: 6,
      61: 3,
      [LEASE_S + 1]: 6,
      [JOB_DEADLINE_S + LEASE_S + 1]: 3,
      [QUEUE_DEADLINE_S + 1]: 2,
      [CACHE_LISTINGS_S + 1]: 2,
      [JOB_RETENTION_S + 1]: 1,
      [32 * DAY_S]: 0.5,
    });
    world.schedule.nowMs += Number(seconds) * SECOND_MS;
    world.say(`  + ${seconds} s: ${new Date(world.schedule.nowMs).toISOString()}`);
  },
};
