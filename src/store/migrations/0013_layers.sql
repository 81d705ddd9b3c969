-- Layers for maps show one row by its id. A feed has a unique index by key already.
do $$
declare
  one record;
begin
  for one in
    select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join imports m on c.relname = 'dataset_rows_' || m.import_id
    where i.inhparent = 'dataset_rows'::regclass and m.feed is null
  loop
    execute format('create index on %I (source_id)', one.name);
  end loop;
end $$;

-- Layers find homes by bands of latitude, 20,000 microdegrees high.
create index home_members_by_place on home_members ((lat / 20000), lng) where lat is not null;
