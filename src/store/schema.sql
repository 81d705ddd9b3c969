-- What Rowhouse remembers, in one page. This is the schema after all migrations (migrations/*.sql);
-- a test compares the two. Times are handed in by the service, never now(), so that a test can hold
-- the clock still.
--
-- request     what a caller asked and pays for; its id is the contract's request_id
-- collection  one reading of a source; many requests may wait for one collection
-- result      one immutable page, which outlives both and serves the cache

create table accounts (
  account_id uuid primary key,
  name text not null,
  status text not null check (status in ('active', 'suspended')),
  plan_credits integer not null check (plan_credits >= 0),
  rate_limit_per_minute integer not null check (rate_limit_per_minute > 0),
  max_pending integer not null check (max_pending > 0),
  created_at timestamptz not null
);

-- Only a SHA-256 digest of a key is kept; key_start is what a person may see of it.
create table api_keys (
  key_id uuid primary key,
  account_id uuid not null references accounts,
  digest bytea not null unique,
  key_start text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index api_keys_of_account on api_keys (account_id);

-- Credits by bucket. Plan credits belong to a calendar month ('2026-11') and do not roll over; extra
-- credits have the period ''. A balance is always the sum of its ledger entries; the checks make an
-- overdraft impossible.
create table balances (
  account_id uuid not null references accounts,
  bucket text not null check (bucket in ('plan', 'extra')),
  period text not null,
  available bigint not null check (available >= 0),
  reserved bigint not null check (reserved >= 0),
  primary key (account_id, bucket, period)
) with (fillfactor = 60);
-- Emptied balances of past months are removed, so this index stays small.
create index balances_by_month on balances (period) where bucket = 'plan';

-- The append-only ledger. A cache hit is one capture entry that takes from `available`; a job is a
-- reserve entry and later one capture or release entry that takes from `reserved`. It names its route,
-- and a release why nothing was charged, so that usage by day and route can be told long after the
-- requests are gone.
create table ledger_entries (
  entry_id bigint generated always as identity primary key,
  account_id uuid not null,
  kind text not null check (kind in ('grant', 'reserve', 'capture', 'release', 'expire', 'adjust')),
  bucket text not null check (bucket in ('plan', 'extra')),
  period text not null,
  available_delta bigint not null,
  reserved_delta bigint not null,
  request_id uuid,
  created_at timestamptz not null,
  route text,
  reason text check (reason in ('failed', 'past_end', 'unread'))
);
create index ledger_by_account on ledger_entries (account_id, created_at);
-- Exactly once, enforced here: a request is reserved at most once and ends at most once.
create unique index ledger_one_reserve on ledger_entries (request_id) where kind = 'reserve';
create unique index ledger_one_end on ledger_entries (request_id) where kind in ('capture', 'release');

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: add an adjust entry instead';
end $$;
create trigger ledger_is_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- tail_gzip is the result from its "count" member on, exactly as it is sent; what differs between
-- calls (envelope, source, query) stands before it. next_task is what to read ahead when it is delivered.
create table results (
  result_id uuid primary key,
  digest text not null,
  route text not null,
  collected_at timestamptz not null,
  fresh_until timestamptz not null,
  completeness text not null check (completeness in ('complete', 'partial')),
  row_count integer not null,
  past_end boolean not null,
  tail_gzip bytea not null,
  next_task jsonb
);
alter table results alter column tail_gzip set storage external;
create index results_by_digest on results (digest, collected_at desc);
create index results_by_age on results (fresh_until);

-- A collection is claimed under a lease; one whose lease ended is claimed again. In flight there is
-- one collection a digest: equal searches join it.
create table collections (
  collection_id uuid primary key,
  digest text not null,
  route text not null,
  task jsonb not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  priority smallint not null,
  attempts integer not null,
  lease_id uuid,
  lease_until timestamptz,
  result_id uuid,
  error jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  settled_at timestamptz
);
create unique index collections_in_flight on collections (digest) where state in ('queued', 'running');
create index collections_to_claim on collections (priority, created_at) where state in ('queued', 'running');
create index collections_by_age on collections (settled_at) where state in ('done', 'failed');

-- Ids carry their time (UUIDv7): the sweep finds old requests by the primary key. Nothing is referenced,
-- because each check costs every call: accounts and keys are never deleted, and a result is removed only
-- when whatever named it is past its retention.
create table requests (
  request_id uuid primary key,
  account_id uuid not null,
  key_id uuid not null,
  route text not null,
  digest text not null,
  query text not null,
  status text not null check (status in ('pending', 'complete', 'failed')),
  cached boolean not null,
  credits smallint not null check (credits in (0, 1)),
  idempotency_key text,
  collection_id uuid,
  result_id uuid,
  error jsonb,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index requests_pending on requests (account_id) where status = 'pending';
create index requests_of_collection on requests (collection_id) where status = 'pending';
-- A key names one search of one account; a failed job frees it.
create unique index requests_idempotency on requests (account_id, idempotency_key)
  where idempotency_key is not null and status <> 'failed';

-- Calls of an account in one clock minute (minutes since the Unix epoch). Unlogged: after a crash a
-- window may start anew, which costs nobody anything.
create unlogged table rate_windows (
  account_id uuid not null,
  minute bigint not null,
  calls integer not null,
  primary key (account_id, minute)
) with (fillfactor = 60);

-- Whatever a node keeps in memory of keys and accounts is told apart by a version: each change of who
-- may call takes the next one, and its row lock makes versions appear in their order.
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

-- How the readings of each route went: times of the last ones, and how often each field was filled
-- (filled: field → rows) in all rows read.
create table route_health (
  route text primary key,
  successes bigint not null,
  failures bigint not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  took_ms integer[] not null,
  rows_read bigint not null,
  filled jsonb not null
);

-- What collectors last met at each source; the API refuses while a circuit is open.
create table source_states (
  source text primary key,
  failures integer not null,
  open_until timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text
);

-- Where homes of sources with a lookup were last seen: no source can be asked for an id alone.
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
