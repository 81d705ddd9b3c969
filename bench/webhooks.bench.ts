/**
 * Events written to the log and delivered to webhook endpoints, a second, beside bare POSTs of the
 * same bodies with undici to the same consumer; the time from the writing of an event to its
 * arrival; and what a look for work costs where many endpoints have none. The consumer is in this
 * process in all cases.
 * Usage: npm run bench -- webhooks
 *   (WEBHOOKS_EVENTS=2000, WEBHOOKS_ENDPOINTS=16, WEBHOOKS_IDLE=10000,
 *   WEBHOOKS_ENGINES=postgres,embedded)
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { createAccount } from '#service/accounts/manage.js';
import { createEndpoint } from '#service/webhooks/manage.js';
import { runWebhooks } from '#service/webhooks/serve-endpoint.js';
import { newLease } from '#service/work/under-lease.js';
import { claimEndpoint } from '#store/endpoints.js';
import { insertEvents } from '#store/events.js';
import type { OpenApp } from '../src/app.js';
import { systemClock } from '../src/system.js';
import { bench } from './support/at-end.js';
import { startCluster } from './support/cluster.js';
import { enginesOf, newPlace } from './support/engines.js';
import { median, percentile, printTable, show } from './support/numbers.js';
import { openOn } from './support/open-on.js';

const EVENTS = Number(process.env.WEBHOOKS_EVENTS ?? 2_000);
const ENDPOINTS = Number(process.env.WEBHOOKS_ENDPOINTS ?? 16);
const IDLE = Number(process.env.WEBHOOKS_IDLE ?? 10_000);
/** About two homes with their rows. */
const DATA_BYTES = 2_000;
const WRITERS = 8;
const ARRIVALS = 200;
const LOOKS = 20;
const WAIT_MS_MAX = 600_000;
const SETTINGS = {
  ROWHOUSE_WEBHOOK_PRIVATE: 'on',
  ROWHOUSE_WEBHOOK_CONCURRENCY: String(ENDPOINTS),
  ROWHOUSE_ENDPOINTS_MAX: String(IDLE),
};

const consumer = await startConsumer();
const rows: string[][] = [];

await bench(async () => {
  const cluster = await startCluster(null);
  const bare = [await bareRate(1), await bareRate(ENDPOINTS)] as const;
  let good = true;
  for (const engine of enginesOf(process.env.WEBHOOKS_ENGINES, cluster)) {
    const app = await openOn(await newPlace(engine, cluster, 'webhooks'), SETTINGS);
    good = (await measure(engine, app, bare)) && good;
    await app.close();
  }
  printTable(['', 'ours', 'bare POSTs', 'ratio'], rows);
  return good;
});

/** A server that counts what it gets and answers 204. */
async function startConsumer() {
  const waiting = new Map<string, () => void>();
  const seen = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      seen.set(id, (seen.get(id) ?? 0) + 1);
      response.writeHead(204).end();
      waiting.get(id.split('_')[0] ?? '')?.();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    seen,
    arrival: (eventId: string) => new Promise<void>((done) => waiting.set(eventId, done)),
  };
}

/** POSTs a second by so many callers, each of which waits for its answer. */
async function bareRate(callers: number): Promise<number> {
  const agent = new Agent({ connections: callers, pipelining: 1 });
  const { origin, pathname: path } = new URL(consumer.url);
  const body = JSON.stringify({ data: { text: 'a'.repeat(DATA_BYTES) } });
  const headers = { 'content-type': 'application/json', 'webhook-id': 'bare' };
  const took = await together(callers, EVENTS, async () => {
    const answer = await agent.request({ origin, path, method: 'POST', headers, body });
    await answer.body.dump();
  });
  await agent.close();
  return EVENTS / took;
}

/** Does a work so many times, some at once; the seconds it took. */
async function together(atOnce: number, times: number, work: (at: number) => Promise<unknown>) {
  const began = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < times) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - began) / 1000;
}

async function measure(
  engine: string,
  app: OpenApp,
  [bareOne, bareMany]: readonly [number, number],
): Promise<boolean> {
  const one = await accountsOf(app, 1);
  const many = await accountsOf(app, ENDPOINTS);
  const writtenOne = await write(app, one, 1);
  const writtenMany = await write(app, many, WRITERS);
  consumer.seen.clear();
  const deliveredOne = await deliver(app, one);
  const deliveredMany = await deliver(app, many);
  const good =
    consumer.seen.size === 2 * EVENTS && [...consumer.seen.values()].every((n) => n === 1);
  const arrivals = await arrivalsOf(app, one);
  const lookMs = await lookAmongIdle(app);
  const rate = (name: string, ours: number, bare: number) =>
    rows.push([`${engine}: ${name}`, `${show(ours)}/s`, `${show(bare)}/s`, show(ours / bare)]);
  rows.push([`${engine}: written, one by one`, `${show(writtenOne)}/s`, '', '']);
  rows.push([`${WRITERS} at once, ${ENDPOINTS} accounts`, `${show(writtenMany)}/s`, '', '']);
  rate('delivered to one endpoint', deliveredOne, bareOne);
  rate(`to ${ENDPOINTS} endpoints`, deliveredMany, bareMany);
  const times = `p50 ${show(median(arrivals))} ms, p99 ${show(percentile(arrivals, 99))} ms`;
  rows.push([`${engine}: from written to arrived`, times, '', '']);
  rows.push([`${engine}: a look among ${show(IDLE)} idle endpoints`, `${show(lookMs)} ms`, '', '']);
  console.log(`${engine}: ${consumer.seen.size} events, each once: ${good ? 'ok' : 'NOT OK'}`);
  return good;
}

/** Accounts with an endpoint each. */
async function accountsOf(app: OpenApp, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { account_id } = await createAccount(app, { name: 'bench', extra_credits: 0 });
    await createEndpoint(app, account_id, { url: consumer.url }, null);
    ids.push(account_id);
  }
  return ids;
}

function eventOf(app: OpenApp) {
  return {
    event_id: app.ids.uuid(),
    type: 'watch.changed',
    watch_id: null,
    data: { text: 'a'.repeat(DATA_BYTES) },
  };
}

/** Writes all events, each in its own transaction, over the accounts in turn; returns events/s. */
async function write(app: OpenApp, accounts: readonly string[], writers: number): Promise<number> {
  const took = await together(writers, EVENTS, (at) =>
    app.db.transaction((tx) =>
      insertEvents(tx, accounts[at % accounts.length] ?? '', [eventOf(app)], new Date()),
    ),
  );
  return EVENTS / took;
}

/** Delivers the accounts' events; returns events/s. Other accounts' endpoints have none or wait. */
async function deliver(app: OpenApp, accounts: readonly string[]): Promise<number> {
  await hold(app, accounts);
  const before = consumer.seen.size;
  const stop = new AbortController();
  const began = performance.now();
  const worker = runWebhooks(app, stop.signal);
  while (consumer.seen.size < before + EVENTS && performance.now() - began < WAIT_MS_MAX) {
    await systemClock.sleep(5);
  }
  const took = (performance.now() - began) / 1000;
  stop.abort();
  await worker;
  await hold(app, []);
  return EVENTS / took;
}

/** Lets only these accounts' endpoints have turns; all when none is named. */
function hold(app: OpenApp, accounts: readonly string[]) {
  return app.db.rows(
    `update endpoints set held_until = case
       when cardinality($1::uuid[]) = 0 or account_id = any($1) then null
       else now() + interval '1 day' end`,
    [accounts],
  );
}

/** Milliseconds from the writing of an event to its arrival, one at a time. */
async function arrivalsOf(app: OpenApp, [accountId = '']: readonly string[]): Promise<number[]> {
  const stop = new AbortController();
  const worker = runWebhooks(app, stop.signal);
  const tookMs: number[] = [];
  for (let at = 0; at < ARRIVALS; at += 1) {
    const event = eventOf(app);
    const arrived = consumer.arrival(event.event_id);
    const began = performance.now();
    await insertEvents(app.db, accountId, [event], new Date());
    app.notifications.send('logged', accountId);
    await arrived;
    tookMs.push(performance.now() - began);
  }
  stop.abort();
  await worker;
  return tookMs;
}

/** The median time of a look for work where nobody has any. */
async function lookAmongIdle(app: OpenApp): Promise<number> {
  const [account] = await accountsOf(app, 1);
  await app.db.rows(
    `insert into endpoints (endpoint_id, account_id, url, name, types, state, secrets, created_at, next_seq)
     select gen_random_uuid(), $1, 'https://hooks.example.com/', '', array['watch.changed'], 'enabled', '[]',
       now(), 1 from generate_series(1, $2::int)`,
    [account, IDLE],
  );
  await app.db.rows('analyze endpoints');
  const tookMs: number[] = [];
  for (let at = 0; at < LOOKS; at += 1) {
    const began = performance.now();
    const claimed = await claimEndpoint(app.db, newLease(app, app.limits.LEASE_S));
    if (claimed !== undefined) throw new Error('nobody should have work');
    tookMs.push(performance.now() - began);
  }
  return median(tookMs);
}
