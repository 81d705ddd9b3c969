/**
 * Cached hits a second and processor time a hit, charged durably, on PostgreSQL and on the embedded
 * store, in gzip and as it is; beside servers that send the same bytes: nginx, bare node:http, and
 * the straightforward way (Fastify, compression on the fly, three statements a call). One server
 * process on core 0; wrk with 64 connections and 10,000 keys, and PostgreSQL, on core 1. Rounds
 * alternate over all servers and medians are printed. Afterwards the ledger must hold one capture
 * for every 200. On PostgreSQL also two nodes beside one.
 * Usage: npm run bench -- hit   (HIT_ROUNDS=5, HIT_SECONDS=3, HIT_KEYS=10000,
 * HIT_ENGINES=postgres,embedded, HIT_CONNECTIONS=64)
 */
import { bench } from './support/at-end.js';
import {
  type Baseline,
  startBare,
  startNginx,
  startStraightforward,
  writePage,
} from './support/baselines.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { enginesOf, serveOn } from './support/engines.js';
import { ENV, openSide, PATH, pageOf, proveLedger, SEARCH, type Side } from './support/hit-side.js';
import { median, printTable, show, showSpread } from './support/numbers.js';
import { endProcess, hasProgram, sayCores } from './support/processes.js';
import { CONNECTIONS, load, loadAndCount, type Measured } from './support/wrk.js';

const ROUNDS = Number(process.env.HIT_ROUNDS ?? 5);
const SECONDS = Number(process.env.HIT_SECONDS ?? 3);
const KEYS = Number(process.env.HIT_KEYS ?? 10_000);
const WARM_UP_S = 2;
const SLOW_S = 1;
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const ENCODINGS = ['gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];
const TARGETS: Record<Encoding, string> = {
  gzip: 'targets of calls/s: >= 0.62 of (b), >= 0.27 of (a), >= 40 times (c)',
  identity: 'target of calls/s: >= 0.75 of (b)',
};

interface Target {
  readonly name: string;
  readonly base: string;
  readonly pid: number;
  readonly keys: string;
  readonly seconds: number;
  /** Whether the processor time of PostgreSQL belongs to its calls. */
  readonly usesDatabase: boolean;
  readonly side?: Side;
}

await bench(async () => {
  if (!hasProgram('wrk')) {
    console.log('skipped: wrk is not installed (apt-get install wrk)');
    return true;
  }
  console.log(`${sayCores()}; the embedded database runs inside the server's process`);
  const cluster = await startCluster(LOAD_CORE);
  if (cluster !== null) console.log(`PostgreSQL ${cluster.version}, fsync on`);
  const sides: Side[] = [];
  for (const engine of enginesOf(process.env.HIT_ENGINES, cluster)) {
    sides.push(await openSide(engine, cluster, KEYS, SERVER_CORE));
  }
  const [first] = sides;
  if (first === undefined) return true;
  const targets = [...sides.map(ours), ...(await theirs(first, cluster))];
  const databaseCpu = () => cluster?.cpuSeconds() ?? Number.NaN;
  for (const encoding of ENCODINGS)
    printMeasured(await measure(targets, encoding, databaseCpu), encoding);
  const postgres = sides.find(({ engine }) => engine === 'postgres');
  if (postgres !== undefined) await measureTwo(postgres);
  let good = true;
  for (const side of sides) good = (await proveLedger(side)) && good;
  return good;
});

function ours(side: Side): Target {
  return {
    name: `Rowhouse, ${side.engine}`,
    base: side.service.url,
    pid: side.service.process.pid ?? 0,
    keys: side.keys,
    seconds: SECONDS,
    usesDatabase: side.engine === 'postgres',
    side,
  };
}

async function theirs(side: Side, cluster: Cluster | null): Promise<Target[]> {
  const { plain, gzip } = await pageOf(side);
  const page = writePage(plain, gzip);
  const straight = cluster && (await startStraightforward(page, side.keys, cluster, SERVER_CORE));
  const servers: [string, Baseline | null, number][] = [
    ['(a) nginx, the file', await startNginx(page, PATH, SERVER_CORE), SECONDS],
    ['(b) node:http, one buffer', await startBare(page, SERVER_CORE), SECONDS],
    ['(c) straightforward', straight, Math.min(SLOW_S, SECONDS)],
  ];
  return servers.flatMap(([name, server, seconds]) => {
    const usesDatabase = name.startsWith('(c)');
    return server === null ? [] : [{ name, ...server, keys: side.keys, seconds, usesDatabase }];
  });
}

type Rounds = Map<Target, Measured[]>;

/** Alternates over all targets, round by round; the first round warms up and does not count. */
async function measure(
  targets: readonly Target[],
  encoding: Encoding,
  databaseCpu: () => number,
): Promise<Rounds> {
  const rounds: Rounds = new Map(targets.map((target) => [target, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const target of targets) {
      const how = {
        url: target.base + SEARCH,
        encoding,
        seconds: round < 0 ? Math.min(WARM_UP_S, target.seconds) : target.seconds,
        connections: CONNECTIONS,
        core: LOAD_CORE,
      };
      const beside = target.usesDatabase ? databaseCpu : () => Number.NaN;
      const measured = await loadAndCount(target.pid, target.keys, how, beside);
      if (target.side !== undefined) {
        target.side.returned += measured.answers;
        target.side.runs += 1;
      }
      if (measured.refused > 0) console.log(`  ${target.name}: ${measured.refused} not 200`);
      if (round >= 0) rounds.get(target)?.push(measured);
    }
  }
  return rounds;
}

function printMeasured(rounds: Rounds, encoding: Encoding): void {
  const middle = (target: Target | undefined, what: (one: Measured) => number) =>
    target === undefined ? Number.NaN : median((rounds.get(target) ?? []).map(what));
  const named = (name: string) => [...rounds.keys()].find((one) => one.name.startsWith(name));
  const perS = (one: Measured) => one.perS;
  const cpuUs = (one: Measured) => one.cpuUs;
  const of = (name: string, target: Target) =>
    show(middle(target, perS) / middle(named(name), perS));
  console.log(`\n${encoding}: ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections`);
  const header = ['', 'calls/s', 'CPU µs', 'PostgreSQL µs', 'core', 'bytes', 'p50 ms', 'p99 ms'];
  printTable(
    [...header, 'of (b)', 'of (a)', 'times (c)', 'of (b) by CPU'],
    [...rounds].map(([target, all]) => [
      target.name,
      showSpread(all.map(perS)),
      show(middle(target, cpuUs)),
      show(middle(target, (one) => one.besideUs)),
      `${show(middle(target, (one) => one.busy) * 100)} %`,
      show(middle(target, (one) => one.bytesPerAnswer)),
      show(middle(target, (one) => one.p50Ms)),
      show(middle(target, (one) => one.p99Ms)),
      of('(b)', target),
      of('(a)', target),
      of('(c)', target),
      show(middle(named('(b)'), cpuUs) / middle(target, cpuUs)),
    ]),
  );
  console.log(`  ${TARGETS[encoding]}`);
  console.log(
    '  CPU, PostgreSQL: processor time of the server and of the database a call; core: share of core 0 that the server used.',
  );
  console.log(
    '  Well below 100 % something else was the limit (wrk, PostgreSQL, another program): then compare by CPU.',
  );
}

/** One api node beside two, on the same PostgreSQL, none pinned; as many connections in all. */
async function measureTwo(side: Side): Promise<void> {
  const env = { ...ENV, ROWHOUSE_ROLE: 'api' };
  const nodes = [await serveOn(side.place, env), await serveOn(side.place, env)];
  const rates: Record<1 | 2, number[]> = { 1: [], 2: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const count of [1, 2] as const) {
      const how = { encoding: 'gzip', seconds: SECONDS, core: null } as const;
      const runs = await Promise.all(
        nodes
          .slice(0, count)
          .map(({ url }) =>
            load(side.keys, { ...how, url: url + SEARCH, connections: CONNECTIONS / count }),
          ),
      );
      side.returned += runs.reduce((sum, { answers }) => sum + answers, 0);
      side.runs += 1;
      if (round >= 0) rates[count].push(runs.reduce((sum, { perS }) => sum + perS, 0));
    }
  }
  for (const node of nodes) await endProcess(node.process);
  console.log(
    '\ntwo nodes on one PostgreSQL, gzip, nothing pinned, wrk and PostgreSQL on the same cores',
  );
  console.log(`  one ${showSpread(rates[1])} calls/s, two ${showSpread(rates[2])} calls/s`);
  console.log(`  factor ${show(median(rates[2]) / median(rates[1]))}`);
}
