-- Work is claimed by accounts in turn: the first of an account is found without reading its others.
drop index endpoints_enabled;
create index endpoints_in_turn on endpoints (account_id, served_at nulls first) where state = 'enabled';
-- The work of one account is never looked for in the order of all.
drop index watches_due;
drop index watch_runs_by_lease;
create index watches_in_turn on watches (account_id, next_run_at) where state = 'active';
create index watch_runs_in_turn on watch_runs (account_id, lease_until) where state = 'running';
alter table collections add column account_id uuid;
alter table collections add column turn bigint not null default 0;
drop index collections_to_claim;
create index collections_to_claim on collections (priority, turn, created_at) where state in ('queued', 'running');
create index collections_in_turn on collections (account_id, turn) where state in ('queued', 'running');
create index collections_running on collections (turn) where state = 'running';
