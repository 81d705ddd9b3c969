/** Runs seeds on one database, and says of a failing one how to see it again. */
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
import { takeStep } from './steps.js';
import { openAccounts } from './works.js';
import { World } from './world.js';

export interface Outcome {
  readonly seed: number;
  /** The step list; equal for equal seeds when one database call runs at a time. */
  readonly digest: string;
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
      // What a plant has done to the schema must not reach the next seed.
      if (bug === NO_BUG) ran.add(seed);
      for (const statement of bug.statements) await base.db.rows(statement);
      return runSeed(new World(base, seed, base.embedded ? 1 : parallel, bug.rewrite));
    },
    close: async () => {
      await base.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function runSeed(world: World): Promise<Outcome> {
  const invariants = new Invariants(world);
  const broken = await play(world, invariants).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Broken('thrown', String(error))),
  );
  world.count('turns', world.schedule.turns);
  for (const node of world.nodes) {
    node.die();
    void node.server.close();
  }
  const { seed, lines, counts } = world;
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
  return { seed, digest, lines, counts, broken };
}

async function play(world: World, invariants: Invariants): Promise<void> {
  await openAccounts(world);
  const steps = STEPS_MIN + world.plan.below(STEPS_MORE);
  for (world.step = 1; world.step <= steps; world.step += 1) {
    await takeStep(world);
    await invariants.check();
  }
  world.count('steps', steps);
  await finish(world, invariants);
}

async function makeSchema({ db }: OpenApp): Promise<void> {
  await db.rows('drop schema public cascade');
  await db.rows('create schema public');
  await migrate(db);
}

/** Everything that one seed could see of another; what stays belongs to accounts that are no more. */
async function emptyTables({ db }: OpenApp): Promise<void> {
  for (const table of [
    'requests',
    'collections',
    'results',
    'cached_pages',
    'source_states',
    'route_health',
  ]) {
    await db.rows(`delete from ${table}`);
  }
}

function withoutFlushes(address: string): string {
  const url = new URL(address);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}

/** What a person needs to see a failure again. */
export function report({ seed, lines, broken }: Outcome, more = ''): string {
  return [
    ...lines,
    `seed ${seed} is broken: ${broken?.stack ?? ''}`,
    `See it again: npm run sim -- --seed ${seed}${more}`,
  ].join('\n');
}
