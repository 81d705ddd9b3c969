/** Usage of accounts between two times, by day, route, key or as a whole: for invoices. */
import { firstUuidAt } from '#domain/uuid-time.js';
import type { Db } from './db.js';
import { column } from './first-row.js';

export const USAGE_GROUPS = ['day', 'route', 'key', 'account'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface UsageRow {
  readonly account_id: string;
  readonly name: string;
  /** The day (UTC), or the id of the route, key or account; null without a recorded key. */
  readonly group: string | null;
  /** The operator's label of the key; else null. */
  readonly label: string | null;
  /** Charged calls, and delivered ones without a charge. */
  readonly complete: number;
  readonly failed: number;
  readonly credits: number;
}

export interface UsagePeriod {
  readonly account_id: string | null;
  readonly from: Date;
  readonly to: Date;
}

const GROUP: Readonly<Record<UsageGroup, string>> = {
  day: `to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD')`,
  route: 'e.route',
  key: 'e.key_id::text',
  account: 'e.account_id::text',
};

/** An id's clock may differ from its entry's by this much. */
const CLOCKS_APART_MS = 3_600_000;
/** The statement may read a month of all accounts. */
const REPORT_TIMEOUT_MS = 300_000;

/**
 * Usage of an account, or of all, ordered by account and group; at most `limit` rows. An entry may
 * be of any older request: after a downtime, jobs end that are past their retention.
 */
export const usageReport = (
  db: Db,
  by: UsageGroup,
  { account_id, from, to }: UsagePeriod,
  limit: number,
): Promise<UsageRow[]> =>
  db.transaction(
    (tx) =>
      tx.rows<UsageRow>(
        `with used as (
           select e.account_id, ${GROUP[by]} as "group",
             count(*) filter (where e.kind = 'capture' or e.reason in ('past_end', 'unread')) as complete,
             count(*) filter (where e.reason = 'failed') as failed,
             coalesce(sum(e.spent) filter (where e.kind = 'capture'), 0)::bigint as credits
           from (
             select account_id, kind, reason, route, key_id, created_at, -(available_delta + reserved_delta) as spent
             from ledger_entries
             where ($1::uuid is null or account_id = $1) and created_at >= $2 and created_at < $3
               and kind in ('capture', 'release') and partition_id < $5
             union all
             select account_id, 'capture', null, route, key_id, created_at, credits
             from hits
             where ($1::uuid is null or account_id = $1) and created_at >= $2 and created_at < $3
               and request_id >= $4 and request_id < $5
           ) e
           group by 1, 2
         )
         select u.account_id, a.name, u."group", k.label, u.complete, u.failed, u.credits
         from used u
         join accounts a on a.account_id = u.account_id
         left join api_keys k on ${by === 'key' ? 'k.key_id::text = u."group"' : 'false'}
         order by a.created_at, u.account_id, u."group" nulls first
         limit $6`,
        [
          account_id,
          from,
          to,
          firstUuidAt(from.getTime() - CLOCKS_APART_MS),
          firstUuidAt(to.getTime() + CLOCKS_APART_MS),
          limit,
        ],
      ),
    REPORT_TIMEOUT_MS,
  );

/** Archived months between two times. */
export const archivedMonths = (db: Db, from: Date, to: Date): Promise<string[]> =>
  column(
    db,
    `select month from archived_months
     where month >= to_char($1::timestamptz at time zone 'UTC', 'YYYY-MM')
       and month <= to_char($2::timestamptz at time zone 'UTC', 'YYYY-MM')
     order by month`,
    [from, new Date(to.getTime() - 1)],
  );
