-- Usage and ledgers of several installations together, by DuckDB, tested with 1.5 (docs/edges.md):
--   1. at each installation: rowhouse report reports/edge=NAME   (the core too, under its own name)
--   2. where all of these folders are:  duckdb reports.duckdb < deploy/edges.sql
--   3. ask more of them:  duckdb reports.duckdb -c 'from usage'
-- It lists usage, costs at the core and violations, and fails when there is a violation.

-- One file of all installations.
create or replace macro report(name) as table
  from read_parquet('reports/edge=*/' || name || '.parquet', hive_partitioning = true, hive_types = {'edge': varchar});
create or replace table store as from report('store');
create or replace table accounts as from report('accounts');
create or replace table balances as from report('balances');
create or replace table ledger as from report('ledger');
create or replace table moved_entries as from report('moved_entries');
create or replace table core_pages as from report('core_pages');
create or replace table edge_calls as from report('edge_calls');

-- The installation that answers for an account: the one where it is not frozen. A copy that an account
-- left behind when it moved, or that was erased, counts nowhere.
create or replace view homes as
  select a.account_id, any_value(a.name order by a.status = 'moved' or a.erased, l.entries desc) as name,
    any_value(a.edge order by a.status = 'moved' or a.erased, l.entries desc) as edge
  from accounts a
  left join (select edge, account_id, sum(entries) as entries from ledger group by all) l using (edge, account_id)
  group by a.account_id;

-- Usage by account, day (UTC) and route. Archived months have sums without day and route, of charged calls only.
create or replace view usage as
  select edge, account_id, h.name, coalesce(archived_month, strftime(day, '%Y-%m')) as month, day, route,
    coalesce(sum(entries) filter (kind = 'capture' or reason in ('past_end', 'unread')), 0)::bigint as complete,
    coalesce(sum(entries) filter (reason = 'failed'), 0)::bigint as failed,
    coalesce(-sum(available + reserved) filter (kind = 'capture'), 0)::bigint as credits
  from ledger join homes h using (edge, account_id)
  where kind in ('capture', 'release')
  group by all;

-- Both sides of each page that an edge had from its core, where both still have it.
create or replace view pages as
  select p.edge, p.collection_id, p.route, p.state, p.past_end, p.created_at, p.settled_at,
    c.edge as core, c.account_id, c.request_id, c.credits
  from core_pages p left join edge_calls c on c.idempotency_key = p.collection_id;

-- What the pages of edges cost at the core, by the account of the edge there, as far back as both have them. `lost`
-- are pages that the core charged and the edge did not deliver, since the answer was lost or too late.
create or replace view costs as
  select p.core, p.account_id as account_at_core, any_value(a.name) as name, count(distinct request_id) as pages,
    coalesce(sum(credits), 0)::bigint as credits, count(*) filter (state = 'failed') as lost
  from (select distinct on (request_id) * from pages where request_id is not null) p
  join accounts a on a.edge = p.core and a.account_id = p.account_id
  group by all;

-- From when on and until when both sides of a call must be there: neither has removed it, and both reports are later.
create or replace view span as
  select max(jobs_since) as since, min(taken_at) - interval 1 minute as until from store;

create or replace view violations as
  select 'a balance is the sum of its entries' as rule, edge, account_id,
    concat_ws(' ', bucket, period, coalesce(b.available, 0) || ' available in the balance,',
      coalesce(l.available, 0) || ' in entries;', coalesce(b.reserved, 0) || ' and', coalesce(l.reserved, 0) || ' reserved') as detail
  from (select edge, account_id, bucket, period, sum(available) as available, sum(reserved) as reserved
        from balances group by all) b
  full join (select edge, account_id, bucket, period, sum(available) as available, sum(reserved) as reserved
        from ledger group by all) l using (edge, account_id, bucket, period)
  where coalesce(b.available, 0) <> coalesce(l.available, 0) or coalesce(b.reserved, 0) <> coalesce(l.reserved, 0)
union all
  select 'an account is in use in one installation, and frozen elsewhere', string_agg(edge, ', ' order by edge), account_id, null
  from accounts where status <> 'moved' and not erased
  group by account_id having count(*) > 1
union all
  -- Until the account in use has archived months: then its entries are in files.
  select 'an entry of a moved account moved with it', f.edge, f.account_id,
    concat_ws(' ', f.kind, f.request_id, 'is not in', h.edge)
  from moved_entries f
  join accounts a on a.edge = f.edge and a.account_id = f.account_id and a.status = 'moved'
  join homes h on h.account_id = f.account_id and h.edge <> f.edge
  where not exists (select 1 from moved_entries l
      where l.edge = h.edge and l.account_id = f.account_id and l.request_id = f.request_id and l.kind = f.kind)
    and not exists (select 1 from ledger x
      where x.edge = h.edge and x.account_id = h.account_id and x.archived_month is not null)
union all
  select 'an account of the ledger is known', edge, account_id, null
  from (select distinct edge, account_id from ledger) l anti join accounts using (edge, account_id)
union all
  select 'an installation has one report', edge, null, count(s.taken_at) || ' rows of store.parquet'
  from (select distinct edge from accounts) full join store s using (edge)
  group by edge having count(s.taken_at) <> 1
union all
  select 'a call of an edge is charged once at its core', edge, any_value(account_id), request_id::varchar
  from edge_calls group by edge, request_id having count(*) > 1
union all
  select 'a page is collected once', edge, null, collection_id::varchar
  from core_pages group by edge, collection_id having count(*) > 1
union all
  select 'a page that an edge had from its core is charged there, and costs one credit', edge, account_id,
    concat_ws(' ', collection_id, coalesce(credits || ' credits', 'is not charged'))
  from pages, span
  where state = 'done' and not past_end and created_at >= since and settled_at < until and credits is distinct from 1
union all
  -- Lookups of many homes have keys that no collection has.
  select 'a call that the core charged an edge is a page of an edge', edge, account_id, concat_ws(' ', route, request_id)
  from edge_calls c, span
  where account_id in (select account_id from pages where account_id is not null)
    and created_at >= since and created_at < until and route not like '%\_home' escape '\'
    and idempotency_key not in (select collection_id from core_pages);

select edge, name, account_id, sum(complete) as complete, sum(failed) as failed, sum(credits) as credits
from usage group by all order by all;
select * from costs order by all;
select * from violations order by all;
select case when count(*) > 0 then error(count(*) || ' violations') else 'Every ledger is right.' end as result
from violations;
