-- Usage by day and route is read from the ledger, so an entry names its route, a release says why
-- nothing was charged, and the entries of an account are found by time. Nothing asked for them by bucket but the audit, which reads them all.
alter table ledger_entries add column route text;
alter table ledger_entries add column reason text check (reason in ('failed', 'past_end', 'unread'));
drop index ledger_of_account;
create index ledger_by_account on ledger_entries (account_id, created_at);

-- Whatever a node may keep in memory of keys and accounts is told apart by a version: each change of
-- who may call takes the next one, and its row lock makes versions appear in their order.
create table access_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into access_version (version) values (0);
create table access_changes (
  version bigint primary key,
  account_id uuid not null,
  changed_at timestamptz not null
);

-- A charge pays for each check that a row makes. Accounts and keys are never deleted, and admission
-- has just read both. A result is named only while it is fresh, and removed only when whatever named it
-- is past its retention, so nothing has to look for its requests either.
alter table requests drop constraint requests_account_id_fkey;
alter table requests drop constraint requests_key_id_fkey;
alter table requests drop constraint requests_result_id_fkey;
alter table collections drop constraint collections_result_id_fkey;
drop index requests_by_result;
alter table ledger_entries drop constraint ledger_entries_account_id_fkey;

-- Request ids carry their time (UUIDv7), so the sweep finds old ones by the primary key.
drop index requests_by_age;

-- Balances and windows change at every charge; room beside them keeps the change in the same page.
alter table balances set (fillfactor = 60);
alter table rate_windows set (fillfactor = 60);
-- Emptied balances of past months are removed, so this index stays small.
create index balances_by_month on balances (period) where bucket = 'plan';

-- Where homes were last seen: no source can be asked for an id alone.
create table home_places (
  source text not null,
  source_id text not null,
  zip text not null,
  lat double precision,
  lng double precision,
  seen_at timestamptz not null,
  primary key (source, source_id)
);
create index home_places_by_age on home_places (seen_at);
