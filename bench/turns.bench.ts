/**
 * What a claim costs while one account has TURNS_ROWS units of work waiting in a queue and another
 * has one: endpoints with an event, watches that are due, queued collections. Baseline: the same
 * claims while each account has one unit. And how many units of the first account are claimed
 * before the other's. Then what an account waits in the queues of a process, alone and beside 1,000
 * times its load.
 * Usage: npm run bench -- turns   (TURNS_ROWS=100000, TURNS_ENGINES=postgres,embedded)
 */
import { createAccount } from '#service/accounts/manage.js';
import { claimCollection, joinOrCreate } from '#store/collections.js';
import { claimEndpoint } from '#store/endpoints.js';
import { insertEvents } from '#store/events.js';
import { insertRun, lockNextRun } from '#store/watch-runs.js';
import type { OpenApp } from '../src/app.js';
import { bench } from './support/at-end.js';
import { startCluster } from './support/cluster.js';
import { enginesOf, newPlace } from './support/engines.js';
import { median, percentile, printTable, show } from './support/numbers.js';
import { openOn } from './support/open-on.js';
import { queuesOf, waitedIn } from './turns/process-queues.js';

const ROWS = Number(process.env.TURNS_ROWS ?? 100_000);
const CLAIMS = 100;
const CLAIM_MS_MAX = 5;
const TABLES = 'collections, watch_runs, watches, deliveries, endpoints, events, event_sequences';
const SQL_OF = {
  endpoints: `insert into endpoints (endpoint_id, account_id, url, name, types, state, secrets, created_at, next_seq)
    select gen_random_uuid(), $1, 'https://hooks.example.com/', '', array['watch.changed'], 'enabled', '[]', $2, 1
    from generate_series(1, $3::int)`,
  watches: `insert into watches (watch_id, account_id, key_id, name, route, query, schedule, events, fields,
      min_price_change, runs_until_removed, state, created_at, next_run_at, body_hash)
    select gen_random_uuid(), $1, gen_random_uuid(), '', 'portal_a_listings', '{}', '{}', '{}', '{}', 0, 2, 'active', $2,
      $2, '' from generate_series(1, $3::int)`,
  collections: `insert into collections (collection_id, page_hash, route, task, state, priority, attempts, created_at,
      account_id, turn)
    select gen_random_uuid(), gen_random_uuid()::text, 'portal_a_listings', '{}', 'queued', 0, 0, $2, $1, n
    from generate_series(1, $3::int) n`,
} as const;
type Queue = keyof typeof SQL_OF;
const rows: string[][] = [];
const waits: string[][] = [];

await bench(async () => {
  const cluster = await startCluster(null);
  let good = true;
  for (const engine of enginesOf(process.env.TURNS_ENGINES, cluster)) {
    const app = await openOn(await newPlace(engine, cluster, 'turns'), {});
    for (const queue of Object.keys(SQL_OF) as Queue[]) {
      const alone = await measure(app, queue, 1);
      const loaded = await measure(app, queue, ROWS);
      const isMet = median(loaded.tookMs) <= CLAIM_MS_MAX && loaded.before <= 1;
      good &&= isMet;
      const at = (ms: readonly number[]) => `${show(median(ms))} / ${show(percentile(ms, 99))} ms`;
      const before = `${loaded.before} (${alone.before})`;
      rows.push([`${engine}: ${queue}`, at(loaded.tookMs), at(alone.tookMs), before]);
    }
    for (const queue of await queuesOf(app)) {
      const { name, aloneMs, besideMs, unsharedMs, ratioMax } = await waitedIn(app, queue);
      const ratio = besideMs / aloneMs;
      good &&= ratio <= ratioMax;
      const ms = [aloneMs, besideMs].map(show);
      waits.push([`${engine}: ${name}`, ...ms, show(ratio), `${ratioMax}`, show(unsharedMs)]);
    }
    await app.close();
  }
  printTable(['', `claim, p50 / p99, ${ROWS} rows`, 'one row each', 'before the other'], rows);
  const measured = 'alone, p50 ms|beside 1,000 times the load|ratio|bound|first come, first served';
  printTable(['', ...measured.split('|')], waits);
  return good;
});

/** Claims from a queue in which one account has `count` rows and a later one has a single row. */
async function measure(app: OpenApp, queue: Queue, count: number) {
  await app.db.transaction((tx) => tx.rows(`truncate ${TABLES} cascade`), 60_000);
  const [heavy, light] = [await accountWith(app, queue, count), await accountOf(app)];
  await addOne(app, queue, light);
  await app.db.transaction((tx) => tx.rows(`analyze ${queue}`), 60_000);
  const tookMs: number[] = [];
  const claimed: (string | undefined)[] = [];
  for (let at = 0; at < Math.min(CLAIMS, count + 1); at += 1) {
    const began = performance.now();
    claimed.push(await claim(app, queue, claimed.at(-1)));
    tookMs.push(performance.now() - began);
  }
  const before = claimed.indexOf(light);
  if (before < 0 || !claimed.includes(heavy)) throw new Error('an account had no turn');
  return { tookMs, before };
}

async function accountOf(app: OpenApp): Promise<string> {
  return (await createAccount(app, { name: 'bench', extra_credits: 0 })).account_id;
}

async function accountWith(app: OpenApp, queue: Queue, count: number): Promise<string> {
  const id = await accountOf(app);
  const at = new Date(Date.now() - 1_000);
  await app.db.transaction((tx) => tx.rows(SQL_OF[queue], [id, at, count]), 300_000);
  if (queue === 'endpoints') await addEvent(app, id);
  return id;
}

/** One unit of the other account, as the service queues it. */
async function addOne(app: OpenApp, queue: Queue, account_id: string): Promise<void> {
  const at = new Date();
  if (queue === 'collections') {
    const one = { collection_id: app.ids.uuid(), page_hash: 'light', max_age_s: null, task: {} };
    const fresh = {
      ...one,
      route: 'portal_a_listings',
      priority: 0,
      account_id,
      asked_by: null,
      at,
    };
    await joinOrCreate(app.db, fresh, 2 * ROWS);
    return;
  }
  await app.db.rows(SQL_OF[queue], [account_id, at, 1]);
  if (queue === 'endpoints') await addEvent(app, account_id);
}

async function addEvent(app: OpenApp, account_id: string): Promise<void> {
  const event = { event_id: app.ids.uuid(), type: 'watch.changed', watch_id: null, data: {} };
  await app.db.transaction((tx) => insertEvents(tx, account_id, [event], new Date()));
}

/** One claim; whose unit it was. */
async function claim(app: OpenApp, queue: Queue, after: string | undefined) {
  const now = new Date();
  const lease = { lease_id: app.ids.uuid(), now, until: new Date(now.getTime() + 600_000) };
  if (queue === 'endpoints') return (await claimEndpoint(app.db, lease, { after }))?.account_id;
  if (queue === 'collections') return (await claimCollection(app.db, lease))?.account_id ?? '';
  return app.db.transaction(async (tx) => {
    const next = await lockNextRun(tx, now, { after });
    if (next === undefined) return undefined;
    await insertRun(tx, { ...next, run_id: app.ids.uuid(), compared_run_id: null }, lease);
    return next.account_id;
  });
}
