-- Snapshots: finished searches that stay as they were.
create table snapshots (
  snapshot_id uuid primary key,
  account_id uuid not null references accounts,
  hash text not null,
  name text not null,
  created_at timestamptz not null,
  route text not null,
  source text not null,
  manifest text not null,
  rows_erased integer not null default 0 check (rows_erased >= 0),
  unique (account_id, hash)
);
create index snapshots_by_time on snapshots (created_at);
create table snapshot_rows (
  snapshot_id uuid not null references snapshots on delete cascade,
  nth integer not null,
  source_id text not null,
  home_id uuid,
  line text not null,
  primary key (snapshot_id, nth)
);
create index snapshot_rows_of_home on snapshot_rows (home_id) where home_id is not null;
create index snapshot_rows_of_source_id on snapshot_rows (source_id);
