-- The call that made an endpoint: its Idempotency-Key makes one endpoint, however often the call is repeated.
alter table endpoints
  add column idempotency_key text,
  add column body_hash text,
  add unique (account_id, idempotency_key),
  add check (idempotency_key is null or body_hash is not null);
