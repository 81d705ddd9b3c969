-- Routes are named by their operation ids, columns and tables by what they hold, and how old a result a
-- caller takes is a column of its collection, no longer a suffix of its key. All nodes are stopped while
-- this runs; on a large store it reads hits and ledger_entries once.

-- Collections in flight hold positions in their old form: they fail at the next look, and free their
-- callers' credits. Pages to be read ahead are forgotten.
update collections
set state = 'running', started_at = to_timestamp(0), lease_id = gen_random_uuid(), lease_until = to_timestamp(4102444800)
where state in ('queued', 'running');
update results set next_task = null;

alter table results rename column digest to page_hash;
alter table results rename column tail_gzip to body_gzip;
alter index results_by_digest rename to results_by_page;
alter table requests rename column digest to page_hash;
alter table hit_pages rename to cached_pages;
alter table cached_pages rename column digest to page_hash;
alter index hit_pages_pkey rename to cached_pages_pkey;
alter index hit_pages_of_result rename to cached_pages_of_result;

alter table collections rename column digest to page_hash;
alter table collections add column max_age_s integer;
update collections
set max_age_s = split_part(page_hash, '+fresh', 2)::integer, page_hash = split_part(page_hash, '+fresh', 1)
where page_hash like '%+fresh%';
drop index collections_in_flight;
create unique index collections_in_flight on collections (page_hash, max_age_s) nulls not distinct
  where state in ('queued', 'running');

create temporary table route_names (old text primary key, new text not null) on commit drop;
insert into route_names values
  ('R1', 'portal_a_listings'), ('R2', 'portal_a_sold'), ('R3', 'portal_a_rentals'),
  ('R4', 'auction_listings'), ('R5', 'nyc_portal_listings'), ('R6', 'nyc_portal_rentals'),
  ('R7', 'portal_b_sold'), ('L1', 'portal_a_home');
update results r set route = n.new from route_names n where r.route = n.old;
update requests r set route = n.new from route_names n where r.route = n.old;
update collections c set route = n.new from route_names n where c.route = n.old;
update cached_pages p set route = n.new from route_names n where p.route = n.old;
update route_health h set route = n.new from route_names n where h.route = n.old;
-- What an entry says of credits is untouched: only the name of its route is another.
alter table hits disable trigger hits_are_append_only;
update hits h set route = n.new from route_names n where h.route = n.old;
alter table hits enable trigger hits_are_append_only;
alter table ledger_entries disable trigger ledger_is_append_only;
update ledger_entries e set route = n.new from route_names n where e.route = n.old;
alter table ledger_entries enable trigger ledger_is_append_only;
drop table route_names;

-- PostgreSQL 18 names its not-null constraints after the column that they had.
do $$
declare
  c record;
begin
  for c in
    select k.conname, r.relname, r.relname || '_' || a.attname || '_not_null' as wanted
    from pg_constraint k
    join pg_class r on r.oid = k.conrelid
    join pg_namespace n on n.oid = r.relnamespace
    join pg_attribute a on a.attrelid = r.oid and a.attnum = k.conkey[1]
    where k.contype = 'n' and n.nspname = current_schema()
      and r.relname in ('results', 'requests', 'collections', 'cached_pages')
  loop
    if c.conname <> c.wanted then
      execute format('alter table %I rename constraint %I to %I', c.relname, c.conname, c.wanted);
    end if;
  end loop;
end $$;
