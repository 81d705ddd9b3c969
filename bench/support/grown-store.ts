/**
 * Fills a PostgreSQL store with what years of calls leave in it: months of cache hits and their
 * charges, and a week of jobs. One account makes half of all calls. The ledger stays right.
 */
import { gzipSync } from 'node:zlib';
import { DAY_S } from '#contract/durations.js';
import { hashApiKey } from '#domain/api-key.js';
import type { Db, Pool } from '#store/db.js';
import { addAccounts } from './fill.js';
import { show } from './numbers.js';

const CHUNK = 500_000;
const TAIL_BYTES = 2_048;
/** Within the week for which jobs are kept, so that no cleanup takes the filling away. */
const JOBS_S = 6 * DAY_S;
const FRESH_S = 1_800;
/** A reserve and a capture. */
const ENTRIES_A_JOB = 2;
const STATEMENT_MS_MAX = 3_600_000;
/** Spreads calls over accounts: larger than any number of accounts, and prime. */
const STRIDE = 1_000_003;
/** Of 8 calls one is of another route and one of a third. */
const ROUTE = `case g % 8 when 3 then 'portal_a_sold' when 5 then 'portal_b_listings' else 'portal_a_listings' end`;

export interface GrownSizes {
  /** Entries of the ledger in all; what jobs do not make are cache hits. */
  readonly entries: number;
  /** Jobs of the last week, all charged. */
  readonly requests: number;
  readonly results: number;
  readonly accounts: number;
  /** Over which the hits are spread evenly, the current one included. */
  readonly months: number;
}

export interface Grown {
  /** The account that makes half of all calls. */
  readonly hot: string;
  readonly others: readonly string[];
}

/** Fills an empty store, and says how far it is; the keys of its accounts. */
export async function growStore(pool: Pool, sizes: GrownSizes): Promise<Grown> {
  const [hot = '', ...others] = await addAccounts(pool, sizes.accounts);
  await pool.rows(
    `create table filler_accounts as
     select row_number() over (order by digest <> $1, digest) as n, account_id, key_id from api_keys`,
    [hashApiKey(hot)],
  );
  await pool.rows('create unique index on filler_accounts (n)');
  await pool.rows('analyze filler_accounts');
  await addResults(pool, sizes.results);
  const hits = sizes.entries - sizes.requests * ENTRIES_A_JOB - sizes.accounts * 2;
  for (let back = sizes.months - 1; back >= 0; back -= 1) {
    await addMonthOfHits(pool, back, Math.floor(hits / sizes.months), sizes);
  }
  for (let from = 0; from < sizes.requests; from += CHUNK) {
    await addJobs(pool, sizes, from, Math.min(from + CHUNK, sizes.requests));
  }
  await grantWhatWasSpent(pool);
  await say('vacuum (analyze)', () => pool.rows('vacuum (analyze)'));
  await pool.rows('drop table filler_accounts, filler_results');
  await pool.rows('checkpoint');
  return { hot, others };
}

async function say(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`  ${what}: ${show((performance.now() - began) / 1000)} s`);
}

const long = (db: Db, text: string, values: readonly unknown[] = []): Promise<unknown> =>
  db.transaction((tx) => tx.rows(text, values), STATEMENT_MS_MAX);

async function addResults(pool: Pool, count: number): Promise<void> {
  await pool.rows(
    `create table filler_results as
     select n, gen_random_uuid() as result_id from generate_series(0, $1::int - 1) as n`,
    [count],
  );
  await pool.rows('create unique index on filler_results (n)');
  await pool.rows('analyze filler_results');
  await long(
    pool,
    `insert into results (result_id, page_hash, route, collected_at, fresh_until, completeness, row_count,
       past_end, body_gzip, next_task)
     select result_id, 'filler-' || n, 'portal_a_listings', at, at + make_interval(secs => $5), 'complete', 100, false,
       $1::bytea, null
     from filler_results, lateral (select $2::timestamptz + n * make_interval(secs => $3::float / $4) as at) t`,
    [
      gzipSync(JSON.stringify({ count: 0, data: [], filler: 'x'.repeat(TAIL_BYTES) })),
      new Date(Date.now() - JOBS_S * 1000),
      JOBS_S,
      count,
      FRESH_S,
    ],
  );
  await pool.rows(
    `insert into cached_pages (page_id, route, page_hash, query, result_id)
     select result_id, 'portal_a_listings', 'filler-' || n, '{"zip":"78704"}', result_id from filler_results`,
  );
}

/** An id that starts with the time `at`, as the service's do; `g` and `kind` draw the rest. */
const idOf = (
  kind: string,
): string => `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' ||
  substr(md5('${kind}' || g), 1, 3) || '8' || substr(md5('${kind}' || g), 4, 15))::uuid`;

/** The account of call \`g\`: every other one is the hot account's. */
const account = (count: number): string =>
  `case when g % 2 = 0 then 1 else 2 + ((g / 2)::bigint * ${STRIDE}) % ${Math.max(1, count - 1)} end`;

/** A month's hits in order of time, as calls write them; indexed afterwards, which is faster. */
async function addMonthOfHits(
  pool: Pool,
  back: number,
  count: number,
  sizes: GrownSizes,
): Promise<void> {
  const starts = monthBack(back);
  const ends = back === 0 ? new Date() : monthBack(back - 1);
  const month = starts.toISOString().slice(0, 7);
  const part = `hits_${month.replace('-', '_')}`;
  const low = `first_uuid_at('${starts.toISOString()}')`;
  const high = `first_uuid_at('${monthBack(back - 1).toISOString()}')`;
  await say(`${show(count)} hits of ${month}`, () =>
    pool.transaction(async (tx) => {
      await tx.rows(`set local work_mem = '256MB'`);
      await tx.rows(`set local maintenance_work_mem = '1GB'`);
      await tx.rows('select add_month($1)', [month]);
      await tx.rows(`alter table hits detach partition ${part}`);
      await tx.rows(`drop table ${part}`);
      await tx.rows(`create table ${part} (like hits including constraints)`);
      await tx.rows(
        `insert into ${part} (account_id, request_id, key_id, page_id, bucket, period, route, created_at, credits)
         select account_id, ${idOf(month)}, key_id, r.result_id, 'extra', '', ${ROUTE}, at, 1
         from generate_series(0, $1::int - 1) as g
         join filler_accounts a on a.n = ${account(sizes.accounts)}
         join filler_results r on r.n = g % ${sizes.results},
         lateral (select $2::timestamptz + g * make_interval(secs => $3::float / $1::int) as at) t`,
        [count, starts, (ends.getTime() - starts.getTime()) / 1000],
      );
      await tx.rows(`alter table ${part} add primary key (account_id, request_id)`);
      await tx.rows(
        `create trigger hits_are_append_only before update or delete or truncate on ${part}
         for each statement execute function refuse_ledger_change()`,
      );
      const [bounds] = await tx.rows<{ low: string; high: string }>(
        `select ${low} as low, ${high} as high`,
      );
      await tx.rows(
        `alter table hits attach partition ${part} for values from ('${bounds?.low}') to ('${bounds?.high}')`,
      );
    }, STATEMENT_MS_MAX),
  );
}

const monthBack = (back: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
};

/** Charged jobs, each with its reservation and its capture. */
const addJobs = (pool: Pool, sizes: GrownSizes, from: number, below: number): Promise<void> =>
  say(`jobs ${show(from)} to ${show(below)}`, () =>
    long(
      pool,
      `with filler as (
         select ${idOf('job')} as request_id, a.account_id, a.key_id, r.n, r.result_id, at, ${ROUTE} as route
         from generate_series($1::int, $2::int - 1) as g
         join filler_accounts a on a.n = ${account(sizes.accounts)}
         join filler_results r on r.n = g % ${sizes.results},
         lateral (select $3::timestamptz + g * make_interval(secs => $4::float / $5::int) as at) t
       ), made as (
         insert into requests (request_id, account_id, key_id, route, page_hash, query, status, cached, credits,
           result_id, created_at, settled_at)
         select request_id, account_id, key_id, route, 'filler-' || n, '{"zip":"78704"}', 'complete', false, 1,
           result_id, at, at
         from filler
       )
       insert into ledger_entries (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta,
         request_id, created_at, route, key_id)
       select request_id, account_id, kind, 'extra', '', available, reserved, request_id, at, route, key_id
       from filler, (values ('reserve', -1, 1), ('capture', 0, -1)) as e (kind, available, reserved)`,
      [from, below, new Date(Date.now() - JOBS_S * 1000), JOBS_S, sizes.requests],
    ),
  );

/** Grants every account what it has spent, so that its balance is what it was made with. */
const grantWhatWasSpent = (pool: Pool): Promise<void> =>
  say('what was spent is granted', () =>
    long(
      pool,
      `insert into ledger_entries
         (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, created_at)
       select first_uuid_at($1), account_id, 'grant', 'extra', '', count(*), 0, $1
       from ledger where kind = 'capture' group by account_id`,
      [new Date()],
    ),
  );
