-- Tables of feeds are numbered among imports, and a feed that was not pulled has no origin: '' stood in its place.
alter table imports
  alter column dataset drop not null,
  alter column file_name drop not null,
  alter column file_sha256 drop not null,
  alter column mapping drop not null,
  alter column mapping_hash drop not null,
  alter column report drop not null,
  add column feed text references replicas (feed) on delete cascade,
  add column kind text,
  add check (case when feed is null
    then kind is null and num_nulls(dataset, file_name, file_sha256, mapping, mapping_hash, report) = 0
    else kind is not null and state <> 'loading'
      and num_nonnulls(dataset, file_name, file_sha256, mapping, mapping_hash, report) = 0
  end);
create unique index imports_of_feed on imports (feed, kind) where state = 'current';
insert into imports (import_id, source, feed, kind, state, started_at, touched_at, settled_at)
  overriding system value
  select t.import_id, r.source, t.feed, t.kind, case when t.ended_at is null then 'current' else 'ended' end,
    coalesce(t.ended_at, r.due_at), coalesce(t.ended_at, r.due_at), t.ended_at
  from replica_tables t join replicas r using (feed);
drop table replica_tables;
alter table replicas alter column origin_hash drop not null;
update replicas set origin_hash = null where origin_hash = '';
