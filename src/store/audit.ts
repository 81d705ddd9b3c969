import type { Db } from './db.js';
import { numberIn } from './first-row.js';

export interface Violation {
  readonly rule: string;
  /** Null where it concerns no account. */
  readonly account_id: string | null;
  readonly detail: string;
}

/** Archived months, their entries, and the digest that proves all of them. */
export interface ArchivedCounts {
  readonly months: number;
  readonly entries: number;
  readonly chain_sha256: string;
}

export interface Audit {
  readonly accounts: number;
  /** Entries of months that are not archived. */
  readonly entries: number;
  /** Left out where no month is archived. */
  readonly archived?: ArchivedCounts;
  readonly violations: readonly Violation[];
}

const VIOLATIONS_MAX = 1_000;
/** Usage sums of this many days are compared with the entries. */
const SUMS_CHECKED_DAYS = 31;

/** Each rule of the ledger as a query that finds what breaks it: columns account_id and detail. */
export const LEDGER_RULES: readonly { readonly rule: string; readonly find: string }[] = [
  {
    rule: 'balance equals the sum of its entries',
    find: `select coalesce(b.account_id, l.account_id) as account_id,
             coalesce(b.bucket, l.bucket) || ' ' || coalesce(b.period, l.period) as detail
           from balances b
           full join (
             select account_id, bucket, period, sum(available_delta) as available, sum(reserved_delta) as reserved
             from (
               select account_id, bucket, period, available_delta, reserved_delta from ledger
               union all
               select account_id, bucket, period, available_delta, reserved_delta from archived_sums
             ) entries
             group by account_id, bucket, period
           ) l on l.account_id = b.account_id and l.bucket = b.bucket and l.period = b.period
           where coalesce(b.available, 0) <> coalesce(l.available, 0)
              or coalesce(b.reserved, 0) <> coalesce(l.reserved, 0)`,
  },
  {
    rule: 'an archived month has no reserved credit',
    find: `select account_id, month || ' ' || bucket || ' ' || period as detail from archived_sums
           group by account_id, month, bucket, period having sum(reserved_delta) <> 0`,
  },
  {
    rule: 'an archived month is unchanged, and follows the previous one',
    find: `select null as account_id, month as detail from (
             select m as kept, m.month, lag(m.chain_sha256, 1, '') over in_order as previous,
               row_number() over in_order as place
             from archived_months m window in_order as (order by chain_position)
           ) months
           where (kept).chain_position <> place or (kept).chain_sha256 <> archive_chain_sha256(previous, kept)`,
  },
  {
    rule: 'the sums of an archived month are those that were stored',
    find: `select null as account_id, month as detail
           from archived_months m full join (select distinct month from archived_sums) s using (month)
           where m.sums_sha256 is distinct from archived_sums_sha256(month)`,
  },
  {
    rule: 'a request ends at most once',
    find: `select min(account_id::text)::uuid as account_id, request_id::text as detail
           from ledger where kind in ('capture', 'release')
           group by request_id having count(*) > 1`,
  },
  {
    rule: 'a release or a capture of reserved credit has its reserve',
    find: `select e.account_id, e.request_id::text as detail from ledger_entries e
           where e.reserved_delta < 0 and not exists (
             select 1 from ledger_entries r where r.request_id = e.request_id and r.kind = 'reserve'
               and r.account_id = e.account_id and r.bucket = e.bucket and r.period = e.period
           )`,
  },
  {
    rule: 'a request is charged its captured credits',
    find: `select q.account_id, q.request_id::text as detail from requests q
           where q.credits <> (
             select coalesce(-sum(e.available_delta + e.reserved_delta), 0)
             from ledger_entries e where e.request_id = q.request_id and e.kind = 'capture'
           )`,
  },
  {
    rule: 'a failed request holds no credit',
    find: `select q.account_id, q.request_id::text as detail from requests q
           join ledger_entries r on r.request_id = q.request_id and r.kind = 'reserve'
           where q.status = 'failed' and not exists (
             select 1 from ledger_entries e where e.request_id = q.request_id and e.kind = 'release'
           )`,
  },
  {
    // Days before the last archiving are left out: their entries may be in a month's file.
    rule: 'summed usage equals the entries',
    find: `with span as materialized (
             select date_trunc('day', greatest(
                 s.from_at, s.through_at - interval '${SUMS_CHECKED_DAYS} days',
                 (select max(archived_at) + interval '1 day' from archived_months)
               ) at time zone 'UTC') at time zone 'UTC' as from_at,
               s.through_at
             from usage_summed s
           ), entries as (
             select account_id, (created_at at time zone 'UTC')::date as date, route, count(*) as calls, sum(spent) as credits
             from (
               select account_id, created_at, route,
                 case when kind = 'capture' then -(available_delta + reserved_delta) else 0 end as spent
               from ledger_entries
               where kind in ('capture', 'release') and route is not null
                 and created_at >= (select from_at from span) and created_at < (select through_at from span)
               union all
               select account_id, created_at, route, credits from hits
               where created_at >= (select from_at from span) and created_at < (select through_at from span)
                 and request_id >= first_uuid_at((select from_at from span) - interval '1 hour')
             ) e
             group by 1, 2, 3
           )
           select coalesce(u.account_id, e.account_id) as account_id,
             coalesce(u.date, e.date)::text || ' ' || coalesce(u.route, e.route) as detail
           from (
             select * from usage_days where date >= (select (from_at at time zone 'UTC')::date from span)
           ) u
           full join entries e on e.account_id = u.account_id and e.date = u.date and e.route = u.route
           where u.complete + u.failed is distinct from e.calls or u.credits is distinct from e.credits`,
  },
];

/** Jobs and hits removed after their retention, or with their account, are not looked for. */
const KEPT = `with kept as materialized (
    select first_uuid_at(coalesce((select deleted_before from job_cleanup), 'epoch')) as since
  )`;

/**
 * What was charged and delivered can be read again. Separate from the ledger's own rules, which
 * hold for a ledger alone.
 */
const PRESENCE_RULES: typeof LEDGER_RULES = [
  {
    rule: 'a captured job within its retention exists, complete and with its result',
    find: `${KEPT}
           select e.account_id, e.request_id::text || case
               when q.request_id is null then ': the job is missing'
               when q.status <> 'complete' then ': the job is ' || q.status
               else ': the result is missing' end as detail
           from ledger_entries e
           left join requests q on q.request_id = e.request_id
           left join results r on r.result_id = q.result_id
           where e.kind = 'capture' and e.request_id >= (select since from kept)
             and (r.result_id is null or q.status <> 'complete')
             and not exists (select from erasures x where x.account_id = e.account_id)`,
  },
  {
    rule: 'a complete job has its result',
    find: `${KEPT}
           select q.account_id, q.request_id::text || ': the result is missing' as detail
           from requests q left join results r on r.result_id = q.result_id
           where q.status = 'complete' and q.credits = 0 and r.result_id is null
             and q.request_id >= (select since from kept)
             and not exists (select from erasures x where x.account_id = q.account_id)`,
  },
  {
    rule: 'a captured cache hit within its retention has its page and its result',
    find: `${KEPT}
           select h.account_id, h.request_id::text || case
               when p.page_id is null then ': the page is missing' else ': the result is missing' end as detail
           from hits h
           left join cached_pages p on p.page_id = h.page_id
           left join results r on r.result_id = p.result_id
           where h.request_id >= (select since from kept) and r.result_id is null
             and not exists (select from erasures x where x.account_id = h.account_id)`,
  },
];

/** A rule reads the whole ledger: it may take this long. */
const RULE_TIMEOUT_MS = 300_000;

/**
 * Validates the whole ledger against its rules (the balance is the sum), and that what was charged
 * exists. Each rule is one statement and so one snapshot; other statements run between rules.
 */
export async function auditLedger(
  db: Db,
  rules: typeof LEDGER_RULES = [...LEDGER_RULES, ...PRESENCE_RULES],
): Promise<Audit> {
  const counts = await db.transaction(
    (tx) =>
      tx.rows<{ accounts: number; entries: number; archived: ArchivedCounts | null }>(
        `select (select count(*) from accounts) as accounts, (select count(*) from ledger) as entries,
           (select json_build_object(
              'months', count(*), 'entries', sum(hits + entries),
              'chain_sha256', (array_agg(chain_sha256 order by chain_position desc))[1]
            ) from archived_months having count(*) > 0) as archived`,
      ),
    RULE_TIMEOUT_MS,
  );
  const violations: Violation[] = [];
  for (const { rule, find } of rules) {
    const statement = `${find} limit ${VIOLATIONS_MAX}`;
    const found = await db.transaction(
      (tx) => tx.rows<Omit<Violation, 'rule'>>(statement),
      RULE_TIMEOUT_MS,
    );
    violations.push(...found.map((row) => ({ rule, ...row })));
  }
  const [{ accounts, entries, archived } = { accounts: 0, entries: 0, archived: null }] = counts;
  return { accounts, entries, ...(archived && { archived }), violations };
}

/** Credits captured of an account, all time, archived months included. */
export const countCaptured = (db: Db, accountId: string): Promise<number> =>
  numberIn(
    db,
    `select coalesce(-sum(available_delta + reserved_delta), 0)::bigint as n
     from (
       select available_delta, reserved_delta from ledger where account_id = $1 and kind = 'capture'
       union all
       select available_delta, reserved_delta from archived_sums where account_id = $1 and kind = 'capture'
     ) captures`,
    [accountId],
  );
