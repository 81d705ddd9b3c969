/** Seeds of the simulation: whatever fails in whatever order, every answer stays true. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSimulation, report, type Simulation } from './run.js';
import { SEEDED_BUGS, type SeededBug } from './seeded-bugs.js';

const SEEDS_MAX = 1_000;
const SECONDS_MAX = 10;
/** However long they take: on a server, a seed takes seconds on a busy machine. */
const SEEDS_MIN = 5;
/** A seeded bug must be found within this many seeds. */
const SEEDS_PER_BUG = 60;

let simulation: Simulation;
before(async () => {
  simulation = await openSimulation();
});
after(() => simulation.close());

test('every rule of jobs, credits and idempotency holds, whatever fails and in whatever order', async (t) => {
  const began = performance.now();
  let ran = 0;
  let calls = 0;
  const isOver = () => performance.now() - began >= SECONDS_MAX * 1000;
  while (ran < SEEDS_MIN || (ran < SEEDS_MAX && !isOver())) {
    const outcome = await simulation.run(1 + ran);
    assert.equal(outcome.broken, null, report(outcome));
    ran += 1;
    calls += outcome.counts.get('calls') ?? 0;
  }
  t.diagnostic(
    `${ran} of ${SEEDS_MAX} seeds on ${simulation.engine} (${SECONDS_MAX} s, and at least ${SEEDS_MIN}), ${calls} calls; npm run sim runs more`,
  );
  assert.ok(ran >= SEEDS_MIN);
});

test('the same seed takes the same steps with the same answers', async (t) => {
  if (simulation.engine === 'PostgreSQL') {
    t.skip('a server runs several statements at once, in an order of its own');
    return;
  }
  // Earlier seeds must not matter: after others in two orders, and alone in a new simulation.
  const seeds = [7, 22];
  const inOrder = await hashesOf(simulation, seeds);
  const turned = await hashesOf(simulation, seeds.toReversed());
  assert.deepEqual(turned.toReversed(), inOrder);
  const alone = await openSimulation();
  assert.deepEqual(await hashesOf(alone, seeds.slice(-1)), inOrder.slice(-1));
  await alone.close();
  assert.equal(new Set(inOrder).size, seeds.length, 'different seeds take different steps');
});

test('a call of a stalled node is counted in the minute in which the node resumes', async () => {
  // This seed begins a poll, stalls its node for half an hour, and then fills the new minute.
  const outcome = await simulation.run(182);
  assert.equal(outcome.broken, null, report(outcome));
});

async function hashesOf(on: Simulation, seeds: readonly number[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const seed of seeds) hashes.push((await on.run(seed)).hash);
  return hashes;
}

for (const bug of SEEDED_BUGS) {
  test(`the simulation finds a seeded bug: ${bug.bug}`, async () => {
    const broken = await firstBroken(bug);
    assert.ok(broken !== null, `not found in ${SEEDS_PER_BUG} seeds`);
    assert.match(broken.message, bug.breaks);
  });
}

async function firstBroken(bug: SeededBug): Promise<Error | null> {
  for (let seed = 1; seed <= SEEDS_PER_BUG; seed += 1) {
    const { broken } = await simulation.run(seed, bug);
    if (broken !== null) return broken;
  }
  return null;
}
