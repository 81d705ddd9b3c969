-- Webhooks (docs/webhooks.md): endpoints that events of an account are sent to.
--
-- endpoint      an address, what it asks for, and where it stands in the log of its account
-- delivery      one event that an endpoint did not take at the first attempt, or that is to be sent to it again

create table endpoints (
  endpoint_id uuid primary key,
  account_id uuid not null references accounts,
  url text not null,
  name text not null,
  types text[] not null,
  state text not null check (state in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('by_caller', 'gone', 'failing')),
  disabled_at timestamptz,
  -- The secrets that sign, newest first: [{"secret": …, "ends_at": …}].
  secrets json not null,
  created_at timestamptz not null,
  -- The first event of the log that was not sent to it.
  next_seq bigint not null check (next_seq > 0),
  -- One process at a time sends to it.
  lease_id uuid,
  lease_until timestamptz,
  -- When it had its last turn: the one that waits longest is next.
  served_at timestamptz,
  -- Nothing is sent to it until then: it asked to be left alone.
  held_until timestamptz,
  -- Since when no attempt succeeded.
  failing_since timestamptz,
  -- The last attempt.
  last_at timestamptz,
  last_code integer,
  last_ms integer,
  last_error text,
  check ((state = 'disabled') = (disabled_reason is not null)),
  check ((state = 'disabled') = (disabled_at is not null))
);
create index endpoints_of_account on endpoints (account_id, created_at);
create index endpoints_enabled on endpoints (served_at) where state = 'enabled';

create table deliveries (
  endpoint_id uuid not null references endpoints on delete cascade,
  seq bigint not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts smallint not null check (attempts >= 0),
  created_at timestamptz not null,
  next_at timestamptz,
  last_at timestamptz,
  last_code integer,
  last_ms integer,
  last_error text,
  primary key (endpoint_id, seq),
  check ((status = 'pending') = (next_at is not null))
);
create index deliveries_due on deliveries (endpoint_id, next_at) where status = 'pending';
create index deliveries_by_time on deliveries (created_at);
