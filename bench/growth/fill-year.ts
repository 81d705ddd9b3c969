/** A year of ledger in its real tables: ids, times and widths as the service writes them. */
import type { Pool } from '#store/db.js';

/** An id whose first part is the time `at`, as the service makes them. */
const ID = `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' ||
  substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;
const ROUTE = 'portal_a_listings';

/** Fills a month, such as '2026-03', with hits and jobs of existing accounts; their wallets pay. */
export async function fillMonth(
  pool: Pool,
  month: string,
  counts: { readonly hits: number; readonly jobs: number },
): Promise<void> {
  await pool.rows('select add_month($1)', [month]);
  const times = (count: string) => `
    with callers as (
      select row_number() over (order by key_id) - 1 as place, count(*) over () as callers, account_id, key_id
      from api_keys
    ), calls as (
      select c.account_id, c.key_id, at,
        ${ID} as id, g
      from generate_series(0, ${count}::int - 1) g
      join callers c on c.place = g % c.callers,
      lateral (select date_trunc('milliseconds', ($1 || '-01')::timestamp at time zone 'UTC'
        + g * interval '28 days' / ${count}::int) as at) t
    )`;
  await pool.rows(
    `${times('$2')}, pages as materialized (
       select array_agg(gen_random_uuid()) as ids from generate_series(1, 1000)
     )
     insert into hits (account_id, request_id, key_id, page_id, bucket, period, route, created_at, credits)
     select account_id, id, key_id, pages.ids[1 + g % 1000], 'extra', '', '${ROUTE}', at, 1
     from calls, pages order by at`,
    [month, counts.hits],
  );
  await pool.rows(
    `${times('$2')}
     insert into ledger_entries (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta,
       request_id, created_at, route, key_id)
     select id, account_id, k.kind, 'extra', '', k.available, k.reserved, id, at + k.later, '${ROUTE}', key_id
     from calls, (values ('reserve', -1, 1, interval '0'), ('capture', 0, -1, interval '2 s'))
       k (kind, available, reserved, later)
     order by at, k.later`,
    [month, counts.jobs],
  );
  await pool.rows(
    `update wallets w set extra = extra - taken.n
     from (select account_id, -sum(available_delta)::bigint as n from ledger
           where created_at >= ($1 || '-01')::timestamp at time zone 'UTC'
             and created_at < (($1 || '-01')::timestamp + interval '1 month') at time zone 'UTC'
             and kind in ('reserve', 'capture')
           group by account_id) taken
     where taken.account_id = w.account_id`,
    [month],
  );
  await pool.rows('checkpoint');
}

/** Months that ended before this one, oldest first: '2025-11' … */
export const monthsBefore = (nowMs: number, count: number): string[] =>
  Array.from({ length: count }, (_one, place) => {
    const now = new Date(nowMs);
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - count + place, 1))
      .toISOString()
      .slice(0, 7);
  });
