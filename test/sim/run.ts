/** Runs seeds on one database, and prints how to reproduce a failing one. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#store/migrate.js';
import { type OpenApp, openApp, openGeo } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { systemClock, systemIds } from '../../src/system.js';
import { testDatabase } from '../support/open-test-app.js';
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
/** The ledger cannot be emptied, so the schema is made again after this many seeds. */
const SEEDS_PER_SCHEMA = 20;
/** Database calls at once on a server that can; the embedded engine has one session. */
const PARALLEL = 6;

/** Opens the engine under test, through the same function as the service. */
export async function openSimulation(parallel: number = PARALLEL): Promise<Simulation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-sim-'));
  const database = await testDatabase();
  const base = await openApp(
    readConfig({
      ROWHOUSE_DATA_DIR: dataDir,
      ROWHOUSE_SECRET: 'a-secret-for-the-simulation',
      ...(database && { DATABASE_URL: withoutFlushes(database.url) }),
    }),
    {
      clock: systemClock,
      ids: systemIds(systemClock),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      geo: openGeo(),
    },
    Promise.resolve({}),
  );
  // Durability is the business of bench/kill; here every commit would only wait for the disk.
  if (base.embedded) await base.db.rows('set synchronous_commit = off');
  const ran = new Set<number>();
  return {
    engine: base.embedded ? 'embedded' : 'PostgreSQL',
    run: async (seed, bug = NO_BUG) => {
      if (ran.has(seed) || ran.size % SEEDS_PER_SCHEMA === 0 || bug !== NO_BUG) {
        await makeSchema(base);
        ran.clear();
      } else await emptyTables(base);
      // What a seeded bug has done to the schema must not reach the next seed.
      if (bug === NO_BUG) ran.add(seed);
      for (const statement of bug.statements) await base.db.rows(statement);
      return runSeed(new SimRun(base, seed, base.embedded ? 1 : parallel, bug.rewrite));
    },
    close: async () => {
      await base.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function runSeed(sim: SimRun): Promise<Outcome> {
  const invariants = new Invariants(sim);
  const broken = await play(sim, invariants).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Broken('thrown', String(error))),
  );
  sim.count('turns', sim.schedule.turns);
  for (const node of sim.nodes) {
    node.die();
    void node.server.close();
  }
  const { seed, lines, counts } = sim;
  const hash = createHash('sha256').update(lines.join('\n')).digest('hex');
  return { seed, hash, lines, counts, broken };
}

async function play(sim: SimRun, invariants: Invariants): Promise<void> {
  await openAccounts(sim);
  const steps = STEPS_MIN + sim.plan.below(STEPS_MORE);
  for (sim.step = 1; sim.step <= steps; sim.step += 1) {
    await takeStep(sim);
    await invariants.check();
  }
  sim.count('steps', steps);
  await finish(sim, invariants);
}

async function makeSchema({ db }: OpenApp): Promise<void> {
  await db.rows('drop schema public cascade');
  await db.rows('create schema public');
  await migrate(db);
}

/** Everything that one seed could see of another; what remains belongs to deleted accounts. */
async function emptyTables({ db }: OpenApp): Promise<void> {
  for (const table of [
    'requests',
    'collections',
    'results',
    'cached_pages',
    'source_states',
    'route_health',
    'home_places',
    'place_extents',
    'source_places',
    'field_shares',
  ]) {
    await db.rows(`delete from ${table}`);
  }
}

function withoutFlushes(address: string): string {
  const url = new URL(address);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}

/** How to reproduce a failure. */
export function report({ seed, lines, broken }: Outcome, more = ''): string {
  return [
    ...lines,
    `seed ${seed} is broken: ${broken?.stack ?? ''}`,
    `See it again: npm run sim -- --seed ${seed}${more}`,
  ].join('\n');
}
