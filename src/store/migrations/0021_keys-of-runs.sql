-- The Idempotency-Keys that asked for a run of a watch, newest first: a repeated call gets the run, even after its end.
alter table watch_runs add column idempotency_keys text[] not null default '{}';
