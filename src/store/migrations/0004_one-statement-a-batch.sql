-- The hits of a batch come in the order of their accounts, and both tables are written by one statement.

drop function charge_hits(
  timestamptz, bigint, text, uuid[], integer[], integer[], uuid[], integer[], integer[], uuid[], integer[],
  uuid[], text[]
);

-- Counts and charges cache hits. Of each account as many as its window admits are paid, the first ones,
-- all of them from one bucket, plan before extra; where no bucket holds enough, or the month's plan
-- credits were not granted yet, none is. Hits come in the order of accounts: those of accounts[n] are
-- counts[n] from the place firsts[n] on, counted from 1, and the page of a hit is its place among
-- page_ids. Gives, for each account, its calls in its minute so far, and whether its hits were paid.
create function charge_hits(
  at timestamptz, in_minute bigint, in_period text,
  accounts uuid[], counts integer[], firsts integer[], rate_limits integer[],
  request_ids uuid[], key_ids uuid[], page_nths integer[], page_ids uuid[], routes text[],
  out calls integer[], out paid boolean[]
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
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
    returning array_position(accounts, w.account_id) as nth, w.calls, w.paid_from, w.period
  ), stored as (
    insert into hits (account_id, request_id, key_id, page_id, bucket, period, route, created_at)
    select accounts[c.nth], request_ids[h], key_ids[h], page_ids[page_nths[h]], c.paid_from,
      case c.paid_from when 'plan' then c.period else '' end, routes[page_nths[h]], at
    from counted c, generate_series(
      firsts[c.nth],
      firsts[c.nth] + least(counts[c.nth], rate_limits[c.nth] - (c.calls - counts[c.nth])) - 1
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
