-- A month of the ledger that is over can be archived: its rows go to a file, and their sums stay.

-- Which months, and what proves their files: the rows and SHA-256 sums of the tables in it.
create table archived_months (
  month text primary key,
  archived_at timestamptz not null,
  hits bigint not null,
  hits_sha256 text not null,
  entries bigint not null,
  entries_sha256 text not null
);
create trigger archived_months_are_append_only before update or delete or truncate on archived_months
  for each statement execute function refuse_ledger_change();

-- The sums of their entries, so that balances are still the sum of all entries.
create table archived_sums (
  month text not null,
  account_id uuid not null,
  bucket text not null,
  period text not null,
  kind text not null,
  entries bigint not null,
  available_delta bigint not null,
  reserved_delta bigint not null,
  primary key (month, account_id, bucket, period, kind)
);
create index archived_sums_of_account on archived_sums (account_id);
create trigger archived_sums_are_append_only before update or delete or truncate on archived_sums
  for each statement execute function refuse_ledger_change();

-- Takes the partitions of a month out of the ledger and drops them. Others that use the tables are waited
-- for a moment at a time, so that charges go on between two tries; false when they did not end in about 20
-- seconds. Locks ledger_entries before hits.
create function drop_month(month text) returns boolean
language plpgsql
set lock_timeout = '200ms'
as $$
declare
  suffix text := replace(month, '-', '_');
begin
  for attempt in 1..50 loop
    begin
      lock table only ledger_entries, only hits in access exclusive mode;
      execute format('alter table ledger_entries detach partition %I', 'ledger_entries_' || suffix);
      execute format('alter table hits detach partition %I', 'hits_' || suffix);
      execute format('drop table %I, %I', 'ledger_entries_' || suffix, 'hits_' || suffix);
      return true;
    exception when lock_not_available then
      perform pg_sleep(0.2);
    end;
  end loop;
  return false;
end $$;
