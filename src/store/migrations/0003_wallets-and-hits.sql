-- A charge writes two rows: the account's wallet, and the hit. Before, it wrote a window, a balance, a
-- request and a ledger entry with four more indexes.

-- Credits of an account that can be spent, and its window: all that a charge touches, in one row. Plan
-- credits belong to a calendar month ('2026-11', '' before the first) and do not roll over. calls is
-- counted in a clock minute (minutes since the Unix epoch). paid_from is how the last batch of hits was
-- paid: written so that the statement that charges can read it back. The checks make an overdraft
-- impossible.
create table wallets (
  account_id uuid primary key,
  period text not null,
  plan bigint not null check (plan >= 0),
  extra bigint not null check (extra >= 0),
  minute bigint not null,
  calls integer not null,
  paid_from text check (paid_from in ('plan', 'extra'))
) with (fillfactor = 50);
-- Wallets of past months that nobody has used since: an expired one has no month.
create index wallets_by_month on wallets (period) where period <> '';

-- Credits that jobs hold, by the bucket and month that they were taken from; extra credits have the
-- period ''.
create table reserved_credits (
  account_id uuid not null,
  bucket text not null check (bucket in ('plan', 'extra')),
  period text not null,
  reserved bigint not null check (reserved >= 0),
  primary key (account_id, bucket, period)
) with (fillfactor = 60);
create index reserved_by_month on reserved_credits (period) where bucket = 'plan';

insert into wallets (account_id, period, plan, extra, minute, calls)
select a.account_id, coalesce(p.period, ''), coalesce(p.available, 0), coalesce(e.available, 0), 0, 0
from accounts a
left join (
  select distinct on (account_id) account_id, period, available from balances where bucket = 'plan'
  order by account_id, period desc
) p on p.account_id = a.account_id
left join balances e on e.account_id = a.account_id and e.bucket = 'extra';
insert into reserved_credits (account_id, bucket, period, reserved)
select account_id, bucket, period, reserved from balances where reserved > 0;
-- What was left of a month before the last one would have been emptied by the next sweep.
insert into ledger_entries (account_id, kind, bucket, period, available_delta, reserved_delta, created_at)
select b.account_id, 'expire', 'plan', b.period, -b.available, 0,
  ((b.period || '-01')::timestamp + interval '1 month') at time zone 'UTC'
from balances b join wallets w on w.account_id = b.account_id
where b.bucket = 'plan' and b.period <> w.period and b.available > 0;

drop table balances;
drop table rate_windows;

-- Credits by bucket and month, as the ledger sums them.
create view balances as
select account_id, bucket, period, sum(available)::bigint as available, sum(reserved)::bigint as reserved
from (
  select account_id, 'plan' as bucket, period, plan as available, 0 as reserved from wallets where period <> ''
  union all
  select account_id, 'extra', '', extra, 0 from wallets
  union all
  select account_id, bucket, period, 0, reserved from reserved_credits
) held
group by account_id, bucket, period;

-- What a cache hit delivered: the hits of one page and one echo share it. It goes with its result.
create table hit_pages (
  page_id uuid primary key,
  route text not null,
  digest text not null,
  query text not null,
  result_id uuid not null
);
create index hit_pages_of_result on hit_pages (result_id);

-- A cache hit in one row: its request, and the capture of one credit in the ledger. As a request it is
-- found while its retention lasts, as an entry it stays. Ids carry their time (UUIDv7), so its one index
-- serves all: calls of an account by time, and one end a request.
create table hits (
  account_id uuid not null,
  request_id uuid not null,
  key_id uuid not null,
  page_id uuid not null,
  bucket text not null check (bucket in ('plan', 'extra')),
  period text not null,
  route text not null,
  created_at timestamptz not null,
  primary key (account_id, request_id)
);
create trigger hits_are_append_only before update or delete or truncate on hits
  for each statement execute function refuse_ledger_change();

-- Every entry of the ledger.
create view ledger as
select entry_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id,
  created_at, route, reason
from ledger_entries
union all
select null, account_id, 'capture', bucket, period, -1, 0, request_id, created_at, route, null
from hits;

-- Both functions take accounts in ascending order, each once, with what belongs to each in arrays of the
-- same length, and lock wallets in that order. The planner may take nothing but the primary key: without
-- statistics, or with those of an empty table, it would read all wallets, in another order. And it plans
-- once: for short arrays it would plan each call anew.

-- Counts calls; gives the calls of each account in its minute so far. A late call counts in the minute
-- that has begun elsewhere.
create function count_calls(in_minute bigint, accounts uuid[], counts integer[]) returns integer[]
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  calls integer[];
begin
  with counted as (
    update wallets w
    set calls = case when w.minute >= in_minute then w.calls else 0 end + counts[array_position(accounts, w.account_id)],
      minute = greatest(w.minute, in_minute)
    where w.account_id = any (accounts)
    returning w.account_id, w.calls
  )
  select array_agg(c.calls order by c.account_id) into calls from counted c;
  if cardinality(calls) is distinct from cardinality(accounts) then
    raise exception 'an account has no wallet';
  end if;
  return calls;
end $$;

-- Counts and charges cache hits. Of each account as many as its window admits are paid, all of them from
-- one bucket, plan before extra; where no bucket holds enough, or the month's plan credits were not
-- granted yet, none is, and paid_from is null. Hits are told by nths, the place of their account among
-- accounts, and places, their own place among the hits of their account, both counted from 1.
create function charge_hits(
  at timestamptz, in_minute bigint, in_period text,
  accounts uuid[], counts integer[], rate_limits integer[],
  request_ids uuid[], nths integer[], places integer[], key_ids uuid[], page_nths integer[],
  page_ids uuid[], routes text[],
  out calls integer[], out paid_from text[]
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  periods text[];
begin
  with counted as (
    update wallets w
    set (calls, minute, plan, extra, paid_from) = (
      select d.before + d.n, greatest(w.minute, in_minute),
        w.plan - case d.pays when 'plan' then d.admitted else 0 end,
        w.extra - case d.pays when 'extra' then d.admitted else 0 end,
        d.pays
      from (
        select c.*, case
          when c.admitted = 0 or w.period < in_period then null
          when w.plan >= c.admitted then 'plan'
          when w.plan = 0 and w.extra >= c.admitted then 'extra'
        end as pays
        from (
          select b.before, b.n, least(b.n, greatest(0, b.rate_limit - b.before)) as admitted
          from (
            select counts[a.nth] as n, rate_limits[a.nth] as rate_limit,
              case when w.minute >= in_minute then w.calls else 0 end as before
            from (select array_position(accounts, w.account_id) as nth offset 0) a
            offset 0
          ) b
          offset 0
        ) c
        offset 0
      ) d
    )
    where w.account_id = any (accounts)
    returning w.account_id, w.calls, w.paid_from, w.period
  )
  select array_agg(c.calls order by c.account_id), array_agg(c.paid_from order by c.account_id),
    array_agg(c.period order by c.account_id)
  into calls, paid_from, periods
  from counted c;
  if cardinality(calls) is distinct from cardinality(accounts) then
    raise exception 'an account has no wallet';
  end if;
  insert into hits (account_id, request_id, key_id, page_id, bucket, period, route, created_at)
  select accounts[h.nth], h.request_id, h.key_id, page_ids[h.page_nth], paid_from[h.nth],
    case paid_from[h.nth] when 'plan' then periods[h.nth] else '' end, routes[h.page_nth], at
  from unnest(request_ids, nths, places, key_ids, page_nths) as h (request_id, nth, place, key_id, page_nth)
  where paid_from[h.nth] is not null
    and h.place <= rate_limits[h.nth] - (calls[h.nth] - counts[h.nth]);
end $$;
