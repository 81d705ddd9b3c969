/**
 * What a run of a watch costs beside its pages: comparing and storing rows, beside storing them
 * without anything to compare with; the end of the run, which writes the events; and how much room
 * a watched home takes.
 * Usage: npm run bench -- watches   (WATCHES_HOMES=100000, WATCHES_ENGINES=postgres,embedded)
 */
import type { Result } from '#contract/envelope.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { createAccount } from '#service/accounts/manage.js';
import { beginRun } from '#service/watches/begin-run.js';
import { endWatchRun } from '#service/watches/end-run.js';
import { createWatch } from '#service/watches/manage.js';
import { storePage } from '#service/watches/store-page.js';
import { newLease } from '#service/work/under-lease.js';
import { SAMPLES } from '#sources/manifests.js';
import { listEvents } from '#store/events.js';
import { findWatch, type Watch } from '#store/watches.js';
import type { OpenApp } from '../src/app.js';
import { bench } from './support/at-end.js';
import { startCluster } from './support/cluster.js';
import { enginesOf, newPlace } from './support/engines.js';
import { printTable, show } from './support/numbers.js';
import { openOn } from './support/open-on.js';

const HOMES = Number(process.env.WATCHES_HOMES ?? 100_000);
const PAGE_ROWS = 100;
/** Of 1,000 homes: those that changed their price, left, and are new. */
const CHANGED = 10;
const GONE = 5;
const ADDED = 5;
const EVENTS_MAX = 100_000;
const [ROUTE] = SEARCH_ROUTES;
const { row: SAMPLE } = SAMPLES[ROUTE.id];

const rows: string[][] = [];

await bench(async () => {
  const cluster = await startCluster(null);
  let good = true;
  for (const engine of enginesOf(process.env.WATCHES_ENGINES, cluster)) {
    const app = await openOn(await newPlace(engine, cluster, 'watches'));
    good = (await measure(engine, app)) && good;
    await app.close();
  }
  printTable(['', 'ours', 'nothing to compare with', 'ratio'], rows);
  return good;
});

async function measure(engine: string, app: OpenApp): Promise<boolean> {
  const watch = await newWatch(app);
  const first = await run(app, watch, 0);
  const bytes = await tableBytes(app);
  const second = await run(app, watch, 1);
  const bare = await run(app, { ...watch, snapshot_of: null }, 1, true);
  rows.push(
    [
      `${engine}: ${show(HOMES)} homes compared and stored, s`,
      show(second.pagesS),
      show(bare.pagesS),
      show(second.pagesS / bare.pagesS),
    ],
    [`${engine}: the end of the run, ms`, show(second.endMs), show(first.endMs), '–'],
    [`${engine}: bytes a watched home`, show(bytes / HOMES), '–', '–'],
  );
  const logged = await changesLogged(app, watch);
  const expected = (HOMES / 1_000) * (CHANGED + ADDED);
  console.log(`${engine}: ${logged} changes in the log, ${expected} expected`);
  return logged === expected;
}

async function newWatch(app: OpenApp): Promise<Watch> {
  const account = await createAccount(app, { name: 'bench', extra_credits: 1 });
  const { account_id, key } = { ...account, key: account.key };
  const caller = { account_id, key_id: key.key_id, feeds: [] };
  const body = { route: ROUTE.id, query: { zip: '78704' } };
  const made = await createWatch(app, caller, body, null);
  return reload(app, account_id, (made.body as { readonly watch_id: string }).watch_id);
}

async function reload(app: OpenApp, accountId: string, watchId: string): Promise<Watch> {
  const watch = await findWatch(app.db, accountId, watchId);
  if (watch === undefined) throw new Error('the watch is gone');
  return watch;
}

/** One run of all homes of a version; a bare one only stores, and its failure rolls it back. */
async function run(app: OpenApp, known: Watch, version: number, isBare = false) {
  const watch = isBare ? known : await reload(app, known.account_id, known.watch_id);
  const lease = newLease(app, 3_600);
  const begun = await app.db.transaction((tx) => beginRun(app, tx, watch, lease));
  const beganMs = performance.now();
  for (let from = 0; from < HOMES; from += PAGE_ROWS) {
    await storePage(app, watch, begun, pageOf(from, version), 1);
  }
  const pagesS = (performance.now() - beganMs) / 1000;
  const endsMs = performance.now();
  if (!isBare) await endWatchRun(app, begun, { reason: null });
  return { pagesS, endMs: performance.now() - endsMs };
}

function pageOf(from: number, version: number): Result {
  const data = Array.from({ length: PAGE_ROWS }, (_one, at) => homeOf(from + at, version));
  const result = { data, field_notes: [], next_cursor: 'more', completeness: 'complete' };
  return result as unknown as Result;
}

function homeOf(number: number, version: number): unknown {
  const place = number % 1_000;
  const isChanged = version > 0 && place < CHANGED;
  const isOther = version > 0 && place >= 1_000 - GONE;
  return {
    ...SAMPLE,
    source_id: String(isOther ? HOMES * 2 + number : number),
    list_price: { amount: 500_000 + number - (isChanged ? 5_000 : 0), currency: 'USD' },
    address: { ...SAMPLE.address, line1: `${number} ${isOther ? 'New' : 'Old'} Rd` },
  };
}

async function tableBytes({ db }: OpenApp): Promise<number> {
  const [size] = await db.rows<{ n: number }>(
    `select pg_total_relation_size('watch_rows')::bigint as n`,
  );
  return size?.n ?? Number.NaN;
}

async function changesLogged({ db }: OpenApp, { account_id, watch_id }: Watch): Promise<number> {
  const question = { after: 0, limit: EVENTS_MAX, watchId: watch_id, type: 'watch.changed' };
  const events = await listEvents(db, account_id, question);
  return events.flatMap(({ data }) => (data.changes ?? []) as unknown[]).length;
}
