/** The end of a seed: fault injection stops, work finishes, the final state must be as promised. */

import { SECOND_MS } from '#contract/durations.js';
import { cleanUpOnce, failOverdue } from '#service/operations/cleanup.js';
import { collectNext } from '#service/search/run-collections.js';
import { must } from './broken.js';
import { isExpired, poll } from './callers.js';
import { balanceOf, type Invariants } from './invariants.js';
import { given, type SimRun } from './sim-run.js';

const CALLS_A_MINUTE = 1_000_000;
const ROUNDS_MAX = 400;
const MONTH_S = 32 * 86_400;

/** Ends a seed and checks what must be true of every ended one. */
export async function finish(sim: SimRun, invariants: Invariants): Promise<void> {
  const { database, source } = sim.ground.faultRates;
  sim.record('# the end: no more faults');
  database.rate = 0;
  source.rate = 0;
  for (const node of sim.nodes) node.stalled = false;
  await sim.settled();
  await resumeAll(sim);
  await invariants.checkWithLedger();
  await collectAll(sim);
  const settled = await invariants.checkWithLedger();
  must(
    settled.requests.every(({ status }) => status !== 'pending'),
    'at the end nothing is pending',
    () => JSON.stringify(settled.requests.filter(({ status }) => status === 'pending')),
  );
  await deliverAll(sim);
  // A page that is delivered has its next one read ahead.
  await collectAll(sim);
  await invariants.checkWithLedger();
  await expireAll(sim);
  const after = await invariants.checkWithLedger();
  must(
    after.requests.length === 0,
    'after its retention a request is gone',
    `${after.requests.length}`,
  );
  must(after.collections.length === 0, 'collections go', `${after.collections.length}`);
  must(after.results.length === 0, 'results go', `${after.results.length}`);
  for (const { account_id, label } of sim.accounts) {
    const { reserved } = balanceOf(after, account_id);
    must(reserved === 0, 'at the end nothing is reserved', `${label} ${reserved}`);
  }
}

/** So that every request can be polled. */
async function resumeAll(sim: SimRun): Promise<void> {
  await sim.ground.base.db.rows(
    `update accounts set status = 'active', rate_limit_per_minute = $1`,
    [CALLS_A_MINUTE],
  );
  for (const account of sim.accounts) {
    account.suspended = false;
    account.statusChangedAt = sim.step;
    account.rate_limit = CALLS_A_MINUTE;
  }
}

/** First what collectors can still read, then what only a deadline ends. */
async function collectAll(sim: SimRun): Promise<void> {
  const { JOB_DEADLINE_S, LEASE_S, QUEUE_DEADLINE_S } = sim.limits;
  await rest(sim, (app) => collectNext(app, new AbortController().signal));
  sim.schedule.nowMs += (LEASE_S + 1) * SECOND_MS;
  await rest(sim, (app) => collectNext(app, new AbortController().signal));
  sim.schedule.nowMs += (JOB_DEADLINE_S + LEASE_S + QUEUE_DEADLINE_S) * SECOND_MS;
  await rest(sim, failOverdue);
}

type Run = (app: SimRun['nodes'][number]['app']) => Promise<boolean | number>;

/** Does it on every node until there is nothing left to do. */
async function rest(sim: SimRun, run: Run): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let worked = false;
    const node = given(sim.nodes[round % sim.nodes.length], 'node');
    await sim.together([
      {
        node,
        work: async () => {
          worked = Boolean(await run(node.app));
        },
      },
    ]);
    if (!worked) return;
  }
  must(false, 'work ends', `${run.name} still worked after ${ROUNDS_MAX} rounds`);
}

/** Every caller reads its results: all exist, with the bytes and price returned before. */
async function deliverAll(sim: SimRun): Promise<void> {
  for (const known of sim.requests.values()) {
    if (isExpired(sim, known.request_id)) continue;
    const node = sim.plan.pick(sim.api);
    await sim.together([{ node, work: () => poll(sim, node, known, 0) }]);
    const key = known.account.keys.some(({ revokedAt }) => revokedAt === null);
    must(
      !key || known.status !== 'pending',
      'at the end every request is settled',
      known.request_id,
    );
  }
}

/** Past every retention and into a month of which no plan credit was touched. */
async function expireAll(sim: SimRun): Promise<void> {
  sim.schedule.nowMs += (sim.limits.JOB_RETENTION_S + MONTH_S) * SECOND_MS;
  const node = given(sim.nodes[0], 'node');
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const rows = await sim.ground.base.db.rows<{ left: number }>(
      `select (select count(*) from requests) + (select count(*) from collections)
            + (select count(*) from results) + (select count(*) from cached_pages)
            + (select count(*) from balances where bucket = 'plan' and available > 0) as left`,
    );
    if (rows[0]?.left === 0) return;
    await sim.together([{ node, work: () => cleanUpOnce(node.app) }]);
  }
}
