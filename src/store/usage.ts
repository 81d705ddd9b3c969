import { firstUuidAt } from '#domain/uuid-time.js';
import type { Db } from './db.js';

/** What an account has used on one day (UTC) and route. */
export interface UsageDay {
  readonly date: string;
  readonly route: string;
  /** Charged calls, and delivered ones without a charge. */
  readonly complete: number;
  readonly failed: number;
  readonly pending: number;
  readonly credits: number;
}

/** A hit is charged within this time of its id, by clocks that differ a little. */
export const CHARGED_WITHIN_MS = 3_600_000;

/** The range of ids of the hits that were charged between two times. */
export const firstIdsAround = (from: Date, to: Date): [string, string] => [
  firstUuidAt(from.getTime() - CHARGED_WITHIN_MS),
  firstUuidAt(to.getTime() + CHARGED_WITHIN_MS),
];

/**
 * Usage since midnight (UTC) of a day, newest day first: sums of the past, and after their end the
 * ledger, which outlives the requests. A store whose sums start later uses the ledger alone.
 */
export const usageByDay = (db: Db, accountId: string, since: Date): Promise<UsageDay[]> =>
  db.rows<UsageDay>(
    `with counted as materialized (
       select coalesce(
         (select greatest(through_at, $2) from usage_summed where from_at <= $2), $2
       ) as from_at
     ), used as (
       select date, route, complete, failed, 0 as pending, credits
       from usage_days
       where account_id = $1 and date >= ($2 at time zone 'UTC')::date
         and (select from_at > $2 from counted)
       union all
       select (e.created_at at time zone 'UTC')::date, e.route,
         (e.kind = 'capture' or e.reason in ('past_end', 'unread'))::int, (e.reason = 'failed')::int, 0,
         case when e.kind = 'capture' then e.spent else 0 end
       from (
         select kind, reason, route, created_at, -(available_delta + reserved_delta) as spent
         from ledger_entries
         where account_id = $1 and created_at >= (select from_at from counted) and route is not null
           and kind in ('capture', 'release')
         union all
         select 'capture', null, route, created_at, credits
         from hits
         where account_id = $1 and created_at >= (select from_at from counted)
           and request_id >= first_uuid_at((select from_at from counted) - make_interval(secs => $4))
       ) e
       union all
       select (e.created_at at time zone 'UTC')::date, e.route, 0, 0, 1, 0
       from requests q
       join ledger_entries e
         on e.request_id = q.request_id and e.partition_id = q.request_id and e.kind = 'reserve'
       where q.account_id = $1 and q.credits = 0 and q.status <> 'failed' and q.request_id >= $3
         and e.created_at >= $2
         and not exists (
           select 1 from ledger_entries o
           where o.request_id = q.request_id and o.partition_id = q.request_id
             and o.kind in ('capture', 'release')
         )
     )
     select to_char(date, 'YYYY-MM-DD') as date, route, sum(complete)::bigint as complete,
       coalesce(sum(failed), 0)::bigint as failed, sum(pending)::bigint as pending,
       sum(credits)::bigint as credits
     from used
     group by date, route
     order by date desc, route`,
    [accountId, since, firstUuidAt(since.getTime() - CHARGED_WITHIN_MS), CHARGED_WITHIN_MS / 1000],
  );
