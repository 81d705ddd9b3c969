/**
 * Chaos on real processes: API nodes, collectors and PostgreSQL itself are killed, stopped and
 * frozen under load while the sources fail now and then. Afterwards everything that a caller ever
 * got must still be so, be charged once, and have settled; then an update node by node, under load.
 * The seed decides what is done; when it strikes depends on the machine, so a run does not repeat
 * exactly. Usage: npm run bench -- chaos     (CHAOS_SECONDS, default 180; CHAOS_SEED, default 1;
 * CHAOS_CLIENTS, default 24; CHAOS_VERBOSE=1 names each trouble; CHAOS_CANARY=1 seeds faults before
 * the check and passes only when it finds them all). Skips where PostgreSQL is absent.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { newTally } from './chaos/caller.js';
import { foundAll, plantFaults } from './chaos/canary.js';
import { check } from './chaos/checker.js';
import { type Load, runClients } from './chaos/clients.js';
import { makeTrouble, rollingRestart, type Scenario } from './chaos/failures.js';
import { askAdmin, endFleet, startFleet } from './chaos/fleet.js';
import { newHistory } from './chaos/history.js';
import { printReport } from './chaos/report.js';
import { chanceFrom } from './support/chance.js';
import { startServer } from './support/postgres.js';
import { startSandboxProcess } from './support/sandbox.js';

const SECONDS = Number(process.env.CHAOS_SECONDS ?? 180);
const SEED = Number(process.env.CHAOS_SEED ?? 1);
const CLIENTS = Number(process.env.CHAOS_CLIENTS ?? 24);
const ACCOUNTS = 4;
const GRANTED = 1_000_000;
const LEASE_S = 2;
/** Longer than the deadlines below: whatever is pending after this is stuck. */
const QUIET_S = 90;
const CANARY_QUIET_S = 5;
const ROLLING_ROUNDS = 2;
const SETTINGS = {
  ROWHOUSE_LEASE_S: String(LEASE_S),
  ROWHOUSE_JOB_DEADLINE_S: '20',
  ROWHOUSE_QUEUE_DEADLINE_S: '30',
  ROWHOUSE_COLLECT_ATTEMPTS_MAX: '5',
  ROWHOUSE_UPSTREAM_TIMEOUT_S: '3',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '1000',
  ROWHOUSE_CIRCUIT_OPEN_S: '2',
  ROWHOUSE_CACHE_LISTINGS_S: '10',
  ROWHOUSE_CACHE_AUCTION_S: '10',
  ROWHOUSE_DRAIN_S: '8',
  ROWHOUSE_DATABASE_TIMEOUT_S: '3',
};

const cluster = await startServer();
if (cluster === null) {
  console.log(
    'skipped: no PostgreSQL 15 or newer below /usr/lib/postgresql; install it and run again',
  );
  process.exit(0);
}
const sandbox = await startSandboxProcess({
  ROWHOUSE_SANDBOX_HOMES: '20000',
  ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '10',
  ROWHOUSE_SANDBOX_LATENCY_MAX_MS: '60',
});
const fleet = await startFleet({
  ...SETTINGS,
  ...sandbox.upstreams,
  DATABASE_URL: cluster.url,
  ROWHOUSE_SECRET: `chaos-of-seed-${SEED}-0000`,
});
const accounts = await Promise.all(
  Array.from({ length: ACCOUNTS }, async (_, at) => {
    const made = await askAdmin(fleet, 'POST', '/accounts', {
      name: `chaos ${at + 1}`,
      extra_credits: GRANTED,
      rate_limit: 1_000_000,
      max_pending: 1_000,
    });
    return { account_id: String(made.account_id), api_key: String(made.key.api_key) };
  }),
);

const history = newHistory();
const chance = chanceFrom(SEED);
const chaosTally = newTally();
const rollingTally = newTally();
const [account] = accounts;
if (account === undefined) throw new Error('no account');
const scenario: Scenario = {
  fleet,
  cluster,
  sandbox,
  chance,
  leaseS: LEASE_S,
  account,
  done: new Map(),
  recoveryMs: [],
  downMs: [],
};
const load: Load = { nodes: fleet.apis, accounts, history, tally: chaosTally, stopped: false };
const clients = runClients(load, CLIENTS, SEED);

await makeTrouble(scenario, SECONDS);
// Calls that the chaos broke are retried before the next phase begins to count.
await delay(2_000);
load.tally = rollingTally;
for (let round = 0; round < ROLLING_ROUNDS; round += 1) await rollingRestart(scenario);
load.stopped = true;
await clients;

const canary = process.env.CHAOS_CANARY === '1';
if (canary) await plantFaults(cluster.url, history);
const reportTally = newTally();
const checker = { fleet, databaseUrl: cluster.url, history, tally: reportTally, chance, accounts };
const report = await check({ ...checker, granted: GRANTED }, canary ? CANARY_QUIET_S : QUIET_S);
await endFleet(fleet);
await sandbox.end();
await cluster.stop();

const good = printReport(
  { seconds: SECONDS, seed: SEED, clients: CLIENTS },
  scenario,
  history,
  report,
  {
    chaos: chaosTally,
    rolling: rollingTally,
    report: reportTally,
  },
);
if (canary) console.log(foundAll(report) ? 'the seeded faults were found' : 'A FAULT WAS MISSED');
process.exit((canary ? foundAll(report) : good) ? 0 : 1);
