/**
 * Power cuts under a running service on the embedded database: its disk is an ext4 that is shut
 * down without a flush while callers search, so whatever had not reached the device is gone.
 * Callers go on for a moment after the cut: what they get then has to be there as well. After each
 * new start every charge and every accepted job that a caller got must still be there, with the
 * same rows; at the end no job is pending and the ledger adds up.
 *
 * Two controls show that the cut cuts: a file written without a flush just before each one, and,
 * with POWER_CUT_CONTROL=1, the same service with its flushes switched off, which must NOT come out
 * ok. The device retains what it was given: this does not test a disk that lies about its cache.
 *
 * Needs root, Linux, loop devices, mkfs.ext4 (e2fsprogs) and perl; says so and ends without them.
 * Usage: npm run bench -- power-cut      (POWER_CUT_ROUNDS, default 12; no new one after
 * POWER_CUT_SECONDS, default 300; POWER_CUT_SEED, default 1)
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callAdmin, callJob, type Envelope, hashOf, secretsOf } from './support/call-service.js';
import { openLoopDiskOrEnd } from './support/loop-disk.js';
import { type Service, startService } from './support/service.js';

const ROUNDS = Number(process.env.POWER_CUT_ROUNDS ?? 12);
/** No round begins after this long. */
const ROUNDS_S_MAX = Number(process.env.POWER_CUT_SECONDS ?? 300);
const CONTROL = process.env.POWER_CUT_CONTROL === '1';
const DISK_MB = 2_048;
const CLIENTS = 8;
const CUT_AFTER_MS = [300, 6_000] as const;
/** No cut before callers got this many charges in the round, or this long was waited for them. */
const RETURNED_BEFORE_CUT = 5;
const TOLD_WAIT_MS_MAX = 20_000;
/** Callers go on this long after the cut. */
const AFTER_CUT_MS = 400;
const CREDITS = 1_000_000;
const ZIPS = '78704 78745 77007 98115 60614 33139 10025 94110'.split(' ');

let seed = Number(process.env.POWER_CUT_SEED ?? 1);
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

/** What callers got: the jobs accepted, and the credits and rows of those that were complete. */
const accepted = new Set<string>();
const returned = new Map<string, { readonly credits: number; readonly hash: string }>();
const starts: number[] = [];
const count = {
  cuts: 0,
  returnedBetween: 0,
  secretsLost: 0,
  calls: 0,
  lost: 0,
  half: 0,
  jobsLost: 0,
  opensFailed: 0,
  afterCut: 0,
  unflushed: 0,
};

const disk = openLoopDiskOrEnd(DISK_MB);
const dataDir = join(disk.folder, 'data');
const env = {
  ROWHOUSE_DATA_DIR: dataDir,
  ROWHOUSE_RATE_LIMIT_PER_MINUTE: '1000000',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '1000',
  // Small and quick readings: it is charges that are to be cut, not readings.
  ROWHOUSE_SANDBOX_HOMES: '2000',
  ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '0',
  ROWHOUSE_SANDBOX_LATENCY_MAX_MS: '0',
  ROWHOUSE_READ_AHEAD: 'off',
  ROWHOUSE_LEASE_S: '2',
  ROWHOUSE_CHECKPOINT_S: '2',
  ...(CONTROL && { NODE_OPTIONS: `--require ${resolve('bench/support/no-flush.cjs')}` }),
};
let service = null as Service | null;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void giveUp());
try {
  await run();
} finally {
  await service?.end('SIGKILL');
  disk.remove();
}

async function giveUp(): Promise<void> {
  await service?.end('SIGKILL');
  disk.remove();
  process.exit(1);
}

async function run(): Promise<void> {
  const until = performance.now() + ROUNDS_S_MAX * 1000;
  service = await startService(env);
  const firstStartMs = service.startMs;
  service = await cutAfterFirstStart(service);
  if (service === null) return report(false, firstStartMs);
  const { account_id, key } = await callAdmin(service, dataDir, 'POST', '/accounts', {
    name: 'power-cut',
    extra_credits: CREDITS,
    rate_limit: 1_000_000,
    max_pending: 1000,
  });
  while (count.cuts <= ROUNDS && performance.now() < until) {
    await cutUnderLoad(service, key.api_key);
    service = await startAgain();
    if (service === null) break;
    await recheck(service.url, key.api_key);
    console.log(`cut ${count.cuts}: ${returned.size} charges returned so far, ${count.lost} lost`);
  }
  if (service === null) return report(false, firstStartMs);
  count.returnedBetween = returned.size;
  await settleAll(service.url, key.api_key);
  await recheck(service.url, key.api_key);
  const usage = await callAdmin(service, dataDir, 'GET', `/usage/${account_id}`);
  const ledger = await callAdmin(service, dataDir, 'GET', '/ledger/check');
  const charged = [...returned.values()].filter(({ credits }) => credits === 1).length;
  const spent = CREDITS - usage.balance?.extra - usage.balance?.reserved;
  console.log(
    `ledger ok ${ledger.ok}, entries ${ledger.entries}, captured ${usage.credits_captured}, balance spent ${spent}, pending at the end ${usage.requests?.pending}`,
  );
  const sound = ledger.ok && spent === usage.credits_captured && usage.requests.pending === 0;
  report(sound && usage.credits_captured >= charged, firstStartMs);
}

function report(sound: boolean, firstStartMs: number): void {
  starts.sort((a, b) => a - b);
  const charged = [...returned.values()].filter(({ credits }) => credits === 1).length;
  console.log(
    `power cuts ${count.cuts}${CONTROL ? ' with flushes switched off' : ''}, calls ${count.calls}, jobs accepted ${accepted.size}, charges returned ${charged} (${count.returnedBetween} of them between the cuts; ${count.afterCut} answers came after a cut)`,
  );
  console.log(
    `charges lost ${count.lost}, rows not as returned ${count.half}, accepted jobs lost ${count.jobsLost}, secrets of the first start lost ${count.secretsLost}, opens failed ${count.opensFailed}`,
  );
  console.log(
    `first start ${firstStartMs.toFixed(0)} ms; starts after a cut: median ${starts[starts.length >> 1]?.toFixed(0)} ms, max ${starts.at(-1)?.toFixed(0)} ms`,
  );
  console.log(
    `control: files written without a flush that were gone: ${count.unflushed} of ${count.cuts - 1}`,
  );
  const good =
    sound &&
    count.lost + count.half + count.jobsLost + count.secretsLost + count.opensFailed === 0 &&
    count.unflushed > 0 &&
    charged > 0;
  console.log(good ? 'ok' : 'NOT OK');
  process.exitCode = good ? 0 : 1;
}

/** The first cut comes as soon as the service runs: its greeting must hold after the next start. */
async function cutAfterFirstStart(running: Service): Promise<Service | null> {
  const before = secretsOf(dataDir);
  disk.cutPower();
  count.cuts += 1;
  await running.end('SIGKILL');
  disk.remount();
  const again = await startAgain();
  count.secretsLost = secretsOf(dataDir).filter(
    (value, n) => value !== before[n] || value === '',
  ).length;
  return again;
}

async function cutUnderLoad(running: Service, key: string): Promise<void> {
  const stop = { cut: false, now: false };
  const clients = Array.from({ length: CLIENTS }, () => client(running.url, key, stop));
  const before = returned.size;
  const until = performance.now() + TOLD_WAIT_MS_MAX;
  while (returned.size < before + RETURNED_BEFORE_CUT && performance.now() < until) await delay(20);
  await delay(CUT_AFTER_MS[0] + random() * (CUT_AFTER_MS[1] - CUT_AFTER_MS[0]));
  const mark = join(disk.folder, `unflushed-${starts.length}`);
  writeFileSync(mark, `${random()}`);
  disk.cutPower();
  count.cuts += 1;
  stop.cut = true;
  await delay(AFTER_CUT_MS);
  await running.end('SIGKILL');
  stop.now = true;
  await Promise.all(clients);
  disk.remount();
  if (!existsSync(mark) || readFileSync(mark, 'utf8') === '') count.unflushed += 1;
}

async function startAgain(): Promise<Service | null> {
  try {
    const again = await startService(env);
    starts.push(again.startMs);
    return again;
  } catch (error) {
    count.opensFailed += 1;
    console.log(String(error).slice(0, 500));
    return null;
  }
}

/** Searches and polls and remembers what it got, until the service is gone. */
async function client(url: string, key: string, stop: { cut: boolean; now: boolean }) {
  while (!stop.now) {
    const zip = ZIPS[Math.floor(random() * ZIPS.length)];
    const min = Math.floor(random() * 400) * 1_000;
    const first = await callWhileUp(url, `/v1/portal_a/listings?zip=${zip}&min_price=${min}`, key);
    remember(first, stop.cut);
    if (first?.status !== 'pending') continue;
    remember(await callWhileUp(url, `${first.poll_url}?wait=5`, key), stop.cut);
  }
}

/** A call of a service that may be gone: what it does not say counts for nothing. */
async function callWhileUp(url: string, path: string, key: string): Promise<Envelope | null> {
  count.calls += 1;
  const answer = await callJob(url, path, key).catch(() => null);
  if (answer === null) await delay(20);
  return answer;
}

function remember(envelope: Envelope | null, afterCut: boolean): void {
  if (envelope === null) return;
  if (afterCut) count.afterCut += 1;
  accepted.add(envelope.request_id);
  if (envelope.status !== 'complete') return;
  returned.set(envelope.request_id, { credits: envelope.credits, hash: hashOf(envelope) });
}

/** Does the work for every accepted job, as many at once as there are callers. */
async function forAll(work: (id: string) => Promise<void>): Promise<void> {
  const ids = [...accepted];
  const next = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) await work(id);
  };
  await Promise.all(Array.from({ length: CLIENTS }, next));
}

/** Asks again for all that callers got. */
function recheck(url: string, key: string): Promise<void> {
  return forAll(async (id) => {
    const now = await callJob(url, `/v1/jobs/${id}`, key);
    const was = returned.get(id);
    if (now === null) count.jobsLost += 1;
    if (was === undefined) return;
    if (now?.status !== 'complete' || now.credits !== was.credits) count.lost += 1;
    else if (hashOf(now) !== was.hash) count.half += 1;
  });
}

function settleAll(url: string, key: string): Promise<void> {
  return forAll(async (id) => {
    for (let polls = 0; polls < 20 && !returned.has(id); polls += 1) {
      const now = await callJob(url, `/v1/jobs/${id}?wait=20`, key);
      remember(now, false);
      if (now?.status !== 'pending') return;
    }
  });
}
