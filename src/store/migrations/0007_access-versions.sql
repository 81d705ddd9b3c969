-- The newest change of access has the version: it stays, and no other table counts.
insert into access_changes (version, account_id, changed_at)
  select v.version, a.account_id, a.created_at
  from access_version v, lateral (select account_id, created_at from accounts order by account_id limit 1) a
  on conflict do nothing;
drop table access_version;
