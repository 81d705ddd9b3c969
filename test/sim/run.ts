/** Runs seeds on one database, and prints how to reproduce a failing one. */
import { createHash } from 'node:crypto';
import { openBases } from './bases.js';
import { Broken } from './broken.js';
import { finish } from './finish.js';
import { Invariants } from './invariants.js';
import { NO_BUG, type SeededBug } from './seeded-bugs.js';
import { SimRun } from './sim-run.js';
import { takeStep } from './steps.js';
import { openAccounts } from './tasks.js';

export interface Outcome {
  readonly seed: number;
  /** The step list; equal for equal seeds when one database call runs at a time. */
  readonly hash: string;
  readonly lines: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** The rule that did not hold; null when all did. */
  readonly broken: Error | null;
}

export interface Simulation {
  readonly engine: 'embedded' | 'PostgreSQL';
  run(seed: number, bug?: SeededBug): Promise<Outcome>;
  close(): Promise<void>;
}

/** Seeds of one length, so that a longer run only adds seeds. */
const STEPS_MIN = 15;
const STEPS_MORE = 20;
/** After each of so many steps, and at the end, the rules of the ledger are checked too. */
const STEPS_PER_LEDGER = 5;
/** Database calls at once on a server that can; the embedded engine has one session. */
const PARALLEL = 6;

/** Opens the engine under test, through the same function as the service. */
export async function openSimulation(parallel: number = PARALLEL): Promise<Simulation> {
  const bases = await openBases();
  return {
    engine: bases.engine,
    run: async (seed, bug = NO_BUG) => {
      const base = await bases.next(seed, bug);
      return runSeed(new SimRun(base, seed, base.embedded ? 1 : parallel, bug.rewrite));
    },
    close: () => bases.close(),
  };
}

async function runSeed(sim: SimRun): Promise<Outcome> {
  const invariants = new Invariants(sim);
  const broken = await play(sim, invariants).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Broken('thrown', String(error))),
  );
  sim.count('turns', sim.schedule.turns);
  sim.end();
  const { seed, lines, counts } = sim;
  const hash = createHash('sha256').update(lines.join('\n')).digest('hex');
  return { seed, hash, lines, counts, broken };
}

async function play(sim: SimRun, invariants: Invariants): Promise<void> {
  await sim.ready();
  await openAccounts(sim);
  const steps = STEPS_MIN + sim.plan.below(STEPS_MORE);
  for (sim.step = 1; sim.step <= steps; sim.step += 1) {
    await takeStep(sim);
    if (sim.step % STEPS_PER_LEDGER === 0) await invariants.checkWithLedger();
    else await invariants.check();
  }
  sim.count('steps', steps);
  await finish(sim, invariants);
}

/** How to reproduce a failure. */
export function report({ seed, lines, broken }: Outcome, more = ''): string {
  return [
    ...lines,
    `seed ${seed} is broken: ${broken?.stack ?? ''}`,
    `See it again: npm run sim -- --seed ${seed}${more}`,
  ].join('\n');
}
