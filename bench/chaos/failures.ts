/** The chaos: what a seed makes happen to the nodes, the database and the sources. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../support/chance.js';
import type { Server } from '../support/postgres.js';
import type { SandboxProcess } from '../support/sandbox.js';
import { type Account, answers } from './caller.js';
import { boot, type Fleet, type FleetNode, takeDown } from './fleet.js';

export interface World {
  readonly fleet: Fleet;
  readonly cluster: Server;
  readonly sandbox: SandboxProcess;
  readonly chance: Chance;
  readonly leaseS: number;
  /** A free call that needs the database answers this account. */
  readonly account: Account;
  readonly done: Map<string, number>;
  /** From the database's return to the first good answer of a node that was not restarted. */
  readonly recoveryMs: number[];
  readonly downMs: number[];
}

const GAP_MS = [500, 3_500] as const;
const DOWN_MS = [100, 2_000] as const;
const FAULTS = ['slow', 'error', 'busy', 'cut', 'hang', 'drift'] as const;
const PROBE_EVERY_MS = 20;
const PROBE_MS_MAX = 30_000;

/** One of each before any comes again, in an order of the seed. */
const BAG = [
  ...Array<string>(4).fill('api SIGKILL'),
  ...Array<string>(2).fill('api SIGTERM'),
  'all api SIGKILL',
  ...Array<string>(3).fill('collector SIGKILL'),
  'collector SIGTERM',
  ...Array<string>(2).fill('collector SIGSTOP'),
  ...Array<string>(2).fill('postgres SIGKILL'),
  'postgres restart',
  'postgres session SIGKILL',
  ...Array<string>(3).fill('source fault'),
];

/** Makes trouble for some seconds, then repairs everything; resolves when all runs. */
export async function makeTrouble(world: World, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  const going = new Set<Promise<void>>();
  let bag: string[] = [];
  while (performance.now() < until) {
    await delay(world.chance.between(...GAP_MS));
    if (bag.length === 0) bag = world.chance.shuffled(BAG);
    const kind = bag.pop() ?? '';
    if (process.env.CHAOS_VERBOSE) console.log(`  ${new Date().toISOString()} ${kind}`);
    const one = happen(world, kind).finally(() => going.delete(one));
    going.add(one);
  }
  await Promise.all(going);
  await world.sandbox.fault('ok', 1);
}

async function happen(world: World, kind: string): Promise<void> {
  const [who = '', signal = ''] = kind.split(' ');
  const { apis, collectors } = world.fleet;
  if (who === 'postgres') return troubleDatabase(world, kind);
  if (who === 'source') return troubleSources(world, kind);
  if (who === 'all') {
    const free = apis.filter(({ busy }) => !busy);
    if (free.length > 0) count(world, kind);
    await Promise.all(free.map((node) => downAndUp(world, node, 'SIGKILL')));
    return;
  }
  const free = (who === 'api' ? apis : collectors).filter(({ busy }) => !busy);
  if (free.length === 0) return;
  count(world, kind);
  const node = world.chance.pick(free);
  await (signal === 'SIGSTOP' ? freeze(world, node) : downAndUp(world, node, signal as 'SIGTERM'));
}

const count = ({ done }: World, kind: string) => done.set(kind, (done.get(kind) ?? 0) + 1);

async function downAndUp(world: World, node: FleetNode, signal: NodeJS.Signals): Promise<void> {
  node.busy = true;
  const pause = world.chance.between(...DOWN_MS);
  await takeDown(world.fleet, node, signal);
  await delay(pause);
  await boot(world.fleet, node);
  node.busy = false;
}

/** Longer than its lease: it wakes up as a zombie whose collections belong to others. */
async function freeze(world: World, node: FleetNode): Promise<void> {
  node.busy = true;
  const child = node.service?.process;
  child?.kill('SIGSTOP');
  await delay(world.leaseS * 1000 * world.chance.between(1.2, 2.5));
  child?.kill('SIGCONT');
  node.busy = false;
}

async function troubleSources(world: World, kind: string): Promise<void> {
  count(world, kind);
  await world.sandbox.fault(world.chance.pick(FAULTS), world.chance.between(0.1, 1));
  await delay(world.chance.between(1_000, 5_000));
  await world.sandbox.fault('ok', 1);
}

let databaseBusy = false;

async function troubleDatabase(world: World, kind: string): Promise<void> {
  if (databaseBusy) return;
  databaseBusy = true;
  const { cluster } = world;
  const began = performance.now();
  if (kind !== 'postgres session SIGKILL') {
    count(world, kind);
    const pause = world.chance.between(...DOWN_MS);
    await (kind === 'postgres restart' ? cluster.stop() : cluster.kill());
    const standing = stillStanding(world);
    await delay(pause);
    await cluster.start();
    world.downMs.push(performance.now() - began);
    await Promise.all(standing.map((node) => measureRecovery(world, node)));
  } else if (cluster.killSession()) {
    count(world, kind);
    await cluster.ready();
  }
  databaseBusy = false;
}

const stillStanding = (world: World) =>
  world.fleet.apis
    .filter(({ service }) => service !== null)
    .map((node) => ({ node, generation: node.generation }));

/** Asks one node until it answers again; a node that was restarted meanwhile measures nothing. */
async function measureRecovery(
  world: World,
  { node, generation }: { readonly node: FleetNode; readonly generation: number },
): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < PROBE_MS_MAX) {
    const good = await answers(node.url, world.account);
    if (node.generation !== generation || node.service === null) return;
    if (good) {
      world.recoveryMs.push(performance.now() - began);
      return;
    }
    await delay(PROBE_EVERY_MS);
  }
  world.recoveryMs.push(Number.POSITIVE_INFINITY);
}

/** SIGTERM to each API node in turn, each started again before the next, as an update does. */
export async function rollingRestart(world: World): Promise<void> {
  for (const node of world.fleet.apis) {
    await takeDown(world.fleet, node, 'SIGTERM');
    await boot(world.fleet, node);
    await delay(1_000);
  }
}
