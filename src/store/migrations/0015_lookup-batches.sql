-- Lookup batches: many homes looked up at once.
create table lookup_batches (
  batch_id uuid primary key,
  account_id uuid not null references accounts,
  key_id uuid not null,
  route text not null,
  state text not null check (state in ('running', 'ended')),
  created_at timestamptz not null,
  ended_at timestamptz,
  lease_id uuid,
  lease_until timestamptz not null,
  attempts integer not null default 0,
  idempotency_key text,
  body_hash text not null,
  unique (account_id, idempotency_key)
);
create index lookup_batches_by_time on lookup_batches (created_at);
create index lookup_batches_running on lookup_batches (account_id, lease_until) where state = 'running';
create table lookup_batch_homes (
  batch_id uuid not null references lookup_batches on delete cascade,
  nth integer not null,
  by text not null check (by in ('address', 'url', 'source_id')),
  value text not null,
  place jsonb,
  outcome text not null,
  detail text,
  candidates jsonb,
  source_id text,
  request_id uuid,
  credits integer not null default 0 check (credits >= 0),
  primary key (batch_id, nth)
);
alter table idempotency_keys drop constraint idempotency_keys_purpose_check;
alter table idempotency_keys add constraint idempotency_keys_purpose_check
  check (purpose in ('call', 'watch_run', 'repeat', 'lookup'));
