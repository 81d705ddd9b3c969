/** The end of a seed: faults stop, everyone works on, and everything must come to rest as promised. */

import { cleanUpOnce, failOverdue } from '#service/operations/cleanup.js';
import { collectNext } from '#service/search/run-collections.js';
import { must } from './broken.js';
import { isExpired, poll } from './callers.js';
import { balanceOf, type Invariants } from './invariants.js';
import { given, type World } from './world.js';

const CALLS_A_MINUTE = 1_000_000;
const ROUNDS_MAX = 400;
const SECOND_MS = 1_000;
const MONTH_S = 32 * 86_400;

/** Ends a seed and holds it against what must be true of every ended one. */
export async function finish(world: World, invariants: Invariants): Promise<void> {
  const { database, source } = world.ground.faultRates;
  world.say('# the end: no more faults');
  database.rate = 0;
  source.rate = 0;
  for (const node of world.nodes) node.stalled = false;
  await world.settled();
  await notifications(world);
  await invariants.check();
  await collectAll(world);
  const settled = await invariants.check();
  must(
    settled.requests.every(({ status }) => status !== 'pending'),
    'at the end nothing is pending',
    () => JSON.stringify(settled.requests.filter(({ status }) => status === 'pending')),
  );
  await deliverAll(world);
  // A page that is delivered has its next one read ahead.
  await collectAll(world);
  await invariants.check();
  await expireAll(world);
  const after = await invariants.check();
  must(
    after.requests.length === 0,
    'after its retention a request is gone',
    `${after.requests.length}`,
  );
  must(after.collections.length === 0, 'collections go', `${after.collections.length}`);
  must(after.results.length === 0, 'results go', `${after.results.length}`);
  for (const { account_id, label } of world.accounts) {
    const { reserved } = balanceOf(after, account_id);
    must(reserved === 0, 'at the end nothing is reserved', `${label} ${reserved}`);
  }
}

/** So that every request can be polled. */
async function notifications(world: World): Promise<void> {
  await world.ground.base.db.rows(
    `update accounts set status = 'active', rate_limit_per_minute = $1`,
    [CALLS_A_MINUTE],
  );
  for (const account of world.accounts) {
    account.suspended = false;
    account.statusChangedAt = world.step;
    account.rate_limit = CALLS_A_MINUTE;
  }
}

/** First what collectors can still read, then what only a deadline ends. */
async function collectAll(world: World): Promise<void> {
  const { JOB_DEADLINE_S, LEASE_S, QUEUE_DEADLINE_S } = world.limits;
  await rest(world, (app) => collectNext(app, new AbortController().signal));
  world.schedule.nowMs += (LEASE_S + 1) * SECOND_MS;
  await rest(world, (app) => collectNext(app, new AbortController().signal));
  world.schedule.nowMs += (JOB_DEADLINE_S + LEASE_S + QUEUE_DEADLINE_S) * SECOND_MS;
  await rest(world, failOverdue);
}

type Verb = (app: World['nodes'][number]['app']) => Promise<boolean | number>;

/** Does it on every node until there is nothing left to do. */
async function rest(world: World, verb: Verb): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let worked = false;
    const node = given(world.nodes[round % world.nodes.length], 'node');
    await world.together([
      {
        node,
        work: async () => {
          worked = Boolean(await verb(node.app));
        },
      },
    ]);
    if (!worked) return;
  }
  must(false, 'work ends', `${verb.name} still worked after ${ROUNDS_MAX} rounds`);
}

/** Every caller reads what it has asked for: all is there, with the bytes and the price it was told. */
async function deliverAll(world: World): Promise<void> {
  for (const told of world.told.values()) {
    if (isExpired(world, told.request_id)) continue;
    const node = world.plan.pick(world.api);
    await world.together([{ node, work: () => poll(world, node, told, 0) }]);
    const key = told.account.keys.some(({ revokedAt }) => revokedAt === null);
    must(!key || told.status !== 'pending', 'at the end every request is settled', told.request_id);
  }
}

/** Past every retention and into a month of which no plan credit was touched. */
async function expireAll(world: World): Promise<void> {
  world.schedule.nowMs += (world.limits.JOB_RETENTION_S + MONTH_S) * SECOND_MS;
  const node = given(world.nodes[0], 'node');
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const rows = await world.ground.base.db.rows<{ left: number }>(
      `select (select count(*) from requests) + (select count(*) from collections)
            + (select count(*) from results) + (select count(*) from cached_pages)
            + (select count(*) from balances where bucket = 'plan' and available > 0) as left`,
    );
    if (rows[0]?.left === 0) return;
    await world.together([{ node, work: () => cleanUpOnce(node.app) }]);
  }
}
