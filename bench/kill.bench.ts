/**
 * kill -9 at random moments while searches run. After each restart every charge that a caller was
 * returned of must still be there, once; at the end no job is pending and the ledger adds up.
 * Usage: npm run bench -- kill      (KILL_ROUNDS, default 30; KILL_SEED, default 1;
 * KILL_DATABASE_URL, an empty database of a server in place of the embedded one)
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { residentMb, type Service, startService } from './support/service.js';

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 30);
const CLIENTS = 8;
const KILL_AFTER_MS = [50, 1500] as const;
const ZIPS = [
  '78704',
  '78745',
  '77007',
  '98115',
  '60614',
  '33139',
  '10025',
  '94110',
  '80205',
  '30307',
];

let seed = Number(process.env.KILL_SEED ?? 1);
const random = () => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};

interface KnownJob {
  credits: number;
}

const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-kill-'));
const { KILL_DATABASE_URL: server } = process.env;
const env = {
  ROWHOUSE_DATA_DIR: dataDir,
  ROWHOUSE_RATE_LIMIT_PER_MINUTE: '1000000',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '1000',
  ROWHOUSE_LEASE_S: '2',
  ...(server !== undefined && { DATABASE_URL: server, ROWHOUSE_SECRET: 'a-secret-for-the-kills' }),
};
const returned = new Map<string, KnownJob>();
const started = new Set<string>();
const starts: number[] = [];
let lost = 0;
let calls = 0;

let service = await startService(env);
const firstStartMs = service.startMs;
const account = await admin(service, 'POST', '/accounts', {
  name: 'kill',
  extra_credits: 1_000_000,
  rate_limit: 1_000_000,
  max_pending: 1000,
});
const key = account.key.api_key as string;

for (let round = 0; round < ROUNDS; round += 1) {
  const stop = { now: false };
  const clients = Array.from({ length: CLIENTS }, () => client(service.url, stop));
  await delay(KILL_AFTER_MS[0] + random() * (KILL_AFTER_MS[1] - KILL_AFTER_MS[0]));
  await service.end('SIGKILL');
  stop.now = true;
  await Promise.all(clients);
  service = await startService(env);
  starts.push(service.startMs);
  lost += await recheck(service.url);
}

await settleAll(service.url);
const usage = await admin(service, 'GET', `/usage/${account.account_id}`);
const ledger = await admin(service, 'GET', '/ledger/check');
const charged = [...returned.values()].filter(({ credits }) => credits === 1).length;
const memoryMb = residentMb(service.process.pid);
await service.end('SIGINT');
rmSync(dataDir, { recursive: true, force: true });

starts.sort((a, b) => a - b);
const doubled = ledger.violations.filter(({ rule }: { rule: string }) =>
  rule.includes('at most once'),
).length;
const spent = 1_000_000 - usage.balance.extra - usage.balance.reserved;
console.log(
  `${server === undefined ? 'embedded' : 'PostgreSQL'}, kills ${ROUNDS}, calls ${calls}, jobs started ${started.size}, charges returned to callers ${charged}`,
);
console.log(
  `charges lost ${lost}, requests ended twice ${doubled}, captured ${usage.credits_captured}, balance spent ${spent}`,
);
console.log(
  `pending at the end ${usage.requests.pending}, ledger ok ${ledger.ok}, entries ${ledger.entries}`,
);
console.log(
  `first start ${firstStartMs.toFixed(0)} ms; starts after a kill: median ${starts[starts.length >> 1]?.toFixed(0)} ms, max ${starts.at(-1)?.toFixed(0)} ms`,
);
console.log(`resident memory at the end ${memoryMb.toFixed(0)} MB`);
const good =
  charged > ROUNDS &&
  lost === 0 &&
  doubled === 0 &&
  ledger.ok &&
  usage.requests.pending === 0 &&
  spent === usage.credits_captured &&
  usage.credits_captured >= charged;
console.log(good ? 'ok' : 'NOT OK');
process.exitCode = good ? 0 : 1;

/** Searches, polls and remembers what it got, until the service is gone. */
async function client(url: string, stop: { now: boolean }): Promise<void> {
  while (!stop.now) {
    try {
      calls += 1;
      const zip = ZIPS[Math.floor(random() * ZIPS.length)];
      const path = `/v1/portal_a/listings?zip=${zip}&min_price=${Math.floor(random() * 40) * 10_000}`;
      const first = await call(url, path);
      remember(first);
      if (first.status !== 'pending') continue;
      calls += 1;
      remember(await call(url, `${first.poll_url}?wait=5`));
    } catch {
      // The service was killed under the call: an answer that did not arrive does not count.
      await delay(20);
    }
  }
}

async function call(url: string, path: string) {
  const answer = await fetch(url + path, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(10_000),
  });
  return answer.json() as Promise<{
    request_id: string;
    status: string;
    credits: number;
    poll_url: string | null;
  }>;
}

function remember(envelope: { request_id: string; status: string; credits: number }): void {
  if (envelope.request_id === undefined) return;
  started.add(envelope.request_id);
  if (envelope.status === 'complete')
    returned.set(envelope.request_id, { credits: envelope.credits });
}

/** How many charges that callers got are gone. */
async function recheck(url: string): Promise<number> {
  let gone = 0;
  for (const [id, { credits }] of returned) {
    const now = await call(url, `/v1/jobs/${id}`);
    if (now.status !== 'complete' || now.credits !== credits) gone += 1;
  }
  return gone;
}

async function settleAll(url: string): Promise<void> {
  for (const id of started) {
    for (let polls = 0; polls < 20; polls += 1) {
      const now = await call(url, `/v1/jobs/${id}?wait=20`);
      remember(now);
      if (now.status !== 'pending') break;
    }
  }
}

async function admin(at: Service, method: string, path: string, body?: object) {
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim();
  const answer = await fetch(`${at.adminUrl}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json() as Promise<any>;
}
