/** The chaos: what a seed makes happen to the nodes, the database and the sources. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '../support/chance.js';
import type { Server } from '../support/postgres.js';
import type { SandboxProcess } from '../support/sandbox.js';
import { type Account, answers } from './caller.js';
import { boot, type Fleet, type FleetNode, takeDown } from './fleet.js';

export interface Scenario {
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
export async function makeTrouble(scenario: Scenario, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  const going = new Set<Promise<void>>();
  let bag: string[] = [];
  while (performance.now() < until) {
    await delay(scenario.chance.between(...GAP_MS));
    if (bag.length === 0) bag = scenario.chance.shuffled(BAG);
    const kind = bag.pop() ?? '';
    if (process.env.CHAOS_VERBOSE) console.log(`  ${new Date().toISOString()} ${kind}`);
    const one = happen(scenario, kind).finally(() => going.delete(one));
    going.add(one);
  }
  await Promise.all(going);
  await scenario.sandbox.fault('ok', 1);
}

async function happen(scenario: Scenario, kind: string): Promise<void> {
  const [who = '', signal = ''] = kind.split(' ');
  const { apis, collectors } = scenario.fleet;
  if (who === 'postgres') return troubleDatabase(scenario, kind);
  if (who === 'source') return troubleSources(scenario, kind);
  if (who === 'all') {
    const free = apis.filter(({ busy }) => !busy);
    if (free.length > 0) count(scenario, kind);
    await Promise.all(free.map((node) => downAndUp(scenario, node, 'SIGKILL')));
    return;
  }
  const free = (who === 'api' ? apis : collectors).filter(({ busy }) => !busy);
  if (free.length === 0) return;
  count(scenario, kind);
  const node = scenario.chance.pick(free);
  await (signal === 'SIGSTOP'
    ? freeze(scenario, node)
    : downAndUp(scenario, node, signal as 'SIGTERM'));
}

const count = ({ done }: Scenario, kind: string) => done.set(kind, (done.get(kind) ?? 0) + 1);

async function downAndUp(
  scenario: Scenario,
  node: FleetNode,
  signal: NodeJS.Signals,
): Promise<void> {
  node.busy = true;
  const pause = scenario.chance.between(...DOWN_MS);
  await takeDown(scenario.fleet, node, signal);
  await delay(pause);
  await boot(scenario.fleet, node);
  node.busy = false;
}

/** Longer than its lease: it wakes up as a zombie whose collections belong to others. */
async function freeze(scenario: Scenario, node: FleetNode): Promise<void> {
  node.busy = true;
  const child = node.service?.process;
  child?.kill('SIGSTOP');
  await delay(scenario.leaseS * 1000 * scenario.chance.between(1.2, 2.5));
  child?.kill('SIGCONT');
  node.busy = false;
}

async function troubleSources(scenario: Scenario, kind: string): Promise<void> {
  count(scenario, kind);
  await scenario.sandbox.fault(scenario.chance.pick(FAULTS), scenario.chance.between(0.1, 1));
  await delay(scenario.chance.between(1_000, 5_000));
  await scenario.sandbox.fault('ok', 1);
}

let databaseBusy = false;

async function troubleDatabase(scenario: Scenario, kind: string): Promise<void> {
  if (databaseBusy) return;
  databaseBusy = true;
  const { cluster } = scenario;
  const began = performance.now();
  if (kind !== 'postgres session SIGKILL') {
    count(scenario, kind);
    const pause = scenario.chance.between(...DOWN_MS);
    await (kind === 'postgres restart' ? cluster.stop() : cluster.kill());
    const standing = stillStanding(scenario);
    await delay(pause);
    await cluster.start();
    scenario.downMs.push(performance.now() - began);
    await Promise.all(standing.map((node) => measureRecovery(scenario, node)));
  } else if (cluster.killSession()) {
    count(scenario, kind);
    await cluster.ready();
  }
  databaseBusy = false;
}

const stillStanding = (scenario: Scenario) =>
  scenario.fleet.apis
    .filter(({ service }) => service !== null)
    .map((node) => ({ node, generation: node.generation }));

/** Asks one node until it answers again; a node that was restarted meanwhile measures nothing. */
async function measureRecovery(
  scenario: Scenario,
  { node, generation }: { readonly node: FleetNode; readonly generation: number },
): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < PROBE_MS_MAX) {
    const good = await answers(node.url, scenario.account);
    if (node.generation !== generation || node.service === null) return;
    if (good) {
      scenario.recoveryMs.push(performance.now() - began);
      return;
    }
    await delay(PROBE_EVERY_MS);
  }
  scenario.recoveryMs.push(Number.POSITIVE_INFINITY);
}

/** SIGTERM to each API node in turn, each started again before the next, as an update does. */
export async function rollingRestart(scenario: Scenario): Promise<void> {
  for (const node of scenario.fleet.apis) {
    await takeDown(scenario.fleet, node, 'SIGTERM');
    await boot(scenario.fleet, node);
    await delay(1_000);
  }
}
