-- What operators did (docs/operating.md, "Audit log"): who said to be it, what was changed, and its values before and
-- after. No key and no secret is in it.

create table audit_log (
  entry_id bigint generated always as identity primary key,
  created_at timestamptz not null,
  -- The name that the operator gave: there is one token for all of them.
  operator text not null,
  action text not null,
  account_id uuid,
  -- What was changed: the id of a key or a job, the name of a feed, source or dataset.
  subject text,
  before jsonb,
  after jsonb
);
create index audit_log_of_account on audit_log (account_id, entry_id) where account_id is not null;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
