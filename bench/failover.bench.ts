/**
 * The primary is lost under load and its standby promoted, behind the shipped deploy/haproxy.cfg:
 * by hand, and by Patroni with the shipped deploy/patroni.yml. The primary is killed, stopped
 * (SIGSTOP, and let go on after the promotion), cut off from everything, its disk full, and killed
 * after an operator cancelled commits that waited for the standby; or the standby is lost, or etcd.
 * No charge that a caller was returned may be lost or doubled, and calls must be answered within 5
 * seconds of the promotion. An asynchronous standby that lags is the canary: it must lose charges,
 * or this measures nothing.
 * Usage: npm run bench -- failover     (FAILOVER_ROUNDS: names of ROUNDS, all by default;
 * FAILOVER_SEED, default 1). A round whose programs are absent is named as not measured; it fails
 * when FAILOVER_ROUNDS asked for it.
 */
import { startByHand } from './failover/by-hand.js';
import type { Loss, Pair } from './failover/pair.js';
import { startPatroni } from './failover/patroni.js';
import { type Plan, printOutcomes, printRound } from './failover/print.js';
import { type Round, runRound } from './failover/round.js';
import { bench } from './support/at-end.js';
import { type SandboxProcess, startSandboxProcess } from './support/sandbox.js';
import { openSmallDisk } from './support/small-disk.js';

const RECIPES = { 'by hand': startByHand, Patroni: startPatroni } as const;
const ROUNDS = [
  { name: 'killed', promotion: 'by hand', loss: 'killed', lost: 'primary killed' },
  { name: 'stopped', promotion: 'by hand', loss: 'stopped', lost: 'primary stopped' },
  { name: 'cut', promotion: 'by hand', loss: 'cut', lost: 'primary cut off' },
  { name: 'full', promotion: 'by hand', loss: 'full', lost: "primary's disk full" },
  { name: 'cancelled', promotion: 'by hand', loss: 'cancelled', lost: 'killed, waits cancelled' },
  { name: 'canary', promotion: 'by hand', loss: 'late', lost: 'killed, asynchronous' },
  { name: 'patroni-killed', promotion: 'Patroni', loss: 'killed', lost: 'primary killed' },
  { name: 'patroni-crashed', promotion: 'Patroni', loss: 'crashed', lost: 'PostgreSQL killed' },
  { name: 'patroni-stopped', promotion: 'Patroni', loss: 'stopped', lost: 'primary stopped' },
  { name: 'patroni-cut', promotion: 'Patroni', loss: 'cut', lost: 'primary cut off' },
  { name: 'patroni-full', promotion: 'Patroni', loss: 'full', lost: "primary's disk full" },
  { name: 'patroni-standby', promotion: 'Patroni', loss: 'standby', lost: 'standby stopped' },
  {
    name: 'patroni-alone',
    promotion: 'Patroni',
    loss: 'alone',
    lost: 'first standby, then primary',
  },
  { name: 'patroni-etcd', promotion: 'Patroni', loss: 'etcd', lost: 'etcd' },
  { name: 'patroni-canary', promotion: 'Patroni', loss: 'late', lost: 'killed, asynchronous' },
] as const satisfies readonly (Plan & { promotion: keyof typeof RECIPES; loss: Loss })[];
type Planned = (typeof ROUNDS)[number];

const ASKED = process.env.FAILOVER_ROUNDS?.split(',');
const SEED = Number(process.env.FAILOVER_SEED ?? 1);
/** Room for the database and its log until the disk is filled. */
const DISK_MB = 512;

await bench(async () => {
  const names = ROUNDS.map(({ name }) => name as string);
  const unknown = ASKED?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`no round is called ${unknown.join(', ')}`);
  const planned = ROUNDS.filter(({ name }) => ASKED?.includes(name) ?? true);
  const sandbox = await startSandboxProcess({ ROWHOUSE_SANDBOX_HOMES: '20000' });
  const outcomes: { plan: Plan; round: Round | string }[] = [];
  let good = true;
  for (const plan of planned) {
    const round = await run(plan, sandbox);
    outcomes.push({ plan, round });
    if (typeof round === 'string') console.log(`\n${plan.name}: NOT MEASURED: ${round}`);
    good = (typeof round === 'string' ? ASKED === undefined : printRound(plan, round)) && good;
  }
  await sandbox.end();
  printOutcomes(outcomes);
  return good;
});

/** The round, or a line that names what is missing. */
async function run({ promotion, loss }: Planned, sandbox: SandboxProcess): Promise<Round | string> {
  const disk = loss === 'full' ? openSmallDisk(DISK_MB) : null;
  if (loss === 'full' && disk === null) return 'a tmpfs must be mounted, which needs root';
  const pair: Pair | string = await RECIPES[promotion](loss !== 'late', disk);
  return typeof pair === 'string' ? pair : runRound(loss, pair, sandbox, SEED);
}
