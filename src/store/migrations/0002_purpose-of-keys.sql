-- What an Idempotency-Key is for is a column: a caller may send any text.
alter table idempotency_keys add column purpose text not null default 'call'
  check (purpose in ('call', 'watch_run', 'repeat'));
update idempotency_keys set purpose = 'watch_run' where idempotency_key like 'watch-run:%';
update idempotency_keys set purpose = 'repeat' where idempotency_key like 'repeat-%';
alter table idempotency_keys
  alter column purpose drop default,
  drop constraint idempotency_keys_pkey,
  add primary key (account_id, purpose, idempotency_key);
