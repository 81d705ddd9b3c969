import { firstUuidAt } from '#domain/uuid-time.js';
import type { Db } from './db.js';

/** What an account has used on one day (UTC) and route. */
export interface UsageDay {
  readonly date: string;
  readonly route: string;
  /** Charged calls, and delivered ones that cost nothing. */
  readonly complete: number;
  readonly failed: number;
  readonly pending: number;
  readonly credits: number;
}

/** A hit is charged this soon after its id was made, by clocks that differ a little. */
const CHARGED_WITHIN_MS = 3_600_000;

/** Usage since a moment, newest day first: read from the ledger, which outlives the requests. */
export const usageByDay = (db: Db, accountId: string, since: Date): Promise<UsageDay[]> =>
  db.rows<UsageDay>(
    `select to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD') as date, e.route,
       count(*) filter (where e.kind = 'capture' or e.reason in ('past_end', 'unread')) as complete,
       count(*) filter (where e.reason = 'failed') as failed,
       count(*) filter (where e.kind = 'reserve' and not exists (
         select 1 from ledger_entries o
         where o.request_id = e.request_id and o.kind in ('capture', 'release')
       )) as pending,
       coalesce(sum(e.spent) filter (where e.kind = 'capture'), 0)::bigint as credits
     from (
       select kind, reason, request_id, route, created_at, -(available_delta + reserved_delta) as spent
       from ledger_entries
       where account_id = $1 and created_at >= $2 and route is not null
       union all
       select 'capture', null, request_id, route, created_at, credits from hits
       where account_id = $1 and request_id >= $3 and created_at >= $2
     ) e
     group by 1, 2
     order by 1 desc, 2`,
    [accountId, since, firstUuidAt(since.getTime() - CHARGED_WITHIN_MS)],
  );
