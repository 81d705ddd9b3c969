-- hits and ledger_entries are partitioned by month, so that a month that is over can be archived as a whole.
-- Their rows are copied once. All nodes are stopped while this runs.

-- The least UUIDv7 of a moment: ids that were made at it or later are not below it.
create function first_uuid_at(at timestamptz) returns uuid
language sql immutable parallel safe
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

drop view ledger;

alter table hits rename to hits_unpartitioned;
alter table hits_unpartitioned rename constraint hits_pkey to hits_unpartitioned_pkey;
alter table ledger_entries rename to ledger_unpartitioned;
alter table ledger_unpartitioned rename constraint ledger_entries_pkey to ledger_unpartitioned_pkey;
alter sequence ledger_entries_entry_id_seq rename to ledger_unpartitioned_entry_id_seq;
alter index ledger_by_account rename to ledger_unpartitioned_by_account;
alter index ledger_one_reserve rename to ledger_unpartitioned_one_reserve;
alter index ledger_one_end rename to ledger_unpartitioned_one_end;

-- The append-only ledger, but for most cache hits, whose entries are their own rows (hits). A cache hit is
-- one capture that takes from `available`; a job is a reserve entry and later one capture or release entry
-- that takes from `reserved`. It names its route, and a release why nothing was charged, so that usage by
-- day and route can be told long after the requests are gone.
-- An entry lies in the month of its partition_id: the id of its request, so that a reservation and its end
-- lie together; of an entry without a request, the least id of its moment.
create table ledger_entries (
  entry_id bigint generated always as identity,
  partition_id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('grant', 'reserve', 'capture', 'release', 'expire', 'adjust')),
  bucket text not null check (bucket in ('plan', 'extra')),
  period text not null,
  available_delta bigint not null,
  reserved_delta bigint not null,
  request_id uuid,
  created_at timestamptz not null,
  route text,
  reason text check (reason in ('failed', 'past_end', 'unread')),
  primary key (entry_id, partition_id),
  constraint ledger_partition_of_request check (request_id is null or partition_id = request_id)
) partition by range (partition_id);
create table ledger_entries_default partition of ledger_entries default;
create index ledger_by_account on ledger_entries (account_id, created_at);
-- Exactly once, enforced here: a request is reserved at most once and ends at most once. All entries of a
-- request lie in one partition (ledger_partition_of_request), where its id is unique.
create unique index ledger_one_reserve on ledger_entries (request_id, partition_id) where kind = 'reserve';
create unique index ledger_one_end on ledger_entries (request_id, partition_id)
  where kind in ('capture', 'release');

-- A trigger of a partitioned table does not fire for statements that name a partition: each has its own.
create trigger ledger_is_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create trigger ledger_is_append_only before update or delete or truncate on ledger_entries_default
  for each statement execute function refuse_ledger_change();

-- A cache hit in one row: its request, and the capture of its price in the ledger. As a request it is
-- found while its retention lasts, as an entry it stays. Ids carry their time (UUIDv7), so its one index
-- serves all: calls of an account by time, and one end a request. They say the month as well.
create table hits (
  account_id uuid not null,
  request_id uuid not null,
  key_id uuid not null,
  page_id uuid not null,
  bucket text not null check (bucket in ('plan', 'extra')),
  period text not null,
  route text not null,
  created_at timestamptz not null,
  credits smallint not null check (credits > 0),
  primary key (account_id, request_id)
) partition by range (request_id);
create table hits_default partition of hits default;
create trigger hits_are_append_only before update or delete or truncate on hits
  for each statement execute function refuse_ledger_change();
create trigger hits_are_append_only before update or delete or truncate on hits_default
  for each statement execute function refuse_ledger_change();

-- Makes the partitions of a month ('2026-11'), where they are missing, and gives them the rows of the month
-- that the default partitions took until then. False when one would have to move more than rows_max of them:
-- they stay. Waits only a moment for its locks and fails then: writers that meet it wait for it, because a row
-- that is on its way to a default partition would be refused there once the month has its own. Locks a table,
-- then its default partition; ledger_entries before hits, as charges do.
create function add_month(month text, rows_max bigint default null) returns boolean
language plpgsql
set lock_timeout = '200ms'
as $$
declare
  starts timestamp := (month || '-01')::timestamp;
  low uuid := first_uuid_at(starts at time zone 'UTC');
  high uuid := first_uuid_at((starts + interval '1 month') at time zone 'UTC');
  t record;
  waiting bigint;
  made boolean := true;
begin
  for t in
    select parent, key, guard, parent || '_' || replace(month, '-', '_') as part, parent || '_default' as rest
    from (values
      ('ledger_entries', 'partition_id', 'ledger_is_append_only'),
      ('hits', 'request_id', 'hits_are_append_only')
    ) tables (parent, key, guard)
  loop
    continue when to_regclass(t.part) is not null;
    execute format(
      'select count(*) from (select from %1$I where %2$I >= %3$L and %2$I < %4$L limit %5$L) waiting',
      t.rest, t.key, low, high, rows_max + 1
    ) into waiting;
    if waiting > rows_max then
      made := false;
      continue;
    end if;
    execute format('lock table only %I in share row exclusive mode', t.parent);
    continue when to_regclass(t.part) is not null;
    execute format('lock table %I in access exclusive mode', t.rest);
    execute format('create table %I (like %I including constraints including indexes)', t.part, t.parent);
    execute format('select count(*) from %1$I where %2$I >= %3$L and %2$I < %4$L', t.rest, t.key, low, high)
      into waiting;
    if waiting > 0 then
      execute format('alter table %I disable trigger %I', t.rest, t.guard);
      execute format(
        'with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from moved',
        t.rest, t.key, low, high, t.part
      );
      execute format('alter table %I enable trigger %I', t.rest, t.guard);
    end if;
    execute format(
      'create trigger %I before update or delete or truncate on %I for each statement execute function refuse_ledger_change()',
      t.guard, t.part
    );
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', t.parent, t.part, low, high);
  end loop;
  return made;
end $$;

select add_month(to_char(moment, 'YYYY-MM')) from (
  select distinct date_trunc('month', created_at at time zone 'UTC') as moment from hits_unpartitioned
  union
  select distinct date_trunc('month', created_at at time zone 'UTC') from ledger_unpartitioned
) months;

insert into hits (account_id, request_id, key_id, page_id, bucket, period, route, created_at, credits)
select account_id, request_id, key_id, page_id, bucket, period, route, created_at, credits
from hits_unpartitioned;
insert into ledger_entries (entry_id, partition_id, account_id, kind, bucket, period, available_delta,
  reserved_delta, request_id, created_at, route, reason)
overriding system value
select entry_id, coalesce(request_id, first_uuid_at(created_at)), account_id, kind, bucket, period,
  available_delta, reserved_delta, request_id, created_at, route, reason
from ledger_unpartitioned;
select setval('ledger_entries_entry_id_seq', highest)
from (select max(entry_id) as highest from ledger_entries) numbers
where highest is not null;

do $$
begin
  if (select (count(*), sum(credits)) from hits) is distinct from (select (count(*), sum(credits)) from hits_unpartitioned)
    or (select (count(*), sum(available_delta), sum(reserved_delta)) from ledger_entries)
      is distinct from (select (count(*), sum(available_delta), sum(reserved_delta)) from ledger_unpartitioned)
  then
    raise exception 'the copy of the ledger is not the ledger: nothing was changed';
  end if;
end $$;
drop table hits_unpartitioned;
drop table ledger_unpartitioned;

-- While both tables were there, the names of the new ones' constraints had a number behind them.
do $$
declare
  c record;
begin
  for c in
    select conname, conrelid::regclass as parent, regexp_replace(conname, '1$', '') as wanted from pg_constraint
    where conrelid in ('hits'::regclass, 'ledger_entries'::regclass) and conname ~ '_(check|not_null)1$'
  loop
    execute format('alter table %s rename constraint %I to %I', c.parent, c.conname, c.wanted);
  end loop;
end $$;

-- Every entry of the ledger.
create view ledger as
select entry_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id,
  created_at, route, reason
from ledger_entries
union all
select null, account_id, 'capture', bucket, period, -credits, 0, request_id, created_at, route, null
from hits;
