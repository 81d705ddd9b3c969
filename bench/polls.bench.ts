/**
 * Thousands of long polls that wait for one collection: memory a poll, processor time while they
 * wait, how soon after the settling the first, the median and the last are answered, and for how
 * long the server's event loop was blocked (the longest answer to a /healthz asked every 10 ms by a
 * process of its own). Baseline: the same /healthz before the polls came. The source's answer is
 * held back by a proxy until all wait; a poll that gets 202 asks again, and one that is rejected
 * with 503 comes back a second later.
 * Usage: npm run bench -- polls   (POLLS=2000,5000, POLLS_ENGINES=postgres,embedded)
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { bench } from './support/at-end.js';
import { bearer, openCaller } from './support/caller.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { askAdmin, type Engine, enginesOf, newPlace, serveOn } from './support/engines.js';
import { addAccounts, countEntries, type Place, withStore } from './support/fill.js';
import { percentile, printTable, show } from './support/numbers.js';
import { cpuSeconds, endProcess, ourProgram, startProgram } from './support/processes.js';
import { openPolls } from './support/raw-polls.js';
import { residentMb } from './support/service.js';
import { startUpstream } from './support/upstream-proxy.js';

const COUNTS = (process.env.POLLS ?? '2000,5000').split(',').map(Number);
const ACCOUNTS = 100;
const SEARCHERS = 16;
const IDLE_MS = 2_000;
/** From the last poll sent until they are taken to wait. */
const SETTLE_IN_MS = 4_000;
const WAITING_MS = 5_000;
const ANSWERED_MS_MAX = 120_000;
/** One full page: what every poll is answered with. */
const SEARCH = '/v1/portal_a/listings?zip=90011';
const ENV = {
  ROWHOUSE_UPSTREAM_TIMEOUT_S: '600',
  ROWHOUSE_JOB_DEADLINE_S: '3600',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
  ROWHOUSE_READ_AHEAD: 'off',
};

await bench(async () => {
  const files = Number(
    /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1],
  );
  const counts = COUNTS.filter((count) => count + 500 < files);
  if (counts.length < COUNTS.length)
    console.log(`skipped above ${files} open files: raise ulimit -n`);
  const cluster = await startCluster(null);
  const rows: string[][] = [];
  let good = true;
  for (const engine of enginesOf(process.env.POLLS_ENGINES, cluster)) {
    for (const count of counts) good = (await measure(engine, count, cluster, rows)) && good;
  }
  const header = ['', 'KB a poll', 'core, waiting', 'first ms', 'median', 'last', 'CPU µs a poll'];
  printTable([...header, 'block ms', 'idle ms', 'waiting ms', 'asked again', '503'], rows);
  console.log(
    '  first, median, last: answered, after the collection was settled (its settled_at);',
  );
  console.log(
    '  block: longest /healthz from there to the last answer; idle, waiting: before the polls, and while they wait',
  );
  return good;
});

async function measure(
  engine: Engine,
  count: number,
  cluster: Cluster | null,
  rows: string[][],
): Promise<boolean> {
  const upstream = await startUpstream(0);
  const place = await newPlace(engine, cluster, `polls_${count}`);
  const keys = await withStore(place, (pool) => addAccounts(pool, ACCOUNTS));
  const service = await serveOn(place, { ...ENV, ROWHOUSE_UPSTREAM_PORTAL_A: upstream.url });
  const pid = service.process.pid;
  const release = upstream.hold();
  const jobs = await startJobs(service.url, keys, count);
  const pinger = await startProgram(ourProgram('pinger', `${service.url}/healthz`), /ready/);
  await delay(IDLE_MS);
  const before = { mb: residentMb(pid), atMs: epochMs() };
  const polls = await openPolls(service.url, jobs);
  await delay(SETTLE_IN_MS);
  const waiting = { cpuS: cpuSeconds(pid), atMs: epochMs(), mb: residentMb(pid) };
  await delay(WAITING_MS);
  const share = (cpuSeconds(pid) - waiting.cpuS) / ((epochMs() - waiting.atMs) / 1000);
  const settled = { cpuS: cpuSeconds(pid), atMs: epochMs() };
  release();
  while (polls.answeredMs.length + polls.broken() < count) {
    if (epochMs() - settled.atMs > ANSWERED_MS_MAX) break;
    await delay(20);
  }
  const cpuUs = ((cpuSeconds(pid) - settled.cpuS) / count) * 1e6;
  const check = await askAdmin(service, '/ledger/check');
  polls.close();
  await pinger.end();
  await endProcess(service.process);
  const { capture = 0, settledMs } = await outcomeOf(place);
  const afterMs = polls.answeredMs.map((ms) => performance.timeOrigin + ms - settledMs);
  const pings = pingsOf(pinger.output());
  const longest = (fromMs: number, toMs: number) =>
    show(Math.max(...pings.filter(([at]) => at >= fromMs && at < toMs).map(([, took]) => took)));
  const lastMs = settledMs + Math.max(...afterMs);
  rows.push([
    `${engine}, ${show(count)} polls`,
    show(((waiting.mb - before.mb) * 1024) / count),
    `${show(share * 100)} %`,
    ...[0, 50, 100].map((p) => show(percentile(afterMs, p))),
    show(cpuUs),
    // The ping before the settling may be the one that the block holds up.
    longest(settled.atMs - 20, lastMs),
    longest(before.atMs - IDLE_MS + 500, before.atMs),
    longest(waiting.atMs, settled.atMs),
    show(polls.again()),
    show(polls.refused()),
  ]);
  const good = check.ok === true && polls.answeredMs.length === count && capture === count;
  console.log(
    `${engine}, ${count} polls: answered ${polls.answeredMs.length}, broken ${polls.broken()}, captures ${capture}, ledger check ${check.ok === true ? 'ok' : JSON.stringify(check).slice(0, 200)}: ${good ? 'ok' : 'NOT OK'}`,
  );
  return good;
}

/** As many requests as polls, over the accounts; all wait for one collection. */
async function startJobs(base: string, keys: readonly string[], count: number) {
  const caller = openCaller(SEARCHERS);
  const jobs: { path: string; key: string }[] = [];
  let left = count;
  const searcher = async () => {
    while (left > 0) {
      left -= 1;
      const key = keys[left % keys.length] ?? '';
      const { status, body } = await caller.get(base + SEARCH, bearer(key));
      const envelope = JSON.parse(body.toString());
      if (status !== 202) throw new Error(`${status} ${body.toString().slice(0, 300)}`);
      jobs.push({ path: envelope.poll_url, key });
    }
  };
  await Promise.all(Array.from({ length: SEARCHERS }, searcher));
  caller.close();
  return jobs;
}

/** Captures in the ledger, and when the one collection was settled, ms since the epoch. */
function outcomeOf(place: Place) {
  return withStore(place, async (pool) => {
    const rows = await pool.rows<{ at: Date | null; n: number }>(
      `select max(settled_at) as at, count(distinct settled_at) as n from requests where status = 'complete'`,
    );
    const [settled] = rows;
    if (settled !== undefined && settled.n > 1) throw new Error('settled more than once');
    return { ...(await countEntries(pool)), settledMs: settled?.at?.getTime() ?? Number.NaN } as {
      capture?: number;
      settledMs: number;
    };
  });
}

function pingsOf(text: string): [atMs: number, tookMs: number][] {
  return [...text.matchAll(/^ping (\S+) (\S+)$/gm)].map(([, at, took]) => [
    Number(at),
    Number(took),
  ]);
}

function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
