-- The price of a call is data: a hit says what it cost, and the rule which bucket pays is written once.
-- Idempotency keys have a table of their own, which jobs and cache hits share.

alter table hits add column credits smallint not null default 1 check (credits > 0);
alter table hits alter column credits drop default;
alter table requests drop constraint requests_credits_check;
alter table requests add constraint requests_credits_check check (credits >= 0);

-- Which request of an account an Idempotency-Key stands for, be it a job or a cache hit. A failed job frees
-- its key; a key is forgotten with the retention of its request.
create table idempotency_keys (
  account_id uuid not null,
  idempotency_key text not null,
  request_id uuid not null,
  page_hash text not null,
  primary key (account_id, idempotency_key)
);
create unique index idempotency_keys_of_request on idempotency_keys (request_id);

insert into idempotency_keys (account_id, idempotency_key, request_id, page_hash)
select account_id, idempotency_key, request_id, page_hash from requests
where idempotency_key is not null and status <> 'failed';
drop index requests_idempotency;
alter table requests drop column idempotency_key;

-- Every entry of the ledger.
create or replace view ledger as
select entry_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id,
  created_at, route, reason
from ledger_entries
union all
select null, account_id, 'capture', bucket, period, -credits, 0, request_id, created_at, route, null
from hits;

drop function charge_hits(
  timestamptz, bigint, text, uuid[], integer[], integer[], integer[], uuid[], uuid[], integer[], uuid[], text[]
);

-- Which bucket pays: plan before extra. All of `total` comes from one bucket, so calls that are charged
-- together are charged together or not at all: extra credits pay only when the plan's do not suffice for
-- the cheapest of them. Null when no bucket pays.
create function paying_bucket(plan bigint, extra bigint, total bigint, cheapest bigint) returns text
language sql immutable parallel safe
return case when plan >= total then 'plan' when plan < cheapest and extra >= total then 'extra' end;

-- Counts and charges cache hits. Of each account as many as its window admits are paid, the first ones, all
-- of them from one bucket (paying_bucket); where none pays, or the month's plan credits were not granted
-- yet, none is. Hits come in the order of accounts: those of accounts[n] are counts[n] from the place
-- firsts[n] on, counted from 1, and the page of a hit is its place among page_ids. costs is the running sum
-- of prices: costs[h] before the hit h, costs[h + 1] with it; cheapest[n] is the least price among the hits
-- of accounts[n]. The first counted_before[n] of them were admitted by count_calls and are not counted again.
-- Gives, for each account, its calls in its minute so far, and whether its hits were paid.
create function charge_hits(
  at timestamptz, in_minute bigint, in_period text,
  accounts uuid[], counts integer[], counted_before integer[], firsts integer[], rate_limits integer[],
  cheapest integer[],
  request_ids uuid[], key_ids uuid[], page_nths integer[], costs integer[], page_ids uuid[], routes text[],
  out calls integer[], out paid boolean[]
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  with counted as (
    update wallets w
    set (calls, minute, plan, extra, paid_from) = (
      select e.before + e.n, greatest(w.minute, in_minute),
        w.plan - case e.pays when 'plan' then e.total else 0 end,
        w.extra - case e.pays when 'extra' then e.total else 0 end,
        e.pays
      from (
        select d.*, case
          when d.admitted > 0 and w.period >= in_period then paying_bucket(w.plan, w.extra, d.total, d.cheapest)
        end as pays
        from (
          select c.before, c.n, c.admitted, cheapest[c.nth] as cheapest,
            costs[firsts[c.nth] + c.admitted] - costs[firsts[c.nth]] as total
          from (
            select b.nth, b.before, b.n, counted_before[b.nth] + least(b.n, greatest(0, b.rate_limit - b.before)) as admitted
            from (
              select a.nth, counts[a.nth] - counted_before[a.nth] as n, rate_limits[a.nth] as rate_limit,
                case when w.minute >= in_minute then w.calls else 0 end as before
              from (select array_position(accounts, w.account_id) as nth offset 0) a
              offset 0
            ) b
            offset 0
          ) c
          offset 0
        ) d
        offset 0
      ) e
    )
    where w.account_id = any (accounts)
    returning array_position(accounts, w.account_id) as nth, w.calls, w.paid_from, w.period
  ), stored as (
    insert into hits (account_id, request_id, key_id, page_id, bucket, period, route, created_at, credits)
    select accounts[c.nth], request_ids[h], key_ids[h], page_ids[page_nths[h]], c.paid_from,
      case c.paid_from when 'plan' then c.period else '' end, routes[page_nths[h]], at, costs[h + 1] - costs[h]
    from counted c, generate_series(
      firsts[c.nth],
      firsts[c.nth] + counted_before[c.nth] - 1 + least(
        counts[c.nth] - counted_before[c.nth],
        greatest(0, rate_limits[c.nth] - (c.calls - counts[c.nth] + counted_before[c.nth]))
      )
    ) h
    where c.paid_from is not null
  )
  select array_agg(c.calls order by c.nth), array_agg(c.paid_from is not null order by c.nth)
  into calls, paid
  from counted c;
  if cardinality(calls) is distinct from cardinality(accounts) then
    raise exception 'an account has no wallet';
  end if;
end $$;
