-- Watches (docs/watches.md): searches that are read on a schedule, what their last reading showed, and the log of
-- what changed.
--
-- watch         a search, its schedule and what to report of it
-- watch run     one reading of a watch: all pages of the search
-- watch row     one home as a run saw it; the rows of snapshot_run_id are what the watch knows
-- event         one entry of an account's log; written in the transaction of what it tells

-- An account's newest event. Its row is locked while events are written, so that they are committed in the order
-- of their numbers: a reader never sees a number whose predecessor is still to come.
create table event_sequences (
  account_id uuid primary key,
  last_seq bigint not null check (last_seq >= 0),
  -- Events up to this one are no longer kept.
  ended_seq bigint not null default 0 check (ended_seq >= 0)
);

create table events (
  account_id uuid not null,
  seq bigint not null,
  event_id uuid not null unique,
  type text not null,
  watch_id uuid,
  created_at timestamptz not null,
  data json not null,
  primary key (account_id, seq)
);
create index events_by_time on events (created_at);

create table watches (
  watch_id uuid primary key,
  account_id uuid not null references accounts,
  -- The key that made it: the searches of its runs are counted there.
  key_id uuid not null,
  name text not null,
  route text not null,
  -- The normalized query of its first page.
  query json not null,
  schedule json not null,
  events text[] not null,
  fields text[] not null,
  min_price_change integer not null check (min_price_change >= 0),
  max_credits_per_run integer check (max_credits_per_run > 0),
  runs_until_removed smallint not null check (runs_until_removed between 1 and 10),
  state text not null check (state in ('active', 'paused')),
  pause_reason text check (pause_reason in ('by_caller', 'quota_exceeded', 'max_credits_per_run')),
  created_at timestamptz not null,
  next_run_at timestamptz,
  -- The run whose rows are known; null until the first complete run, and after a change of the search.
  snapshot_run_id uuid,
  -- What the snapshot was made by: a run that is made by something else begins a new one.
  snapshot_of text,
  last_complete_at timestamptz,
  -- Runs in a row that failed.
  failures integer not null default 0,
  idempotency_key text,
  body_hash text not null,
  unique (account_id, idempotency_key),
  check ((state = 'paused') = (pause_reason is not null)),
  check ((state = 'active') = (next_run_at is not null))
);
create index watches_of_account on watches (account_id, created_at);
create index watches_due on watches (next_run_at) where state = 'active';

create table watch_runs (
  run_id uuid primary key,
  watch_id uuid not null references watches on delete cascade,
  account_id uuid not null,
  state text not null check (state in ('running', 'complete', 'partial', 'failed')),
  -- Why it is not complete.
  reason text,
  started_at timestamptz not null,
  ended_at timestamptz,
  lease_id uuid not null,
  lease_until timestamptz not null,
  -- The snapshot that it is compared with; null for a run that begins a new one.
  compared_run_id uuid,
  -- Where it stands: pages that were read, and the cursor of the next; null before the first.
  pages integer not null default 0,
  next_cursor text,
  is_partial boolean not null default false,
  credits integer not null default 0,
  row_count integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  relisted integer not null default 0,
  -- False when its rows are removed: only what the watch knows is kept.
  has_rows boolean not null default true,
  check ((state = 'running') = (ended_at is null))
);
create unique index watch_runs_running on watch_runs (watch_id) where state = 'running';
create index watch_runs_of_watch on watch_runs (watch_id, started_at);
create index watch_runs_by_lease on watch_runs (lease_until) where state = 'running';
create index watch_runs_with_rows on watch_runs (run_id) where has_rows and state <> 'running';
create index watch_runs_by_end on watch_runs (ended_at);

create table watch_rows (
  run_id uuid not null references watch_runs on delete cascade,
  source_id text not null,
  "row" json not null,
  -- The watched fields; a field that is null for a reason of ours is left out: nothing is known of it.
  watched json not null,
  -- Street line, unit and ZIP; null where the street is hidden.
  address_key text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Complete runs in a row without it.
  missed smallint not null default 0,
  removed_at timestamptz,
  change text check (change in ('added', 'changed', 'relisted', 'removed')),
  -- What `change` replaced.
  previous json,
  primary key (run_id, source_id)
);
create index watch_rows_changed on watch_rows (run_id) where change is not null;
create index watch_rows_by_address on watch_rows (run_id, address_key) where address_key is not null;
