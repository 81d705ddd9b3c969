/**
 * What the history of homes costs: a million observations, then one home's history over HTTP beside
 * the account's page, recording 4,000 rows beside storing only their homes' places, bytes per home.
 * Usage: npm run bench -- homes   (HOMES_OBSERVATIONS=1000000, HOMES_ENGINES=postgres,embedded)
 */
import type { SeenHome } from '#domain/home.js';
import { homeId, identityOf } from '#domain/home-key.js';
import type { Pool } from '#store/db.js';
import { noteHomePlaces } from '#store/home-places.js';
import { noteHomes } from '#store/homes.js';
import { bench } from './support/at-end.js';
import { bearer, openCaller } from './support/caller.js';
import { startCluster } from './support/cluster.js';
import { type Engine, enginesOf, newPlace, serveOn } from './support/engines.js';
import { addAccounts, withStore } from './support/fill.js';
import { median, percentile, printTable, show } from './support/numbers.js';
import { endProcess } from './support/processes.js';

const OBSERVATIONS = Number(process.env.HOMES_OBSERVATIONS ?? 1_000_000);
/** Ended states of a home in a year. */
const STATES = 4;
const HOMES = Math.round(OBSERVATIONS / STATES);
const READING_ROWS = 4_000;
const PAGE_ROWS = 100;
const ROUNDS = 7;
const CALLS = 300;
const CHANGED_SHARE = 0.05;
/** Targets. */
const HISTORY_MS = 5;
const READING_MS = 50;
/** Numbers of a street, so that few homes share one. */
const NUMBERS = 9_000;

const FILL_PART = 2_000;
const FILL_MS_MAX = 300_000;

const missed: string[] = [];

await bench(async () => {
  const cluster = await startCluster(null);
  for (const engine of enginesOf(process.env.HOMES_ENGINES, cluster)) {
    console.log(`\n${engine}: ${HOMES} homes with ${HOMES * STATES} ended states`);
    await measure(engine, cluster);
  }
  for (const line of missed) console.log(`  MISSED: ${line}`);
  return true;
});

async function measure(engine: Engine, cluster: Parameters<typeof newPlace>[1]): Promise<void> {
  const place = await newPlace(engine, cluster, 'homes');
  const keys = await withStore(place, async (pool) => {
    await fill(pool);
    await showBytes(pool);
    await measureReadings(engine, pool);
    return addAccounts(pool, 1);
  });
  const service = await serveOn(place, {});
  await measureHistory(engine, service.url, keys[0] ?? '');
  await endProcess(service.process);
}

/** The nth home, as its source shows it. */
function seen(nth: number, price = 500_000): SeenHome {
  const line1 = `${1 + (nth % NUMBERS)} Street${Math.floor(nth / NUMBERS)} Ave`;
  const address = { line1, unit: null, city: 'Austin', state: 'TX', zip: '78704' };
  const identity = identityOf(address, null);
  if (typeof identity === 'string') throw new Error(identity);
  return {
    ...identity,
    source: 'sandbox/portal_a',
    kind: 'listings',
    source_id: String(nth),
    feed: null,
    address,
    source_url: `https://portal-a.example.invalid/homedetails/${nth}_zpid/`,
    lat: 30_250_000 + (nth % 1_000),
    lng: -97_760_000 - (nth % 1_000),
    property_type: 'single_family',
    beds: 3,
    baths: 2,
    living_area_sqft: 1_800,
    year_built: 1990,
    parcel: null,
    status: 'for_sale',
    price_cents: price * 100,
    list_date: '2026-01-05',
  };
}

async function fill(pool: Pool): Promise<void> {
  const at = new Date(Date.now() - 86_400_000);
  for (let from = 0; from < HOMES; from += FILL_PART) {
    const homes = Array.from({ length: Math.min(FILL_PART, HOMES - from) }, (_, n) =>
      seen(from + n),
    );
    await noteHomes(pool, homes, at);
  }
  await pool.transaction(
    (tx) =>
      tx.rows(
        `insert into home_observations
           (source, kind, source_id, from_at, to_at, status, price_cents, list_date, ended_by)
         select 'sandbox/portal_a', 'listings', n::text, $1::timestamptz - (s + 1) * interval '30 days',
           $1::timestamptz - s * interval '30 days', 'for_sale', 50000000 + s * 1000000, '2026-01-05', 'changed'
         from generate_series(0, $2::int - 1) n, generate_series(1, $3::int) s`,
        [at, HOMES, STATES],
      ),
    FILL_MS_MAX,
  );
  await pool.rows('vacuum (analyze) home_members');
  await pool.rows('vacuum (analyze) home_observations');
}

async function showBytes(pool: Pool): Promise<void> {
  const [sizes] = await pool.rows<{ members: number; observations: number }>(
    `select pg_total_relation_size('home_members') as members,
       pg_total_relation_size('home_observations') as observations`,
  );
  const { members = 0, observations = 0 } = sizes ?? {};
  console.log(
    `  bytes with indexes: ${show(members / HOMES)} a home and source, ${show(observations / HOMES / STATES)} a state; ` +
      `${show((members + observations) / HOMES)} a home and year of ${STATES} states`,
  );
}

/** Milliseconds of the median round. */
async function medianOf(rounds: number, one: (round: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await one(round);
    took.push(performance.now() - began);
  }
  return median(took);
}

async function measureReadings(engine: Engine, pool: Pool): Promise<void> {
  const pages = (price: (nth: number) => number) =>
    Array.from({ length: READING_ROWS / PAGE_ROWS }, (_, page) =>
      Array.from({ length: PAGE_ROWS }, (__, row) => {
        const nth = page * PAGE_ROWS + row;
        return seen(nth, price(nth));
      }),
    );
  const note = async (all: SeenHome[][]) => {
    const at = new Date();
    for (const page of all) await noteHomes(pool, page, at);
  };
  const same = pages(() => 500_000);
  const unchanged = await medianOf(ROUNDS, () => note(same));
  const changed = await medianOf(ROUNDS, (round) =>
    note(pages((nth) => (nth % (1 / CHANGED_SHARE) === 0 ? 400_000 + round * 1_000 : 500_000))),
  );
  const whole = await medianOf(ROUNDS, () => noteHomes(pool, same.flat(), new Date()));
  const places = same.map((page) =>
    page.map(({ source_id, zip }) => ({ source_id, zip, lat: 30.25, lng: -97.76 })),
  );
  const baseline = await medianOf(ROUNDS, async () => {
    for (const page of places) await noteHomePlaces(pool, 'portal_a', page, new Date());
  });
  printTable(
    [
      `a reading of ${READING_ROWS} rows in pages of ${PAGE_ROWS}`,
      'ms',
      'places of the same homes, ms',
      'ratio',
    ],
    (
      [
        ['nothing changed', unchanged],
        [`${CHANGED_SHARE * 100} % changed`, changed],
        ['nothing changed, in one statement', whole],
      ] as const
    ).map(([name, ms]) => [name, show(ms), show(baseline), show(ms / baseline)]),
  );
  if (unchanged > READING_MS) {
    missed.push(
      `${engine}: a reading of ${READING_ROWS} rows adds ${show(unchanged)} ms, at most ${READING_MS}`,
    );
  }
}

async function measureHistory(engine: Engine, url: string, key: string): Promise<void> {
  const caller = openCaller(1);
  const read = async (pathOf: (nth: number) => string): Promise<number[]> => {
    const took: number[] = [];
    for (let nth = 0; nth < CALLS; nth += 1) {
      const { status, tookMs, body } = await caller.get(url + pathOf(nth), bearer(key));
      if (status !== 200) throw new Error(body.toString().slice(0, 200));
      took.push(tookMs);
    }
    return took;
  };
  const homes = await read((nth) => `/v1/homes/${homeId(seen((nth * 7_919) % HOMES))}`);
  const account = await read(() => '/v1/account');
  caller.close();
  printTable(
    ['ms, one at a time', 'p50', 'p99'],
    [
      ['history of a home', show(percentile(homes, 50)), show(percentile(homes, 99))],
      ["the account's page", show(percentile(account, 50)), show(percentile(account, 99))],
    ],
  );
  if (percentile(homes, 50) > HISTORY_MS) {
    missed.push(
      `${engine}: the history of a home takes ${show(percentile(homes, 50))} ms, at most ${HISTORY_MS}`,
    );
  }
}
