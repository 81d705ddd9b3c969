/**
 * Fills a store with what a long life leaves in it: charged requests with their ledger entries,
 * results that are no longer fresh and are still named, and many accounts. The ledger stays right.
 */
import type { Pool } from '#store/db.js';
import { addAccounts } from './fill.js';

const CHUNK = 50_000;
const TAIL_BYTES = 2_048;
/** Within the week for which jobs are kept, so that no cleanup takes the filling away. */
const AGE_S = 6 * 86_400;
const FRESH_S = 1_800;

export interface Sizes {
  /** Complete jobs, each with its capture, and as many cache hits. */
  readonly requests: number;
  readonly results: number;
  readonly accounts: number;
}

/** Fills an empty store; returns the keys of its accounts. */
export async function fillOldStore(pool: Pool, sizes: Sizes): Promise<string[]> {
  const keys = await addAccounts(pool, sizes.accounts);
  const began = new Date(Date.now() - AGE_S * 1000);
  await pool.rows(`create table filler_accounts as
    select row_number() over () - 1 as n, account_id, key_id from api_keys`);
  await pool.rows('create unique index on filler_accounts (n)');
  await pool.rows(
    `create table filler_results as select n, gen_random_uuid() as result_id
     from generate_series(0, $1::int - 1) as n`,
    [sizes.results],
  );
  await pool.rows('create unique index on filler_results (n)');
  await pool.rows('analyze filler_accounts');
  await pool.rows('analyze filler_results');
  await pool.rows(
    `insert into results (result_id, page_hash, route, collected_at, fresh_until, completeness, row_count,
       past_end, body_gzip, next_task)
     select result_id, 'filler-' || n, 'portal_a_listings', at, at + make_interval(secs => $5), 'complete', 100, false,
       $1::bytea, null
     from filler_results, lateral (select $2::timestamptz + n * make_interval(secs => $3::float / $4) as at) t`,
    [Buffer.alloc(TAIL_BYTES, 'filler'), began, AGE_S, sizes.results, FRESH_S],
  );
  for (let from = 0; from < sizes.requests; from += CHUNK) {
    await addRequests(pool, sizes, began, from, Math.min(from + CHUNK, sizes.requests));
    // The embedded database makes no checkpoint by itself; a server would in this time.
    await pool.rows('checkpoint');
  }
  await pool.rows(
    `insert into cached_pages (page_id, route, page_hash, query, result_id)
     select result_id, 'portal_a_listings', 'filler-' || n, '{"zip":"78704"}', result_id from filler_results`,
  );
  await pool.rows(`update wallets w set extra = extra - taken.n
    from (select account_id, count(*) as n from ledger where kind = 'capture' group by account_id) taken
    where taken.account_id = w.account_id`);
  await pool.rows('drop table filler_accounts, filler_results');
  await pool.rows('vacuum (analyze)');
  await pool.rows('checkpoint');
  return keys;
}

/** An id whose first part is the time `at`, as the service makes them. */
const ID = `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' ||
  substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

/** Requests with their captures, and as many hits. */
async function addRequests(
  pool: Pool,
  sizes: Sizes,
  began: Date,
  from: number,
  below: number,
): Promise<void> {
  await pool.rows(
    `with filler as (
       select a.account_id, a.key_id, r.n, r.result_id, at
       from generate_series($1::int, $2::int - 1) as g
       join filler_accounts a on a.n = g % $3::int
       join filler_results r on r.n = g / (1 + $4::int / $5::int) % $5::int,
       lateral (select $6::timestamptz + g * make_interval(secs => $7::float / $4::int) as at) t
     ), made as (
       insert into requests (request_id, account_id, key_id, route, page_hash, query, status, cached, credits,
         result_id, created_at, settled_at)
       select ${ID}, account_id, key_id, 'portal_a_listings', 'filler-' || n, '{"zip":"78704"}', 'complete', true, 1,
         result_id, at, at
       from filler
       returning request_id, account_id, created_at
     ), hit as (
       insert into hits (account_id, request_id, key_id, page_id, bucket, period, route, created_at, credits)
       select account_id, ${ID}, key_id, result_id, 'extra', '', 'portal_a_listings', at, 1 from filler
     )
     insert into ledger_entries
       (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at)
     select request_id, account_id, 'capture', 'extra', '', -1, 0, request_id, created_at from made`,
    [from, below, sizes.accounts, sizes.requests, sizes.results, began, AGE_S],
  );
}
