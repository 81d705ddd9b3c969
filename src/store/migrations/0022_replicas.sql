-- Feeds whose rows are kept here: where the pull of each stands, who pulls it, and what it last met. The feed
-- is pulled in the order of its changes; `mark` is the last row that is stored, with the moment of its change.
create table replicas (
  feed text primary key,
  source text not null,
  -- What was pulled: another address or condition begins from nothing.
  origin_hash text not null,
  mark jsonb,
  -- When the feed was asked for the last page that is stored, and for the last page of the last pull that ended.
  read_at timestamptz,
  pulled_at timestamptz,
  compared_at timestamptz,
  -- When the feed is pulled and its keys are compared next.
  due_at timestamptz not null,
  compare_due_at timestamptz,
  row_count integer not null default 0,
  last_line integer not null default 0,
  last_error text,
  last_error_at timestamptz,
  lease_id uuid,
  lease_until timestamptz
);

-- The tables of a feed, one a kind of row: partitions of dataset_rows. Their numbers begin where those of imports
-- never come. A table that ended is dropped a while later, as an import is.
create table replica_tables (
  import_id integer generated always as identity (start with 1000000001) primary key,
  feed text not null references replicas (feed) on delete cascade,
  kind text not null,
  ended_at timestamptz
);
create unique index replica_tables_current on replica_tables (feed, kind) where ended_at is null;

-- The keys that a feed has, gathered until all of them are here. They may be lost at any time.
create unlogged table replica_keys (
  feed text not null,
  source_id text not null,
  primary key (feed, source_id)
);

-- Not every listing has a date.
alter table dataset_rows alter column day drop not null;
