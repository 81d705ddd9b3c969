/**
 * What answers above rows take in a large store: homes of an area, statistics, one home, features
 * and tiles, with ten million states of homes spread over the country as its homes are. Two sources
 * show each home, one in three is still offered. One caller at a time over HTTP, each call another
 * place, beside the account's page.
 * Usage: npm run bench -- answers   (ANSWERS_STATES=10000000, ANSWERS_CALLS=60,
 * ANSWERS_ENGINES=postgres)
 */
import type { Zip } from '#geo/geo.js';
import type { Pool } from '#store/db.js';
import { openGeo } from '../src/app.js';
import { bench } from './support/at-end.js';
import { bearer, openCaller } from './support/caller.js';
import { startCluster } from './support/cluster.js';
import { type Engine, enginesOf, newPlace, serveOn } from './support/engines.js';
import { addAccounts, withStore } from './support/fill.js';
import { percentile, printTable, show } from './support/numbers.js';
import { endProcess } from './support/processes.js';

const STATES = Number(process.env.ANSWERS_STATES ?? 10_000_000);
const CALLS = Number(process.env.ANSWERS_CALLS ?? 60);
const SOURCES = ['sandbox/portal_a', 'sandbox/portal_b'];
/** Of so many homes one is offered now; the others have left their sources. */
const HOMES_AN_OFFER = 3;
/** Ended states of a home at a source, and the one that holds. */
const ENDED = 3;
const HOMES = Math.round(STATES / SOURCES.length / (1 + ENDED));
const ZIPS_A_STATEMENT = 2_000;
const FILL_MS_MAX = 900_000;
const MICRO = 1e6;
const COUNTIES = ['Harris&state=TX', 'King&state=WA', 'Maricopa&state=AZ', 'Cook&state=IL'];
const CITIES = ['Austin&state=TX', 'Seattle&state=WA', 'Phoenix&state=AZ', 'Chicago&state=IL'];

const geo = openGeo();

await bench(async () => {
  const cluster = await startCluster(null);
  for (const engine of enginesOf(process.env.ANSWERS_ENGINES ?? 'postgres', cluster)) {
    const place = await newPlace(engine, cluster, 'answers');
    const began = performance.now();
    const [keys, counts] = await withStore(place, async (pool) => {
      await fill(pool);
      return [await addAccounts(pool, 1), await countsOf(pool)] as const;
    });
    console.log(
      `\n${engine}: ${counts.members} homes at a source, ${counts.states} states, filled in ${show((performance.now() - began) / 1000)} s`,
    );
    const service = await serveOn(place, {});
    await measure(engine, service.url, keys[0] ?? '', counts.ids);
    await endProcess(service.process);
  }
  return true;
});

/** Homes by ZIP, as many as its share of the country's homes. */
function homesByZip(): { zip: Zip; homes: number }[] {
  const zips = [...geo.zips()];
  const all = zips.reduce((sum, { weight }) => sum + weight, 0);
  return zips.flatMap((zip) => {
    const homes = Math.round((HOMES * zip.weight) / all);
    return homes === 0 ? [] : [{ zip, homes }];
  });
}

async function fill(pool: Pool): Promise<void> {
  const all = homesByZip();
  for (let from = 0; from < all.length; from += ZIPS_A_STATEMENT) {
    const part = all.slice(from, from + ZIPS_A_STATEMENT);
    await pool.transaction((tx) => fillZips(tx, part), FILL_MS_MAX);
  }
  await pool.transaction(
    (tx) =>
      tx.rows(
        `insert into home_observations
           (source, kind, source_id, from_at, to_at, status, price_cents, list_date, ended_by)
         select source, kind, source_id, state_since - s * interval '60 days',
           state_since - (s - 1) * interval '60 days', 'for_sale', price_cents + s * 1000000, list_date, 'changed'
         from home_members, generate_series(1, $1::int) s`,
        [ENDED],
      ),
    FILL_MS_MAX,
  );
  for (const table of ['home_members', 'home_observations']) {
    await pool.rows(`vacuum (analyze) ${table}`);
  }
}

async function fillZips(
  tx: Pick<Pool, 'rows'>,
  part: readonly { zip: Zip; homes: number }[],
): Promise<void> {
  await tx.rows(
    `insert into home_members
       (source, kind, source_id, home_id, building_id, zip, number, street, unit, address, source_url, lat, lng,
        property_type, beds, baths, living_area_sqft, year_built, status, price_cents, list_date, state_since,
        first_price_cents, first_price_at, removed_at, first_seen_at, last_seen_at, digest, seen_on)
     select source, 'listings', z.zip || '-' || n, md5(z.zip || n)::uuid, md5(z.zip || n)::uuid, z.zip, n::text,
       'main st', '', json_build_object('line1', n || ' Main St', 'unit', null, 'city', z.city, 'state', z.state, 'zip', z.zip),
       'https://portal.example.invalid/' || z.zip || '/' || n,
       z.south + mod(n::bigint * 7919, z.north - z.south), z.west + mod(n::bigint * 104729, z.east - z.west),
       (array['single_family', 'condo', 'townhouse'])[1 + n % 3], 1 + n % 5, 1 + n % 3, 600 + n % 3000, 1950 + n % 70,
       'for_sale', (150000 + n::bigint * 7919 % 900000) * 100, current_date - (n % 300),
       now() - (1 + n % 60) * interval '1 day', (150000 + n::bigint * 7919 % 900000) * 100 + 1000000,
       now() - interval '200 days', case when n % $10::int <> 0 then now() - interval '12 hours' end,
       now() - interval '200 days', now() - (13 + n % 5) * interval '1 hour', md5(n::text), current_date
     from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[])
       as z (zip, city, state, west, south, east, north, homes),
       generate_series(1, z.homes) n, unnest($9::text[]) source`,
    [
      ...(['zip', 'city', 'state'] as const).map((name) => part.map(({ zip }) => zip[name])),
      ...(['w', 's', 'e', 'n'] as const).map((name) => part.map(({ zip }) => zip.cover[name])),
      part.map(({ homes }) => homes),
      SOURCES,
      HOMES_AN_OFFER,
    ],
  );
}

interface Counts {
  readonly members: number;
  readonly states: number;
  readonly ids: readonly string[];
}

async function countsOf(pool: Pool): Promise<Counts> {
  const [row] = await pool.rows<{ members: number; ended: number }>(
    `select (select count(*) from home_members)::int as members,
       (select count(*) from home_observations)::int as ended`,
  );
  const ids = await pool.rows<{ home_id: string }>(
    'select home_id from home_members tablesample system (0.1) limit $1',
    [CALLS],
  );
  const { members = 0, ended = 0 } = row ?? {};
  return { members, states: members + ended, ids: ids.map(({ home_id }) => home_id) };
}

/** Every nth ZIP by its homes, from the largest: the same places in each run. */
function someZips(): Zip[] {
  const all = homesByZip().toSorted((a, b) => b.homes - a.homes);
  const step = Math.max(1, Math.floor(all.length / 3 / CALLS));
  return Array.from({ length: CALLS }, (_one, nth) => all[nth * step]?.zip).filter(
    (zip): zip is Zip => zip !== undefined,
  );
}

function boxOf({ cover: { w, s, e, n } }: Zip): string {
  return [w, s, e, n].map((at) => at / MICRO).join(',');
}

/** The tile of a zoom that holds a ZIP's point. */
function tileOf({ lat, lng }: Zip, z: number): string {
  const side = 2 ** z;
  const x = Math.floor(((lng + 180) / 360) * side);
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
  return `/v1/ogc/collections/homes/tiles/${z}/${x}/${y}.mvt`;
}

async function measure(
  engine: Engine,
  url: string,
  key: string,
  ids: readonly string[],
): Promise<void> {
  const caller = openCaller(1);
  const zips = someZips();
  const some = <T>(list: readonly T[]) => list.slice(0, 4);
  const asks: readonly (readonly [string, readonly string[]])[] = [
    ["the account's page", zips.map(() => '/v1/account')],
    ['homes of a ZIP', zips.map(({ zip }) => `/v1/homes?zip=${zip}&kind=listings`)],
    [
      'homes of a ZIP, price cut this month, 3 bedrooms',
      zips.map(
        ({ zip }) => `/v1/homes?zip=${zip}&kind=listings&beds_min=3&price_cut_within_days=30`,
      ),
    ],
    ['homes of a box', zips.map((zip) => `/v1/homes?bbox=${boxOf(zip)}&kind=listings`)],
    ['homes of a large city', CITIES.map((place) => `/v1/homes?city=${place}&kind=listings`)],
    ['homes of a large county', COUNTIES.map((place) => `/v1/homes?county=${place}&kind=listings`)],
    ['one home', ids.map((id) => `/v1/homes/${id}`)],
    ['statistics of a ZIP', zips.map(({ zip }) => `/v1/statistics?zip=${zip}&kind=listings`)],
    ['statistics of a county', COUNTIES.map((at) => `/v1/statistics?county=${at}&kind=listings`)],
    [
      'features of a box',
      zips.map((zip) => `/v1/ogc/collections/homes/items?bbox=${boxOf(zip)}&limit=1000`),
    ],
    ...[14, 11, 9, 6, 3].map((z): [string, string[]] => [
      `a tile of zoom ${z}`,
      (z > 6 ? zips : some(zips)).map((zip) => tileOf(zip, z)),
    ]),
  ];
  const rows: string[][] = [];
  let page = 1;
  for (const [name, paths] of asks) {
    const took: number[] = [];
    const refused = new Map<number, number>();
    for (const path of paths) {
      const { status, tookMs, body } = await caller.get(url + path, bearer(key));
      if (status === 200) took.push(tookMs);
      else {
        refused.set(status, (refused.get(status) ?? 0) + 1);
        if (refused.size === 1) console.log(`  ${path}: ${body.toString().slice(0, 200)}`);
      }
    }
    if (name === "the account's page") page = percentile(took, 50);
    const half = took.length === 0 ? Number.NaN : percentile(took, 50);
    rows.push([
      name,
      String(paths.length),
      show(half),
      took.length === 0 ? '' : show(percentile(took, 95)),
      show(half / page),
      [...refused].map(([status, times]) => `${times} × ${status}`).join(', '),
    ]);
  }
  caller.close();
  printTable([`${engine}, ms`, 'calls', 'p50', 'p95', 'by the page', 'refused'], rows);
}
